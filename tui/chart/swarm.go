package chart

import (
	"slices"
)

// Swarm is a set of groups of numbers with their means and true values. In cells the dots of a
// row stand side by side, so that readers can count the dots. The groups stand at x = 0, 1, 2 …,
// and the x axis needs names for the groups.
type Swarm struct {
	Name   string      // of a number, in the legend
	Groups [][]float64 // the numbers of each group; an empty group keeps its place
	True   [][]float64 // the true values of each group, one or more; nil for unknown ones
	Lines  bool        // a line in place of dots in cells, thick for the middle half of the numbers
}

// Mean returns the mean of a group.
func (s *Swarm) Mean(group int) float64 {
	mean := 0.
	for _, y := range s.Groups[group] {
		mean += y / float64(len(s.Groups[group]))
	}
	return mean
}

// TrueOf returns the true values of a group.
func (s *Swarm) TrueOf(group int) []float64 {
	if group < len(s.True) {
		return s.True[group]
	}
	return nil
}

// entries are the legend of a swarm.
func (s *Swarm) entries() []Entry {
	all := []Entry{
		{Name: s.Name, Short: s.Name, Ink: InkEstimateDim, Marker: MarkBullet},
		{Name: "their mean", Short: "mean", Ink: InkEstimate, Marker: MarkLevel},
		{Name: "truth", Ink: InkTruth, Marker: MarkDiamond},
	}
	if s.Lines {
		all[0].Sample = SampleBar
		all[0].Short = "data"
		all[1].Marker = MarkDot
	}
	if s.True == nil {
		all = all[:2]
	}
	return all
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
		switch {
		case len(ys) == 0:
		case p.Swarm.Lines:
			p.swarmLine(i, ys, from+(width-1)/2, from+min(width-1, (width-1)/2+2))
		default:
			p.swarmLevels(i, from, from+width-1)
			p.swarmDots(ys, from, max(1, width-1)) // the last cell is for the truth
		}
	}
}

// swarmLevels draws the mean and the true values of a group as lines, joined in the last column.
func (p *painter) swarmLevels(group, from, to int) {
	level := func(y float64, r rune, ink Ink) (row int, ok bool) {
		if row, ok = p.plot.row(y); ok {
			for x := from; x <= to; x++ {
				p.c.set(x, row, r, ink)
			}
		}
		return row, ok
	}
	truths := p.Swarm.TrueOf(group)
	for _, y := range truths {
		level(y, '╌', InkTruth)
	}
	mean, ok := level(p.Swarm.Mean(group), '━', InkEstimate)
	for _, y := range truths {
		row, inside := p.plot.row(y)
		if !ok || !inside {
			continue
		}
		for between := min(row, mean) + 1; between < max(row, mean); between++ {
			p.c.set(to, between, '│', InkTruth)
		}
		switch {
		case len(truths) > 1:
			p.c.set(to, mean, '│', InkTruth)
		case row < mean:
			p.c.set(to, mean, '┘', InkTruth)
		case row > mean:
			p.c.set(to, mean, '┐', InkTruth)
		}
		p.c.set(to, row, MarkDiamond.rune(), InkTruth)
	}
}

// swarmDots draws the numbers of a group as dots about the middle of their rows.
func (p *painter) swarmDots(ys []float64, from, wide int) {
	counts := make(map[int]int) // by row
	for _, y := range ys {
		if row, ok := p.plot.row(y); ok {
			counts[row]++
		}
	}
	for row, n := range counts {
		p.swarmRow(from, row, wide, n)
	}
}

// swarmRow draws the n dots of a row about its middle: one, two or three dots a cell, as few as
// the width allows. Dots on the mean have its ink, so that the line stays visible.
func (p *painter) swarmRow(from, row, wide, n int) {
	signs := []rune("•:⠇")
	each := min(len(signs), (n+wide-1)/wide)
	cells := min(wide, (n+each-1)/each)
	for i := range cells {
		x, ink := from+(wide-cells)/2+i, InkEstimateDim
		if _, on := p.c.at(x, row); on.fg == InkEstimate {
			ink = InkEstimate
		}
		p.c.set(x, row, signs[max(1, min(each, n-i*each))-1], ink)
	}
}

// swarmLine draws the numbers of a group as a line, with the mean on it and the true values beside.
func (p *painter) swarmLine(group int, ys []float64, x, beside int) {
	sorted := slices.Sorted(slices.Values(ys))
	n := len(sorted)
	line := func(lo, hi float64, r rune, ink Ink) {
		top := max(p.plot.Min.Y, p.rowBeyond(hi))
		for row := top; row <= min(p.plot.Max.Y-1, p.rowBeyond(lo)); row++ {
			p.c.set(x, row, r, ink)
		}
	}
	line(sorted[0], sorted[n-1], '│', InkEstimateDim)
	line(sorted[n/4], sorted[n-1-n/4], '┃', InkEstimate)
	if row, ok := p.plot.row(p.Swarm.Mean(group)); ok {
		p.c.set(x, row, MarkDot.rune(), InkEstimate)
	}
	for _, y := range p.Swarm.TrueOf(group) {
		if row, ok := p.plot.row(y); ok {
			p.c.set(beside, row, MarkDiamond.rune(), InkTruth)
		}
	}
}

// rowBeyond returns the row of a value, which may lie outside of the plot.
func (p *painter) rowBeyond(y float64) int {
	_, row, _ := p.plot.place(p.plot.x.At(0), y)
	return p.plot.Min.Y + int(max(-1e6, min(1e6, row+.5)))
}
