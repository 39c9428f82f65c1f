package truth

import "math"

// sums are sums, over states with weights w, of the moments of features x and value estimates ν̂
// at each node. An estimate is the mean of one or two returns.
type sums struct {
	weight float64   // Σw
	gram   []float64 // Σw xxᵀ, d×d, the upper triangle
	cross  []series  // Σw xν̂, d
	square series    // Σw ν̂⁽¹⁾ν̂⁽²⁾ of two independent estimates
}

func newSums(dim int) *sums {
	return &sums{gram: make([]float64, dim*dim), cross: make([]series, dim)}
}

// features are nonzero features in ascending order.
type features struct {
	at []int
	x  []float64
}

// set sets the features to the nonzero numbers of x.
func (f *features) set(x []float64) {
	f.at = f.at[:0]
	f.x = f.x[:0]
	for j, v := range x {
		if v != 0 {
			f.at = append(f.at, j)
			f.x = append(f.x, v)
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

// addSquare adds two independent estimates of the value of a state that was added.
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

// merge moves other sums into s.
func (s *sums) merge(other *sums) {
	s.plus(other)
	other.weight = 0
	other.square = series{}
	clear(other.gram)
	clear(other.cross)
}

// of returns the sums of dim features from index from on, and of the bias, the last feature.
func (s *sums) of(from, dim int) *sums {
	out := newSums(dim + 1)
	out.weight = s.weight
	out.square = s.square
	last := len(s.cross) - 1
	for j := range dim {
		row := s.gram[(from+j)*len(s.cross):]
		copy(out.gram[j*(dim+1)+j:(j+1)*(dim+1)], row[from+j:from+dim])
		out.gram[j*(dim+1)+dim] = row[last]
		out.cross[j] = s.cross[from+j]
	}
	out.gram[dim*(dim+1)+dim] = s.gram[last*len(s.cross)+last]
	out.cross[dim] = s.cross[last]
	return out
}

// fit returns, for each node, an approximate minimizer of Σw(ν̂ − xᵀθ)². A tiny ridge makes θ
// unique if features are dependent; fitting the remainder again removes its other effects. The
// bias, the last feature, has no ridge, so that it takes up the common part of all values: states
// with features unknown to these sums then get that at least. O(d³).
func (s *sums) fit() []series {
	const (
		ridge = 1e-7
		turns = 3
	)
	dim := len(s.cross)
	// RᵀR = the matrix, R upper triangular (Cholesky), row by row.
	r := append([]float64(nil), s.gram...)
	for j := range dim {
		if d := &r[j*dim+j]; *d == 0 {
			*d = 1 // a feature that is always 0
		} else if j < dim-1 {
			*d += float64(ridge * *d)
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
	theta := make([]series, dim)
	for range turns {
		step := s.left(theta)
		for j := range dim { // Rᵀy = c
			for i := range j {
				step[j].addScaled(-r[i*dim+j], &step[i])
			}
			step[j].divide(r[j*dim+j])
		}
		for j := dim - 1; j >= 0; j-- { // Rθ = y
			for i := j + 1; i < dim; i++ {
				step[j].addScaled(-r[j*dim+i], &step[i])
			}
			step[j].divide(r[j*dim+j])
			theta[j].addScaled(1, &step[j])
		}
	}
	return theta
}

// left returns Σw x(ν̂ − xᵀθ) at each node.
func (s *sums) left(theta []series) []series {
	dim := len(s.cross)
	out := append([]series(nil), s.cross...)
	for j := range dim {
		for i := j; i < dim; i++ {
			v := s.gram[j*dim+i]
			if v == 0 {
				continue
			}
			out[j].addScaled(-v, &theta[i])
			if i != j {
				out[i].addScaled(-v, &theta[j])
			}
		}
	}
	return out
}

// spanned reports whether the other features span the bias, the last feature.
func (s *sums) spanned() bool {
	dim := len(s.cross)
	bias := newSums(dim)
	bias.weight = s.weight
	for j := range dim - 1 {
		copy(bias.gram[j*dim:(j+1)*dim-1], s.gram[j*dim:])
		bias.cross[j][0] = s.gram[(j+1)*dim-1]
	}
	const rounding = 1e-9
	return 1-bias.fitted(bias.fit())[0] < rounding
}

// dropBias makes the bias a feature that is always 0.
func (s *sums) dropBias() {
	dim := len(s.cross)
	for j := range dim {
		s.gram[(j+1)*dim-1] = 0
	}
	s.cross[dim-1] = series{}
}

// fitted returns the mean of 2ν̂V − V² for V = xᵀθ at each node.
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
