package estimator

import (
	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// total is a sum of systems in twice the precision of a double, a rounded sum and the rest, so
// that any system can be subtracted again. The difference keeps its digits even if the subtracted
// system is 2⁵³ times as large.
type total struct{ sum, rest dense.System }

// newTotals returns k empty sums of systems of q numbers.
func newTotals(k, q int) []total { return totalsIn(make([]float64, 2*k*q), k, q) }

// totalsIn returns k sums of systems of q numbers in some memory.
func totalsIn(memory []float64, k, q int) []total {
	out := make([]total, k)
	for j := range out {
		out[j] = total{memory[2*j*q:][:q:q], memory[(2*j+1)*q:][:q:q]}
	}
	return out
}

func (t total) clear() {
	clear(t.sum)
	clear(t.rest)
}

// add adds a system count times.
func (t total) add(s dense.System, count int) {
	kernels.AddDoubleDouble(t.sum, t.rest, s, float64(count))
}

// merge adds another total.
func (t total) merge(o total) {
	kernels.AddDoubleDouble(t.sum, t.rest, o.sum, 1)
	kernels.Add(t.rest, o.rest)
}

// less sets out to the sum less a system.
func (t total) less(out, s dense.System) { kernels.SubDoubleDouble(out, t.sum, t.rest, s) }

// round sets out to the sum.
func (t total) round(out dense.System) { kernels.Combine(out, t.sum, t.rest, 1) }

// scale multiplies rows and columns by powers of two.
func (t total) scale(by []float64) {
	t.sum.Scale(by)
	t.rest.Scale(by)
}
