package dense

// waitedFor is the size up to which a decomposition, which can't be stopped from
// outside, is waited for: it takes a tenth of a second or two at most. Whoever runs
// the tasks of Options.Do then sees all of the processor time that they take.
const waitedFor = 300

// Interruptible runs f, a decomposition of that size, and returns true, or false as
// soon as done is closed where f takes long: nobody needs to wait for it then. f must
// leave its results where only the caller reads them, and only after true.
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
