package sim

import (
	"fmt"
	"slices"

	"lambdascope/sim/textfmt"
)

// Targets are what Options.Target takes for a domain: any number from Least to Most,
// or where there are Choices one of these. They are probabilities.
type Targets struct {
	Behaviour   float64 // on-policy; Options.Target is 0 for it
	Least, Most float64
	Choices     []float64 // ascending, the behaviour among them; nil for all in the range
}

// TargetsOf returns the targets of the options' domain, nil where there is none but the
// behaviour. The error names a domain that does not exist.
func TargetsOf(o Options) (*Targets, error) {
	e, err := lookup(o)
	return e.targets, err
}

// check returns a target in the form of Options, or an error that says what is accepted.
func (t *Targets) check(target float64) (float64, error) {
	switch {
	case target == 0 || target == t.Behaviour:
		return 0, nil
	case t.Choices == nil && target >= t.Least && target <= t.Most, slices.Contains(t.Choices, target):
		return target, nil
	}
	return 0, fmt.Errorf("target %v: want %s", target, t.Range())
}

// Range says what is accepted: "0.05 to 0.95", or "0.15, 0.2 or 0.25".
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
