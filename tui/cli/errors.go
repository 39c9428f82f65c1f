package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"
)

// misuse is the error of wrong use.
type misuse struct{ err error }

func (m misuse) Error() string { return m.err.Error() }

func (m misuse) Unwrap() error { return m.err }

// Misuse returns an error of wrong use, with exit code 2.
func Misuse(format string, args ...any) error { return misuse{fmt.Errorf(format, args...)} }

// Reason is a cause of a context's end for the user to read, in place of "interrupted".
type Reason string

func (r Reason) Error() string { return string(r) }

// outcome returns the exit code of an error and its message, if any. An error before a command
// began is wrong use.
func outcome(ctx context.Context, err error, began bool) (code int, message string) {
	var wrong misuse
	var reason Reason
	switch {
	case err == nil:
		return exitDone, ""
	case errors.As(err, &wrong), !began:
		return ExitMisuse, err.Error()
	case ctx.Err() != nil && errors.As(context.Cause(ctx), &reason):
		return exitFailed, string(reason)
	case ctx.Err() != nil:
		return exitFailed, "interrupted"
	case errors.Is(err, syscall.EPIPE), errors.Is(err, io.ErrClosedPipe): // the reader has enough, as head
		return exitFailed, ""
	}
	return exitFailed, err.Error()
}

// The exit codes of Main.
const (
	exitDone   = 0
	exitFailed = 1
	ExitMisuse = 2 // wrong use
)
