package dense

// waitedFor is the largest size of a decomposition that Interruptible waits for, at most a tenth
// or two of a second. No decomposition can be stopped from outside, and waiting ensures that all
// processor time is spent within the tasks of Options.Do.
const waitedFor = 300

// Interruptible runs f, a decomposition of some size, and returns true. If f takes long,
// Interruptible returns false as soon as done is closed, and f continues in the background. The
// caller must read the results of f only after true, because otherwise f may still write.
func Interruptible(done <-chan struct{}, size int, f func()) bool {
	if done == nil || size <= waitedFor {
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
