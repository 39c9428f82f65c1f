package features

import (
	"math"

	"lambdascope/sim/random"
)

// Map computes features of observations. It is immutable and safe for concurrent use.
type Map struct {
	spec      Spec
	columns   int
	dim       int
	box       Box
	monomials []monomial  // poly
	waves     []float64   // rff: ω and b of each feature
	levels    [][]float64 // oneHot: parameters
}

// New returns the map of observations with a number of columns within a box. Maps that do not
// scale observations ignore the box.
func New(s Spec, columns int, box Box) (*Map, error) {
	dim, err := s.Dim(columns)
	if err != nil {
		return nil, err
	}
	m := &Map{spec: s, columns: columns, dim: dim, box: box}
	switch s.kind {
	case poly:
		m.monomials = monomials(columns, s.size)
	case rff:
		m.waves = waves(columns, s.size, s.seed)
	case oneHot:
		m.levels = s.levelRows()
	}
	return m, nil
}

// Dim returns d, the number of features.
func (m *Map) Dim() int { return m.dim }

// Set sets out, d numbers, to the features of an observation.
func (m *Map) Set(observation, out []float64) {
	if m.spec.bias {
		out[m.dim-1] = 1
		out = out[:m.dim-1]
	}
	if m.spec.kind == identity {
		copy(out, observation)
		return
	}
	if m.spec.kind == oneHot {
		for i, p := range m.levels {
			out[i] = level(p, observation)
		}
		return
	}
	const usual = 64 // columns that fit on the stack
	var room [usual]float64
	u := room[:]
	if m.columns > usual {
		u = make([]float64, m.columns)
	}
	u = u[:m.columns]
	for j, x := range observation {
		u[j] = (x - m.box.Low[j]) / (m.box.High[j] - m.box.Low[j])
	}
	switch m.spec.kind {
	case poly:
		m.poly(u, out)
	case fourier:
		m.fourier(u, out)
	case rbf:
		m.rbf(u, out)
	case tileCoding:
		m.tileCoding(u, out)
	case rff:
		m.rff(u, out)
	}
}

// monomial is another monomial, or 1 for rest = −1, times a variable.
type monomial struct{ rest, variable int }

// monomials returns all monomials of degree 1 to order, by degree, and within a degree in the
// order of their variables, such as x², xy, y².
func monomials(variables, order int) (out []monomial) {
	for j := range variables {
		out = append(out, monomial{-1, j})
	}
	from := 0
	for degree := 2; degree <= order; degree++ {
		to := len(out)
		for rest := from; rest < to; rest++ {
			for j := out[rest].variable; j < variables; j++ {
				out = append(out, monomial{rest, j})
			}
		}
		from = to
	}
	return out
}

// poly sets all monomials of the columns, including cross terms. It scales each column to [−1,
// 1], where monomials are less alike than in [0, 1].
func (m *Map) poly(u, out []float64) {
	for j := range u {
		u[j] = float64(2*u[j]) - 1
	}
	for i, t := range m.monomials {
		out[i] = u[t.variable]
		if t.rest >= 0 {
			out[i] *= out[t.rest]
		}
	}
}

// fourier sets the Fourier basis of Konidaris, Osentoski and Thomas (2011, Value Function
// Approximation in Reinforcement Learning using the Fourier Basis, AAAI): cos(π c·u) for all
// vectors c of whole numbers from 0 to the order, the last column's number running fastest. u is
// in [0, 1]. c = 0 gives the constant 1.
func (m *Map) fourier(u, out []float64) {
	side := m.spec.size + 1
	out[0] = 0
	n := 1
	for _, x := range u { // expand the sums over the columns so far, from the last, which does not overwrite the others
		for i := n - 1; i >= 0; i-- {
			sum := out[i]
			for c := range side {
				out[i*side+c] = sum + float64(float64(c)*x)
			}
		}
		n *= side
	}
	for i, v := range out {
		out[i] = math.Cos(math.Pi * v)
	}
}

// rbfWidth is the standard deviation of the Gaussians in grid spacings, the same as in Mountain
// Car.
const rbfWidth = 0.7

// rbf sets Gaussians centred on a grid that spans the box, faces included.
func (m *Map) rbf(u, out []float64) {
	side := m.spec.size
	out[0] = 1
	n := 1
	for _, x := range u {
		x = float64(x * float64(side-1))
		for i := n - 1; i >= 0; i-- { // a Gaussian is the product of Gaussians in each column
			product := out[i]
			for c := range side {
				d := x - float64(c)
				out[i*side+c] = product * math.Exp(-float64(d*d)/(2*rbfWidth*rbfWidth))
			}
		}
		n *= side
	}
}

// tileCoding sets tilings of the box, each a 1-hot code of the observation's tile. Tiling k of K
// is displaced along column j by k·(2j + 1)/K of a tile, minus whole tiles (the asymmetric
// displacement of Parks and Militzer 1991, as in Sutton and Barto's book). The displacement is
// towards low values, so that the first tiles are cut and the last end at the faces of the box.
func (m *Map) tileCoding(u, out []float64) {
	side := m.spec.size
	tilings := m.spec.tilings
	clear(out)
	each := len(out) / tilings
	for k := range tilings {
		at := 0
		for j, x := range u {
			shift := tileShift(j, k, tilings)
			at = at*side + min(int(float64(x*float64(side))+shift), side-1)
		}
		out[k*each+at] = 1
	}
}

// waves returns ω, a number for each column, and b of each feature. Each feature has a random
// stream, so that more features keep the first waves.
func waves(columns, count int, seed uint64) (out []float64) {
	// The scale of the kernel is the root mean square distance of two uniform points in the box,
	// because the median of distances is a common choice.
	scale := 1 / math.Sqrt(float64(columns)/6)
	for k := range count {
		draw := random.Stream(seed, k)
		uniform := func() float64 { return (float64(draw.Uint64()>>11) + 0.5) / (1 << 53) }
		for range columns { // normal numbers by Box and Muller, one of each pair
			radius := math.Sqrt(-2 * math.Log(uniform()))
			out = append(out, scale*radius*math.Cos(2*math.Pi*uniform()))
		}
		out = append(out, 2*math.Pi*uniform())
	}
	return out
}

// rff sets the random Fourier features of Rahimi and Recht (2007, Random Features for Large-Scale
// Kernel Machines, NIPS): √(2/D) cos(ω·u + b) for D features, ω normal and b uniform in [0, 2π).
// Their products estimate the kernel exp(−|u − v|²/(2σ²)). u is in [0, 1], and σ² = columns/6,
// the mean squared distance of two uniform points.
func (m *Map) rff(u, out []float64) {
	scale := math.Sqrt(2 / float64(len(out)))
	for k := range out {
		w := m.waves[k*(m.columns+1) : (k+1)*(m.columns+1)]
		phase := w[m.columns]
		for j, x := range u {
			phase += float64(w[j] * x)
		}
		out[k] = scale * math.Cos(phase)
	}
}
