package tui

import (
	"fmt"
	"runtime/debug"
)

// panicError is a panic as an error, on its way from where it happened.
type panicError struct {
	value any
	stack []byte
}

func (p *panicError) Error() string { return fmt.Sprintf("panic: %v", p.value) }

// String is what Go says of a panic that nobody recovers.
func (p *panicError) String() string { return fmt.Sprintf("%v\n\n%s", p.value, p.stack) }

// caught calls f and returns the panic that it ends in; nil without one.
func caught(f func()) (p *panicError) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case *panicError: // raised again
			p = v
		default:
			p = &panicError{v, debug.Stack()}
		}
	}()
	f()
	return nil
}

// guarded calls f, whose panic becomes its error.
func guarded(f func() error) (err error) {
	if p := caught(func() { err = f() }); p != nil {
		return p
	}
	return err
}

// raise panics again with the error of f that is a panic. It is for the goroutine
// that can do something about it.
func raise(err error) {
	if p, ok := err.(*panicError); ok {
		panic(p)
	}
}
