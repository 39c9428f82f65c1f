package chart

import (
	"cmp"
	"strings"
)

// Sample is the kind of a legend sample.
type Sample int8

// The samples.
const (
	SampleMark  Sample = iota // a line, a marker, or both; nothing without either
	SampleBar                 // a bar of an interval
	SampleEdges               // the edges of an interval
	SamplePart                // a part of columns
	SampleKey                 // the inks of a heat map, between the ends of its scale
)

// Entry is a legend entry: a sample and a name.
type Entry struct {
	Name   string
	Short  string // the name in a short legend
	Sample Sample
	Ink    Ink
	Line   Line
	Marker Marker
	Part   int // the index of a part of columns
}

// Entries lists the legend: the key of a map, the parts of columns, the series and the intervals. The
// pinned curves are last because users add and remove them and all other curves cover them.
func (s *Spec) Entries() (es []Entry) {
	add := func(e Entry) {
		if e.Name != "" || e.Sample == SampleKey {
			e.Short = cmp.Or(e.Short, e.Name)
			es = append(es, e)
		}
	}
	if s.Heat != nil {
		add(Entry{Name: s.Heat.Name, Sample: SampleKey, Ink: InkFaint})
	}
	if s.Stack != nil {
		for j, part := range s.Stack.Parts {
			add(Entry{Name: part.Name, Short: part.Short, Ink: part.Ink, Sample: SamplePart, Part: j})
		}
	}
	series := func(pinned bool) {
		for i := range s.Series {
			if q := &s.Series[i]; (q.Ink == InkPinned) == pinned {
				add(Entry{Name: q.Name, Short: q.Short, Ink: q.Ink, Line: q.Line, Marker: q.Marker})
			}
		}
	}
	series(false)
	for _, b := range s.Intervals {
		e := Entry{Name: b.Name, Short: b.Short, Ink: b.Ink, Sample: SampleBar}
		if b.Edges {
			e.Sample = SampleEdges
			e.Line = LineDotted
		}
		add(e)
	}
	series(true)
	return es
}

// entry is an Entry in cells.
type entry struct {
	Entry
	sample, name text
}

// width returns the width in cells.
func (e entry) width() int { return len(e.sample) + min(1, len(e.sample)) + len(e.name) }

const entryGap = 3 // cells between two entries

// rowWidth returns the width of entries side by side, in cells.
func rowWidth(es []entry) int {
	n := -entryGap
	for _, e := range es {
		n += entryGap + e.width()
	}
	return n
}

// entriesOf returns the legend in cells, with short names if asked.
func (p *painter) entriesOf(short bool) (es []entry) {
	for _, e := range p.Entries() {
		name := e.Name
		if short {
			name = e.Short
		}
		if p.Heat != nil && e.Sample != SampleKey && p.coloured() { // as on the map, where no ink of a series is legible everywhere
			e.Ink = InkSelected
		}
		es = append(es, entry{e, p.sample(e), p.text(name)})
	}
	return es
}

// sample returns the marker, line or column that an entry names, or the ends of a key with room for
// its inks.
func (p *painter) sample(e Entry) text {
	switch {
	case e.Sample == SampleKey:
		scale := p.Heat.Scale()
		low, high := scale.Ends()
		return p.text(low + strings.Repeat(" ", len(scale.Inks)+2) + high)
	case e.Sample == SampleBar:
		return text{'│'}
	case e.Sample == SamplePart && p.coloured():
		return text{'█'}
	case e.Sample == SamplePart:
		return text{plainPart(e.Part, 1)}
	case e.Marker.Drawn():
		return text{e.Marker.rune()}
	case e.Line.Drawn():
		return text([]string{LineSolid: "⠒⠒⠒", LineDashed: "⠒ ⠒", LineDotted: "⠂⠂⠂", LineSpan: "├─┤"}[e.Line])
	}
	return nil
}

// titleGap is the least length of the rule between the title and the legend of a panel line.
const titleGap = 2

// layTitle chooses the panel line: the whole legend with full names, otherwise with short names,
// otherwise no legend, and the longest title that fits beside. It reports whether the line has the
// legend.
func (p *painter) layTitle(w int) bool {
	for _, p.inTitle = range [][]entry{p.entriesOf(false), p.entriesOf(true), nil} {
		for _, title := range p.Titles {
			p.title = p.text(title)
			if len(p.title)+titleGap+2+rowWidth(p.inTitle) <= w-4 {
				return p.inTitle != nil
			}
		}
	}
	return false
}

// legendRows divides the legend among rows, with short names if full names take too many.
func (p *painter) legendRows(w, h int) (rows [][]entry) {
	for _, short := range []bool{false, true} {
		rows = Rows(p.entriesOf(short), func(es []entry) bool { return rowWidth(es) <= w })
		if len(rows) <= 1+h/heightPerLegend {
			break
		}
	}
	return rows[:max(0, min(len(rows), h-heightBelow))]
}

// Rows divides the entries of a legend among rows that fit, each with at least one entry.
func Rows[E any](es []E, fit func(row []E) bool) (rows [][]E) {
	for _, e := range es {
		if last := len(rows) - 1; last < 0 || !fit(append(rows[last], e)) {
			rows = append(rows, []E{e})
		} else {
			rows[last] = append(rows[last], e)
		}
	}
	return rows
}

// panelLine draws the title and, where there is room, the legend in a rule above the chart.
func (p *painter) panelLine() {
	if len(p.Titles) == 0 {
		return
	}
	w := p.Width
	p.Row(0, w, 0, '─', InkRule)
	title := p.title.cut(w - 4)
	p.Row(1, 3+len(title), 0, ' ', InkRule)
	p.put(2, 0, title, InkSelected)
	if len(p.inTitle) > 0 {
		from := w - rowWidth(p.inTitle) - 2
		p.Row(from-1, w-1, 0, ' ', InkRule)
		p.legendRow(p.inTitle, 0, from)
	}
}

// legend draws the rows of the legend above the plot.
func (p *painter) legend() {
	for i, es := range p.rows {
		p.legendRow(es, p.plot.Min.Y-len(p.rows)+i, max(0, min(p.plot.Min.X, p.Width-rowWidth(es))))
	}
}

// legendRow draws entries side by side.
func (p *painter) legendRow(es []entry, row, x int) {
	for _, e := range es {
		if p.put(x, row, e.sample, e.Ink); e.Sample == SampleKey {
			p.key(x, row)
		}
		p.put(x+e.width()-len(e.name), row, e.name, InkText)
		x += e.width() + entryGap
	}
}
