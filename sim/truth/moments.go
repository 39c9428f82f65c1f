package truth

import (
	"math"

	"lambdascope/sim"
)

// batches is into how many parts a sample is divided: how they differ tells how far
// the moments of the whole are from the truth.
const batches = 16

// Moments of a chain under μ, from which the MSVE of any θ follows at every γ, for
// every feature map. With M = E[xxᵀ], the features x with a bias, and δ = θ − θ₀ for
// a θ₀ near the best,
//
//	MSVE(θ) = MSVE(θ₀) − 2δᵀg + δᵀMδ, where g = E[x(ν − xᵀθ₀)].
//
// With θ₀ = 0 the terms would be those of E[ν²], E[xν] and M: where features fit the
// values closely, these cancel to more digits than are kept of the batches. Moments are
// immutable.
//
// M and g, and with them all differences between θ's, come from the returns of
// ordinary episodes; where their policy, the behaviour, is not the target whose values
// they are to tell, both come from every so many-th of their states, with a rollout of
// the target from each.
// MSVE(θ₀) needs E[ν²], which comes from branches: at some of
// their states two independent estimates ν̂⁽¹⁾ and ν̂⁽²⁾ are drawn. With V = φᵀη the
// best approximation of ν by the features φ of all maps together, it is the mean of
// (ν̂⁽¹⁾ − V)(ν̂⁽²⁾ − V) over the branches plus that of 2Vν̂ − V² over all states: what
// errs is not a mean of squares of values but of what they miss V by. η comes from
// the other half of the episodes, so that nothing is biased.
//
// The states that charts show are a sample from μ, each with its value from many
// rollouts.
type Moments struct {
	Plan
	Domain  string // of the chain's options
	Start   string
	Target  float64
	Longest int // transitions of the longest episode
	Visits  int // transitions of all

	Maps  []mapMoments
	Cells *cells // nil where states are no points of a plane

	StateSize int       // bytes of an encoded state
	Encoded   []byte    // Plan.States of them
	Values    []float32 // ν of each, a series
	ValueMSE  series    // mean squared error of the values
}

// mapMoments are the moments of one feature map's features, with a bias after them.
type mapMoments struct {
	Name  string
	Dim   int       // without the bias
	Near  []float64 // θ₀, a series per feature
	Least estimate  // MSVE(θ₀), a series
	Slope estimate  // g, a series per feature
	Pairs []int     // j·(d + 1) + k, j ≤ k, of the elements of M that are not 0
	Gram  estimate  // these
}

// estimate is numbers, each with what the batches' own differ from it.
type estimate struct {
	Mean  []float64
	Apart [batches][]int32
	// Unit is what 1 in Apart means: number i has unit i modulo the units' number.
	Unit []float64
}

// How many bits batches' differences have.
const (
	roughBits = 16
	fineBits  = 32 // what is interpolated to near 0
)

// newEstimate returns the estimate that has the batches' numbers; weights are what
// the batches count. Numbers of one unit are alike in size; bits are those of the
// differences.
func newEstimate(of [batches][]float64, weights [batches]float64, units, bits int) estimate {
	most := float64(int64(1)<<(bits-1) - 1)
	total := 0.0
	for _, w := range weights {
		total += w
	}
	n := len(of[0])
	e := estimate{Mean: make([]float64, n), Unit: make([]float64, units)}
	for i := range n {
		sum := 0.0
		for b := range of {
			sum += float64(weights[b] * of[b][i])
		}
		e.Mean[i] = sum / total
		for b := range of {
			u := &e.Unit[i%units]
			*u = max(*u, math.Abs(of[b][i]-e.Mean[i])/most)
		}
	}
	for b := range of {
		e.Apart[b] = make([]int32, n)
		for i, v := range of[b] {
			if u := e.Unit[i%units]; u > 0 {
				e.Apart[b][i] = int32(max(-most, min(most, math.RoundToEven((v-e.Mean[i])/u))))
			}
		}
	}
	return e
}

// apartFrom returns by how much number i of a batch differs.
func (e *estimate) apartFrom(batch, i int) float64 {
	return e.Unit[i%len(e.Unit)] * float64(e.Apart[batch][i])
}

// at returns the estimates of series at a γ: their means, and by how much each
// batch's differ.
func (e *estimate) at(weights *series) (mean []float64, apart [batches][]float64) {
	mean = weights.at(e.Mean)
	scaled := *weights
	for k := range scaled {
		scaled[k] *= e.Unit[k]
	}
	for b := range apart {
		apart[b] = make([]float64, len(mean))
		for i := range mean {
			sum := 0.0
			for k, v := range e.Apart[b][i*nodes : (i+1)*nodes] {
				sum += float64(scaled[k] * float64(v))
			}
			apart[b][i] = sum
		}
	}
	return mean, apart
}

// state returns encoded state s.
func (m *Moments) state(s int) []byte {
	return m.Encoded[s*m.StateSize : (s+1)*m.StateSize : (s+1)*m.StateSize]
}

// moments makes the moments of what was drawn.
func (d *drawing) moments() *Moments {
	o := d.chain.Options()
	m := &Moments{Plan: d.Plan, Domain: o.Domain, Start: o.Start, Target: o.Target, StateSize: d.size}
	var weights [batches]float64
	for b := range d.batches {
		weights[b] = d.batches[b].all.weight
		m.Longest = max(m.Longest, d.batches[b].longest)
		m.Visits += int(weights[b])
	}
	squares := d.squares()
	for i, of := range d.maps {
		m.Maps = append(m.Maps, d.mapMoments(of, d.offsets[i], squares, weights))
	}
	if d.cells != nil {
		m.Cells = d.cells.cells(d)
	}
	return m
}

// mapMoments makes the moments of a map, whose features begin at from.
func (d *drawing) mapMoments(of sim.Roller, from int, squares [batches]*series, weights [batches]float64) mapMoments {
	m := mapMoments{Name: of.Options().Features, Dim: of.Dim()}
	var sums [batches]*sums
	whole := newSums(m.Dim + 1)
	for b := range sums {
		sums[b] = d.batches[b].all.of(from, m.Dim)
		whole.plus(sums[b])
	}
	for p, v := range whole.gram {
		if v != 0 {
			m.Pairs = append(m.Pairs, p)
		}
	}
	if whole.spanned() { // so that θ₀ is as near to estimates without a bias
		whole.dropBias()
	}
	near := whole.fit()
	for j := range near {
		m.Near = append(m.Near, near[j][:]...)
	}
	var least, slope, gram [batches][]float64
	for b, s := range sums {
		fitted := s.fitted(near)
		for k, square := range squares[b] {
			least[b] = append(least[b], square-fitted[k])
		}
		for _, g := range s.left(near) {
			g.divide(s.weight)
			slope[b] = append(slope[b], g[:]...)
		}
		for _, p := range m.Pairs {
			gram[b] = append(gram[b], s.gram[p]/s.weight)
		}
	}
	m.Least = newEstimate(least, weights, nodes, fineBits)
	m.Slope = newEstimate(slope, weights, nodes, roughBits)
	m.Gram = newEstimate(gram, weights, 1, roughBits)
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
