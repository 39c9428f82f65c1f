package sim

import (
	"fmt"
	"slices"

	"lambdascope/sim/textfmt"
)

// Targets are the values of Options.Target for a domain, probabilities: any number from Least to
// Most, or one of Choices.
type Targets struct {
	Behaviour   float64 // on-policy; Options.Target is then 0
	Least, Most float64
	Choices     []float64 // ascending, including the behaviour; nil for the whole range
}

// TargetsOf returns the targets of the options' domain; nil without target policies. The error
// names an unknown domain.
func TargetsOf(o Options) (*Targets, error) {
	e, err := lookup(o)
	return e.targets, err
}

// check returns a target in the form of Options, or an error with the accepted values.
func (t *Targets) check(target float64) (float64, error) {
	switch {
	case target == 0 || target == t.Behaviour:
		return 0, nil
	case t.Choices == nil && target >= t.Least && target <= t.Most, slices.Contains(t.Choices, target):
		return target, nil
	}
	return 0, fmt.Errorf("target %v: want %s", target, t.Range())
}

// Range describes the accepted values: "0.05 to 0.95", or "0.15, 0.2 or 0.25".
func (t *Targets) Range() string {
	if t.Choices == nil {
		return fmt.Sprintf("%v to %v", t.Least, t.Most)
	}
	var names []string
	for _, v := range t.Choices {
		names = append(names, textfmt.Number(v))
	}
	return textfmt.Or(names)
}
