package estimator

import (
	"lambdascope/estimator/internal/kernels"

	"lambdascope/estimator/internal/dense"
)

// total is a sum of systems in twice the precision of a double, a rounded sum and the rest.
// So each of them can be taken away again, and what is left keeps its digits where that
// one outweighs it up to 2⁵³ times.
type total struct{ sum, rest dense.System }

// newTotal returns an empty sum of systems of q numbers, in room for two.
func newTotal(room []float64, q int) total {
	clear(room[:2*q])
	return total{dense.System(room[:q:q]), dense.System(room[q : 2*q : 2*q])}
}

// add adds a system, so many times.
func (t total) add(s dense.System, count int) { kernels.AddTwice(t.sum, t.rest, s, float64(count)) }

// merge adds another total.
func (t total) merge(o total) {
	kernels.AddTwice(t.sum, t.rest, o.sum, 1)
	kernels.Add(t.rest, o.rest)
}

// less sets out to the sum less a system.
func (t total) less(out, s dense.System) { kernels.LessTwice(out, t.sum, t.rest, s) }

// round sets out to the sum.
func (t total) round(out dense.System) { kernels.Combine(out, t.sum, t.rest, 1) }

// scale multiplies all numbers with factors, powers of two.
func (t total) scale(factors []float64) {
	kernels.Product(t.sum, t.sum, factors)
	kernels.Product(t.rest, t.rest, factors)
}
