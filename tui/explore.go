package tui

import (
	"image"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/study"
	"lambdascope/sim/truth"
	"lambdascope/tui/chart"
	"lambdascope/tui/control"
	"lambdascope/tui/figure"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// explore shows what the data say of each λ, and whether that is right.
type explore struct {
	model *model
	maps  *valueMaps // of the analysis that was drawn last; nil without maps
}

func newExplore(m *model) *explore {
	return &explore{model: m}
}

func (p *explore) title() string               { return "Explore" }
func (p *explore) show() tea.Cmd               { return nil }
func (p *explore) receive(tea.Msg) tea.Cmd     { return nil }
func (p *explore) controls() []control.Control { return nil }
func (p *explore) status() string              { return "" }

// newData is Explore's second key for new data; on other pages it plays.
func (p *explore) newData() key.Binding {
	return bind("space", "new data: the next seed", "space")
}

func (p *explore) press(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	if key.Matches(msg, p.newData()) {
		return p.model.newSeed(), true
	}
	if key.Matches(msg, p.model.common.Swap) && p.mapped() {
		charts := len(p.views(shapeOf(p.model.width, p.model.height, 0)))
		p.model.Chart = (p.model.Chart-1)%charts + 1
		p.model.Chart = p.model.Chart%charts + 1
		return nil, true
	}
	return nil, false
}

func (p *explore) keys() []helpGroup {
	return []helpGroup{{"Explore", []key.Binding{p.newData()}}}
}

func (p *explore) hints() []hint {
	out := []hint{{", .", "λ cursor", "."}, {"p", "pin", "p"}, {"v", "view", "v"}}
	if s := shapeOf(p.model.width, p.model.height, 0); p.mapped() && !s.single && len(p.views(s)) > 1 {
		out = slices.Insert(out, 0, hint{"o", "other chart", "o"})
	}
	return out
}

func (p *explore) reading() []string {
	return slices.Concat([]string{
		"LSTD(λ) estimates a value function from trajectories. λ sets how far a reward's news travels back: at λ = 0 each state learns from the estimate of the next, at λ = 1 from the whole return that followed. Which λ does best depends on the problem and on how much data there is.",
		"LOTO error: leave one trajectory out, fit LSTD(λ) to the others, compare its predictions with the returns of the one left out; repeat for each. ALLSTD selects the λ with the lowest LOTO error, λ̂ (▼).",
		"The LOTO error contains the variance of the return, which no λ removes. So only differences between λ's mean anything. The band is one standard error of the difference from λ̂, paired over trajectories; it is zero wide at λ̂. A λ whose difference is within it is not told apart (○), or tied.",
		"True MSVE is the error against the true value function, which a real problem would not show you. It is shifted to meet the LOTO error at λ̂; the right axis counts both from there. Where the two curves have one shape, cross-validation chose well.",
		"wins: how often each λ has the lowest error when the trajectories are drawn again 1000 times with replacement from those at hand.",
		"p pins the curve: it stays as a grey ghost, named by what has changed since, while you turn on. Pinned curves are shifted so that their own λ̂ lies at 0 of the right axis, as only differences can be compared. One that differs much more leaves the chart.",
		"z hides the answer: put the λ cursor where you think the best λ is, then press z again to see what your choice would have cost.",
	}, p.readingMaps(), []string{"The lower chart shows the values themselves, for the λ under the cursor."})
}

// look returns what the charts are of.
func (p *explore) look() look {
	m := p.model
	l := look{analysis: m.analysis, cursor: m.cursorIndex(), hidden: m.Hidden}
	for i, s := range m.Pins.List() {
		l.ghosts[i] = m.pinned[s]
	}
	return l
}

func (p *explore) body(area image.Rectangle) []string {
	s := shapeOf(p.model.width, p.model.height, 0)
	width, rows := area.Dx(), area.Dy()
	switch {
	case p.mapped():
		return p.mappedBody(area, s)
	case s.single && p.model.swapped():
		return p.valueChart(area)
	case s.single:
		return p.lambdaChart(area)
	case s.sideBySide:
		left := area
		left.Max.X = left.Min.X + width*11/20
		right := area
		right.Min.X = left.Max.X + 1
		return screen.Beside(p.lambdaChart(left), p.valueChart(right), " ")
	}
	top, bottom := area, area
	top.Max.Y = area.Min.Y + rows*3/5
	bottom.Min.Y = top.Max.Y
	return append(p.lambdaChart(top), p.valueChart(bottom)...)
}

// lambdaChart draws LOTO error and true MSVE against λ.
func (p *explore) lambdaChart(area image.Rectangle) []string {
	l := p.look()
	if !p.model.Panels {
		l.narrow = area.Dx() < figure.FullLegend
		return p.drawLambda("picture", l, area, picture)
	}
	if l.analysis.Truth == nil || l.hidden {
		return p.drawLambda("score", l, area, scorePanel)
	}
	top, bottom := area, area
	top.Max.Y = area.Min.Y + (area.Dy()+1)/2
	bottom.Min.Y = top.Max.Y
	return append(
		p.panel("score", "LOTO error", chart.InkEstimate, l, top, scorePanel),
		p.panel("truth", "true MSVE", chart.InkTruth, l, bottom, truthPanel)...)
}

// panel draws a chart that is too low for a legend under a title.
func (p *explore) panel(name, title string, ink chart.Ink, l look, area image.Rectangle, spec func(look) *chart.Spec) []string {
	const withLegend = 8
	if area.Dy() >= withLegend || area.Dy() < 4 {
		return p.drawLambda(name, l, area, spec)
	}
	head := p.model.styles.Line(area.Dx()).Add(ink, " "+title).String()
	area.Min.Y++
	return append([]string{head}, p.drawLambda(name, l, area, spec)...)
}

// drawLambda draws a chart over λ, on which the mouse moves the cursor.
func (p *explore) drawLambda(name string, l look, area image.Rectangle, spec func(look) *chart.Spec) []string {
	m := p.model
	d := m.charts.Draw(name, l, area.Dx(), area.Dy(), func() *chart.Spec { return spec(l) })
	m.cursorZone(area, d)
	return d.Lines
}

// valueChart draws true and estimated values at the λ under the cursor.
func (p *explore) valueChart(area image.Rectangle) []string {
	m := p.model
	l := p.look()
	l.ghosts = [state.MaxPins]*study.Analysis{}
	titles, spec := valueSpec(l)
	head := m.styles.Longest(area.Dx(), titles)
	d := m.charts.Draw("value", l, area.Dx(), area.Dy()-1, func() *chart.Spec { return spec(l) })
	return append([]string{head}, d.Lines...)
}

// valueSpec returns the chart of the values at the λ under the cursor, and its
// title, also in shorter ways.
func valueSpec(l look) (titles []string, spec func(look) *chart.Spec) {
	at := ", λ = " + screen.Exact(l.analysis.Selection.Candidates[l.cursor].Lambda)
	switch known := l.analysis.Truth; {
	case known == nil:
		return []string{"observed return against estimated value" + at, "return against estimated value" + at, "return against estimate" + at}, returnsSpec
	case l.hidden && known.Kind == truth.KindMonteCarlo:
		return []string{"estimated values from lowest to highest" + at + "; the true ones are hidden", "estimated values from lowest to highest" + at, "estimated values in order" + at, "estimated values" + at}, estimatesSpec
	case known.Kind == truth.KindMonteCarlo:
		return []string{"true against estimated value" + at, "true against estimated" + at}, valuesSpec
	}
	return []string{"value by state" + at}, statesSpec
}

// cursorZone lets the mouse put the λ cursor on a chart over λ.
func (m *model) cursorZone(area image.Rectangle, d chart.Drawing) {
	a := m.analysis
	put := func(at image.Point) tea.Cmd {
		column := max(d.Plot.Min.X, min(d.Plot.Max.X-1, at.X-area.Min.X))
		lambda, ok := d.X(column)
		if !ok || m.analysis != a {
			return nil
		}
		return m.putCursor(nearestLambda(a, lambda))
	}
	m.zones = append(m.zones, zone{
		Rectangle: d.Plot.Add(area.Min),
		press:     put,
		drag:      put,
		wheel:     m.moveCursor,
	})
}
