package truth

import "math"

// gram is M of a feature map with the differences of the batches. It is the same at every γ.
type gram struct {
	dim   int   // with the bias
	j, k  []int // of the nonzero elements, j ≤ k
	mean  []float64
	apart [batches][]float64
}

func newGram(m *mapMoments) *gram {
	g := &gram{dim: m.Dim + 1, mean: m.Gram.Mean}
	for p, pair := range m.Pairs {
		g.j, g.k = append(g.j, pair/g.dim), append(g.k, pair%g.dim)
		for b := range g.apart {
			g.apart[b] = append(g.apart[b], m.Gram.apartFrom(b, p))
		}
	}
	return g
}

// products returns θ_jθ_k for each element, doubled off the diagonal.
func (g *gram) products(theta []float64) []float64 {
	out := make([]float64, len(g.j))
	for p, j := range g.j {
		if out[p] = float64(theta[j] * theta[g.k[p]]); j != g.k[p] {
			out[p] *= 2
		}
	}
	return out
}

// times returns Mθ.
func (g *gram) times(theta []float64) []float64 {
	out := make([]float64, g.dim)
	for p, j := range g.j {
		k := g.k[p]
		out[j] += float64(g.mean[p] * theta[k])
		if j != k {
			out[k] += float64(g.mean[p] * theta[j])
		}
	}
	return out
}

// sample scores estimates by the moments at one γ.
type sample struct {
	visits int // of states
	gram   *gram
	bias   bool // estimates have a bias

	near  []float64 // θ₀, with a bias
	slope []float64
	least float64
	// The differences of the batches.
	slopeApart [batches][]float64
	leastApart [batches]float64
}

// newSample returns the moments of a feature map, by index, at γ.
func newSample(of *Moments, features int, bias bool, gamma float64) *sample {
	m := &of.Maps[features]
	linear := interpolation(gamma, 1)
	out := &sample{visits: of.Visits, gram: newGram(m), bias: bias, near: linear.at(m.Near)}
	out.slope, out.slopeApart = m.Slope.at(linear)
	least, apart := m.Least.at(interpolation(gamma, 2))
	out.least = least[0]
	for b := range apart {
		out.leastApart[b] = apart[b][0]
	}
	return out
}

// withBias returns numbers of features, followed by 0 for the bias.
func (s *sample) withBias(of []float64) []float64 {
	out := make([]float64, s.gram.dim)
	copy(out, of)
	return out
}

// fromNear returns δ = θ − θ₀.
func (s *sample) fromNear(theta []float64) []float64 {
	out := s.withBias(theta)
	for j, v := range s.near {
		out[j] -= v
	}
	return out
}

// msve returns MSVE(θ₀) − 2δᵀg + δᵀMδ.
func (s *sample) msve(theta []float64) float64 {
	delta := s.fromNear(theta)
	return s.least - 2*dot(delta, s.slope) + dot(s.gram.products(delta), s.gram.mean)
}

// squaredNorm returns δᵀMδ, at least 0 because rounding could make it negative.
func (s *sample) squaredNorm(delta []float64) float64 {
	return max(0, dot(s.gram.products(s.withBias(delta)), s.gram.mean))
}

// msveErrors returns the error of the mean msve of some θ, in a part for each batch.
func (s *sample) msveErrors(thetas [][]float64) []float64 {
	n := float64(len(thetas))
	delta := make([]float64, s.gram.dim)
	products := make([]float64, len(s.gram.j)) // means
	for _, theta := range thetas {
		of := s.fromNear(theta)
		for j, v := range of {
			delta[j] += v / n
		}
		for p, v := range s.gram.products(of) {
			products[p] += v / n
		}
	}
	out := make([]float64, batches)
	for b := range out {
		apart := s.leastApart[b] - 2*dot(delta, s.slopeApart[b]) + dot(products, s.gram.apart[b])
		out[b] = apart / math.Sqrt(batches*(batches-1))
	}
	return out
}

// best returns the approximate minimizer of msve, as sums.fit does.
func (s *sample) best() []float64 {
	dim := s.gram.dim
	x := newSums(dim)
	for p, j := range s.gram.j {
		x.gram[j*dim+s.gram.k[p]] = s.gram.mean[p]
	}
	theta := s.withBias(nil)
	if s.bias {
		copy(theta, s.near)
	} else {
		x.dropBias()
	}
	far := s.gram.times(s.fromNear(theta))
	for j := range x.cross {
		x.cross[j][0] = s.slope[j] - far[j]
	}
	for j, step := range x.fit() {
		theta[j] += step[0]
	}
	return theta[:s.dim()]
}

// dim returns the length of θ.
func (s *sample) dim() int {
	if s.bias {
		return s.gram.dim
	}
	return s.gram.dim - 1
}

func (s *sample) bytes() int {
	return 8*(2+batches)*(len(s.slope)+1) + 8*len(s.gram.j)*(3+batches)
}

func dot(a, b []float64) (sum float64) {
	for i, v := range a {
		sum += float64(v * b[i])
	}
	return sum
}
