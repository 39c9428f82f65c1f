package truth

import "math"

// gram is M of a feature map, with or without a bias, and by how much the batches'
// differ from it. It is the same at every γ.
type gram struct {
	dim   int
	j, k  []int // of the elements that are not 0, j ≤ k
	mean  []float64
	apart [batches][]float64
}

// newGram returns M of a map; a bias borders it by E[x] and 1.
func newGram(m *mapMoments, bias bool) *gram {
	g := &gram{dim: m.dim}
	add := func(j, k int, mean float64, apart func(batch int) float64) {
		g.j, g.k = append(g.j, j), append(g.k, k)
		g.mean = append(g.mean, mean)
		for b := range g.apart {
			g.apart[b] = append(g.apart[b], apart(b))
		}
	}
	for p, pair := range m.pairs {
		add(pair/m.dim, pair%m.dim, m.gram.mean[p], func(b int) float64 { return m.gram.apartFrom(b, p) })
	}
	if bias {
		g.dim++
		for j := range m.dim {
			add(j, m.dim, m.mean.mean[j], func(b int) float64 { return m.mean.apartFrom(b, j) })
		}
		add(m.dim, m.dim, 1, func(int) float64 { return 0 })
	}
	return g
}

// products returns θ_jθ_k of the elements, twice off the diagonal.
func (g *gram) products(theta []float64) []float64 {
	out := make([]float64, len(g.j))
	for p, j := range g.j {
		if out[p] = float64(theta[j] * theta[g.k[p]]); j != g.k[p] {
			out[p] *= 2
		}
	}
	return out
}

func (g *gram) bytes() int { return 8 * len(g.j) * (3 + batches) }

// sample scores estimates by the moments at one γ.
type sample struct {
	moments *Moments
	gram    *gram

	cross  []float64
	square float64
	// By how much the batches' differ.
	crossApart  [batches][]float64
	squareApart [batches]float64
}

// newSample returns the moments of a source at γ.
func newSample(s *Source, gamma float64) *sample {
	m := s.moments
	out := &sample{moments: m, gram: s.gram}
	linear, quadratic := interpolation(gamma, 1), interpolation(gamma, 2)
	out.cross, out.crossApart = m.maps[s.features].cross.at(linear)
	if s.bias {
		value, apart := m.value.at(linear)
		out.cross = append(out.cross, value[0])
		for b := range apart {
			out.crossApart[b] = append(out.crossApart[b], apart[b][0])
		}
	}
	square, apart := m.square.at(quadratic)
	out.square = square[0]
	for b := range apart {
		out.squareApart[b] = apart[b][0]
	}
	return out
}

// msve returns θᵀMθ − 2θᵀc + s.
func (s *sample) msve(theta []float64) float64 {
	return s.square - 2*dot(theta, s.cross) + dot(s.gram.products(theta), s.gram.mean)
}

// squaredNorm returns δᵀMδ, which rounding does not take below 0.
func (s *sample) squaredNorm(delta []float64) float64 {
	return max(0, dot(s.gram.products(delta), s.gram.mean))
}

// msveError returns the standard error of the mean msve of some θ, from what it is
// by the batches' moments.
func (s *sample) msveError(thetas [][]float64) float64 {
	n := float64(len(thetas))
	theta, products := make([]float64, s.gram.dim), make([]float64, len(s.gram.j)) // means
	for _, t := range thetas {
		for j, v := range t {
			theta[j] += v / n
		}
		for p, v := range s.gram.products(t) {
			products[p] += v / n
		}
	}
	squares := 0.0
	for b := range batches {
		apart := s.squareApart[b] - 2*dot(theta, s.crossApart[b]) + dot(products, s.gram.apart[b])
		squares += float64(apart * apart)
	}
	return math.Sqrt(squares / batches / (batches - 1))
}

// best returns the θ of the least msve, nearly, as sums.fit does.
func (s *sample) best() []float64 {
	dim := s.gram.dim
	x := newSums(dim)
	for p, j := range s.gram.j {
		x.gram[j*dim+s.gram.k[p]] = s.gram.mean[p]
	}
	for j, c := range s.cross {
		x.cross[j][0] = c
	}
	out := make([]float64, dim)
	for j, theta := range x.fit() {
		out[j] = theta[0]
	}
	return out
}

func (s *sample) bytes() int { return 8 * (1 + batches) * (len(s.cross) + 1) }

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += float64(v * b[i])
	}
	return sum
}
