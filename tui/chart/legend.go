package chart

// entry is what the legend says of one series, band or note.
type entry struct {
	sample    text
	sampleInk Ink
	name      text
}

// width in cells.
func (e entry) width() int {
	if len(e.sample) == 0 {
		return len(e.name)
	}
	return len(e.sample) + 1 + len(e.name)
}

// legendEntries lists what has a name: the first series, the bands, which are
// mostly its, the other series, the notes.
func (p *painter) legendEntries() []entry {
	var es []entry
	add := func(sample text, ink Ink, name string) {
		if t := p.text(name); len(t) > 0 {
			es = append(es, entry{sample: sample, sampleInk: ink, name: t})
		}
	}
	series := func(ss []Series) {
		for i := range ss {
			add(p.sample(&ss[i]), ss[i].Ink, ss[i].Name)
		}
	}
	series(p.Series[:min(1, len(p.Series))])
	for _, b := range p.Bands {
		add(text{{r: p.g.band}}, b.Ink, b.Name)
	}
	series(p.Series[min(1, len(p.Series)):])
	for _, n := range p.Notes {
		add(p.markText(n.Marker), n.Ink, n.Text)
	}
	return es
}

func (p *painter) markText(m Marker) text {
	if r := p.g.mark(m); r != 0 {
		return text{{r: r}}
	}
	return nil
}

// sample returns a piece of a series: its line, and its marker if all points
// have the same.
func (p *painter) sample(s *Series) text {
	m := s.Marker
	if s.Marks != nil {
		m = MarkNone
	}
	if s.Line <= LineNone || s.Line > LineDotted {
		return p.markText(m)
	}
	t := newText(p.g.samples[s.Line])
	if r := p.g.mark(m); r != 0 {
		t[len(t)/2].r = r
	}
	return t
}

// legend draws the line of entries, as many whole ones as fit, and the labels of
// the axes.
func (p *painter) legend() {
	used := 0
	if p.legendRow >= 0 {
		used = p.drawEntries()
	}
	p.heads(used)
}

// drawEntries returns the column after the last entry.
func (p *painter) drawEntries() int {
	gap := 3
	total := func() int {
		n := -gap
		for _, e := range p.entries {
			n += gap + e.width()
		}
		return n
	}
	start := p.plot.Min.X
	if start+total() > p.c.w {
		start = 0
	}
	if total() > p.c.w {
		gap = 2
	}
	x := start
	for i, e := range p.entries {
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
			p.c.put(x, p.legendRow, e.sample, e.sampleInk)
			x += len(e.sample) + 1
		}
		p.c.put(x, p.legendRow, e.name, InkText)
		x += len(e.name)
	}
	return x
}

// heads writes the labels of the axes above them: in their own row where there is
// one, or else that of the right axis behind the legend, if it fits.
func (p *painter) heads(used int) {
	var right text
	if p.rightAxis {
		right = p.text(p.Right.Label)
	}
	row := p.headRow
	if row >= 0 {
		y := p.text(p.Y.Label).cut(p.c.w/2, p.g.ellipsis)
		p.c.put(max(0, min(p.gutter, p.plot.Min.X+1-len(y))), row, y, InkFaint)
		right = right.cut(p.c.w/2-1, p.g.ellipsis)
	} else if row = p.legendRow; row < 0 || used+3+len(right) > p.c.w {
		return
	}
	p.c.put(p.c.w-len(right), row, right, InkFaint)
}
