package serve

import (
	"context"
	"errors"
	"fmt"
	"time"

	"lambdascope/sim/analysis"
	"lambdascope/tui"
	"lambdascope/tui/cli"
)

// ending is the cause of a session's end that is the server's: a word for the log
// and a sentence for the person.
type ending struct{ reason, told string }

func (e ending) Error() string { return e.reason }

// Unwrap returns what the command says in place of "interrupted".
func (e ending) Unwrap() error { return cli.Reason(e.told) }

// toldBy returns what a cause says to the person, empty for nothing.
func toldBy(cause error) string {
	var e ending
	errors.As(cause, &e)
	return e.told
}

// The reasons for which sessions end, for the log and the metrics.
const (
	reasonLeft         = "left"         // by the person, or the command is done
	reasonMisuse       = "misuse"       // of the command
	reasonFailed       = "failed"       // the command has
	reasonInput        = "input"        // more than a terminal sends
	reasonWork         = "work"         // the command took more processor time than it may
	reasonDisconnected = "disconnected" // by the other side
	reasonStalled      = "stalled"      // takes no output
	reasonPanic        = "panic"
	reasonIdle         = "idle"
	reasonTotal        = "total"   // has lasted too long
	reasonEvicted      = "evicted" // for another, see places
	reasonStopping     = "stopping"
)

func endIdle(after time.Duration) ending {
	return ending{reasonIdle, fmt.Sprintf("idle for %s: the session has ended", duration(after))}
}

func endTotal(after time.Duration) ending {
	return ending{reasonTotal, fmt.Sprintf("the time of a session, %s, is over: it has ended", duration(after))}
}

func endEvicted(idle time.Duration) ending {
	return ending{reasonEvicted, fmt.Sprintf("idle for %s, and somebody else needs the place: the session has ended", duration(idle.Truncate(time.Second)))}
}

func endStopping() ending {
	return ending{reasonStopping, "the server is stopping: the session has ended"}
}

// reason is why a session has ended whose command returned code and err.
func (v *session) reason(code int, err error) string {
	var ended ending
	var long *analysis.TooLong
	switch cause := context.Cause(v.ctx); {
	case v.fell.Load():
		return reasonPanic
	case v.conn.stalled.Load():
		return reasonStalled
	case errors.As(cause, &ended):
		return ended.reason
	case cause != nil:
		return reasonDisconnected
	case errors.Is(err, tui.ErrInput):
		return reasonInput
	case errors.As(err, &long):
		return reasonWork
	case code == cli.ExitMisuse:
		return reasonMisuse
	case code != 0:
		return reasonFailed
	}
	return reasonLeft
}
