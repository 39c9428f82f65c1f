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

// sample returns the marker, line or column that an entry names, with its looks.
func (p *painter) sample(e Entry) (text, []look) {
	inked := func(t string) (text, []look) { return text(t), []look{{e.Ink, inkNone}} }
	switch {
	case e.Sample == SampleKey:
		return p.keySample()
	case e.Sample == SampleBar:
		return inked("│")
	case e.Sample == SamplePart && p.coloured():
		return inked("█")
	case e.Sample == SamplePart:
		return inked(string(stackSigns[e.Part%len(stackSigns)]))
	case e.Marker.Drawn():
		return inked(string(e.Marker.rune()))
	case e.Line.Drawn():
		return inked([]string{LineSolid: "⠒⠒⠒", LineDashed: "⠒ ⠒", LineDotted: "⠂⠂⠂", LineSpan: "├─┤"}[e.Line])
	}
	return nil, nil
}

// titleGap is the least length of the rule between the title and the legend of a panel line.
const titleGap = 2

// layTitle chooses the longest title that leaves room for the whole legend in its line, with full
// or short names, and reports whether there is one.
func (p *painter) layTitle(w int) bool {
	for _, title := range p.Titles {
		p.title = p.text(title)
		for _, short := range []bool{false, true} {
			p.inTitle = p.entriesOf(short)
			if len(p.title)+titleGap+2+rowWidth(p.inTitle) <= w-4 {
				return true
			}
		}
	}
	p.inTitle = nil
	for _, title := range p.Titles {
		if p.title = p.text(title); len(p.title) <= w-4 {
			break
		}
	}
	return false
}

// legendRows divides the legend among rows, with short names if full names take too many.
func (p *painter) legendRows(w, h int) (rows [][]entry) {
	for _, short := range []bool{false, true} {
		rows = nil
		for _, e := range p.entriesOf(short) {
			last := len(rows) - 1
			if last < 0 || rowWidth(append(rows[last], e)) > w {
				rows = append(rows, []entry{e})
			} else {
				rows[last] = append(rows[last], e)
			}
		}
		if len(rows) <= 1+h/heightPerLegend {
			break
		}
	}
	return rows[:max(0, min(len(rows), h-heightBelow))]
}

// panelLine draws the title and, where there is room, the legend in a rule above the chart.
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
	if len(p.inTitle) > 0 {
		from := w - rowWidth(p.inTitle) - 2
		for x := from - 1; x < w-1; x++ {
			p.c.set(x, 0, ' ', InkRule)
		}
		p.legendRow(p.inTitle, 0, from)
	}
}

// legend draws the rows of the legend above the plot.
func (p *painter) legend() {
	for i, es := range p.rows {
		p.legendRow(es, p.plot.Min.Y-len(p.rows)+i, max(0, min(p.plot.Min.X, p.c.w-rowWidth(es))))
	}
}

// legendRow draws entries side by side.
func (p *painter) legendRow(es []entry, row, x int) {
	for _, e := range es {
		for j := range e.sample {
			p.c.fill(x+j, row, e.sample[j], e.looks[min(j, len(e.looks)-1)])
		}
		p.c.put(x+e.width()-len(e.name), row, e.name, InkText)
		x += e.width() + entryGap
	}
}
