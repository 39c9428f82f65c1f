package chart

import "gonum.org/v1/gonum/stat"

// Swarm is a set of groups of numbers with their means and true values. In cells the dots of a
// row stand side by side, so that readers can count the dots. The groups stand at x = 0, 1, 2 …,
// and the x axis needs names for the groups.
type Swarm struct {
	Groups [][]float64 // the numbers of each group; an empty group keeps its place
	True   [][]float64 // the true values of each group, one or more; nil for unknown ones
}

// TrueOf returns the true values of a group.
func (s *Swarm) TrueOf(group int) []float64 { return elem(s.True, group) }

// Dot is a number of a group. The numbers of a row stand side by side, this one at Index of Of.
type Dot struct {
	Y              float64
	Row, Index, Of int
}

// Dots returns the numbers of a group that have a row.
func (s *Swarm) Dots(group int, row func(y float64) (int, bool)) (dots []Dot) {
	of := make(map[int]int) // by row
	for _, y := range s.Groups[group] {
		if r, ok := row(y); ok {
			dots = append(dots, Dot{Y: y, Row: r, Index: of[r]})
			of[r]++
		}
	}
	for i := range dots {
		dots[i].Of = of[dots[i].Row]
	}
	return dots
}

// widestGroup is the largest number of cells of a group, so that its dots stay together.
const widestGroup = 9

// swarm draws the groups.
func (p *painter) swarm() {
	if p.Swarm == nil || len(p.Swarm.Groups) > p.plot.Dx() {
		return
	}
	for i, ys := range p.Swarm.Groups {
		from, room := p.plot.slot(i)
		width := min(room, widestGroup)
		from += (room - width) / 2
		if len(ys) > 0 {
			p.swarmLevels(i, from, from+width-1)
			p.swarmDots(i, from, max(1, width-1)) // the last cell is for the truth
		}
	}
}

// swarmLevels draws the mean and the true values of a group as lines, joined in the last column.
func (p *painter) swarmLevels(group, from, to int) {
	level := func(y float64, r rune, ink Ink) (row int, ok bool) {
		if row, ok = p.plot.row(y); ok {
			p.Row(from, to+1, row, r, ink)
		}
		return row, ok
	}
	truths := p.Swarm.TrueOf(group)
	for _, y := range truths {
		level(y, '╌', InkTruth)
	}
	mean, ok := level(stat.Mean(p.Swarm.Groups[group], nil), '━', InkEstimate)
	for _, y := range truths {
		row, inside := p.plot.row(y)
		if !ok || !inside {
			continue
		}
		for between := min(row, mean) + 1; between < max(row, mean); between++ {
			p.Set(to, between, '│', InkTruth)
		}
		switch {
		case len(truths) > 1:
			p.Set(to, mean, '│', InkTruth)
		case row < mean:
			p.Set(to, mean, '┘', InkTruth)
		case row > mean:
			p.Set(to, mean, '┐', InkTruth)
		}
		p.Set(to, row, MarkDiamond.rune(), InkTruth)
	}
}

// swarmDots draws the numbers of a group as dots about the middle of their rows: one, two or three
// dots a cell, as few as the width allows. Dots on the mean have its ink, so that the line stays
// visible.
func (p *painter) swarmDots(group, from, wide int) {
	signs := []rune("•:⠇")
	for _, d := range p.Swarm.Dots(group, p.plot.row) {
		each := min(len(signs), (d.Of+wide-1)/wide)
		cells := min(wide, (d.Of+each-1)/each)
		if d.Index%each != 0 || d.Index/each >= cells {
			continue
		}
		x := from + (wide-cells)/2 + d.Index/each
		ink := InkEstimateDim
		if _, on := p.at(x, d.Row); on.fg == InkEstimate {
			ink = InkEstimate
		}
		p.Set(x, d.Row, signs[min(each, d.Of-d.Index)-1], ink)
	}
}
