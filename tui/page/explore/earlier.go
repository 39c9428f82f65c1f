package explore

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
)

// earlierKey determines the curves for smaller n.
type earlierKey struct {
	settings settings.Settings
	rows     int
}

// earlierPause is the time from a result to the work for smaller n, so that a key that repeats
// does not wait for this work.
const earlierPause = 150 * time.Millisecond

// earlierRows returns the number of rows of smaller n that fit a screen of this height.
func earlierRows(height int) int {
	switch {
	case height >= 56:
		return 6
	case height >= 30:
		return 2
	}
	return 0
}

// stepsOfN returns up to most numbers of trajectories below n, the largest first, from the series
// 2, 3, 5, 8, 13, 20, 30, 50, 80, 130 and so on. Each number is about 1.6 times the previous.
func stepsOfN(n, most int) (out []int) {
	for power := 1; power < n; power *= 10 {
		for _, step := range []int{2, 3, 5, 8, 13} {
			if step*power < n {
				out = append(out, step*power)
			}
		}
	}
	slices.Sort(out)
	slices.Reverse(out)
	return out[:min(len(out), most)]
}

// followEarlier computes the curves for smaller n, after the result for all trajectories so that
// the main chart comes first.
func (p *Page) followEarlier(s *page.Snapshot) tea.Cmd {
	key := earlierKey{s.Settings, earlierRows(s.Height)}
	if p.earlier.Key != key {
		p.earlier.Forget()
	}
	if !s.OnShow || !s.Current() || key.rows == 0 {
		return nil
	}
	engine := p.env.Engine
	return p.earlier.Ensure(p.env.Context, key, func(ctx context.Context, put func([]figure.Curve)) error {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(earlierPause):
		}
		var found []figure.Curve
		few := key.settings
		for _, few.Trajectories = range stepsOfN(key.settings.Trajectories, key.rows) {
			a, err := engine.Run(ctx, analysis.Request{Settings: few})
			if errors.Is(err, context.Canceled) {
				return err
			}
			if err != nil {
				return nil // fewer trajectories have no result either
			}
			found = append(found, figure.NewCurve(a))
			put(slices.Clone(found))
		}
		return nil
	})
}

// smaller returns the computed curves of smaller n, the largest n first.
func (v *view) smaller() []figure.Curve {
	if v.earlier.Key != (earlierKey{v.Settings, earlierRows(v.Height)}) {
		return nil
	}
	return v.earlier.Now
}

// strips returns the rows under the λ axis: the verdicts for all trajectories and for smaller n,
// and the choices of a class. Rows without a result are empty, so that the chart above keeps its
// height when results arrive and while n grows.
func (v *view) strips(c figure.Curve) []chart.Strip {
	n := v.Settings.Trajectories
	out := []chart.Strip{c.Verdicts(nLabel(n))}
	out[0].Ink = chart.InkSelected
	if v.strikes.Running() {
		v.strikes.strike(out[0])
	}
	smaller := v.smaller()
	steps := stepsOfN(n, earlierRows(v.Height))
	for i := range earlierRows(v.Height) {
		var strip chart.Strip
		if i < len(smaller) {
			strip = smaller[i].Verdicts("")
			for k := range strip.Inks {
				strip.Inks[k] = chart.InkFaint
			}
		}
		if i < len(steps) {
			strip.Label = nLabel(steps[i])
		}
		strip.Ink = chart.InkFaint
		out = append(out, strip)
	}
	if v.classChose() {
		label := "λ̂'s" // of its analyses
		if v.Class.Guesses {
			label = "votes"
		}
		out = append(out, chart.Strip{Label: label, X: c.Lambda, Y: v.Class.Counts(c.Lambda), Ink: chart.InkCursor})
	}
	return out
}

// classChose reports whether a class has chosen λ's.
func (v *view) classChose() bool { return v.Class != nil && v.Class.Lambdas != nil }

// nLabel returns the label of the row for n trajectories.
func nLabel(n int) string { return "n " + strconv.Itoa(n) }
