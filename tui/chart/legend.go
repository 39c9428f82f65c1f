package chart

import "cmp"

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

// Entries lists the legend: a held scale, the key of a map, the parts of columns, a swarm, the
// series and the intervals. The pinned curves are last because users add and remove them and
// all other curves cover them.
func (s *Spec) Entries() []Entry {
	var es []Entry
	add := func(e Entry) {
		if e.Name != "" || e.Sample == SampleKey {
			e.Short = cmp.Or(e.Short, e.Name)
			es = append(es, e)
		}
	}
	if s.Held {
		add(Entry{Name: "scale held", Short: "held"})
	}
	if s.Heat != nil {
		add(Entry{Name: s.Heat.Name, Sample: SampleKey})
	}
	if s.Stack != nil {
		for j, part := range s.Stack.Parts {
			add(Entry{Name: part.Name, Short: part.Short, Ink: part.Ink, Sample: SamplePart, Part: j})
		}
	}
	if s.Swarm != nil {
		for _, e := range s.Swarm.entries() {
			add(e)
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
			e.Sample, e.Line = SampleEdges, LineDotted
		}
		add(e)
	}
	series(true)
	return es
}

// Rows divides entries among at most most rows of a width. Only the last row may be wider.
func Rows[E any](es []E, width, gap float64, most int, size func(E) float64) (rows [][]E) {
	used := 0.
	for _, e := range es {
		n := size(e)
		if len(rows) == 0 || used+gap+n > width && len(rows) < most {
			rows, used = append(rows, nil), -gap
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], e)
		used += gap + n
	}
	return rows
}

// entry is an Entry in cells.
type entry struct {
	sample text
	looks  []look // of the sample's cells; the last for the rest
	name   text
}

// width returns the width in cells.
func (e entry) width() int {
	if len(e.sample) == 0 || len(e.name) == 0 {
		return len(e.sample) + len(e.name)
	}
	return len(e.sample) + 1 + len(e.name)
}

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
		out := entry{name: p.text(name)}
		out.sample, out.looks = p.sample(e)
		es = append(es, out)
	}
	return es
}

// legendRows divides the entries among rows w cells wide: at most most rows or, if the names do
// not fit, at most limit rows with short names. The last row may be wider.
func (p *painter) legendRows(w, most, limit int) [][]entry {
	size := func(e entry) float64 { return float64(e.width()) }
	rows := Rows(p.entriesOf(false), float64(w), entryGap, most, size)
	if len(rows) > 0 && rowWidth(rows[len(rows)-1]) > w {
		return Rows(p.entriesOf(true), float64(w), entryGap, max(most, limit), size)
	}
	return rows
}

// sample returns a piece of the line, column or marker that an entry names, with its looks.
func (p *painter) sample(e Entry) (text, []look) {
	inked := func(t text) (text, []look) { return t, []look{{e.Ink, inkNone}} }
	switch e.Sample {
	case SampleKey:
		return p.keySample()
	case SampleBar:
		return inked(text{'│'})
	case SamplePart:
		if !p.coloured() {
			return inked(text{stackSigns[e.Part%len(stackSigns)]})
		}
		return inked(text{'█'})
	}
	if !e.Line.Drawn() {
		if e.Marker.Drawn() {
			return inked(text{e.Marker.rune()})
		}
		return nil, nil
	}
	t := text([]string{LineSolid: "⠒⠒⠒", LineDashed: "⠒ ⠒", LineDotted: "⠂⠂⠂", LineSpan: "├─┤"}[e.Line])
	if e.Marker.Drawn() {
		t[1] = e.Marker.rune()
	}
	return inked(t)
}

// titleGap is the least length of the rule between the title and the legend of a panel line.
const titleGap = 2

// layTitle puts the title and the whole legend into the panel line. It takes the longest title
// that leaves room for the legend, with full or short names, and reports whether the legend fits.
func (p *painter) layTitle(w int) bool {
	fits := func(title string, legend int) bool {
		p.title = p.text(title)
		return len(p.title)+legend <= w-4
	}
	for _, title := range p.Titles {
		for _, short := range []bool{false, true} {
			es := p.entriesOf(short)
			if len(es) > 0 && fits(title, rowWidth(es)+titleGap+2) {
				p.inTitle = es
				return true
			}
			if len(es) == 0 && fits(title, 0) {
				return true
			}
		}
	}
	for _, title := range p.Titles {
		if fits(title, 0) {
			break
		}
	}
	return false
}

// panelLine draws the title and the legend in a rule above the chart.
func (p *painter) panelLine() {
	if len(p.Titles) == 0 {
		return
	}
	w := p.c.w
	for x := range w {
		p.c.set(x, 0, '─', InkRule)
	}
	title := p.title.cut(w - 4)
	p.c.put(1, 0, text{' '}, InkRule)
	p.c.put(2, 0, title, InkSelected)
	p.c.put(2+len(title), 0, text{' '}, InkRule)
	if len(p.inTitle) == 0 {
		return
	}
	n := rowWidth(p.inTitle)
	from := w - n - 2
	for x := from - 1; x <= from+n; x++ {
		p.c.set(x, 0, ' ', InkRule)
	}
	p.drawRow(p.inTitle, 0, from)
}

// legend draws the rows of entries, from the plot's left edge if there is room.
func (p *painter) legend() {
	if p.legendRow < 0 {
		return
	}
	start := p.plot.Min.X
	for _, es := range p.entries {
		if start+rowWidth(es) > p.c.w {
			start = 0
		}
	}
	for i, es := range p.entries {
		p.drawRow(es, p.legendRow+i, start)
	}
}

// drawRow draws entries side by side, as many whole entries as fit, and cuts the first if need be.
func (p *painter) drawRow(es []entry, row, x int) {
	for i, e := range es {
		if x+e.width() > p.c.w && i > 0 {
			return
		}
		p.c.put(x, row, e.sample, InkText)
		for j := range e.sample {
			p.c.fill(x+j, row, e.sample[j], e.looks[min(j, len(e.looks)-1)])
		}
		at := x
		if len(e.sample) > 0 {
			at += len(e.sample) + 1
		}
		p.c.put(at, row, e.name, InkText)
		x += e.width() + entryGap
	}
}
