package figures

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"
	"strings"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/results"
	"lambdascope/tui/screen"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
)

// consistencyChart draws figure d, on which the mouse chooses n.
func (v *view) consistencyChart(area image.Rectangle) (chart.Drawing, bool) {
	now := v.Page.consistency.now
	if now.rows == nil {
		return chart.Drawing{}, false
	}
	type key struct {
		of   *study.ConsistencySummary
		n    float64
		over chart.Range
		held bool
	}
	f := state.FigureConsistency
	k := key{now.summary, v.trajectories(), v.Scales.Of(v.axisOf(f)), v.Hold}
	d := v.Charts.Draw("figure d", k, area.Dx(), area.Dy(), func() *chart.Spec {
		s := shortNames(withSize(v.over(f, figure.Consistency(now.rows)), v.trajectories()), area.Dx())
		if v.Styles.Glyphs() == chart.Plain && area.Dx() < figure.FullLegend {
			s.Bands[0].Name = "" // its sign needs no room in a small legend
		}
		return s
	})
	v.PlotZone(area, d, func(s *page.Snapshot, n float64) page.Action {
		next := s.State
		next.Settings.Trajectories = nearest(now.plan.Sizes, n)
		return page.Action{State: &next, Run: "trajectories"}
	}, nil)
	return d, true
}

// nearest returns the one of some sizes that is nearest to n, by their ratio.
func nearest(sizes []int, n float64) int {
	return slices.MinFunc(sizes, func(a, b int) int {
		apart := func(size int) float64 { return math.Abs(math.Log(float64(size) / n)) }
		switch x, y := apart(a), apart(b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
}

// consistencyParts gives the numbers of figure d at the n nearest to the present one.
func (v *view) consistencyParts() (at string, parts []screen.Part) {
	now := v.Page.consistency.now
	if now.err != nil || len(now.plan.Sizes) == 0 {
		return "", nil
	}
	n := nearest(now.plan.Sizes, v.trajectories())
	for _, r := range now.rows {
		if r.Trajectories != n {
			continue
		}
		short := r.Method + " " + screen.Approx(r.Above, 2)
		text := r.Method + " " + screen.WithError(r.Above, r.SE)
		switch r.Method {
		case study.NameByStep, study.NameByTrajectory:
			text += ", mean λ̂ = " + screen.Approx(r.Lambda, 2)
		default:
			text += " at λ = " + screen.Exact(r.Lambda)
		}
		parts = append(parts, screen.Part{Ink: methodInk(r.Method), Text: text, Short: short})
	}
	return fmt.Sprintf(" n = %d", n), parts
}

// furtherText says up to which n the figure goes here, and what goes further.
func (v *view) furtherText() string {
	sizes := v.Page.consistency.now.plan.Sizes
	if len(sizes) == 0 {
		return ""
	}
	return fmt.Sprintf("Up to n = %d here; lambdascope study --figures d goes to 100000 (t has the command).", sizes[len(sizes)-1])
}

// furtherCommand returns the command that makes figure d of the settings for larger n.
func (v *view) furtherCommand() string {
	d := results.Design{Figures: []string{figure.NameConsistency}}
	d.Trials, _ = strconv.Atoi(results.DefaultConsistencyTrials)
	for text := range strings.SplitSeq(results.DefaultConsistencySizes, ",") {
		n, _ := strconv.Atoi(text)
		d.Trajectories = append(d.Trajectories, n)
	}
	d.Consistency = &results.Consistency{Trajectories: d.Trajectories, Budget: results.DefaultBudget}
	s := v.Settings
	s.Weighting = 0
	d.Domains = []results.DomainDesign{results.DesignOf(s)}
	return shell.Join(append(append([]string{"lambdascope", "study"}, d.Args()...), "--out", "consistency"))
}

// consistencyTold tells figure d in words.
func (v *view) consistencyTold() []string {
	now := v.Page.consistency.now
	out := []string{fmt.Sprintf("Figure (d): %s.", figure.Title(figure.NameConsistency)), ""}
	if now == nil {
		return out
	}
	if now.err != nil {
		return append(out, now.err.Error())
	}
	out = append(out, fmt.Sprintf("%d of %d data sets.", now.done, now.all()), "")
	for i := range v.claims() {
		out = append(out, v.claimText(i, true), "")
	}
	return append(out, "For larger n: "+v.furtherCommand(), "")
}

// consistencyCells makes the table of figure d; nil while it is empty.
func consistencyCells(now *consistencyState) []screen.Column {
	if now == nil {
		return nil
	}
	return columnsOf("MSVE above the least", now.plan.Sizes, now.rows, func(r study.ConsistencyRow) (string, int, string) {
		return r.Method, r.Trajectories, screen.Approx(r.Above, 3)
	})
}
