package report

import (
	"fmt"

	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
)

// consistency is a ConsistencySummary with the words of claims.
type consistency struct{ *study.ConsistencySummary }

// ConsistencyClaims returns the claim about figure (d), the paper's theorem. It holds if the slope of
// Above is significantly below −½, and does not hold if significantly above, because theory has
// slope −1 for an error that goes to 0, and slope 0 for an error that stays.
func ConsistencyClaims(of *study.ConsistencySummary) []Claim {
	s := consistency{of}
	c := Claim{Figure: "d", Lines: "66, 223–230, 341", Text: "With more trajectories the MSVE of ALLSTD approaches the lowest that the features allow."}
	step, trajectory, ok := s.Slopes()
	if !ok {
		c.Here.Measured = s.unmeasured()
		c.Printed = c.Here
		return []Claim{c}
	}
	z := &s.Sizes[len(s.Sizes)-1]
	verdict := func(l study.Slope, w study.WeightingSummary) Decision {
		return Decision{l.Falls(), fmt.Sprintf("%s At n = %d it is %s (s.e.), %s, with λ̂ = %s on average.", slopeText(l), z.Trajectories, errorText(w.Above.MSVE), s.ofLeast(w.Above.MSVE), textfmt.Short(w.Lambda, 2))}
	}
	c.Here = verdict(step, z.Step)
	c.Printed = verdict(trajectory, z.Trajectory)
	c.Printed.Measured += fmt.Sprintf(" It differs from that by step by %s.", errorText(z.Apart))
	if c.Here.Holds != c.Printed.Holds {
		c.Why = "By step the scores converge to the MSVE plus the variance of the return, which is the same for every λ, as the proof needs; by trajectory to another error, because the length of an episode depends on what happened in it."
	}
	return []Claim{c}
}

// unmeasured returns the reason why there are no slopes.
func (s consistency) unmeasured() string {
	if last := s.Sizes[len(s.Sizes)-1]; s.Trials < study.FewestTrials {
		return fmt.Sprintf("%d trials at n = %d decide nothing: at least %d do.", s.Trials, last.Trajectories, study.FewestTrials)
	}
	if len(s.Largest()) < study.MinSlopeSizes {
		return fmt.Sprintf("A slope takes at least %d numbers of trajectories with all trials within the last power of ten.", study.MinSlopeSizes)
	}
	return "At some of the largest n the error is within chance of 0: more trials would tell its slope."
}

// slopeText returns a slope with the interval.
func slopeText(l study.Slope) string {
	return fmt.Sprintf("From n = %d to %d the MSVE above the least changes as n to the power of %s (95 %%: %s to %s); theory has -1 where it goes to 0, and 0 where it stays above.", l.From, l.To, textfmt.Fixed(l.Slope, 2), textfmt.Fixed(l.Low, 2), textfmt.Fixed(l.High, 2))
}

// errorText returns a mean with the standard error.
func errorText(m study.Mean) string {
	return textfmt.Short(m.Mean, 3) + " ± " + textfmt.Short(m.SE, 2)
}

// ofLeast returns an error as a share of the least MSVE.
func (s consistency) ofLeast(m study.Mean) string {
	if s.Least <= study.RoundingShare*m.Mean {
		return "where the least is 0"
	}
	return textfmt.Short(100*m.Mean/s.Least, 2) + " % of the least"
}
