package file

import "math"

// stack draws columns of parts on top of each other.
func (p *page) stack() {
	k := p.Stack
	if k == nil {
		return
	}
	half := .4 * p.slotWidth()
	for i := range k.Len() {
		x, foot := p.atX(float64(i)), p.bottom
		for j, top := range k.Tops(i) {
			y := min(p.top, p.atY(top))
			if !math.IsNaN(y) && y > foot {
				p.fill(colour(p.StackInk(j, i)), x-half, foot, x+half, y)
				foot = y
			}
		}
	}
}

// slotWidth returns the distance between the groups of a swarm or the columns of a stack, in
// points.
func (p *page) slotWidth() float64 { return p.atX(1) - p.atX(0) }
