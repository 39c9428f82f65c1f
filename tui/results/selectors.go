package results

import (
	"slices"

	"lambdascope/estimator"
	"lambdascope/sim/study"
	"lambdascope/tui/figure"
)

// Compare has the design compare selectors, in their figure. The error is that of
// estimator.ParseSelectors.
func (d *Design) Compare(names []string) (err error) {
	if d.Selectors, err = study.UsualSelectors(names); err != nil {
		return err
	}
	if !d.Has(figure.NameSelectors) {
		d.Figures = append(slices.Clip(d.Figures), figure.NameSelectors)
	}
	return nil
}

// AllSelectors returns the names of all selectors, in order.
func AllSelectors() []string {
	var names []string
	for _, s := range estimator.Selectors() {
		names = append(names, s.String())
	}
	return names
}
