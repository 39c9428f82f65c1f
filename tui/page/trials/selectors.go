package trials

import (
	"fmt"
	"image"
	"slices"

	"lambdascope/sim/study"
	"lambdascope/sim/words"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// selectorsName is what files of the comparison of selectors are called.
const selectorsName = "selectors"

// rivals are selectors as the page compares them: a row for each, and for the best and
// the worst fixed λ.
type rivals struct {
	rows     []study.SelectorRow
	standing study.Standing
}

// rivalsOf returns them, found once for a summary; those of one without selectors are
// empty.
func (p *Page) rivalsOf(s *study.Summary) rivals {
	return p.rivals.Of(s, func() rivals {
		if len(s.Plan.Selectors) == 0 {
			return rivals{}
		}
		return rivals{s.SelectorRows(), s.Standings()[0]}
	})
}

// rule says what a selector does, in ways that get shorter, at last in none.
func rule(name string, lambda float64) []string {
	fixed := "λ = " + screen.Exact(lambda)
	ways := map[string][]string{
		"loto":              {"the λ with the lowest LOTO error: ALLSTD", "lowest LOTO error (ALLSTD)", "lowest LOTO error"},
		"smallest":          {"the smallest λ that is not ruled out as best on average (95 %)", "the smallest λ not ruled out", "smallest not ruled out"},
		"average":           {"half of θ at λ̂, half of the mean of θ over all λ's not ruled out", "mean of θ at λ's not ruled out", "mean of those not ruled out"},
		"greedy":            {"λ by state: e²/(e² + variance), e how far LSTD(1) is from the fit so far", "λ by state, e²/(e² + variance)", "by state, e²/(e² + variance)", "λ by state"},
		"plug-in":           {"one λ by the rule of greedy, from sums over all states", "one λ by the rule of greedy", "one, as greedy"},
		"bellman":           {"the λ with the lowest Bellman error, left out; it does not look at returns", "lowest Bellman error, not returns", "lowest Bellman error"},
		study.NameLSTDBest:  {"the fixed " + fixed + " with the lowest MSVE over the trials, known in hindsight", "fixed " + fixed + ", in hindsight", "fixed " + fixed},
		study.NameLSTDWorst: {"the fixed " + fixed + " with the highest MSVE over the trials", "fixed " + fixed + ", in hindsight", "fixed " + fixed},
	}
	return append(ways[name], "")
}

// rowName returns the name of a row: that of a selector, or of a λ in hindsight.
func rowName(name string) string {
	switch name {
	case study.NameLSTDBest:
		return "best λ"
	case study.NameLSTDWorst:
		return "worst λ"
	}
	return name
}

// bellmanTexts say why bellman misleads, the longest first.
func bellmanTexts(s *study.Summary, of rivals) []string {
	at := slices.IndexFunc(of.rows, func(r study.SelectorRow) bool { return r.Selector == "bellman" })
	if at < 0 {
		return []string{""}
	}
	r := of.rows[at]
	count := fmt.Sprintf("in %d of %d trials", r.AtZero, s.Trials)
	if s.Trials == 1 {
		count = map[int]string{0: "not in this trial", 1: "in this trial"}[r.AtZero]
	}
	but := ""
	if 2*r.AtZero < s.Trials {
		but = ", but for the scatter of single trajectories, which is in it too"
	}
	return []string{
		fmt.Sprintf("Why bellman misleads: its error asks whether values agree with their own predictions one step on, as far as the features can tell. LSTD(0) is the fit for which they do on its data, whatever the true values are: there the error is 0. So it favours λ = 0 by construction%s (%s here, with %s times the root MSVE of the best fixed λ). Features that lump unlike states together make LSTD(0) wrong, and this error does not see it. Returns do.", but, count, ratioText(r.Ratio.Ratio)),
		fmt.Sprintf("bellman favours λ = 0 by construction (chosen %s): LSTD(0) brings its error to 0 on the data, whatever the true values. Where features lump unlike states together, LSTD(0) is wrong, and only returns tell.", count),
		fmt.Sprintf("bellman favours λ = 0 by construction (%s): LSTD(0) brings its error to 0 on the data, whatever the true values; returns would tell.", count),
		fmt.Sprintf("bellman favours λ = 0 (%s): LSTD(0) has error 0, however wrong its values.", count),
	}
}

// standingTexts say which selectors are told apart, in sentences.
func standingTexts(s *study.Summary, of rivals) []string {
	at := of.standing
	first := fmt.Sprintf("%s %s has the lowest root MSVE of the selectors", overTrials(s), at.Least)
	if s.Trials < study.FewestTrials {
		return []string{first + fmt.Sprintf("; to tell them apart, at least %d trials are needed.", study.FewestTrials)}
	}
	if len(at.Level) > 0 {
		first += "; the trials cannot distinguish " + words.And(at.Level) + " from it"
	}
	second := "None is told from ALLSTD"
	switch better, worse := words.And(at.Better), words.And(at.Worse); {
	case better != "" && worse != "":
		second = "Better than ALLSTD: " + better + "; worse: " + worse
	case better != "":
		second = "Better than ALLSTD: " + better
	case worse != "":
		second = "Worse than ALLSTD: " + worse
	}
	return []string{first + ".", second + " (95 % for all pairs together)."}
}

// ratioText writes a ratio of root MSVEs.
func ratioText(v float64) string {
	const large = 100
	if !(v < large) {
		return screen.Approx(v, 3)
	}
	return screen.WithDecimals(v, 3)
}

// selectorsLayout is how the comparison is arranged: a chart with the rules under it, or
// a table that has them, and so many rows for why bellman misleads.
type selectorsLayout struct {
	chart int // rows; 0 for a table
	note  int
}

// Sizes of the comparison.
const (
	leastNoteRows = 3
	roomyWidth    = 84 // of a line that has a rule in full
)

func (v *view) selectorsLayout(of rivals, area image.Rectangle) selectorsLayout {
	w, h, n := area.Dx(), area.Dy(), len(of.rows)
	rules := n + 1 // and a row before them
	note := min(6, len(v.Styles.Break(bellmanTexts(v.shown(), of)[0], w-2)))
	if rows := h - 1 - rules - 1 - note; w >= roomyWidth && rows > n {
		if rows < 2*n {
			return selectorsLayout{n + 1, note}
		}
		return selectorsLayout{2 * n, note}
	}
	if left := h - 1 - n - 1; left >= leastNoteRows {
		return selectorsLayout{0, left}
	}
	return selectorsLayout{}
}

// selectorsChart draws the comparison of selectors over a whole area, under the split
// where there is much room.
func (c charts) selectorsChart(area image.Rectangle) []string {
	w, h := area.Dx(), area.Dy()
	of := c.rivalsOf(c.of)
	if of.rows == nil {
		return c.Styles.Fill(c.Styles.Note(chart.InkFaint, "Selectors choose from the data of each trial: the first of them are under way …", area), w, h)
	}
	const muchRoom = 46
	if h >= muchRoom {
		return page.Above(c.Block(c.split(true)), c.selectorsChart, func(h int) int { return h * 2 / 5 })(area)
	}
	how := c.selectorsLayout(of, area)
	lines := c.selectorRows(of, w)
	if how.chart > 0 {
		area.Max.Y = area.Min.Y + how.chart + 1
		lines = append(c.DrawView(c.selectors(), area), c.Styles.Line(w).String())
		lines = append(lines, c.ruleLines(of, c.names(of), w)...)
	} else if len(lines) > h { // the heading goes first
		lines = lines[1:]
	}
	if how.note > 0 {
		lines = append(lines, c.Styles.Line(w).String())
		text := bellmanTexts(c.of, of)
		lines = append(lines, c.Styles.Indented(chart.InkWarn, c.longestIn(text, w-2, how.note), w, how.note)...)
	}
	return c.Styles.Fill(lines, w, h)
}

// longestIn returns the longest of some texts that takes at most so many rows.
func (v *view) longestIn(texts []string, width, rows int) string {
	for _, text := range texts {
		if len(v.Styles.Break(text, width)) <= rows {
			return text
		}
	}
	return texts[len(texts)-1]
}

// selectors is the ratio of each row with its interval.
func (c charts) selectors() page.View {
	of := c.rivalsOf(c.of)
	return page.View{
		Name: selectorsName, Part: c.part(),
		Title: func(w int) string {
			return c.Styles.Longest(w, []string{
				"root MSVE ÷ that of the best fixed λ: mark, and its 95 % interval, paired over trials; left, root MSVE itself",
				"root MSVE ÷ that of the best fixed λ (mark) and its 95 % interval, paired over trials",
			})
		},
		Spec:   func(at page.Place) *chart.Spec { return selectorSpec(at, of, c.text(at)) },
		Tables: func() []page.Table { return []page.Table{of.table(c.of.Plan.Settings.Problem.Name())} },
	}
}

// selectorSpec draws a row for each selector, with its ratio and the interval.
func selectorSpec(at page.Place, of rivals, text func(string) string) *chart.Spec {
	var rows []row
	for _, r := range of.rows {
		rows = append(rows, row{
			name: rowName(r.Selector), msve: r.MSVE, at: [3]float64{r.Ratio.Low, r.Ratio.Ratio, r.Ratio.High}, look: figure.Look(r.Selector),
		})
	}
	return rowsSpec(at, chart.Axis{Label: "÷ best", Long: "root MSVE ÷ that of the best fixed λ", Scale: "trials selectors"}, rows, text)
}

// ruleLines say what each row is, which begins with what it is called.
func (v *view) ruleLines(of rivals, begins []string, w int) (lines []string) {
	at := screen.Widest(begins) + 3
	for i, r := range of.rows {
		line := v.Styles.Line(w).Add(figure.Look(r.Selector).Ink, " "+begins[i]).To(at)
		lines = append(lines, line.Add(chart.InkText, v.Styles.Fitting(w-at, rule(r.Selector, r.Lambda)...)).String())
	}
	return lines
}

// names are those of the rows on the screen.
func (v *view) names(of rivals) (names []string) {
	for _, r := range of.rows {
		names = append(names, v.Styles.Text(rowName(r.Selector)))
	}
	return names
}

// selectorRows are a table of the rows where there is no room for the picture: root MSVE
// where it fits, the ratio with half of its interval, and what the selector does.
func (v *view) selectorRows(of rivals, w int) []string {
	const roomForRoots = 76
	var ratios []string
	var means []study.Mean
	names := v.names(of)
	for _, r := range of.rows {
		ratio := ratioText(r.Ratio.Ratio)
		if half := (r.Ratio.High - r.Ratio.Low) / 2; half > 0 {
			ratio += " ±" + ratioText(half)
		}
		ratios, means = append(ratios, v.Styles.Text(ratio)), append(means, r.MSVE)
	}
	columns := joined(names, ratios)
	heading := "  ÷ best, 95 %"
	if w >= roomForRoots {
		roots, _ := rootTexts(means...)
		columns = joined(joined(names, roots), ratios)
		heading = "  root MSVE, and ÷ that of the best λ, 95 % paired"
	}
	heads := v.Styles.Line(w).To(screen.Widest(names)+1).Add(chart.InkFaint, v.Styles.Fitting(w-screen.Widest(names)-1, heading+"; the rule", heading))
	return append([]string{heads.String()}, v.ruleLines(of, columns, w)...)
}

// selectorFindings are the sentences for the foot of the page: why bellman misleads comes
// first where the comparison above has no room for it.
func (c charts) selectorFindings(rows int) []string {
	of := c.rivalsOf(c.of)
	out := standingTexts(c.of, of)
	if c.selectorsLayout(of, c.Snapshot.Body()).note > 0 {
		return out
	}
	texts := bellmanTexts(c.of, of)[1:]
	return append([]string{c.longestIn(texts, c.Width-2, max(1, rows-1))}, out...)
}

// selectorObject is a row as JSON.
type selectorObject struct {
	Name       string        `json:"name"`
	LambdaMean report.Number `json:"lambda_mean"` // null where it has no single λ
	LambdaZero int           `json:"lambda_zero"`
	meanObject
	Ratio      report.Number `json:"ratio"`
	RatioLow   report.Number `json:"ratio_low"`
	RatioHigh  report.Number `json:"ratio_high"`
	ALLSTD     report.Number `json:"allstd_ratio"`
	ALLSTDLow  report.Number `json:"allstd_ratio_low"`
	ALLSTDHigh report.Number `json:"allstd_ratio_high"`
}

func (of rivals) objects() (out []selectorObject) {
	for _, r := range of.rows {
		out = append(out, selectorObject{
			r.Selector, report.Number(r.Lambda), r.AtZero, newMeanObject(r.MSVE),
			report.Number(r.Ratio.Ratio), report.Number(r.Ratio.Low), report.Number(r.Ratio.High),
			report.Number(r.OfALLSTD.Ratio), report.Number(r.OfALLSTD.Low), report.Number(r.OfALLSTD.High),
		})
	}
	return out
}

// table is the comparison in the form of study.
func (of rivals) table(domain string) page.Table {
	header, rows := figure.Table(domain, of.rows, figure.SelectorColumns())
	return page.Table{Name: selectorsName, Header: header, Rows: rows}
}

// selectorColumns has a row for each selector.
func (of rivals) columns() []screen.Column {
	var names, rules []string
	var roots, ratios, lows, highs []float64
	for _, r := range of.rows {
		root, _, _ := r.MSVE.Root()
		names, rules = append(names, rowName(r.Selector)), append(rules, rule(r.Selector, r.Lambda)[0])
		roots, ratios, lows, highs = append(roots, root), append(ratios, r.Ratio.Ratio), append(lows, r.Ratio.Low), append(highs, r.Ratio.High)
	}
	const decimals = 3
	return []screen.Column{
		{Cells: names, Left: true},
		{Top: "root", Bottom: "MSVE", Cells: screen.Fixed(roots, screen.Decimals(screen.Median(roots), 3))},
		{Top: "÷ best", Bottom: "fixed λ", Cells: screen.Fixed(ratios, decimals)},
		{Top: "95 %", Bottom: "from", Cells: screen.Fixed(lows, decimals), Spare: 1},
		{Bottom: "to", Cells: screen.Fixed(highs, decimals), Spare: 1},
		{Bottom: "rule", Cells: rules, Left: true, Spare: 2},
	}
}
