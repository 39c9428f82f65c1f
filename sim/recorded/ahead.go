package recorded

import "io"

// ahead reads from another reader in a goroutine of its own, a little before it
// is asked to, so that decompression and parsing take a processor each.
type ahead struct {
	full  chan chunk
	empty chan []byte   // memory for more
	stop  chan struct{} // closed to end the goroutine
	done  chan struct{} // closed when it has ended
	now   chunk         // what is left of the current chunk
	whole []byte        // the memory of the current chunk
}

// chunk is a piece of what is read, and the error after it.
type chunk struct {
	p   []byte
	err error
}

// readAhead starts reading from r. It ends at the first error of r or with end.
func readAhead(r io.Reader) *ahead {
	const chunks, size = 4, 256 << 10
	a := &ahead{
		full:  make(chan chunk, chunks),
		empty: make(chan []byte, chunks),
		stop:  make(chan struct{}),
		done:  make(chan struct{}),
	}
	for range chunks {
		a.empty <- make([]byte, size)
	}
	go a.fill(r)
	return a
}

// fill is the goroutine.
func (a *ahead) fill(r io.Reader) {
	defer close(a.done)
	for {
		select {
		case <-a.stop:
			return
		case p := <-a.empty:
			c := chunk{p: p[:0]}
			for c.err == nil && len(c.p) < cap(c.p) {
				var n int
				n, c.err = r.Read(c.p[len(c.p):cap(c.p)])
				c.p = c.p[:len(c.p)+n]
			}
			a.full <- c // has room for all there are
			if c.err != nil {
				return
			}
		}
	}
}

func (a *ahead) Read(p []byte) (int, error) {
	for len(a.now.p) == 0 {
		if a.now.err != nil {
			return 0, a.now.err
		}
		if a.whole != nil {
			a.empty <- a.whole // has room for all there are
		}
		a.now = <-a.full
		a.whole = a.now.p[:0]
	}
	n := copy(p, a.now.p)
	a.now.p = a.now.p[n:]
	return n, nil
}

// end ends the goroutine and waits for it. Nothing can be read afterwards.
func (a *ahead) end() {
	close(a.stop)
	<-a.done
}
