package truth

import (
	"bytes"
	"compress/gzip"
	"encoding/gob"
	"math"

	"lambdascope/sim"
)

// batches is the number of parts of a sample. Differences between parts tell the error of moments.
const batches = 16

// Moments are the moments of a chain under μ. They determine the MSVE of any θ at every γ, for every
// feature map. With M = E[xxᵀ], x the features with a bias, and δ = θ − θ₀ for a θ₀ near
// the best,
//
//	MSVE(θ) = MSVE(θ₀) − 2δᵀg + δᵀMδ, where g = E[x(ν − xᵀθ₀)].
//
// With θ₀ = 0 the terms would be E[ν²], E[xν] and M. If features fit the values closely, these
// cancel to more digits than batches keep. Moments are immutable.
//
// M and g, and therefore all differences between θ's, come from returns of ordinary episodes. If
// the target policy differs from the behaviour, both come from every targetStride-th state of the
// episodes, with a rollout of the target from each.
//
// MSVE(θ₀) needs E[ν²], which comes from branches: from some states there are two independent
// estimates ν̂⁽¹⁾ and ν̂⁽²⁾. With V = φᵀη, the best approximation of ν by the features φ of all
// maps together, E[ν²] is the mean of (ν̂⁽¹⁾ − V)(ν̂⁽²⁾ − V) over the branches plus the mean of
// 2Vν̂ − V² over all states, because the differences from V vary less than the values. η comes
// from the other half of the episodes, so that nothing is biased.
//
// Charts show a sample of states from μ, each with a value from many rollouts.
type Moments struct {
	Plan
	Domain  string // of the chain's options
	Start   string
	Target  float64
	Longest int // transitions
	Visits  int // transitions of all episodes

	Maps  []mapMoments
	Cells *cells // nil if states are not points of a plane

	StateSize int       // bytes of an encoded state
	Encoded   []byte    // Plan.States states
	Values    []float32 // ν of each shown state, a series
	ValueMSE  series    // mean squared error of Values
}

// mapMoments are the moments of the features of one map, followed by a bias.
type mapMoments struct {
	Name  string
	Dim   int       // without the bias
	Near  []float64 // θ₀, a series for each feature
	Least estimate  // MSVE(θ₀), a series
	Slope estimate  // g, a series for each feature
	Pairs []int     // j·(d + 1) + k, j ≤ k, of the nonzero elements of M
	Gram  estimate  // the elements of M in Pairs
}

// estimate is a list of numbers, each with the differences of the batches from it.
type estimate struct {
	Mean  []float64
	Apart [batches][]int32
	// Unit is the value of 1 in Apart: number i has unit i modulo len(Unit).
	Unit []float64
}

// The bits of batches' differences.
const (
	roughBits = 16
	fineBits  = 32 // because interpolation leaves little of the differences
)

// newEstimate returns the estimate from the numbers of each batch, with the weights of the
// batches. units is the number of units, one for numbers of a size; bits is the size of a
// difference.
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

// apartFrom returns the difference of a batch from number i.
func (e *estimate) apartFrom(batch, i int) float64 {
	return e.Unit[i%len(e.Unit)] * float64(e.Apart[batch][i])
}

// at returns the estimates of series at a γ, with the difference of each batch.
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

// moments returns the moments of the sums.
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

// mapMoments returns the moments of a map whose features start at from.
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

// squares returns E[ν²] of each batch.
func (d *drawing) squares() (out [batches]*series) {
	for half := range 2 {
		first := half * batches / 2
		other := (1 - half) * batches / 2
		pooled := newSums(d.dim)
		for b := range batches / 2 {
			pooled.plus(d.batches[other+b].all)
		}
		theta := pooled.fit()
		for b := first; b < first+batches/2; b++ {
			of := &d.batches[b]
			s := new(series)
			all := of.all.fitted(theta)
			branched := of.branched.fitted(theta)
			for k := range s {
				s[k] = of.branched.square[k]/of.branched.weight - branched[k] + all[k]
			}
			out[b] = s
		}
	}
	return out
}

// Encode returns the moments as a file: gob in gzip. Equal moments give the same bytes.
func (m *Moments) Encode() ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if err := gob.NewEncoder(z).Encode(m); err != nil {
		return nil, err
	}
	err = z.Close()
	return out.Bytes(), err
}

// decode reads a file that Encode wrote.
func decode(file []byte) (*Moments, error) {
	z, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	m := new(Moments)
	return m, gob.NewDecoder(z).Decode(m)
}
