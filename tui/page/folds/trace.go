package folds

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
)

// traceStep returns the step of the visible trace: at the end, the last transition.
func (g *stage) traceStep() int { return min(g.t, g.shown.last()-1) }

// traceAt returns the trace at a step and the features that the step adds; zeros while the effect of λ
// is hidden.
func (g *stage) traceAt(t int) (z, x []float64) {
	if g.hidden {
		none := make([]float64, len(g.shown.Trace.Sizes))
		return none, none
	}
	return g.shown.Trace.At(t), g.shown.Trajectory.Features(t)
}

// traceTitle names the trace and the decay.
func (g *stage) traceTitle(width int) *screen.Line {
	l := g.styles.Line(width)
	if g.hidden {
		return l.Add(chart.InkFaint, g.styles.Fitting(width, "the eligibility trace is hidden: z shows it", "trace hidden: z shows it", "trace hidden"))
	}
	decay := textfmt.Trimmed(g.shown.Trace.Decay, 3)
	return l.First(chart.InkFaint,
		"the eligibility trace z shrinks by the factor λγ = "+decay+" at each step", "eligibility trace z, times λγ = "+decay+" at each step",
		"trace z, times λγ = "+decay+" at each step", "trace z, times "+decay+" a step", "trace z")
}

// traceBars draws the trace of each feature as a bar on the scale of the whole trajectory, or of the
// largest features if not all fit. The features of the current state have the ink of the cursor.
func (g *stage) traceBars(width, rows int) []string {
	if rows < 2 {
		return nil
	}
	trace := g.shown.Trace
	t := g.traceStep()
	z, x := g.traceAt(t)
	length := g.traceLengths()
	which := make([]int, len(z))
	for j := range which {
		which[j] = j
	}
	title := g.traceTitle(width)
	if fit := rows - 1; len(which) > fit {
		slices.SortStableFunc(which, func(i, j int) int { return cmp.Compare(math.Abs(length(j, z[j])), math.Abs(length(i, z[i]))) })
		which = which[:fit]
		slices.Sort(which)
		if more := fmt.Sprintf(" · largest %d of %d", fit, len(z)); title.Fits(more) {
			title.Add(chart.InkFaint, more)
		}
	}
	names := 0
	for _, j := range which {
		names = max(names, ansi.StringWidth(g.featureName(j)))
	}
	const leastBar = 10
	numbers := 9
	if names+numbers+leastBar > width {
		numbers = 0
	}
	lines := []string{title.String()}
	for _, j := range which {
		l := g.styles.Line(width)
		ink := chart.InkText
		if x[j] == 0 {
			ink = chart.InkFaint
		}
		l.Add(ink, g.featureName(j))
		if numbers > 0 && !g.hidden { // 0 would be a value
			l.Right(ink, textfmt.Trimmed(z[j], 3), names+numbers)
		}
		l.To(names + numbers + 1)
		older := 0.
		if old := z[j] - x[j]; old*x[j] >= 0 && z[j] != 0 {
			older = old / z[j]
		}
		traceBar(l, length(j, z[j]), older, trace.Signed)
		lines = append(lines, l.String())
	}
	return lines
}

// traceLengths returns the length of the bar of feature j at a trace, as a share of the longest of the
// trajectory, from −1 to 1. Features with different units are each divided by their largest size, so
// that they compare.
func (g *stage) traceLengths() func(j int, z float64) float64 {
	trace, s := g.shown.Trace, g.shown.analysis.Settings
	name, _ := cutBias(s.FeatureMap())
	sizes := trace.Sizes
	if name != "identity" && name != "raw" {
		sizes = slices.Repeat([]float64{1}, len(sizes))
	}
	longest := 0.0
	for j, v := range trace.Peaks {
		if sizes[j] > 0 {
			longest = max(longest, v/sizes[j])
		}
	}
	return func(j int, z float64) float64 {
		if sizes[j] == 0 || longest == 0 {
			return 0
		}
		return z / sizes[j] / longest
	}
}

// traceBar draws a bar in the rest of a line, with a length from −1 to 1 of the room. For a signed trace
// 0 is in the middle. The older share, near 0, has a fainter ink.
func traceBar(l *screen.Line, length, older float64, signed bool) {
	room := l.Room()
	if !signed {
		barRight(l, length*float64(room), older)
		return
	}
	median, half := l.At()+room/2, float64((room-1)/2)
	if length >= 0 {
		barRight(l.To(median).Add(chart.InkFaint, "│"), length*half, older)
		return
	}
	n := int(math.Round(-length * half))
	old := int(math.Round(older * float64(n)))
	l.To(median-n).Add(chart.InkCursor, strings.Repeat("█", n-old)).Add(chart.InkText, strings.Repeat("█", old))
	l.Add(chart.InkFaint, "│")
}

// barRight draws a bar to the right, with a length in cells, in eighths of a cell if the glyphs allow.
func barRight(l *screen.Line, cells, older float64) {
	n, rest := int(math.Round(cells)), 0
	if l.Glyphs() != chart.Plain {
		n = int(cells)
		rest = int((cells - float64(n)) * 8)
	}
	old := min(n, int(math.Round(older*cells)))
	end := chart.InkText
	if (1-older)*cells >= 1./8 {
		end = chart.InkCursor
	}
	l.Add(chart.InkText, strings.Repeat("█", old)).Add(chart.InkCursor, strings.Repeat("█", n-old))
	l.Add(end, []string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}[rest])
}
