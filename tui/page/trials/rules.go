package trials

import (
	"cmp"
	"image"
	"slices"
	"strings"

	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
)

// rule is a way to choose λ, with its MSVE.
type rule struct {
	name   string
	msve   study.Mean
	ink    chart.Ink
	marker chart.Marker
}

// rulesOf returns the rules from the lowest MSVE to the highest.
func rulesOf(s *study.Summary) []rule {
	z := &s.Sizes[0]
	fixed := func(which string, k int) rule {
		return rule{which + " fixed λ, " + textfmt.Number(s.Lambdas[k]), z.LSTD[k].MSVE, chart.InkTruth, chart.MarkDot}
	}
	out := []rule{
		fixed("best", z.Best),
		{"a λ at random", z.Random.MSVE, chart.InkTruth, chart.MarkDot},
		{"chosen: ALLSTD", z.ALLSTD.MSVE, chart.InkSelected, chart.MarkStar},
		fixed("worst", z.Worst),
	}
	slices.SortStableFunc(out, func(a, b rule) int { return cmp.Compare(a.msve.Mean, b.msve.Mean) })
	return out
}

// numbersOf returns the root MSVE's of rules with the same decimals, as many as any interval needs.
func numbersOf(all []rule) (out []string) {
	decimals := 0
	for _, r := range all {
		root, low, high := r.msve.Root()
		needed, ok := textfmt.IntervalDecimals(low, high)
		if !ok {
			needed = textfmt.Decimals(root, 4)
		}
		decimals = max(decimals, needed)
	}
	for _, r := range all {
		root, _, _ := r.msve.Root()
		out = append(out, textfmt.WithDecimals(root, decimals))
	}
	return out
}

// shownRules returns the rules that a height has room for: on a small screen all but the worst λ,
// which the columns show.
func shownRules(of *study.Summary, rows int) []rule {
	all := rulesOf(of)
	if rows <= len(all) {
		all = slices.DeleteFunc(all, func(r rule) bool { return strings.HasPrefix(r.name, "worst") })
	}
	return all
}

// rules is the chart of the rules. On the screen the names stand beside the rows; in a file they
// label the axis.
func (c charts) rules() page.View {
	return page.View{Name: "rules", Titles: rulesTitle(), Spec: func(int) *chart.Spec {
		all := rulesOf(c.of)
		s := rulesSpec(all)
		numbers := numbersOf(all)
		s.Y = chart.Axis{Min: .5, Max: float64(len(all)) + .5}
		for i, r := range all {
			s.Y.Ticks = append(s.Y.Ticks, float64(len(all)-i))
			s.Y.Names = append(s.Y.Names, r.name+" "+numbers[i])
		}
		return s
	}}
}

func rulesTitle() []string { return []string{"Root MSVE of each rule", "Root MSVE"} }

// rulesSpec draws a row for each rule, the first at the top: the root MSVE with its 95 % interval.
func rulesSpec(all []rule) *chart.Spec {
	s := &chart.Spec{
		X: chart.Axis{Long: "root MSVE with its 95 % interval", Scale: "trials root msve"},
		Y: chart.Axis{Min: 1, Max: float64(len(all)), Off: true},
	}
	var numbers []float64
	for i, r := range all {
		y := float64(len(all) - i)
		root, low, high := r.msve.Root()
		numbers = append(numbers, root, low, high)
		s.Series = append(s.Series, chart.Series{
			X: []float64{low, root, high}, Y: []float64{y, y, y}, Ink: r.ink, Line: chart.LineSpan, Marks: []chart.Marker{chart.MarkNone, r.marker},
		})
	}
	s.X.Over = chart.RangeOf(numbers)
	return s
}

// rulesBlock draws the rules: names and numbers, and the intervals beside them. Blank rows between fill
// the room.
func (c charts) rulesBlock(area image.Rectangle) []string {
	inner := area.Dx()
	rows := area.Dy() - 1
	if c.Boxed() {
		inner -= 2
		rows--
	}
	all := shownRules(c.of, rows)
	apart := max(1, rows/len(all))
	numbers := numbersOf(all)
	var names []string
	for _, r := range all {
		names = append(names, c.Styles.Text(r.name))
	}
	const gap = 2
	at := 1 + screen.Widest(names) + gap
	from := at + screen.Widest(numbers) + gap
	left := make([]string, 0, rows)
	for i, r := range all {
		ink := chart.InkFaint
		if r.ink == chart.InkSelected {
			ink = r.ink
		}
		left = append(left, c.Styles.Line(from).Add(ink, " "+r.name).Right(r.ink, numbers[i], from-gap).String())
		if i < len(all)-1 {
			left = c.Styles.Fill(left, from, len(left)+apart-1)
		}
	}
	plot := image.Rect(0, 0, inner-from, len(left)+1) // with the axis
	view := page.View{Spec: func(int) *chart.Spec {
		s := rulesSpec(all)
		if f := c.kept(); f != nil {
			s.X.Over = rulesSpec(shownRules(f.summary, rows)).X.Over
		}
		return s
	}}
	lines := screen.Beside("", c.Styles.Fill(left, from, plot.Dy()), c.ChartOf(view, plot).Lines)
	if apart > 1 {
		lines = append(c.Styles.Fill(nil, inner, 1), lines...)
	}
	return c.Styles.Panel(c.Styles.Fitting(inner-4, rulesTitle()...), lines, area.Dx(), area.Dy(), c.Boxed(), screen.Key{Ink: chart.InkFaint, Name: "95 %"})
}
