package truth

import (
	"math"

	"lambdascope/sim"
)

// Map is the true values of a domain whose states are points of a plane, as means
// over the states that lie in each cell of a grid. The states are those that
// estimates are scored on, a sample from μ; a cell without any is a gap. Of the
// error that single values have, means of cells have little. A Map is immutable.
type Map struct {
	plane *plane
	nu    []float64 // per cell that has states
}

// Map returns the map of the values; nil where states are no points of a plane or
// no sample of them is known. O(M) for M states.
func (v *Values) Map() *Map {
	if v.sample == nil || v.sample.plane == nil {
		return nil
	}
	p := v.sample.plane
	m := &Map{plane: p, nu: make([]float64, len(p.cells))}
	for s, c := range p.of {
		m.nu[c] += v.sample.nu[s] / float64(p.count[c])
	}
	return m
}

// Axes returns the coordinates and the cells of each.
func (m *Map) Axes() (x, y sim.PlaneAxis) { return m.plane.x, m.plane.y }

// True returns the mean true value of each cell, row by row from the least y, each
// from the least x: y.Cells × x.Cells numbers, NaN for gaps.
func (m *Map) True() []float64 {
	return m.plane.grid(func(c int) float64 { return m.nu[c] })
}

// Estimated returns the mean value xᵀθ that is estimated for the states of each
// cell, as True does for the true ones. theta has d numbers; with another number
// all are NaN. O(d) per cell that has states.
func (m *Map) Estimated(theta []float64) []float64 {
	p := m.plane
	return p.grid(func(c int) float64 {
		if len(theta) != p.dim {
			return math.NaN()
		}
		sum := 0.0
		for j, x := range p.features[c*p.dim : (c+1)*p.dim] {
			sum += float64(x * theta[j])
		}
		return sum
	})
}

// plane is where the states of profiles lie. It is the same at every γ.
type plane struct {
	x, y  sim.PlaneAxis
	of    []int // per state, the number of its cell among those that have states
	cells []int // of these, the place in the grid, row by row
	count []int // of these, the states

	dim      int
	features []float64 // of these, the mean features, d each
}

// newPlane returns where the states lie; nil where they are no points of a plane.
func newPlane(p *Profiles, d sim.Roller) *plane {
	domain, ok := d.(sim.Plane)
	if !ok {
		return nil
	}
	out := &plane{of: make([]int, p.States), dim: d.Dim()}
	out.x, out.y = domain.PlaneAxes()
	number := make(map[int]int) // of a cell, by its place in the grid
	features := make([]float64, out.dim)
	for s := range p.States {
		x, y := domain.StatePoint(p.state(s))
		place := part(out.y, y)*out.x.Cells + part(out.x, x)
		c, known := number[place]
		if !known {
			c = len(out.cells)
			number[place] = c
			out.cells, out.count = append(out.cells, place), append(out.count, 0)
			out.features = append(out.features, make([]float64, out.dim)...)
		}
		out.of[s] = c
		out.count[c]++
		domain.StateFeatures(p.state(s), features)
		for j, v := range features {
			out.features[c*out.dim+j] += v
		}
	}
	for c, n := range out.count {
		for j := range out.dim {
			out.features[c*out.dim+j] /= float64(n)
		}
	}
	return out
}

// part returns which of the axis's parts v lies in, the first or last if beyond.
func part(a sim.PlaneAxis, v float64) int {
	return max(0, min(a.Cells-1, int(math.Floor((v-a.Min)/(a.Max-a.Min)*float64(a.Cells)))))
}

// grid spreads numbers of cells over the grid.
func (p *plane) grid(of func(cell int) float64) []float64 {
	out := make([]float64, p.x.Cells*p.y.Cells)
	for i := range out {
		out[i] = math.NaN()
	}
	for c, place := range p.cells {
		out[place] = of(c)
	}
	return out
}

// bytes returns roughly how much memory the plane holds.
func (p *plane) bytes() int {
	if p == nil {
		return 0
	}
	return 8 * (len(p.of) + len(p.cells) + len(p.count) + len(p.features))
}
