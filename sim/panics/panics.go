// Package panics carries panics between goroutines, so that a caller can recover them. The package
// imports the standard library alone. Every package but estimator may import panics.
package panics

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// Panic is a recovered panic as an error.
type Panic struct {
	Value any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("panic: %v", p.Value) }

// String returns the text that Go prints for an unrecovered panic.
func (p *Panic) String() string { return fmt.Sprintf("%v\n\n%s", p.Value, p.Stack) }

// Catch calls f and returns a panic of f, or nil.
func Catch(f func()) (p *Panic) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case *Panic: // raised a second time
			p = v
		default:
			p = &Panic{v, debug.Stack()}
		}
	}()
	f()
	return nil
}

// Guard calls f and returns the error, or a *Panic if f panics.
func Guard(f func() error) (err error) {
	if p := Catch(func() { err = f() }); p != nil {
		return p
	}
	return err
}

// Raise panics if err is a *Panic from Guard. Call Raise in the goroutine that may
// recover, because a panic in any other ends the program.
func Raise(err error) {
	if p, ok := errors.AsType[*Panic](err); ok {
		panic(p)
	}
}
