package dial

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// wide reports whether a screen has room for the data of one person and for growing data.
func wide(s *page.Snapshot) bool { return s.Width >= 190 && s.Height >= 50 }

// body draws the strip, and the charts below.
func (v *view) body(area image.Rectangle) []string {
	f := v.shown()
	if f == nil {
		ink, text := v.unavailable()
		return append([]string{v.Styles.Line(area.Dx()).String()}, v.Styles.Note(ink, text, area)...)
	}
	const (
		leastForStrip = 14 // because the step of a lesson is about the charts
		leastForBoxes = 24
		leastForAll   = 45
	)
	rows := 5
	switch h := area.Dy(); {
	case h < leastForStrip:
		rows = 0
	case h >= leastForAll:
		rows = 10
	case h >= leastForBoxes && v.Boxed():
		rows = 8
	}
	strip := func(area image.Rectangle) []string { return v.strip(area, f) }
	const (
		leastForPicture = 76 // columns
		pictureRows     = 7
	)
	if picture := v.picture(f); picture != nil && area.Dy() >= leastForStrip+pictureRows-rows && area.Dx() >= leastForPicture {
		rows = max(rows, pictureRows)
		strip = page.Beside(47, picture, strip)
	}
	views := v.views(f)
	charts := func(area image.Rectangle) []string {
		left, right := area, area
		right.Min.X = area.Max.X - v.errorWidth(f, area.Dx()/2)
		left.Max.X = right.Min.X - 1
		return screen.Beside(" ", v.DrawView(views[1], left), v.DrawView(views[0], right))
	}
	all := page.Above(strip, charts, func(int) int { return rows })
	if f.grown == nil || !wide(v.Snapshot) {
		return all(area)
	}
	right := page.Block(func(area image.Rectangle) []string { return v.growth(area, f) })
	if paths := v.paths(f); paths != nil {
		right = page.Above(paths, right, func(h int) int { return h / 2 })
	}
	return page.Beside(65, all, right)(area)
}

// errorWidth returns the width of the error's chart: whole columns for each λ beside labels, within a
// width.
func (v *view) errorWidth(f *found, width int) int {
	beside := 8 // for the axis and labels of five digits
	if v.Boxed() {
		beside += 2
	}
	if each := (width - beside) / len(f.summary.Lambdas); each > 0 {
		return beside + each*len(f.summary.Lambdas)
	}
	return width
}

// views are the two charts. The first has the shorter table, since the text of the page begins with it.
func (v *view) views(f *found) []page.View {
	if f == nil {
		return nil
	}
	titles := []string{"Error by λ", "Error"}
	if v.Hidden {
		titles = []string{"Variance by λ", "Variance"}
	}
	return []page.View{
		{
			Name: "error", Titles: titles,
			Spec:  func(width int) *chart.Spec { return v.columns(v.split(f), width) },
			Mouse: page.CursorOnColumns(f.summary.Lambdas),
			Tables: []page.Table{{
				Name: "error", Header: []string{"lambda", "bias2", "variance", "msve"},
				Rows: func() [][]string { return splitRows(f, v.Hidden) },
			}},
		},
		{
			Name: "values", Titles: []string{"Values of the states", "Values"},
			Spec: func(width int) *chart.Spec { return v.values(f, width) },
			Tables: []page.Table{{
				Header: []string{"seed", "lambda", "state", "estimate", "true_value"},
				Rows:   func() [][]string { return estimateRows(f, v.Hidden) },
			}},
		},
	}
}

// splitRows has a row for each λ.
func splitRows(f *found, hidden bool) (out [][]string) {
	z := f.size()
	for k, lambda := range f.summary.Lambdas {
		bias2 := z.Bias2[k]
		msve := z.LSTD[k].MSVE.Mean
		if hidden {
			bias2 = math.NaN()
			msve = math.NaN()
		}
		out = append(out, []string{textfmt.Number(lambda), report.Exact(bias2), report.Exact(z.Variance[k]), report.Exact(msve)})
	}
	return out
}

// estimateRows has a row for each data set, λ and group of states.
func estimateRows(f *found, hidden bool) (out [][]string) {
	for k, lambda := range f.summary.Lambdas {
		for g, ys := range f.estimates.at[k] {
			truth := f.estimates.truth[g]
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

// values draws the estimates of all data sets at the current λ, with the means and the truth. On a
// random walk the axis shows the states of the walk between its ends.
func (v *view) values(f *found, width int) *chart.Spec {
	groups := f.estimates.at[v.at(f)]
	var truth [][]float64
	if !v.Hidden {
		truth = f.estimates.each
	}
	s := &chart.Spec{Y: chart.Axis{Over: f.valueRange(v.Hidden), Scale: "dial value"}}
	if n := len(groups); f.settings.Problem.Domain == "random-walk" && n == f.settings.Problem.States {
		s.X = figure.WalkAxis(n)
		around := func(groups [][]float64) [][]float64 { return slices.Concat([][]float64{nil}, groups, [][]float64{nil}) }
		groups = around(groups)
		if truth != nil {
			truth = around(truth)
		}
	} else {
		for g := range groups {
			s.X.Ticks = append(s.X.Ticks, float64(g))
			s.X.Names = append(s.X.Names, groupName(f, g))
		}
	}
	if f.estimates.labels == nil {
		s.X.Long = "fifth of the states, by true value"
	}
	if width == page.InFile || v.Boxed() {
		swarm(s, groups, truth)
	} else {
		ranges(s, groups, truth)
	}
	return s
}

// swarm draws a dot for each estimate.
func swarm(s *chart.Spec, groups, truth [][]float64) {
	s.Swarm = &chart.Swarm{Groups: groups, True: truth}
	s.Series = []chart.Series{
		{Name: "a data set", Ink: chart.InkEstimateDim, Marker: chart.MarkBullet},
		{Name: "their mean", Short: "mean", Ink: chart.InkEstimate, Marker: chart.MarkLevel},
	}
	if truth != nil {
		s.Series = append(s.Series, chart.Series{Name: "truth", Ink: chart.InkTruth, Marker: chart.MarkDiamond})
	}
}

// ranges draws the estimates of each group as a bar, thick for the middle half, with the mean on it
// and the true values beside.
func ranges(s *chart.Spec, groups, truth [][]float64) {
	s.X.Min = -.5
	s.X.Max = float64(len(groups)) - .5
	s.X.Steps = len(groups)
	const beside = .4
	all := chart.Interval{Name: "data sets", Ink: chart.InkEstimateDim}
	half := chart.Interval{Ink: chart.InkEstimate, Thick: true}
	mean := chart.Series{Name: "mean", Ink: chart.InkEstimate, Marker: chart.MarkDot}
	known := chart.Series{Name: "truth", Ink: chart.InkTruth, Marker: chart.MarkDiamond}
	for g, ys := range groups {
		n := len(ys)
		if n == 0 {
			continue
		}
		sorted := slices.Sorted(slices.Values(ys))
		x := float64(g)
		all.X = append(all.X, x)
		all.Lo = append(all.Lo, sorted[0])
		all.Hi = append(all.Hi, sorted[n-1])
		half.Lo, half.Hi = append(half.Lo, sorted[n/4]), append(half.Hi, sorted[n-1-n/4])
		mean.Y = append(mean.Y, stat.Mean(ys, nil))
		if truth != nil {
			for _, y := range truth[g] {
				known.X, known.Y = append(known.X, x+beside), append(known.Y, y)
			}
		}
	}
	half.X = all.X
	mean.X = all.X
	s.Intervals = []chart.Interval{half, all} // the first covers the second
	s.Series = []chart.Series{mean}
	if truth != nil {
		s.Series = append(s.Series, known)
	}
}

// groupName is the label of a group: a rank for states without names, because a value would tell the
// truth.
func groupName(f *found, g int) string {
	switch labels := f.estimates.labels; {
	case labels != nil:
		return labels[g]
	case g == 0:
		return "lowest"
	case g == len(f.estimates.truth)-1:
		return "highest"
	}
	return strconv.Itoa(g + 1)
}

// valueRange is the range of the truth and of most estimates at all λ's, so that the axis stays while λ
// turns. A hidden truth does not count, because the axis would tell its range.
func (f *found) valueRange(hidden bool) chart.Range {
	var all, truth []float64
	if !hidden {
		truth = slices.Concat(f.estimates.each...)
	}
	for _, groups := range f.estimates.at {
		for _, ys := range groups {
			all = append(all, ys...)
		}
	}
	slices.Sort(all)
	const beyond = .003
	out := int(float64(beyond * float64(len(all))))
	return chart.RangeOf(truth, all[out:len(all)-out])
}

// columns draws bias² with the variance on top, for each λ; while the truth is hidden, the variance of
// the λ's seen so far.
func (v *view) columns(split figure.Split, width int) *chart.Spec {
	s := split.Columns(at(v.State, split.Lambdas))
	s.Y.Label = ""
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
		s.Series[0].Name = "" // because the headline has the lowest, and the legend no room
		return s
	}
	variance := &s.Stack.Parts[1]
	variance.Y = slices.Clone(variance.Y)
	for j := range variance.Y {
		if !v.story.seen(j) {
			variance.Y[j] = math.NaN()
		}
	}
	return s
}

// growth draws the error for growing numbers of trajectories, on one scale.
func (v *view) growth(area image.Rectangle, f *found) []string {
	most := 0.
	var all []figure.Split
	for i := range f.grown.Sizes {
		split := figure.SplitOf(f.grown, i, v.Hidden)
		all = append(all, split)
		for k := range split.Lambdas {
			most = max(most, split.Sum(k))
		}
	}
	small := func(i int) page.Block {
		return func(area image.Rectangle) []string {
			l := v.Styles.Line(area.Dx()).Add(chart.InkSelected, fmt.Sprintf("  n %d", f.grown.Sizes[i].Trajectories))
			if !v.Hidden {
				l.Add(chart.InkFaint, "   lowest at "+textfmt.Number(all[i].Lambdas[all[i].Best]))
			}
			area.Min.Y++
			spec := v.columns(all[i], area.Dx())
			spec.Y.Over.Hi = most
			spec.Y.Scale = ""
			for j := range spec.Stack.Parts {
				spec.Stack.Parts[j].Name = "" // the larger chart has the legend
			}
			view := page.View{Spec: func(int) *chart.Spec { return spec }, Mouse: page.CursorOnColumns(f.summary.Lambdas)}
			return append([]string{l.String()}, v.DrawView(view, area)...)
		}
	}
	const rule = 1
	half := (area.Dy() - 2*rule) / 2
	inner := image.Rect(area.Min.X+1, area.Min.Y+rule, area.Max.X-1, area.Min.Y+rule+2*half) // an even number of rows, so that the charts have one height and one scale
	lines := page.Above(v.Row(small(0), small(1)), v.Row(small(2), small(3)), func(int) int { return half })(inner)
	return v.Styles.Panel("As n grows", lines, area.Dx(), area.Dy(), true, screen.Key{Name: "error by λ"})
}

// status is the number of data sets.
func (v *view) status() string {
	switch f := v.shown(); {
	case f == nil:
		return ""
	case !f.complete() || v.found.Running():
		return fmt.Sprintf("%d of %d data sets", f.summary.Trials, dataSets)
	}
	return fmt.Sprintf("%d data sets", dataSets)
}
