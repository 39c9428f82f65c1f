package serve

import (
	"errors"
	"fmt"
	"time"

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

// The reasons for which sessions end, for the log.
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
	reasonEvicted      = "evicted" // for another, see seats
	reasonStopping     = "stopping"
	reasonReplaced     = "replaced" // by a later one of the same page
)

func endIdle(after time.Duration) ending {
	return ending{reasonIdle, fmt.Sprintf("idle for %v: the session has ended", after)}
}

func endEvicted() ending {
	return ending{reasonEvicted, "somebody else needs the place: the session has ended"}
}

func endStalled() ending {
	return ending{reasonStalled, "no output was taken: the session has ended"}
}

func endReplaced() ending {
	return ending{reasonReplaced, "this page is open elsewhere: the session goes on there"}
}

func endStopping() ending {
	return ending{reasonStopping, "the server is stopping: the session has ended"}
}
