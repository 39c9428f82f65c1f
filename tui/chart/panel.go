package chart

// titleGap is the least length of the rule between the title and the legend of a panel line.
const titleGap = 2

// layTitle puts the title and the whole legend into the panel line. It takes the longest title
// that leaves room for the legend, with full or short names, and reports whether the legend fits.
func (p *painter) layTitle(w int) bool {
	if len(p.Titles) == 0 {
		return false
	}
	for _, title := range p.Titles {
		p.title = p.text(title)
		for _, name := range []func(Entry) string{func(e Entry) string { return e.Name }, func(e Entry) string { return e.Short }} {
			rows := p.legendRowsOf(w, 1, name)
			if len(rows) == 0 && len(p.title) <= w-4 {
				return true
			}
			if len(rows) == 0 {
				break
			}
			if len(p.title)+rowWidth(rows[0], entryGap)+titleGap+6 <= w {
				p.inTitle = rows[0]
				return true
			}
		}
	}
	for _, title := range p.Titles {
		if p.title = p.text(title); len(p.title) <= w-4 {
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
		p.c.set(x, 0, p.g.horizontal, InkRule)
	}
	title := p.title.cut(w-4, p.g.ellipsis)
	p.c.put(1, 0, text{' '}, InkRule)
	p.c.put(2, 0, title, InkSelected)
	p.c.put(2+len(title), 0, text{' '}, InkRule)
	if len(p.inTitle) == 0 {
		return
	}
	n := rowWidth(p.inTitle, entryGap)
	from := w - n - 2
	for x := from - 1; x <= from+n; x++ {
		p.c.set(x, 0, ' ', InkRule)
	}
	p.drawRow(p.inTitle, 0, from, entryGap)
}
