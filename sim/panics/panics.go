// Package panics carries panics from the goroutine that they happen in to one whose
// caller can recover them. It imports the standard library alone, and every package
// but estimator may import it.
package panics

import (
	"fmt"
	"runtime/debug"
)

// Panic is a panic as an error, on its way from where it happened.
type Panic struct {
	Value any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("panic: %v", p.Value) }

// String is what Go says of a panic that nobody recovers.
func (p *Panic) String() string { return fmt.Sprintf("%v\n\n%s", p.Value, p.Stack) }

// Catch calls f and returns the panic that it ends in; nil without one.
func Catch(f func()) (p *Panic) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case *Panic: // raised again
			p = v
		default:
			p = &Panic{v, debug.Stack()}
		}
	}()
	f()
	return nil
}

// Guard calls f and returns its error, which is a *Panic where f panics.
func Guard(f func() error) (err error) {
	if p := Catch(func() { err = f() }); p != nil {
		return p
	}
	return err
}

// Raise panics again with an error that is a *Panic, as Guard returns it. It is called
// where a caller can recover the panic.
func Raise(err error) {
	if p, ok := err.(*Panic); ok {
		panic(p)
	}
}
