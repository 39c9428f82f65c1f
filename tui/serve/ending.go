package serve

import (
	"context"
	"errors"
	"fmt"
	"time"

	"lambdascope/sim/engine"
	"lambdascope/tui/cli"
	"lambdascope/tui/terminal"
)

// ending is the server's cause for the end of a session: a word for the log and a sentence for the
// person.
type ending struct{ reason, told string }

func (e ending) Error() string { return e.reason }

// Unwrap returns the sentence, which the command prints in place of "interrupted".
func (e ending) Unwrap() error { return cli.Reason(e.told) }

// toldBy returns the sentence of a cause, or "".
func toldBy(cause error) string {
	var e ending
	errors.As(cause, &e)
	return e.told
}

// The ends of sessions by the server.
var (
	endEvicted  = ending{"evicted", "somebody else needs the place: the session has ended"}
	endStalled  = ending{"stalled", "no output was taken: the session has ended"}
	endReplaced = ending{"replaced", "this page is open elsewhere: the session continues there"}
	endStopping = ending{"stopping", "the server is stopping: the session has ended"}
)

func endIdle(after time.Duration) ending {
	return ending{"idle", fmt.Sprintf("idle for %v: the session has ended", after)}
}

// reason returns a word for the log: the reason for the end of a session whose command returned code
// and err.
func (v *session) reason(code int, err error) string {
	var ended ending
	var long *engine.TooLong
	switch cause := context.Cause(v.ctx); {
	case v.panics.Load():
		return "panic"
	case errors.As(cause, &ended):
		return ended.reason
	case cause != nil:
		return "disconnected"
	case errors.Is(err, terminal.ErrInput):
		return "input"
	case errors.As(err, &long):
		return "work"
	case code == cli.ExitMisuse:
		return "misuse"
	case code != 0:
		return "failed"
	}
	return "left"
}
