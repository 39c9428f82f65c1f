package folds

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
)

// trace has a row for each feature: its value at the current state, and the trace as a number and
// a bar. If not all fit, the rows are those with the largest bars. At the end of the trajectory the
// last transition counts. While the effect of λ is hidden, all traces are 0, without numbers.
func (v replayView) trace(area image.Rectangle) []string {
	s := v.shown
	t := min(v.step(), v.last()-1)
	x := s.Trajectory.Features(t)
	z := s.Trace.At(t)
	if v.Hidden {
		z = make([]float64, len(x))
	}
	lengths := s.barLengths(z)
	var rows []int
	for j := range z {
		rows = append(rows, j)
	}
	var legend []screen.Key
	const margin = 1
	width := v.inner(area)
	fit := max(0, area.Dy()-1)
	if v.Boxed() {
		fit = max(0, fit-1)
	}
	if len(rows) > fit {
		slices.SortStableFunc(rows, func(i, j int) int { return cmp.Compare(math.Abs(lengths[j]), math.Abs(lengths[i])) })
		rows = rows[:fit]
		slices.Sort(rows)
		legend = []screen.Key{{Name: fmt.Sprintf("largest %d of %d", fit, len(z))}}
	}
	names := margin
	for _, j := range rows {
		names = max(names, margin+ansi.StringWidth(v.featureName(j)))
	}
	const number, leastBar = 9, 10
	values := names + number
	if values+number+leastBar+margin > width {
		values = names
	}
	var lines []string
	for _, j := range rows {
		ink := chart.InkText
		if x[j] == 0 {
			ink = chart.InkFaint
		}
		l := v.Styles.Line(width).To(margin).Add(ink, v.featureName(j))
		if values > names {
			l.Right(ink, textfmt.Trimmed(x[j], 3), values)
		}
		if !v.Hidden { // 0 would be a value
			l.Right(ink, textfmt.Trimmed(z[j], 3), values+number)
		}
		older := 0.
		if old := z[j] - x[j]; old*x[j] >= 0 && z[j] != 0 {
			older = old / z[j]
		}
		l.To(values + number + 1)
		l.Draw(l.Room()-margin, false, func(k *chart.Canvas) { traceBar(k, lengths[j], older, s.Trace.Signed) })
		lines = append(lines, l.String())
	}
	return v.panel(area, v.traceTitles(), lines, legend...)
}

// traceTitles name the columns and the decay, the longest first.
func (v replayView) traceTitles() []string {
	if v.Hidden {
		return []string{"Features x; the eligibility trace is hidden: z shows it", "Trace hidden: z shows it", "Trace hidden"}
	}
	decay := textfmt.Trimmed(v.shown.Trace.Decay, 3)
	return []string{
		"Features x, eligibility trace z, times λγ = " + decay + " a step", "Eligibility trace z, times λγ = " + decay + " a step",
		"Trace z, times λγ = " + decay + " a step", "Trace z, times " + decay + " a step", "Trace z",
	}
}

// featureName names feature j, from 0, in a few cells, because a bar needs the room.
func (v replayView) featureName(j int) string {
	const most = 20
	return ansi.Truncate(v.Styles.Text(v.shown.names[j]), most, v.Styles.Text("…"))
}

// barLengths returns the lengths of the bars of a trace, as shares of the longest bar of the
// trajectory, from −1 to 1. Features with different units are each divided by their largest size,
// so that they compare.
func (s *replayed) barLengths(z []float64) []float64 {
	sizes := s.Trace.Sizes
	if name := strings.TrimSuffix(s.analysis.Settings.FeatureMap(), "+bias"); name != "identity" && name != "raw" {
		sizes = slices.Repeat([]float64{1}, len(sizes))
	}
	longest := 0.
	for j, peak := range s.Trace.Peaks {
		if sizes[j] > 0 {
			longest = max(longest, peak/sizes[j])
		}
	}
	out := make([]float64, len(z))
	for j := range z {
		if sizes[j] > 0 && longest > 0 {
			out[j] = z[j] / sizes[j] / longest
		}
	}
	return out
}

// traceBar draws a bar with a length from −1 to 1 of the width. For a signed trace 0 is in the middle. The
// older share, near 0, has a fainter ink.
func traceBar(k *chart.Canvas, length, older float64, signed bool) {
	zero, room := 0, k.Width
	if signed {
		zero = room / 2
		room = (room - 1) / 2
		k.Set(zero, 0, '│', chart.InkFaint)
	}
	cells := int(math.Round(math.Abs(length) * float64(room)))
	old := int(math.Round(older * float64(cells)))
	if length < 0 {
		k.Row(zero-cells, zero-old, 0, '█', chart.InkCursor)
		k.Row(zero-old, zero, 0, '█', chart.InkText)
		return
	}
	if signed {
		zero++
	}
	k.Row(zero, zero+old, 0, '█', chart.InkText)
	k.Row(zero+old, zero+cells, 0, '█', chart.InkCursor)
}
