package results

import (
	"fmt"
	"slices"
	"strings"

	"lambdascope/estimator"
	"lambdascope/sim/study"
)

// Compare has the design compare selectors, in their figure; none for a design without
// it. The error is that of estimator.ParseSelectors.
func (d *Design) Compare(names []string) (err error) {
	if d.Selectors, err = study.UsualSelectors(names); err != nil {
		return err
	}
	at := slices.Index(d.Figures, figureSelectors)
	switch compares := len(d.Selectors) > 0; {
	case compares && at < 0:
		d.Figures = append(slices.Clip(d.Figures), figureSelectors)
		order := FigureNames()
		slices.SortFunc(d.Figures, func(a, b string) int { return slices.Index(order, a) - slices.Index(order, b) })
	case !compares && at >= 0:
		d.Figures = slices.Delete(slices.Clone(d.Figures), at, at+1)
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

// checkSelectors returns what is wrong with the selectors of a design that was read.
func (d *Design) checkSelectors() error {
	usual, err := study.UsualSelectors(d.Selectors)
	switch {
	case err != nil:
		return err
	case !slices.Equal(usual, d.Selectors):
		return fmt.Errorf("selectors %q: want %s, in this order", strings.Join(d.Selectors, ","), strings.Join(usual, ","))
	case d.Has(figureSelectors) != (len(d.Selectors) > 0):
		return fmt.Errorf("figures %q with selectors %q: want figure %s where there are selectors, and there alone",
			strings.Join(d.Figures, ","), strings.Join(d.Selectors, ","), figureSelectors)
	}
	return nil
}

// addSelectorArgs adds the flags that ask for the figures and the selectors.
func (d *Design) addSelectorArgs(add func(flag, value, usual string)) {
	others := slices.DeleteFunc(slices.Clone(d.Figures), func(f string) bool { return f == figureSelectors })
	if len(others) == 0 {
		others = []string{figureSelectors}
	}
	add(FiguresFlag, strings.Join(others, ","), strings.Join(PaperFigures(), ","))
	switch {
	case !slices.Equal(d.Selectors, AllSelectors()):
		add(SelectorsFlag, strings.Join(d.Selectors, ","), "")
	case others[0] != figureSelectors:
		add(SelectorsFlag, estimator.AllSelectors, "")
	}
}
