package estimator

// total is a sum of systems in twice the precision of a double, a rounded sum and the rest.
// So each of them can be taken away again, and what is left keeps its digits where that
// one outweighs it up to 2⁵³ times.
type total struct{ sum, rest system }

// newTotal returns an empty sum of systems of q numbers, in room for two.
func newTotal(room []float64, q int) total {
	clear(room[:2*q])
	return total{system(room[:q:q]), system(room[q : 2*q : 2*q])}
}

// add adds a system, so many times.
func (t total) add(s system, count int) { addTwice(t.sum, t.rest, s, float64(count)) }

// merge adds another total.
func (t total) merge(o total) {
	addTwice(t.sum, t.rest, o.sum, 1)
	add(t.rest, o.rest)
}

// less sets out to the sum less a system.
func (t total) less(out, s system) { lessTwice(out, t.sum, t.rest, s) }

// round sets out to the sum.
func (t total) round(out system) { combine(out, t.sum, t.rest, 1) }

// scale multiplies all numbers with factors, powers of two.
func (t total) scale(factors []float64) {
	product(t.sum, t.sum, factors)
	product(t.rest, t.rest, factors)
}
