package estimator

// interruptible runs f and returns true, or false as soon as done is closed: a
// decomposition of a large matrix can't be stopped from outside, but nobody needs
// to wait for it. f must leave its results where only the caller reads them, and
// only after true.
func interruptible(done <-chan struct{}, f func()) bool {
	if done == nil {
		f()
		return true
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		f()
	}()
	select {
	case <-ended:
		return true
	case <-done:
		return false
	}
}
