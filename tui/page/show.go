package page

import (
	"image"
	"slices"
	"strings"

	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// Show is the visible content of a page, with its words. Its functions need a Result.
type Show struct {
	*Drawing
	Views    []View                                  // on the screen or not
	Body     func(area image.Rectangle) []string     // lays out the views
	Readout  func() (at string, parts []screen.Part) // the numbers at the cursor; empty for none
	Sentence func() Sentence                         // the finding; no headline for none
	Status   string                                  // of other work than the analysis, for the header; usually empty
	Done     Done                                    // finished work of the current state
	Name     string                                  // of the files
	// Says returns the title of the files and the findings in full, for the text.
	Says func() (title string, sentences []string)
}

// DrawSentence draws the finding in at most a number of rows.
func (w Show) DrawSentence(rows int) []string { return w.Sentence().draw(w.Snapshot, rows) }

// Draw draws the content in the area of the charts. Without numbers at the cursor, a body of the
// whole width has their row as well.
func (w Show) Draw(area image.Rectangle) Frame {
	at, parts := w.Readout()
	if at == "" && area.Dx() == w.Width {
		area.Max.Y++
		lines := w.Styles.Fill(w.Body(area), w.Width, area.Dy())
		return Frame{Lines: lines[:len(lines)-1], Zones: w.Zones, Readout: lines[len(lines)-1]}
	}
	lines := w.Body(area)
	readout := w.Styles.Line(w.Width)
	if at != "" {
		readout.Add(chart.InkText, " ").Add(chart.InkChip, " "+strings.TrimSpace(at)+" ").Parts(parts)
	}
	return Frame{Lines: lines, Zones: w.Zones, Readout: readout.String()}
}

// Data returns the content as data.
func (w Show) Data() Export {
	title, sentences := w.Says()
	out := Export{Name: w.Name, Title: title, Sentences: sentences}
	for i := range w.Views {
		v := &w.Views[i]
		e := Exported{Name: v.Name, Tables: v.Tables}
		if v.Spec != nil {
			e.Chart = v.spec(w.Snapshot, InFile)
		}
		if v.Titles != nil {
			e.Title = v.Titles[0]
		}
		out.Views = append(out.Views, e)
	}
	return out
}

// Block draws something in an area.
type Block func(area image.Rectangle) []string

// Above draws one block above another. rows returns the height of the upper block.
func Above(top, bottom Block, rows func(h int) int) Block {
	return func(area image.Rectangle) []string {
		upper, lower := area, area
		upper.Max.Y = area.Min.Y + rows(area.Dy())
		lower.Min.Y = upper.Max.Y
		return append(top(upper), bottom(lower)...)
	}
}

// Beside draws one block beside another. The first has percent of the columns.
func Beside(percent int, first, second Block) Block {
	return func(area image.Rectangle) []string {
		left, right := area, area
		left.Max.X = area.Min.X + area.Dx()*percent/100
		right.Min.X = left.Max.X + 1
		return screen.Beside(" ", first(left), second(right))
	}
}

// Row draws blocks of one width side by side.
func (d *Drawing) Row(blocks ...Block) Block {
	return func(area image.Rectangle) []string {
		n := len(blocks)
		width := (area.Dx() - n + 1) / n
		parts := make([][]string, n)
		for i, draw := range blocks {
			at := area
			at.Min.X += i * (width + 1)
			if i < n-1 {
				at.Max.X = at.Min.X + width
			}
			parts[i] = d.Styles.Fill(draw(at), at.Dx(), at.Dy())
		}
		return screen.Beside(" ", parts...)
	}
}

// Sign is a mark of a chart with its meaning.
type Sign struct {
	Ink        chart.Ink
	Mark, Text string
}

// Reading returns the panel that explains signs.
func (d *Drawing) Reading(signs []Sign) Block {
	return func(area image.Rectangle) []string {
		width := area.Dx()
		if d.Boxed() {
			width -= 2
		}
		var lines []string
		for _, s := range signs {
			l := d.Styles.Line(width).Add(chart.InkText, " ").Add(s.Ink, s.Mark)
			lines = append(lines, l.Item(5, chart.InkFaint, s.Text)...)
		}
		return d.Styles.Panel("How to read it", lines, area.Dx(), area.Dy(), d.Boxed())
	}
}

// Choice is the content of a page for a chosen chart.
type Choice struct {
	Chart state.Chart
	Draw  Block
}

// Choices are all choices of a page, in the order of the key o.
type Choices []Choice

// At returns the index of the choice for a chart, or 0 without one.
func (c Choices) At(chart state.Chart) int {
	return max(0, slices.IndexFunc(c, func(of Choice) bool { return of.Chart == chart }))
}

// Next returns the chart after another.
func (c Choices) Next(chart state.Chart) state.Chart { return c[(c.At(chart)+1)%len(c)].Chart }

// NextChart returns the key for the next of a page's charts.
func NextChart(p state.Page, charts func(*Snapshot) Choices) Binding {
	return Binding{
		Keys: "o", Does: OtherChart, Group: GroupScreen, Hint: Says("chart"),
		When: func(s *Snapshot) bool { return len(charts(s)) > 1 },
		Do: func(s *Snapshot) Action {
			next := s.State
			next.Charts[p] = charts(s).Next(next.Charts[p])
			return Go(next)
		},
	}
}

// Export is the content of a page as data. Package export turns an Export into files and text.
// An Export is immutable, because files are written while the app continues.
type Export struct {
	Name      string   // of the files: "explore"
	Title     string   // above the charts in files; empty for none
	Sentences []string // the findings
	Views     []Exported
}

// Exported is a view as data.
type Exported struct {
	Name   string // of the files with the chart, after the export's
	Title  string // empty for no title
	Chart  *chart.Spec
	Tables []Table
}

// Table is numbers in full precision: a CSV file, and a table of the text.
type Table struct {
	Name   string // of the file, after the export's; empty for the first
	Header []string
	Rows   func() [][]string // called on writing, because there may be thousands
}

// FigureTable is a table as the command study writes it.
func FigureTable[R any](name, domain string, rows func() []R, columns []figure.Column[R]) Table {
	header, _ := figure.Table(domain, nil, columns)
	return Table{Name: name, Header: header, Rows: func() [][]string {
		_, lines := figure.Table(domain, rows(), columns)
		return lines
	}}
}
