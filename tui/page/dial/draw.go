package dial

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"
	"strings"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// body draws the knob, the strip of weights and the charts.
func (v *view) body(area image.Rectangle) []string {
	f := v.shown()
	if f == nil {
		ink, text := v.unavailable()
		return append([]string{v.Styles.Line(area.Dx()).String()}, v.Styles.Note(ink, text, area)...)
	}
	const (
		roomForBlank = 17
		roomForMore  = 27
	)
	blank := v.Styles.Line(area.Dx()).String()
	lines := []string{v.knob(area, f)}
	if area.Dy() >= roomForMore {
		lines = append(lines, blank)
		if walk := v.walk(area.Dx(), f); walk != nil {
			lines = append(append(lines, walk...), blank)
		}
	}
	lines = append(lines, v.strip(area.Dx(), f)...)
	if area.Dy() >= roomForBlank {
		lines = append(lines, blank)
	}
	left, right := area, area
	left.Min.Y += len(lines)
	right.Min.Y = left.Min.Y
	right.Min.X = area.Max.X - area.Dx()*3/8
	left.Max.X = right.Min.X - 1
	views := v.views(f)
	return append(lines, screen.Beside(" ", v.DrawView(views[0], left), v.DrawView(views[1], right))...)
}

// at returns the index of the current λ in the results.
func (v *view) at(f *found) int { return at(v.Snapshot, f.summary.Lambdas) }

// wide is the least width for full names.
const wide = 72

// knob draws λ between the two things that a step can learn from.
func (v *view) knob(area image.Rectangle, f *found) string {
	lambda := f.summary.Lambdas[v.at(f)]
	own, followed := "guess", "outcome"
	if area.Dx() >= wide {
		own, followed = "its own next guess", "what really followed"
	}
	track, knob, ends := "─", "●", [2]string{"├", "┤"}
	if v.Styles.Glyphs() == chart.Plain {
		track, knob, ends = "-", "*", [2]string{"|", "|"}
	}
	value := "λ = " + textfmt.Number(lambda)
	const longest = "λ = 0.75"
	l := v.Styles.Line(area.Dx()).Add(chart.InkTruth, " "+own+" ").Add(chart.InkFaint, ends[0])
	from := l.At()
	n := area.Dx() - from - chart.Width(v.Styles.Text(" "+followed+"  "+longest)) - 2
	if n < 2 {
		return l.To(0).String()
	}
	place := int(math.Round(float64(lambda * float64(n-1))))
	l.Add(chart.InkFaint, strings.Repeat(track, place)).Add(chart.InkCursor, knob).Add(chart.InkFaint, strings.Repeat(track, n-1-place)+ends[1])
	l.Add(chart.InkEstimate, " "+followed).Add(chart.InkCursor, "  "+value)
	to := func(s *page.Snapshot, at image.Point) page.Action {
		return put(s, page.Nearest(grid(s), float64(at.X-area.Min.X-from)/float64(n-1)))
	}
	v.Zone(page.Zone{
		Rectangle: image.Rect(area.Min.X+from, area.Min.Y, area.Min.X+from+n, area.Min.Y+1),
		Press:     to, Drag: to, Wheel: turned,
	})
	return l.String()
}

// walk draws the states of the walk in a row, with both ends and their rewards; nil for other problems
// and for too many states.
func (v *view) walk(width int, f *found) []string {
	const (
		title, legend = " the walk", "● the start; then left or right by chance, to an end: ■"
		most          = 6 // columns between neighbours
	)
	states := f.settings.Problem.States
	if f.settings.Problem.Domain != "random-walk" {
		return nil
	}
	from := chart.Width(title) + 5
	apart := min(most, (width-from-chart.Width(legend)-6)/(states+1))
	if apart < 1 {
		return nil
	}
	k := v.Styles.Canvas(width, 2)
	k.Text(0, 0, title, chart.InkText)
	column := func(at int) int { return from + at*apart }
	for x := column(0); x <= column(states+1); x++ {
		k.Set(x, 0, '─', chart.InkFaint)
	}
	for at := range states + 2 {
		sign, label, ink := '○', strconv.Itoa(at), chart.InkText
		switch at {
		case 0, states + 1:
			sign = '■'
		case (states + 1) / 2:
			sign, ink = '●', chart.InkCursor
		}
		if at == states+1 {
			label = "+1"
		}
		if apart > 1 || sign != '○' {
			k.Set(column(at), 0, sign, ink)
		}
		if apart > 2 || sign == '■' {
			k.Centred(column(at), 1, label, chart.InkFaint)
		}
	}
	k.Text(column(states+1)+4, 0, legend, chart.InkFaint)
	return k.Lines()
}

// stepsToEnd is the number of steps from the state of the strip to the end.
const stepsToEnd = 7

// weights returns the weights of the returns of 1, 2, … steps; the last return is the full one.
func weights(lambda float64) []float64 {
	var out []float64
	left := 1.
	for range stepsToEnd - 1 {
		out = append(out, float64((1-lambda)*left))
		left *= lambda
	}
	return append(out, left)
}

// strip draws the weights as one bar in parts.
func (v *view) strip(width int, f *found) []string {
	lambda := f.summary.Lambdas[v.at(f)]
	glyphs := []string{"█", "█", "█"}
	switch {
	case v.Styles.Glyphs() == chart.Plain:
		glyphs = []string{"#", "=", ":"}
	case !v.Styles.Coloured():
		glyphs = []string{"█", "▓", "░"}
	}
	bar, names := v.Styles.Line(width).Add(chart.InkText, " learns from "), v.Styles.Line(width).Add(chart.InkFaint, "  after step ")
	from := max(bar.At(), names.At())
	bar.To(from)
	room, sum, last := float64(max(0, width-from-1)), 0., 0
	parts := weights(lambda)
	for i, weight := range parts {
		sum += weight
		end := int(math.Round(float64(sum * room)))
		n, name := end-last, strconv.Itoa(i+1)
		glyph, ink := glyphs[i%2], []chart.Ink{chart.InkTruth, chart.InkTruthDim}[i%2]
		if i == len(parts)-1 {
			glyph, ink, name = glyphs[2], chart.InkEstimate, "end"
		}
		bar.Add(ink, strings.Repeat(glyph, n))
		if n > len(name) {
			names.To(from+last+(n-len(name))/2).Add(chart.InkFaint, name)
		}
		last = end
	}
	return []string{bar.String(), names.String()}
}

// views are the two charts.
func (v *view) views(f *found) []page.View {
	if f == nil {
		return nil
	}
	return []page.View{
		{
			Name: "values", Spec: func(int) *chart.Spec { return v.swarm(f) },
			Mouse: func(z page.Zoning) { z.Zone(page.Zone{Rectangle: z.Area, Wheel: turned}) },
			Tables: []page.Table{{
				Header: []string{"seed", "lambda", "state", "estimate", "true_value"},
				Rows:   func() [][]string { return estimateRows(f, v.Hidden) },
			}},
		},
		{
			Name: "error", Spec: func(width int) *chart.Spec { return v.columns(f, width) },
			Mouse: func(z page.Zoning) {
				z.PlotZone(z.Area, z.Chart, func(s *page.Snapshot, x float64) page.Action { return put(s, int(math.Round(x))) }, turned)
			},
			Tables: []page.Table{{
				Name: "error", Header: []string{"lambda", "bias2", "variance", "msve"},
				Rows: func() [][]string { return splitRows(f, v.Hidden) },
			}},
		},
	}
}

// splitRows has a row for each λ.
func splitRows(f *found, hidden bool) [][]string {
	var out [][]string
	z := f.size()
	for k, lambda := range f.summary.Lambdas {
		bias2, msve := z.Bias2[k], z.LSTD[k].Mean
		if hidden {
			bias2, msve = math.NaN(), math.NaN()
		}
		out = append(out, []string{textfmt.Number(lambda), report.Exact(bias2), report.Exact(z.Variance[k]), report.Exact(msve)})
	}
	return out
}

// estimateRows has a row for each data set, λ and group of states.
func estimateRows(f *found, hidden bool) [][]string {
	var out [][]string
	for k, lambda := range f.summary.Lambdas {
		for g, ys := range f.estimates.At[k] {
			truth := f.estimates.True[g]
			if hidden {
				truth = math.NaN()
			}
			for j, y := range ys {
				seed := strconv.FormatUint(f.settings.Seed+uint64(j), 10)
				out = append(out, []string{seed, textfmt.Number(lambda), groupName(f, g), report.Exact(y), report.Exact(truth)})
			}
		}
	}
	return out
}

// swarm draws the estimates of all data sets at the current λ, their means and the truth, with a
// bar from the mean to the truth.
func (v *view) swarm(f *found) *chart.Spec {
	e, k := f.estimates, v.at(f)
	s := &chart.Spec{
		X:     chart.Axis{Label: "state"},
		Y:     chart.Axis{Label: "value", Over: f.valueRange(), Scale: "dial value"},
		Swarm: &chart.Swarm{Name: "a data set", Groups: e.At[k], Ink: chart.InkEstimateDim},
	}
	means := chart.Series{Name: "their mean", Ink: chart.InkText, Line: chart.LineSolid}
	truths := chart.Series{Name: "truth", Ink: chart.InkTruth, Line: chart.LineDashed, Marker: chart.MarkDiamond}
	bias := chart.Interval{Ink: chart.InkTruth}
	const half = .3 // of the distance between groups
	across := func(s *chart.Series, g int, y float64) {
		s.X = append(s.X, float64(g)-half, float64(g)+half, math.NaN())
		s.Y = append(s.Y, y, y, math.NaN())
		s.Marks = append(s.Marks, chart.MarkNone, s.Marker, chart.MarkNone)
	}
	for g, ys := range e.At[k] {
		mean := 0.
		for _, y := range ys {
			mean += y / float64(len(ys))
		}
		truth := e.True[g]
		across(&means, g, mean)
		across(&truths, g, truth)
		bias.X = append(bias.X, float64(g)+half)
		bias.Lo = append(bias.Lo, min(mean, truth))
		bias.Hi = append(bias.Hi, max(mean, truth))
		s.X.Ticks = append(s.X.Ticks, float64(g))
		s.X.Names = append(s.X.Names, groupName(f, g))
	}
	s.Series = []chart.Series{means}
	if !v.Hidden {
		s.Series = append(s.Series, truths)
		s.Intervals = []chart.Interval{bias}
	}
	if e.Labels == nil {
		s.X.Label, s.X.Long = "", "fifth of the states, by true value"
	}
	return s
}

// groupName is the label of a group: a rank for states without names, because a value would tell the
// truth.
func groupName(f *found, g int) string {
	switch labels := f.estimates.Labels; {
	case labels != nil:
		return labels[g]
	case g == 0:
		return "lowest"
	case g == len(f.estimates.True)-1:
		return "highest"
	}
	return strconv.Itoa(g + 1)
}

// valueRange is the range of the truth and of most estimates at all λ's, so that the axis stays while λ
// turns and while the truth is shown or hidden.
func (f *found) valueRange() chart.Range {
	var all []float64
	for _, groups := range f.estimates.At {
		for _, ys := range groups {
			all = append(all, ys...)
		}
	}
	slices.Sort(all)
	const beyond = .003
	out := int(float64(beyond * float64(len(all))))
	return chart.RangeOf(f.estimates.True, all[out:len(all)-out])
}

// columns draws bias² with the variance on top, for each λ; while the truth is hidden, the variance of
// the λ's seen so far.
func (v *view) columns(f *found, width int) *chart.Spec {
	k, split := v.at(f), f.split()
	split.Hidden = v.Hidden
	s := split.Columns(k)
	s.Y.Scale = page.DialErrors
	if width == page.InFile {
		s.Cursor = nil
	}
	if c := v.Class; c != nil && c.Guesses {
		const roomForLabel = 24
		label := "votes"
		if width < roomForLabel { // because a label would take the room of a column
			label = ""
		}
		s.Strips = []chart.Strip{{Label: label, X: s.X.Ticks, Y: c.Counts(split.Lambdas), Ink: chart.InkCursor}}
	}
	if !v.Hidden {
		if width != page.InFile {
			s.Series = append(s.Series, chart.Series{Name: "sum " + textfmt.WithoutZero(textfmt.Rounded(split.Sum(k), 3)), Ink: chart.InkText})
		}
		return s
	}
	variance := s.Stack.Parts[1]
	variance.Name, variance.Short = "variance: how far apart", "variance"
	variance.Y = slices.Clone(variance.Y)
	for j := range variance.Y {
		if !v.story.seen(j) {
			variance.Y[j] = math.NaN()
		}
	}
	s.Stack.Parts[1] = variance
	return s
}

// status is the number of data sets.
func (v *view) status() string {
	f := v.shown()
	switch {
	case f == nil:
		return ""
	case !f.complete() || v.found.Running():
		return fmt.Sprintf("%d of %d data sets", f.summary.Trials, dataSets)
	}
	return fmt.Sprintf("%d data sets", dataSets)
}
