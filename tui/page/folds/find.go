package folds

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/shell"
)

// found is the results for the trajectories of an analysis.
type found struct {
	Analysis *analysis.Result
	*analysis.Folds
	rank    []int       // place of each trajectory in Order
	usual   float64     // an influence that few exceed, the end of the scale of verdicts
	differs chart.Range // of the differences from λ̂ without each trajectory
}

// find computes the folds, then the leverages, and then selects λ again without the trajectories of
// most influence. Each step has a result of its own, because the next one takes longer.
func find(ctx context.Context, engine *analysis.Engine, a *analysis.Result, put func(*found)) error {
	request := analysis.Request{Settings: a.Settings, Folds: true}
	r, err := engine.Run(ctx, request)
	if err != nil {
		return err
	}
	f := r.Folds
	const outliers = 4
	first := found{Analysis: a, Folds: f, rank: make([]int, len(f.Order)), usual: f.Influence[f.Order[min(len(f.Order)/5, outliers)]]}
	for r, i := range f.Order {
		first.rank[i] = r
	}
	for i := range f.Order {
		first.differs = first.differs.Union(chart.RangeOf(first.withoutDiffs(i)))
	}
	put(&first)
	for _, more := range []*bool{&request.Leverage, &request.Exact} {
		*more = true
		if r, err = engine.Run(ctx, request); err != nil {
			return err
		}
		next := first
		next.Folds = r.Folds
		put(&next)
	}
	return nil
}

// withoutDiffs returns the differences of the LOTO errors without a trajectory from that at
// λ̂, by λ.
func (f *found) withoutDiffs(i int) []float64 {
	sel := f.Analysis.Selection
	out := make([]float64, len(sel.Candidates))
	for k := range out {
		out[k] = f.LOTOWithout(i, k) - f.LOTOWithout(i, sel.Selected)
	}
	return out
}

// lambdaWithout returns λ̂ without a trajectory, with a mark if only estimated.
func (f *found) lambdaWithout(i int) string {
	lambda := textfmt.Number(f.Analysis.Selection.Candidates[f.Without[i]].Lambda)
	if f.Exact[i] {
		return lambda
	}
	return "≈" + lambda
}

// foldName is the name of a fold in texts: trajectory 3, with its ID in the file unless that is a
// number, or for groups, group 3 (north) and group 3 where that is its name in the file, too.
func foldName(a *analysis.Result, i int) string {
	const most = 24 // columns
	switch {
	case a.Groups == nil && a.IDs != nil && a.IDs[i] != "":
		return fmt.Sprintf("trajectory %d (%s)", i, ansi.Truncate(shell.Escape(a.IDs[i]), most, "…"))
	case a.Groups == nil:
		return fmt.Sprintf("trajectory %d", i)
	}
	name := fmt.Sprintf("group %d", i)
	if label := a.Groups[i]; label != strconv.Itoa(i) {
		name += " (" + ansi.Truncate(label, most, "…") + ")"
	}
	return name
}

// foldLabel is the name of a fold in tables: a number, or the name of the group.
func foldLabel(a *analysis.Result, i int) string {
	if a.Groups == nil {
		return strconv.Itoa(i)
	}
	return a.Groups[i]
}

// episodeName is the name of the trajectory of a replay in texts.
func episodeName(a *analysis.Result, i int) string {
	if a.Groups == nil {
		return foldName(a, i)
	}
	return "the first trajectory of " + foldName(a, i)
}

// upper begins a sentence.
func upper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
