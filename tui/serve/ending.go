package serve

import (
	"errors"
	"fmt"
	"time"

	"lambdascope/tui/cli"
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

// The reasons for the end of a session, for the log.
const (
	reasonLeft         = "left"         // the person, or the command is done
	reasonMisuse       = "misuse"       // of the command
	reasonFailed       = "failed"       // the command
	reasonInput        = "input"        // more than a terminal sends
	reasonWork         = "work"         // too much processor time
	reasonDisconnected = "disconnected" // by the other side
	reasonStalled      = "stalled"      // takes no output
	reasonPanic        = "panic"
	reasonIdle         = "idle"
	reasonEvicted      = "evicted" // for another, see seats
	reasonStopping     = "stopping"
	reasonReplaced     = "replaced" // by a later session of the same page
)

// The ends of sessions by the server.
var (
	endEvicted  = ending{reasonEvicted, "somebody else needs the place: the session has ended"}
	endStalled  = ending{reasonStalled, "no output was taken: the session has ended"}
	endReplaced = ending{reasonReplaced, "this page is open elsewhere: the session continues there"}
	endStopping = ending{reasonStopping, "the server is stopping: the session has ended"}
)

func endIdle(after time.Duration) ending {
	return ending{reasonIdle, fmt.Sprintf("idle for %v: the session has ended", after)}
}
