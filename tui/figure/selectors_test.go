package figure

import (
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/study"
	"lambdascope/tui/chart"
)

// TestSelectors: a curve for each selector, of ratios, that differs from all others in
// marker, and the line of LSTD(best) without one. LSTD(worst) is left out.
func TestSelectors(t *testing.T) {
	var rows []study.SelectorRow
	add := func(name string, ratio float64) {
		for _, n := range sizes {
			rows = append(rows, study.SelectorRow{Trajectories: n, Trials: 80, Selector: name,
				SelectorSummary: study.SelectorSummary{Name: name, Ratio: study.Ratio{Ratio: ratio, Low: ratio - .01, High: ratio + .01}}})
		}
	}
	for i, s := range estimator.Selectors() {
		add(s.String(), 1+float64(i)/10)
	}
	add(study.NameLSTDBest, 1)
	add(study.NameLSTDWorst, 2)
	s := Selectors(rows)
	if want := len(estimator.Selectors()) + 1; len(s.Series) != want || len(s.Bands) != want {
		t.Fatalf("%d curves with %d bands, want %d", len(s.Series), len(s.Bands), want)
	}
	markers := map[chart.Marker]string{}
	for _, q := range s.Series {
		if len(q.X) != len(sizes) || q.Y[0] > 1.5 {
			t.Errorf("%s: %v over %v", q.Name, q.Y, q.X)
		}
		if q.Name == study.NameLSTDBest {
			if q.Marker != chart.MarkNone {
				t.Error("the line of LSTD(best) hides selectors that lie on it")
			}
			continue
		}
		if other, ok := markers[q.Marker]; ok {
			t.Errorf("%s and %s have the same marker", q.Name, other)
		}
		markers[q.Marker] = q.Name
	}
}
