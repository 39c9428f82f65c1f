package truth

import (
	"math"

	"lambdascope/sim"
)

// Map is the true value function of a domain whose states are points of a plane: means over the
// visits of each cell of a grid. A cell with a share of visits below rare is a gap. A Map is
// immutable.
type Map struct {
	x, y     sim.PlaneAxis
	cells    *cells
	nu       []float64 // by cell, without gaps
	features *cellFeatures
	bias     bool
}

// rare is the share of visits below which a cell is a gap.
const rare = 1e-5

// cells are the moments with cells, except gaps, as features.
type cells struct {
	At   []int          // places in the grid, row by row
	Nu   []float32      // mean values, a series each
	Maps []cellFeatures // by map of the moments
}

// cellFeatures are the nonzero mean features in cells.
type cellFeatures struct {
	Dim   int
	At    []int // cell·d + feature, ascending
	Means []float32
}

// newMap returns the map of the values; nil if states are not points of a plane.
func newMap(m *Moments, features int, bias bool, d sim.Roller, gamma float64) *Map {
	domain, ok := d.(sim.Plane)
	if !ok || m.Cells == nil {
		return nil
	}
	out := &Map{cells: m.Cells, nu: make([]float64, len(m.Cells.At)), features: &m.Cells.Maps[features], bias: bias}
	out.x, out.y = domain.PlaneAxes()
	weights := interpolation(gamma, 1)
	for c := range out.nu {
		out.nu[c] = weights.dot32(m.Cells.Nu[c*nodes : (c+1)*nodes])
	}
	return out
}

// Axes returns the coordinates with their cells.
func (m *Map) Axes() (x, y sim.PlaneAxis) { return m.x, m.y }

// True returns the mean true value of each cell, y.Cells × x.Cells numbers, row by row from the
// lowest y, each row from the lowest x; NaN for gaps.
func (m *Map) True() []float64 { return m.grid(m.nu) }

// Estimated returns the mean estimated value xᵀθ over the visits of each cell, in the shape of
// True. theta has d numbers; otherwise all results are NaN.
func (m *Map) Estimated(theta []float64) []float64 {
	means := make([]float64, len(m.cells.At))
	dim := m.features.Dim
	if m.bias && len(theta) == dim+1 {
		for c := range means {
			means[c] = theta[dim]
		}
	} else if m.bias || len(theta) != dim {
		for c := range means {
			means[c] = math.NaN()
		}
		return m.grid(means)
	}
	for i, at := range m.features.At {
		means[at/dim] += float64(float64(m.features.Means[i]) * theta[at%dim])
	}
	return m.grid(means)
}

// grid spreads the numbers of cells over the grid.
func (m *Map) grid(of []float64) []float64 {
	out := make([]float64, m.x.Cells*m.y.Cells)
	for i := range out {
		out[i] = math.NaN()
	}
	for c, at := range m.cells.At {
		out[at] = of[c]
	}
	return out
}

// part returns the cell of v on an axis; the first or the last beyond its ends.
func part(a sim.PlaneAxis, v float64) int {
	return max(0, min(a.Cells-1, int(math.Floor((v-a.Min)/(a.Max-a.Min)*float64(a.Cells)))))
}

// cellSums sums returns and features over the states in each cell.
type cellSums struct {
	dim   int
	count []float64 // by cell
	nu    []series
	x     []float64 // cells × d
}

func newCellSums(cells, dim int) *cellSums {
	return &cellSums{dim: dim, count: make([]float64, cells), nu: make([]series, cells), x: make([]float64, cells*dim)}
}

// add adds a state in a cell.
func (s *cellSums) add(cell int, f *features, nu *series) {
	s.count[cell]++
	s.nu[cell].addScaled(1, nu)
	x := s.x[cell*s.dim : (cell+1)*s.dim]
	for a, j := range f.at {
		x[j] += f.x[a]
	}
}

// merge moves other sums into s.
func (s *cellSums) merge(other *cellSums) {
	for c, n := range other.count {
		if n == 0 {
			continue
		}
		s.count[c] += n
		s.nu[c].addScaled(1, &other.nu[c])
		x := s.x[c*s.dim : (c+1)*s.dim]
		for j, v := range other.x[c*s.dim : (c+1)*s.dim] {
			x[j] += v
		}
	}
	clear(other.count)
	clear(other.nu)
	clear(other.x)
}

// cells returns the cells of the sums.
func (s *cellSums) cells(d *drawing) *cells {
	total := 0.0
	for _, n := range s.count {
		total += n
	}
	out := &cells{Maps: make([]cellFeatures, len(d.maps))}
	for i, m := range d.maps {
		out.Maps[i].Dim = m.Dim()
	}
	for c, n := range s.count {
		if n < rare*total {
			continue
		}
		for _, v := range s.nu[c] {
			out.Nu = append(out.Nu, float32(v/n))
		}
		for i, from := range d.offsets {
			f := &out.Maps[i]
			for j, v := range s.x[c*s.dim+from : c*s.dim+from+f.Dim] {
				if v != 0 {
					f.At = append(f.At, len(out.At)*f.Dim+j)
					f.Means = append(f.Means, float32(v/n))
				}
			}
		}
		out.At = append(out.At, c)
	}
	return out
}
