package tui

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
)

// traceStep returns the step whose trace is on show: at the end that of the last
// transition.
func (r *replay) traceStep() int { return min(r.step, r.last()-1) }

// traceTitle names the trace and its decay.
func (r *replay) traceTitle(width int) *line {
	l := r.page.model.pen.line(width)
	decay := plain(r.shown.Trace.Decay, 3)
	for _, text := range []string{"eligibility trace z, decays by λ γ = " + decay + " a step", "trace z, decays by λ γ = " + decay, "trace z, decay " + decay, "trace z"} {
		if l.fits(text) {
			return l.add(chart.InkFaint, text)
		}
	}
	return l
}

// traceBars draws the trace of each feature, or of the largest where not all fit,
// as a bar on the scale of the whole trajectory. What the present state adds has
// the ink of the cursor.
func (r *replay) traceBars(width, rows int) []string {
	if rows < 2 {
		return nil
	}
	trace := r.shown.Trace
	t := r.traceStep()
	z, x := trace.At(t), r.shown.Trajectory.Features(t)
	length := r.traceLengths()
	which := make([]int, len(z))
	for j := range which {
		which[j] = j
	}
	title := r.traceTitle(width)
	if fit := rows - 1; len(which) > fit {
		slices.SortStableFunc(which, func(i, j int) int { return cmp.Compare(math.Abs(length(j, z[j])), math.Abs(length(i, z[i]))) })
		which = which[:fit]
		slices.Sort(which)
		if more := fmt.Sprintf(" · largest %d of %d", fit, len(z)); title.fits(more) {
			title.add(chart.InkFaint, more)
		}
	}
	names := 0
	for _, j := range which {
		names = max(names, ansi.StringWidth(r.featureName(j)))
	}
	const leastBar = 10
	numbers := 9
	if names+numbers+leastBar > width {
		numbers = 0
	}
	lines := []string{title.String()}
	for _, j := range which {
		l := r.page.model.pen.line(width)
		ink := chart.InkText
		if x[j] == 0 {
			ink = chart.InkFaint
		}
		l.add(ink, r.featureName(j))
		if numbers > 0 {
			l.right(ink, plain(z[j], 3), names+numbers)
		}
		l.to(names + numbers + 1)
		older := 0.
		if old := z[j] - x[j]; old*x[j] >= 0 && z[j] != 0 {
			older = old / z[j]
		}
		traceBar(l, length(j, z[j]), older, trace.Signed)
		lines = append(lines, l.String())
	}
	return lines
}

// traceLengths returns how long the bar of feature j is at a trace, as a share of
// the longest of the trajectory, from −1 to 1. Features of a kind have one scale;
// those that may have different units are each divided by their largest size.
func (r *replay) traceLengths() func(j int, z float64) float64 {
	trace, s := r.shown.Trace, r.shown.analysis.Settings
	name, _ := cutBias(s.Problem.Features)
	sizes := trace.Sizes
	if !s.Recorded() && name != "raw" {
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

// plain writes a number with a few digits, without zeros that say nothing.
func plain(v float64, digits int) string {
	s := approximate(v, digits)
	if strings.Contains(s, ".") && !strings.Contains(s, "e") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return strings.Replace(s, "-", "−", 1)
}

// traceBar draws a bar over the rest of a line, of a length from −1 to 1 of its
// room; where the trace is signed 0 lies in the middle. The older share of it, that
// nearer to 0, is quieter.
func traceBar(l *line, length, older float64, signed bool) {
	room := l.width - l.used
	if !signed {
		barRight(l, length*float64(room), older)
		return
	}
	middle, half := l.used+room/2, float64((room-1)/2)
	if length >= 0 {
		barRight(l.to(middle).add(chart.InkFaint, "│"), length*half, older)
		return
	}
	n := int(math.Round(-length * half))
	old := int(math.Round(older * float64(n)))
	l.to(middle-n).add(chart.InkCursor, strings.Repeat("█", n-old)).add(chart.InkText, strings.Repeat("█", old))
	l.add(chart.InkFaint, "│")
}

// barRight draws a bar of a length in cells to the right, in eighths of a cell
// where there are glyphs for these.
func barRight(l *line, cells, older float64) {
	n, rest := int(math.Round(cells)), 0
	if l.pen.glyphs != chart.Plain {
		n = int(cells)
		rest = int((cells - float64(n)) * 8)
	}
	old := min(n, int(math.Round(older*cells)))
	end := chart.InkText
	if (1-older)*cells >= 1./8 {
		end = chart.InkCursor
	}
	l.add(chart.InkText, strings.Repeat("█", old)).add(chart.InkCursor, strings.Repeat("█", n-old))
	l.add(end, []string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}[rest])
}
