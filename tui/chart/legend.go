package chart

import (
	"cmp"
	"slices"
)

// entry is an Entry in cells.
type entry struct {
	sample    text
	sampleInk Ink
	looks     []look // of the sample's cells, instead of sampleInk; nil for sampleInk
	name      text
}

// width returns the width in cells.
func (e entry) width() int {
	if len(e.sample) == 0 {
		return len(e.name)
	}
	return len(e.sample) + 1 + len(e.name)
}

// legendRows divides the entries among rows w cells wide: at most most rows or, if the names do
// not fit, at most limit rows with short names. The last row may be wider.
func (p *painter) legendRows(w, most, limit int) [][]entry {
	rows := p.legendRowsOf(w, most, func(e Entry) string { return e.Name })
	if len(rows) == 0 || rowWidth(rows[len(rows)-1], entryGapLeast) <= w {
		return rows
	}
	return p.legendRowsOf(w, max(most, limit), func(e Entry) string { return e.Short })
}

// legendRowsOf divides the entries among at most most rows, with the names that name returns.
func (p *painter) legendRowsOf(w, most int, name func(Entry) string) (rows [][]entry) {
	var row, rest []entry
	for _, e := range p.Entries() {
		t := p.text(name(e))
		if len(t) == 0 || e.Ends && p.tags != nil {
			continue
		}
		next := entry{sample: p.sample(e), sampleInk: e.Ink, name: t}
		rest = append(rest, next)
	}
	if p.outside != nil {
		rest = append(rest, *p.outside)
	}
	if key, ok := p.key(w, rowWidth(rest, entryGapLeast)+entryGapLeast); ok {
		rest = append([]entry{key}, rest...)
	}
	for _, next := range rest {
		if len(row) > 0 && len(rows)+1 < most && rowWidth(append(row, next), entryGapLeast) > w {
			rows, row = append(rows, row), nil
		}
		row = append(row, next)
	}
	if row != nil {
		rows = append(rows, row)
	}
	return rows
}

// The cells between two entries, normally and in a crowded legend.
const (
	entryGap      = 3
	entryGapLeast = 2
)

// rowWidth returns the width of entries side by side, in cells.
func rowWidth(es []entry, gap int) int {
	n := -gap
	for _, e := range es {
		n += gap + e.width()
	}
	return n
}

func (p *painter) markText(m Marker) text {
	if r := p.g.mark(m); r != 0 {
		return text{r}
	}
	return nil
}

// sample returns a piece of the line, bar or marker that an entry names.
func (p *painter) sample(e Entry) text {
	if e.Errors {
		return text{p.g.bar[barWhole]}
	}
	if e.Swarm != SwarmNone {
		return p.swarmSample(e.Swarm)
	}
	if e.Part > 0 && (p.Glyphs == Plain || !p.coloured()) {
		return text{p.g.stackRune(e.Part - 1)}
	}
	if e.Bars {
		return text{p.bar(1)}
	}
	if e.Marker == MarkPoint {
		return text(p.g.densities)
	}
	if e.Line <= LineNone || e.Line > LineDotted {
		return p.markText(e.Marker)
	}
	t := p.c.text(p.g.samples[e.Line])
	if r := p.g.mark(e.Marker); r != 0 {
		t[len(t)/2] = r
	}
	return t
}

// legend draws as many whole entries as fit, and the labels of the axes.
func (p *painter) legend() {
	if p.legendRow >= 0 {
		p.drawEntries()
	} else if p.Held && p.inTitle == nil {
		p.c.put(p.plot.Min.X+1, p.plot.Min.Y, p.text("held").cut(p.plot.Dx()-1, p.g.ellipsis), InkText)
	}
	p.heads()
}

// drawEntries draws the rows of entries.
func (p *painter) drawEntries() {
	start, gap := p.plot.Min.X, entryGap
	for _, es := range p.entries {
		n := rowWidth(es, entryGap)
		if start+n > p.c.w {
			start = 0
		}
		if n > p.c.w {
			gap = entryGapLeast
		}
	}
	for i, es := range p.entries {
		p.drawRow(es, p.legendRow+i, start, gap)
	}
}

// drawRow returns the column after the last entry of a row.
func (p *painter) drawRow(es []entry, row, x, gap int) int {
	for i, e := range es {
		if i > 0 {
			x += gap
		}
		if x+e.width() > p.c.w {
			if i > 0 {
				return x - gap
			}
			e.name = e.name.cut(p.c.w-x-e.width()+len(e.name), p.g.ellipsis)
		}
		if len(e.sample) > 0 {
			p.c.put(x, row, e.sample, e.sampleInk)
			for i, l := range e.looks {
				p.c.fill(x+i, row, e.sample[i], l)
			}
			x += len(e.sample) + 1
		}
		p.c.put(x, row, e.name, InkText)
		x += len(e.name)
	}
	return x
}

// heads writes the label of the left axis above the axis, in the head row if there is room.
func (p *painter) heads() {
	if p.headRow < 0 {
		p.heatHead()
		return
	}
	y := p.text(p.Y.Label).cut(p.c.w/2, p.g.ellipsis)
	p.c.put(max(0, min(p.gutter, p.plot.Min.X+1-len(y))), p.headRow, y, InkFaint)
}

// heatHead writes a short label of a heat map's y axis into the legend row, above the axis. The
// label is needed because the key names another quantity.
func (p *painter) heatHead() {
	if p.Heat == nil || p.legendRow < 0 || p.axisRow < 0 {
		return
	}
	const apart = 2 // otherwise label and key would read as one text
	y, row := p.text(p.Y.Label), p.legendRow+len(p.entries)-1
	if len(y) > p.gutter {
		return
	}
	for x := range max(len(y)+apart, p.gutter+1) {
		if r, _ := p.c.at(x, row); r != 0 {
			return
		}
	}
	p.c.put(0, row, y, InkFaint)
}

// Entry is a legend entry: a sample of a series, band, bars or note, and a name.
type Entry struct {
	Name   string
	Short  string // the name in a short legend
	Ink    Ink
	Line   Line   // of a series
	Marker Marker // of a series or note
	Errors bool
	Band   bool // drawn as an area in files, as Line in cells
	Bars   bool
	Part   int       // of a stack, counted from 1; 0 for other entries
	Swarm  SwarmPart // of a swarm
	// Ends reports that the line or part ends at the height End of the y axis. In a Named chart
	// the name stands there, beside the plot.
	Ends bool
	End  float64
}

// Entries lists the legend: a held scale, bars, the parts of a stack and of a swarm, the series,
// bands and intervals, and the notes. The pinned curves are last because users add and remove
// them and all other curves cover them.
func (s *Spec) Entries() []Entry {
	es := make([]Entry, 0, 1+len(s.Bars)+len(s.Series)+len(s.Bands)+len(s.Notes))
	if s.Held {
		es = append(es, Entry{Name: "scale held", Short: "held"})
	}
	add := func(e Entry) {
		if e.Name != "" {
			e.Short = cmp.Or(e.Short, e.Name)
			es = append(es, e)
		}
	}
	own := slices.IndexFunc(s.Series, func(q Series) bool { return q.Ink != InkPinned }) // the first unpinned series
	series := func(from, to int, pinned bool) {
		for i := from; i < to; i++ {
			if q := &s.Series[i]; (q.Ink == InkPinned) == pinned {
				e := Entry{Name: q.Name, Short: q.Short, Ink: q.Ink, Line: q.Line, Marker: q.Marker}
				e.End, e.Ends = q.end()
				add(e)
			}
		}
	}
	for _, b := range s.Bars {
		add(Entry{Name: b.Name, Ink: b.Ink, Bars: true})
	}
	if s.Stack != nil {
		for j, part := range s.Stack.Parts {
			e := Entry{Name: part.Name, Short: part.Short, Ink: part.Ink, Bars: true, Part: j + 1}
			e.End, e.Ends = s.Stack.end(j)
			add(e)
		}
	}
	if s.Swarm != nil {
		for _, e := range s.Swarm.swarmEntries() {
			add(e)
		}
	}
	series(max(0, own), own+1, false)
	series(own+1, len(s.Series), false)
	for _, b := range s.Bands {
		add(Entry{Name: b.Name, Short: b.Short, Ink: b.Ink, Line: LineDotted, Band: true})
	}
	for _, b := range s.Errors {
		add(Entry{Name: b.Name, Short: b.Short, Ink: b.Ink, Errors: true})
	}
	for _, n := range s.Notes {
		add(Entry{Name: n.Text, Short: n.Short, Ink: n.Ink, Marker: n.Marker})
	}
	series(0, len(s.Series), true)
	return es
}
