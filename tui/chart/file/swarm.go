package file

import (
	"math"

	"lambdascope/tui/chart"
)

// The sizes of a swarm, in points.
const (
	dotRadius = 1.7
	meanWidth = 2
	barWidth  = 2.5
)

// swarm draws groups of dots with their means and truths. A bar leads from mean to truth.
func (p *page) swarm() {
	if p.Swarm == nil {
		return
	}
	w := p.slotWidth()
	for i, g := range p.Swarm.Groups {
		x := p.atX(float64(i))
		left, right := x-float64(.42*w), x+float64(.42*w)
		mean, truth := p.atY(g.Mean), p.atY(g.Truth)
		hasMean, hasTruth := p.inside(x, mean), p.inside(x, truth)
		if hasTruth {
			p.stroke(colour(chart.InkTruth), lineWidth, dashes(chart.LineDashed), point(left, truth), point(right, truth))
		}
		p.swarmDots(g.Y, x, .7*w)
		if hasMean {
			p.segment(colour(chart.InkText), meanWidth, left, mean, right, mean)
		}
		if hasMean && hasTruth {
			p.segment(colour(chart.InkTruth), barWidth, right, mean, right, truth)
		}
		if hasTruth {
			p.marker(chart.MarkDiamond, chart.InkTruth, right, truth)
		}
	}
}

// swarmDots draws the dots of a group. Dots that would cover each other stand side by side about
// x, within a width.
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
		p.disc(colour(chart.InkEstimate), x+float64(apart*(float64(met[at])-float64(total[at]-1)/2)), p.atY(y), dotRadius)
		met[at]++
	}
}
