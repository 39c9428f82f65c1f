package study

import (
	"fmt"
	"runtime/debug"
)

// panicked is a panic on its way from the goroutine that it happened in to one
// whose caller can recover it.
type panicked struct {
	value any
	stack []byte
}

func (p *panicked) String() string { return fmt.Sprintf("%v\n\n%s", p.value, p.stack) }

// caught calls f and returns the panic that it ends in, nil without one.
func caught(f func()) (p *panicked) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case *panicked:
			p = v
		default:
			p = &panicked{v, debug.Stack()}
		}
	}()
	f()
	return nil
}
