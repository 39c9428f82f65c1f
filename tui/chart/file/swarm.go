package file

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"lambdascope/tui/chart"
)

const dotRadius = 1.7 // of a swarm, in points

// swarm draws groups of dots, with their means and true values. Dots that would cover each other
// stand side by side.
func (p *page) swarm() {
	if p.Swarm == nil {
		return
	}
	for i, ys := range p.Swarm.Groups {
		if len(ys) == 0 {
			continue
		}
		p.swarmDots(i, p.atX(float64(i)), .7*p.slotWidth())
		const half = .35 // of the distance between groups
		across := func(y float64, ink chart.Ink, line chart.Line) {
			p.line(&chart.Series{X: []float64{float64(i) - half, float64(i) + half}, Y: []float64{y, y}, Ink: ink, Line: line})
		}
		mean := stat.Mean(ys, nil)
		across(mean, chart.InkEstimate, chart.LineSolid)
		for _, y := range p.Swarm.TrueOf(i) {
			x := float64(i) + half
			across(y, chart.InkTruth, chart.LineDashed)
			p.line(&chart.Series{X: []float64{x, x}, Y: []float64{mean, y}, Ink: chart.InkTruth, Line: chart.LineSolid})
			if at := p.atX(x); p.inside(at, p.atY(y)) {
				p.marker(chart.MarkDiamond, chart.InkTruth, at, p.atY(y))
			}
		}
	}
}

// swarmDots draws the dots of a group about x, within a width.
func (p *page) swarmDots(group int, x, width float64) {
	row := func(y float64) (int, bool) {
		return int(math.Floor(p.atY(y) / (2 * dotRadius))), p.inside(x, p.atY(y))
	}
	for _, d := range p.Swarm.Dots(group, row) {
		apart := min(2.2*dotRadius, width/float64(d.Of))
		p.disc(colour(chart.InkEstimateDim), x+float64(apart*(float64(d.Index)-float64(d.Of-1)/2)), p.atY(d.Y), dotRadius)
	}
}
