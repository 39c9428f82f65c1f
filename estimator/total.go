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

// add adds a system times factors.
func (t total) add(s system, factors []float64) { addTwice(t.sum, t.rest, s, factors) }

// merge adds another total; ones are as many.
func (t total) merge(o total, ones []float64) {
	addTwice(t.sum, t.rest, o.sum, ones)
	add(t.rest, o.rest)
}

// less sets out to the sum less a system times factors.
func (t total) less(out, s system, factors []float64) { lessTwice(out, t.sum, t.rest, s, factors) }

// round sets out to the sum.
func (t total) round(out system) { combine(out, t.sum, t.rest, 1) }
