package file

import "math"

const dotRadius = 1.7 // of a swarm, in points

// swarm draws groups of dots. Dots that would cover each other stand side by side.
func (p *page) swarm() {
	if p.Swarm == nil {
		return
	}
	for i, ys := range p.Swarm.Groups {
		p.swarmDots(ys, p.atX(float64(i)), .7*p.slotWidth())
	}
}

// swarmDots draws the dots of a group about x, within a width.
func (p *page) swarmDots(ys []float64, x, width float64) {
	row := func(y float64) int { return int(math.Floor(p.atY(y) / (2 * dotRadius))) }
	var inside []float64
	total, met := make(map[int]int), make(map[int]int)
	for _, y := range ys {
		if p.inside(x, p.atY(y)) {
			inside = append(inside, y)
			total[row(y)]++
		}
	}
	for _, y := range inside {
		at := row(y)
		apart := min(2.2*dotRadius, width/float64(total[at]))
		p.disc(colour(p.Swarm.Ink), x+float64(apart*(float64(met[at])-float64(total[at]-1)/2)), p.atY(y), dotRadius)
		met[at]++
	}
}
