package truth

import "math"

// batches is into how many parts a sample is divided: how they differ tells how far
// the moments of the whole are from the truth.
const batches = 16

// Moments of a chain under μ, from which the MSVE of any θ follows at every γ, for
// every feature map: MSVE(θ) = θᵀMθ − 2θᵀc + s with M = E[xxᵀ], c = E[xν] and
// s = E[ν²]. They are immutable.
//
// M and c, and with them all differences between θ's, come from the returns of
// ordinary episodes. s comes from branches: at some of their states two independent
// estimates ν̂⁽¹⁾ and ν̂⁽²⁾ are drawn. With V = φᵀθ₀ the best approximation of ν by the
// features φ of all maps together, s is the mean of (ν̂⁽¹⁾ − V)(ν̂⁽²⁾ − V) over the
// branches plus that of 2Vν̂ − V² over all states: what errs is not a mean of squares
// of values but of what they miss V by. θ₀ comes from the other half of the
// episodes, so that nothing is biased.
//
// States which charts show are a sample from μ, with a value of their own each, from
// many rollouts.
type Moments struct {
	Plan
	Domain  string // of the chain's options
	Start   string
	Longest int // transitions of the longest episode
	Visits  int // transitions of all

	value  estimate // E[ν], a series
	square estimate // E[ν²], a series
	maps   []mapMoments
	cells  *cells // nil where states are no points of a plane

	size     int       // bytes of an encoded state
	states   []byte    // Plan.States of them
	values   []float32 // ν of each, a series
	valueMSE series    // mean squared error of the values
}

// mapMoments are the moments of one feature map's features.
type mapMoments struct {
	name  string
	dim   int
	mean  estimate // E[x], d
	pairs []int    // j·d + k, j ≤ k, of the elements of M that are not 0
	gram  estimate // these
	cross estimate // c, a series per feature
}

// estimate is numbers, each with what the batches' own differ from it.
type estimate struct {
	mean  []float64
	apart [batches][]int32 // of apartBits
	// unit is what 1 in apart means: number i has unit i modulo the units' number.
	unit []float64
}

// apartBits is how many bits batches' differences have. In the standard error of a
// θ that is right, most of them cancel.
const apartBits = 16

// newEstimate returns the estimate that has the batches' numbers; weights are what
// the batches count. Numbers of one unit are alike in size.
func newEstimate(of [batches][]float64, weights [batches]float64, units int) estimate {
	total := 0.0
	for _, w := range weights {
		total += w
	}
	n := len(of[0])
	e := estimate{mean: make([]float64, n), unit: make([]float64, units)}
	for i := range n {
		sum := 0.0
		for b := range of {
			sum += float64(weights[b] * of[b][i])
		}
		e.mean[i] = sum / total
		for b := range of {
			u := &e.unit[i%units]
			*u = max(*u, math.Abs(of[b][i]-e.mean[i])/(1<<(apartBits-1)-1))
		}
	}
	for b := range of {
		e.apart[b] = make([]int32, n)
		for i, v := range of[b] {
			if u := e.unit[i%units]; u > 0 {
				e.apart[b][i] = int32(math.RoundToEven((v - e.mean[i]) / u))
			}
		}
	}
	return e
}

// apartFrom returns by how much number i of a batch differs.
func (e *estimate) apartFrom(batch, i int) float64 {
	return e.unit[i%len(e.unit)] * float64(e.apart[batch][i])
}

// at returns the estimates of series at a γ: their means, and by how much each
// batch's differ.
func (e *estimate) at(weights *series) (mean []float64, apart [batches][]float64) {
	n := len(e.mean) / nodes
	mean = make([]float64, n)
	for i := range mean {
		mean[i] = weights.dot(e.mean[i*nodes : (i+1)*nodes])
	}
	scaled := *weights
	for k := range scaled {
		scaled[k] *= e.unit[k]
	}
	for b := range apart {
		apart[b] = make([]float64, n)
		for i := range mean {
			sum := 0.0
			for k, v := range e.apart[b][i*nodes : (i+1)*nodes] {
				sum += float64(scaled[k] * float64(v))
			}
			apart[b][i] = sum
		}
	}
	return mean, apart
}

// state returns encoded state s.
func (m *Moments) state(s int) []byte {
	return m.states[s*m.size : (s+1)*m.size : (s+1)*m.size]
}

// moments makes the moments of what was drawn.
func (d *drawing) moments() *Moments {
	o := d.chain.Options()
	m := &Moments{Plan: d.Plan, Domain: o.Domain, Start: o.Start, size: d.size}
	var weights [batches]float64
	for b := range d.batches {
		weights[b] = d.batches[b].all.weight
		m.Longest = max(m.Longest, d.batches[b].longest)
		m.Visits += int(weights[b])
	}
	// numbers collects those of each batch.
	numbers := func(units int, of func(s *sums) []float64) estimate {
		var all [batches][]float64
		for b := range all {
			all[b] = of(d.batches[b].all)
			for i := range all[b] {
				all[b][i] /= weights[b]
			}
		}
		return newEstimate(all, weights, units)
	}
	m.value = numbers(nodes, func(s *sums) []float64 { return append([]float64(nil), s.cross[d.dim-1][:]...) })
	var squares [batches][]float64
	for b, s := range d.squares() {
		squares[b] = s[:]
	}
	m.square = newEstimate(squares, weights, nodes)
	for i, of := range d.maps {
		from, dim := d.offsets[i], of.Dim()
		x := mapMoments{name: of.Options().Features, dim: dim}
		for j := range dim {
			for k := j; k < dim; k++ {
				for b := range d.batches {
					if d.batches[b].all.gram[(from+j)*d.dim+from+k] != 0 {
						x.pairs = append(x.pairs, j*dim+k)
						break
					}
				}
			}
		}
		x.mean = numbers(1, func(s *sums) []float64 {
			out := make([]float64, dim)
			for j := range out {
				out[j] = s.gram[(from+j)*d.dim+d.dim-1]
			}
			return out
		})
		x.gram = numbers(1, func(s *sums) []float64 {
			out := make([]float64, len(x.pairs))
			for p, pair := range x.pairs {
				out[p] = s.gram[(from+pair/dim)*d.dim+from+pair%dim]
			}
			return out
		})
		x.cross = numbers(nodes, func(s *sums) []float64 {
			var out []float64
			for j := range dim {
				out = append(out, s.cross[from+j][:]...)
			}
			return out
		})
		m.maps = append(m.maps, x)
	}
	if d.cells != nil {
		m.cells = d.cells.cells(d)
	}
	return m
}

// squares returns each batch's E[ν²].
func (d *drawing) squares() (out [batches]*series) {
	for half := range 2 {
		first, other := half*batches/2, (1-half)*batches/2
		pooled := newSums(d.dim)
		for b := range batches / 2 {
			pooled.plus(d.batches[other+b].all)
		}
		theta := pooled.fit()
		for b := first; b < first+batches/2; b++ {
			of := &d.batches[b]
			s, all, branched := new(series), of.all.fitted(theta), of.branched.fitted(theta)
			for k := range s {
				s[k] = of.branched.square[k]/of.branched.weight - branched[k] + all[k]
			}
			out[b] = s
		}
	}
	return out
}
