package sim

import (
	"fmt"
	"slices"

	"lambdascope/sim/words"
)

// Targets are what Options.Target takes for a domain: any number from Least to Most,
// or where there are Choices one of these. They are probabilities.
type Targets struct {
	Behaviour   float64 // on-policy; Options.Target is 0 for it
	Least, Most float64
	Choices     []float64 // ascending, the behaviour among them; nil for all in the range
}

// TargetsOf returns the targets of a domain ("" is the default one), nil where there is
// none but the behaviour. The error names a domain that does not exist.
func TargetsOf(domain string) (*Targets, error) {
	e, err := lookup(domain)
	return e.targets, err
}

// check returns a target as Options has it, or an error that says what is accepted.
func (t *Targets) check(target float64) (float64, error) {
	switch {
	case target == 0 || target == t.Behaviour:
		return 0, nil
	case t.Choices == nil && !(target >= t.Least && target <= t.Most):
		return 0, fmt.Errorf("target %v: want %v to %v", target, t.Least, t.Most)
	case t.Choices != nil && !slices.Contains(t.Choices, target):
		return 0, fmt.Errorf("target %v: want %s", target, words.Or(t.Names()))
	}
	return target, nil
}

// Names returns the choices as text; nil where there are none.
func (t *Targets) Names() []string {
	var names []string
	for _, v := range t.Choices {
		names = append(names, words.Number(v))
	}
	return names
}
