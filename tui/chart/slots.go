package chart

// slots returns the number of places at x = 0, 1, 2 … for the groups of a swarm or the columns of
// a stack; 0 for a numeric x axis.
func (s *Spec) slots() (n int) {
	if s.Swarm != nil {
		n = len(s.Swarm.Groups)
	}
	if s.Stack != nil {
		n = max(n, s.Stack.Len())
	}
	return n
}

// laySlots gives all slots the same number of cells and leaves the rest blank.
func (p *painter) laySlots() {
	n := p.slots()
	if p.plot.slots = n; n == 0 {
		return
	}
	if each := p.plot.Dx() / n; each > 0 {
		p.plot.Max.X = p.plot.Min.X + each*n
	}
	p.plot.x = p.xRange.inset(p.plot.Dx())
}

// slot returns the first cell and the width of a slot. A blank cell separates neighbours if there
// is room.
func (p plot) slot(i int) (from, width int) {
	from = p.Min.X + i*p.Dx()/p.slots
	width = max(1, p.Dx()/p.slots)
	if width > 1 {
		width--
	}
	return from, width
}

// slotColumn returns the middle cell of the slot at x.
func (p plot) slotColumn(x float64) (int, bool) {
	i := int(x)
	if float64(i) != x || i < 0 || i >= p.slots {
		return 0, false
	}
	from, width := p.slot(i)
	return from + (width-1)/2, true
}

// slotLabels returns the labels of the slots, as many as fit. The bright column of a stack always
// has a label, because the reader needs its name.
func (p *painter) slotLabels() []label {
	ls := p.labels(p.XTicks(p.xRange, 0), p.plot.slotColumn)
	p.centre(ls)
	for i, l := range ls { // the middle cell of an even slot is left of the centre
		if n := len(l.text); n > 0 && n < p.plot.Dx()/p.plot.slots {
			ls[i].start = l.at - (n-1)/2
		}
	}
	fit := apart(1)
	bright, ok := p.brightColumn()
	texts := make([]text, len(ls))
	for i, l := range ls {
		texts[i] = l.text
	}
	ls = Thin(ls, untold, fit)
	for i := range ls {
		if !ok || ls[i].at != bright || ls[i].text != nil {
			continue
		}
		ls[i].text = texts[i]
		for j := range ls {
			before, after := ls[min(i, j)], ls[max(i, j)]
			if j != i && ls[j].text != nil && !fit(before, after) {
				ls[j].text = nil
			}
		}
	}
	return ls
}

// brightColumn returns the middle cell of the bright column of a stack.
func (p *painter) brightColumn() (int, bool) {
	if p.Stack == nil {
		return 0, false
	}
	return p.plot.slotColumn(float64(p.Stack.Bright))
}
