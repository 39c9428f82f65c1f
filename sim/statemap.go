package sim

// stateMap maps states to features, perhaps with a bias after them.
type stateMap[S any] struct {
	count int // features without the bias
	of    func(s S, out []float64)
	bias  bool
}

// dim returns d.
func (m *stateMap[S]) dim() int {
	if m.bias {
		return m.count + 1
	}
	return m.count
}

// set sets out, d numbers, to the features of s.
func (m *stateMap[S]) set(s S, out []float64) {
	m.of(s, out[:m.count])
	if m.bias {
		out[m.count] = 1
	}
}

// featureTable returns the features of states 0 to n−1, row by row.
func featureTable(m stateMap[int], n int) []float64 {
	d := m.dim()
	out := make([]float64, n*d)
	for s := range n {
		m.set(s, out[s*d:(s+1)*d])
	}
	return out
}

// oneHot returns the map with a feature for each of n states.
func oneHot(n int, bias bool) stateMap[int] {
	return stateMap[int]{n, func(s int, out []float64) {
		clear(out)
		out[s] = 1
	}, bias}
}
