package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"
)

// misuse is the error of a command that was called wrongly.
type misuse struct{ err error }

func (m misuse) Error() string { return m.err.Error() }

func (m misuse) Unwrap() error { return m.err }

// Misuse returns the error of a command that was called wrongly.
func Misuse(format string, args ...any) error { return misusef(format, args...) }

// Reason is the cause of a context's end that is for the person to read, in place
// of the word "interrupted".
type Reason string

func (r Reason) Error() string { return string(r) }

func misusef(format string, args ...any) error { return misuse{fmt.Errorf(format, args...)} }

// outcome returns the exit code of an error and the message for it, empty where
// nothing is to be said. Whatever fails before a command began is wrong use.
func outcome(ctx context.Context, err error, began bool) (code int, message string) {
	var wrong misuse
	var reason Reason
	switch {
	case err == nil, errors.Is(err, errAnswered):
		return exitDone, ""
	case errors.As(err, &wrong), !began:
		return ExitMisuse, err.Error()
	case ctx.Err() != nil && errors.As(context.Cause(ctx), &reason):
		return exitFailed, string(reason)
	case ctx.Err() != nil:
		return exitFailed, "interrupted"
	case readerLeft(err):
		return exitFailed, ""
	}
	return exitFailed, err.Error()
}

// readerLeft tells that whoever read the output closed it, as head does: they
// have what they wanted, and there is nobody to tell.
func readerLeft(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

// The exit codes of Main.
const (
	exitDone   = 0
	exitFailed = 1
	ExitMisuse = 2 // wrong use
)
