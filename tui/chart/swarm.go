package chart

// Swarm is a set of groups of dots, a dot for each number. In cells the dots of a row stand side
// by side, so that readers can count the dots. The groups stand at x = 0, 1, 2 …, and the x axis
// needs names for the groups.
type Swarm struct {
	Name   string      // in the legend
	Groups [][]float64 // the numbers of each group
	Ink    Ink
}

// swarm draws the groups. A dot on a line has the ink of the line, so that the line stays visible.
func (p *painter) swarm() {
	if p.Swarm == nil || len(p.Swarm.Groups) > p.plot.Dx() {
		return
	}
	for i, ys := range p.Swarm.Groups {
		from, width := p.plot.slot(i)
		counts := make(map[int]int) // by row
		for _, y := range ys {
			if row, ok := p.plot.row(y); ok {
				counts[row]++
			}
		}
		for row, n := range counts {
			p.swarmRow(from, row, max(1, width-1), n) // the last cell is for a bar
		}
	}
}

// swarmRow draws the n dots of a row about its middle: one, two or three dots a cell, as few as
// the width allows.
func (p *painter) swarmRow(from, row, wide, n int) {
	signs := []rune("•:⠇")
	each := min(len(signs), (n+wide-1)/wide)
	cells := min(wide, (n+each-1)/each)
	for i := range cells {
		x, ink := from+(wide-cells)/2+i, p.Swarm.Ink
		if r, on := p.c.at(x, row); r != 0 {
			ink = on.fg
		}
		p.c.set(x, row, signs[max(1, min(each, n-i*each))-1], ink)
	}
}
