package serve

import (
	"errors"
	"fmt"
	"time"

	"lambdascope/tui/cli"
	"lambdascope/tui/serve/internal/places"
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
	reasonTotal        = "total"   // has lasted too long
	reasonEvicted      = "evicted" // for another, see places
	reasonStopping     = "stopping"
	reasonReplaced     = "replaced" // by a later one of the same page
)

func endIdle(after time.Duration) ending {
	return ending{reasonIdle, fmt.Sprintf("idle for %s: the session has ended", duration(after))}
}

func endTotal(after time.Duration) ending {
	return ending{reasonTotal, fmt.Sprintf("the time of a session, %s, is over: it has ended", duration(after))}
}

func endEvicted(why places.Reason, idle time.Duration) ending {
	said := fmt.Sprintf("idle for %s, and somebody else needs the place", duration(idle.Truncate(time.Second)))
	switch why {
	case places.WasLent:
		said = "this address has more than half of the places, and somebody else needs one"
	case places.Presenter:
		said = "all places are taken, and the presenter needs one"
	}
	return ending{reasonEvicted, said + ": the session has ended"}
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

// duration writes a time as people do: 30m, 8h.
func duration(d time.Duration) string {
	switch {
	case d >= time.Hour && d%time.Hour == 0:
		return fmt.Sprintf("%dh", d/time.Hour)
	case d >= time.Minute && d%time.Minute == 0:
		return fmt.Sprintf("%dm", d/time.Minute)
	}
	return d.String()
}
