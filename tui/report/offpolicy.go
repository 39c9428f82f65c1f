package report

import (
	"fmt"

	"lambdascope/estimator"
)

// OffPolicy says what importance ratios leave of the trajectories, in two sentences;
// empty where there are none.
func OffPolicy(s *estimator.Selection) string {
	o := s.OffPolicy
	if o == nil {
		return ""
	}
	zeros := ""
	if o.ZeroRatios > 0 {
		zeros = fmt.Sprintf(", and %s of them are 0", percent(o.ZeroRatios))
	}
	ratios := fmt.Sprintf("Ratios are %.3g on average and %.3g at most%s.", o.MeanRatio, o.LargestRatio, zeros)
	if o.Effective == 0 {
		return "Off-policy: no trajectory has any weight. " + ratios
	}
	return fmt.Sprintf("Off-policy: with their importance ratios, %d trajectories count as %.3g; trajectory %d has the most weight, %s. %s",
		s.Trajectories, o.Effective, o.Heaviest+1, percent(o.LargestShare), ratios)
}

// percent returns a share with two digits, or as a whole number above 10 %.
func percent(share float64) string {
	if share >= 0.1 {
		return fmt.Sprintf("%.0f %%", 100*share)
	}
	return fmt.Sprintf("%.2g %%", 100*share)
}

// offPolicy is what the JSON of an analysis has of importance ratios.
type offPolicy struct {
	Effective    Number `json:"effective_trajectories"`
	LargestShare Number `json:"largest_share"`
	Heaviest     int    `json:"heaviest_trajectory"` // from 1
	MeanRatio    Number `json:"mean_ratio"`
	LargestRatio Number `json:"largest_ratio"`
	ZeroRatios   Number `json:"zero_ratios"`
}

func newOffPolicy(o *estimator.OffPolicy) *offPolicy {
	if o == nil {
		return nil
	}
	return &offPolicy{Number(o.Effective), Number(o.LargestShare), o.Heaviest + 1, Number(o.MeanRatio), Number(o.LargestRatio), Number(o.ZeroRatios)}
}
