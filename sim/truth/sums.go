package truth

import "math"

// sums adds up, over states with weights w, the moments of their features x and of
// an estimate of their value at each node, the mean of one or two returns.
type sums struct {
	weight float64   // Σw
	gram   []float64 // Σw xxᵀ, d×d, the upper triangle
	cross  []series  // Σw xν̂, d
	square series    // Σw ν̂⁽¹⁾ν̂⁽²⁾ where there are two independent estimates
}

func newSums(dim int) *sums {
	return &sums{gram: make([]float64, dim*dim), cross: make([]series, dim)}
}

// features are those that are not 0, in ascending order.
type features struct {
	at []int
	x  []float64
}

// set takes the features of x.
func (f *features) set(x []float64) {
	f.at, f.x = f.at[:0], f.x[:0]
	for j, v := range x {
		if v != 0 {
			f.at, f.x = append(f.at, j), append(f.x, v)
		}
	}
}

// add adds a state.
func (s *sums) add(w float64, f *features, nu *series) {
	s.weight += w
	dim := len(s.cross)
	for a, j := range f.at {
		v := float64(w * f.x[a])
		row := s.gram[j*dim : (j+1)*dim]
		x := f.x[a:]
		for b, k := range f.at[a:] {
			row[k] += float64(v * x[b])
		}
		s.cross[j].addScaled(v, nu)
	}
}

// addSquare adds two independent estimates of the value of a state that add has.
func (s *sums) addSquare(w float64, nu, other *series) {
	for k := range s.square {
		s.square[k] += float64(w * float64(nu[k]*other[k]))
	}
}

// plus adds other sums.
func (s *sums) plus(other *sums) {
	s.weight += other.weight
	for i, v := range other.gram {
		s.gram[i] += v
	}
	for j := range other.cross {
		s.cross[j].addScaled(1, &other.cross[j])
	}
	s.square.addScaled(1, &other.square)
}

// merge adds other sums and empties them.
func (s *sums) merge(other *sums) {
	s.plus(other)
	other.weight, other.square = 0, series{}
	clear(other.gram)
	clear(other.cross)
}

// fit returns, for each node, the θ of the least Σw(ν̂ − xᵀθ)², nearly: a trace of a
// ridge makes it one θ where the features are dependent. O(d³).
func (s *sums) fit() []series {
	const ridge = 1e-7
	dim := len(s.cross)
	// RᵀR = the matrix, R upper triangular (Cholesky), row by row.
	r := append([]float64(nil), s.gram...)
	for j := range dim {
		d := &r[j*dim+j]
		if *d += float64(ridge * *d); *d == 0 {
			*d = 1 // a feature that is never used
		}
	}
	for j := range dim {
		row := r[j*dim : (j+1)*dim]
		pivot := 1 / math.Sqrt(row[j])
		for k := j; k < dim; k++ {
			row[k] *= pivot
		}
		for i := j + 1; i < dim; i++ {
			if v := row[i]; v != 0 {
				below := r[i*dim : (i+1)*dim]
				for k := i; k < dim; k++ {
					below[k] -= float64(v * row[k])
				}
			}
		}
	}
	theta := append([]series(nil), s.cross...)
	for j := range dim { // Rᵀy = c
		for i := range j {
			theta[j].addScaled(-r[i*dim+j], &theta[i])
		}
		theta[j].divide(r[j*dim+j])
	}
	for j := dim - 1; j >= 0; j-- { // Rθ = y
		for i := j + 1; i < dim; i++ {
			theta[j].addScaled(-r[j*dim+i], &theta[i])
		}
		theta[j].divide(r[j*dim+j])
	}
	return theta
}

// fitted returns the mean of 2ν̂V − V² for V = xᵀθ, at each node.
func (s *sums) fitted(theta []series) *series {
	dim := len(s.cross)
	out := new(series)
	for j := range dim {
		var row series // of θᵀ·gram
		for i := j; i < dim; i++ {
			if v := s.gram[j*dim+i]; v != 0 {
				if i != j {
					v *= 2
				}
				row.addScaled(v, &theta[i])
			}
		}
		for k := range out {
			out[k] += float64(theta[j][k] * (float64(2*s.cross[j][k]) - row[k]))
		}
	}
	out.divide(s.weight)
	return out
}
