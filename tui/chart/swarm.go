package chart

import (
	"math"
)

// Swarm is a set of groups of dots, a dot for each number. In cells the dots of a row stand side
// by side, so that readers can count the dots. The groups stand at x = 0, 1, 2 …, and the x axis
// needs names for the groups.
type Swarm struct {
	Dot, Mean, Truth string // names in the legend; empty for no entry
	Groups           []SwarmGroup
}

// SwarmGroup is a group of dots about one place. A bar leads from their mean to the truth.
type SwarmGroup struct {
	Y     []float64
	Mean  float64 // NaN for none
	Truth float64 // NaN for none
}

// The inks of a swarm.
const (
	inkDot   = InkEstimateDim
	inkMean  = InkText
	inkTruth = InkTruth
)

// swarm draws the groups.
func (p *painter) swarm() {
	if p.Swarm == nil || len(p.Swarm.Groups) > p.plot.Dx() {
		return
	}
	for i := range p.Swarm.Groups {
		p.swarmGroup(&p.Swarm.Groups[i], i)
	}
}

// swarmGroup draws a group. The dots and the lines of mean and truth take all cells but the last;
// the last has the bar.
func (p *painter) swarmGroup(g *SwarmGroup, slot int) {
	from, width := p.plot.slot(slot)
	end := from + width - 1
	wide := max(1, width-1)
	across := func(row int, r rune, ink Ink) {
		for x := range wide {
			p.c.set(from+x, row, r, ink)
		}
	}
	truthAt, truth := p.plot.row(g.Truth)
	meanAt, mean := p.plot.row(g.Mean)
	if truth {
		across(truthAt, '╌', inkTruth)
	}
	if mean {
		across(meanAt, '━', inkMean)
	}
	counts := make(map[int]int) // by row
	for _, y := range g.Y {
		if row, ok := p.plot.row(y); ok {
			counts[row]++
		}
	}
	for row, n := range counts {
		ink := inkDot
		if mean && row == meanAt {
			ink = inkMean
		}
		p.swarmRow(from, row, wide, n, ink)
	}
	if !truth {
		return
	}
	if mean {
		for row := min(meanAt, truthAt); row <= max(meanAt, truthAt); row++ {
			p.c.set(end, row, '┃', inkTruth)
		}
	}
	p.c.set(end, truthAt, MarkDiamond.rune(), inkTruth)
}

// swarmRow draws the n dots of a row about its middle: one, two or three dots a cell, as few as
// the width allows.
func (p *painter) swarmRow(from, row, wide, n int, ink Ink) {
	signs := []rune("•:⠇")
	each := min(len(signs), (n+wide-1)/wide)
	cells := min(wide, (n+each-1)/each)
	for i := range cells {
		r := signs[max(1, min(each, n-i*each))-1]
		p.c.set(from+(wide-cells)/2+i, row, r, ink)
	}
}

// swarmEntries returns the legend entries of a swarm.
func (s *Swarm) swarmEntries() []Entry {
	out := []Entry{{Name: s.Dot, Ink: inkDot, Sample: SampleDot}, {Name: s.Mean, Ink: inkMean, Sample: SampleMean}}
	for _, g := range s.Groups {
		if !math.IsNaN(g.Truth) {
			return append(out, Entry{Name: s.Truth, Ink: inkTruth, Sample: SampleTruth})
		}
	}
	return out
}
