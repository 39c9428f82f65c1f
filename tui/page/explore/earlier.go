package explore

import (
	"context"
	"errors"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
)

// smaller is the result for the first n trajectories of the data.
type smaller struct {
	n     int
	curve figure.Curve
}

// maxEarlier is the largest number of rows of smaller n.
const maxEarlier = 6

// stepsOfN returns up to maxEarlier numbers of trajectories below n, the largest first, from the
// series 2, 3, 5, 8, 13, 20, 30, 50, 80, 130 and so on. Each number is about 1.6 times the
// previous.
func stepsOfN(n int) (out []int) {
	for power := 1; power < n; power *= 10 {
		for _, step := range []int{2, 3, 5, 8, 13} {
			if step*power < n {
				out = append(out, step*power)
			}
		}
	}
	slices.Sort(out)
	slices.Reverse(out)
	return out[:min(len(out), maxEarlier)]
}

// followEarlier computes the results for smaller n, after the result for all trajectories so that
// the main chart comes first.
func (p *Page) followEarlier(s *page.Snapshot) tea.Cmd {
	if p.earlier.Key != s.Settings {
		p.earlier.Forget()
	}
	if !s.OnShow || !s.Current() {
		return nil
	}
	engine, of := p.env.Engine, s.Settings
	return p.earlier.Ensure(p.env.Context, of, func(ctx context.Context, put func([]smaller)) error {
		var found []smaller
		for _, n := range stepsOfN(of.Trajectories) {
			few := of
			few.Trajectories = n
			a, err := engine.Analyze(ctx, few)
			if errors.Is(err, context.Canceled) {
				return err
			}
			if err != nil {
				return nil // fewer trajectories have no result either
			}
			found = append(found, smaller{n, figure.NewCurve(a)})
			put(slices.Clone(found))
		}
		return nil
	})
}

// strips returns the rows under the λ axis: the verdicts for all trajectories and for smaller n,
// and the choices of a class.
func (v *view) strips(c figure.Curve, width int) []chart.Strip {
	out := []chart.Strip{c.Verdicts("n " + strconv.Itoa(v.Settings.Trajectories))}
	out[0].Ink = chart.InkSelected
	if v.earlier.Key == v.Settings {
		for _, e := range v.earlier.Now[:min(len(v.earlier.Now), v.earlierRows(width))] {
			strip := e.curve.Verdicts("n " + strconv.Itoa(e.n))
			strip.Ink = chart.InkFaint
			for k := range strip.Inks {
				strip.Inks[k] = chart.InkFaint
			}
			out = append(out, strip)
		}
	}
	if v.classChose() {
		out = append(out, chart.Strip{Label: classLabel(v.Class), X: c.Lambda, Y: v.Class.Counts(c.Lambda), Ink: chart.InkCursor})
	}
	return out
}

// earlierRows returns the number of rows of smaller n that the screen has room for.
func (v *view) earlierRows(width int) int {
	switch rows := v.Snapshot.Body().Dy(); {
	case width == page.InFile || rows >= 50:
		return maxEarlier
	case rows >= 24:
		return 2
	}
	return 0
}
