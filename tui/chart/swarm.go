package chart

import (
	"math"
	"strconv"
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
		across(truthAt, p.g.truth, inkTruth)
	}
	if mean {
		across(meanAt, p.g.mean, inkMean)
	}
	counts := make([]int, p.plot.Dy()) // by row of the plot
	for _, y := range g.Y {
		if row, ok := p.plot.row(y); ok {
			counts[row-p.plot.Min.Y]++
		}
	}
	for i, n := range counts {
		row, ink := p.plot.Min.Y+i, inkDot
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
			p.c.set(end, row, p.g.apart, inkTruth)
		}
	}
	p.c.set(end, truthAt, p.g.mark(MarkDiamond), inkTruth)
}

// swarmRow draws the n dots of a row about its middle: one dot a cell if at most wide cells
// suffice, otherwise two, otherwise the number n.
func (p *painter) swarmRow(from, row, wide, n int, ink Ink) {
	cells := n
	if n > wide {
		cells = (n + 1) / 2
	}
	if cells > wide {
		number := p.text(strconv.Itoa(n))
		if len(number) > wide {
			number = text{p.g.dots}
		}
		p.c.put(from+(wide-len(number))/2, row, number, ink)
		return
	}
	start := from + (wide-cells)/2
	for i := range cells {
		r := p.g.one
		if n > wide && 2*i+1 < n {
			r = p.g.dots
		}
		p.c.set(start+i, row, r, ink)
	}
}

// addSwarm extends e by the dots, means and truths of a swarm.
func (e *extent) addSwarm(s *Swarm) {
	for _, g := range s.Groups {
		for _, y := range g.Y {
			e.add(y)
		}
		e.add(g.Mean)
		e.add(g.Truth)
	}
}

// hasTruth reports whether any group has a truth.
func (s *Swarm) hasTruth() bool {
	for _, g := range s.Groups {
		if !math.IsNaN(g.Truth) {
			return true
		}
	}
	return false
}

// SwarmPart is a part of a swarm with a legend entry.
type SwarmPart int8

// The parts.
const (
	SwarmNone SwarmPart = iota
	SwarmDot
	SwarmMean
	SwarmTruth
)

// swarmEntries returns the legend entries of a swarm.
func (s *Swarm) swarmEntries() []Entry {
	out := []Entry{{Name: s.Dot, Ink: inkDot, Swarm: SwarmDot}, {Name: s.Mean, Ink: inkMean, Swarm: SwarmMean}}
	if s.hasTruth() {
		out = append(out, Entry{Name: s.Truth, Ink: inkTruth, Swarm: SwarmTruth})
	}
	return out
}

// swarmSample returns the legend sample of a part.
func (p *painter) swarmSample(part SwarmPart) text {
	switch part {
	case SwarmMean:
		return text{p.g.mean, p.g.mean}
	case SwarmTruth:
		return text{p.g.truth, p.g.mark(MarkDiamond)}
	}
	return text{p.g.one}
}
