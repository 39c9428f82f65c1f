package estimator

// OfAnySize returns a racing that races where it can't pay, too.
func (r Racing) OfAnySize() Racing {
	r.anySize = true
	return r
}
