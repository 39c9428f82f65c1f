package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/analysis"
	"lambdascope/tui/cli"
	"lambdascope/tui/serve/internal/places"
	"lambdascope/tui/serve/internal/stream"
	"lambdascope/tui/shell"
	"lambdascope/tui/terminal"
)

// session is one that has begun.
type session struct {
	asked
	server   *Server
	conn     *conn
	seat     places.Seat // under the server's lock
	activity *activity
	gone     chan struct{} // closed when it has left
	client   string        // its version, as it says
	kind     string
	words    []string // of the command, without the program's name
	person   string   // by what a page's is known; empty for one who is known by the connection
	rejoins  string   // the code of the room that the app opens in with its own view
	call     func(args []string) string
	log      *slog.Logger
	share    *analysis.Share
	ctx      context.Context
	end      context.CancelCauseFunc
	in       *stream.Input
	out      *stream.Output
	errs     *stream.Output
	sizes    <-chan terminal.Size
	traffic  *traffic
	page     *page             // nil for a session over SSH
	fell     atomic.Bool       // a panic has ended it
	browser  *terminal.Browser // nil for a terminal
}

// The kinds of sessions.
const (
	kindApp    = "app"
	kindRun    = "run"
	kindLesson = "lesson"
	kindGuide  = "guide"
	kindRoom   = "room"
	kindHelp   = "help"
	kindWrong  = "wrong"
)

// party returns who the sessions of a connection count for.
func (c *conn) party() places.Party {
	if c.login.key != nil {
		return places.Party{Name: fingerprint(c.login.key), Keyed: true}
	}
	return places.Party{Name: c.address.String()}
}

// presents names what the session's command presents, by the secret of a
// room; empty for nothing. The secret of the server's own room is what only its owner
// has; others are free for who opens a room, and prove nothing.
func (v *session) presents() string {
	if v.kind != kindRoom || v.words[0] != "present" {
		return ""
	}
	for _, word := range v.words[1:] {
		if code, ok := v.server.rooms.Holds(word); ok {
			if class := v.server.class; class != nil && code == class.Code() {
				v.server.proven(v.conn)
			}
			return "room " + code
		}
	}
	return ""
}

// watch ends the session when it is idle or has lasted too long. What the screen
// shows by itself is nobody's.
func (v *session) watch() {
	o := v.server.options
	if o.Idle > 0 && (v.kind == kindApp || v.kind == kindLesson || v.kind == kindRoom || v.kind == kindGuide) {
		go v.watchIdle(o.Idle)
	}
	if o.Total > 0 {
		total := time.AfterFunc(o.Total, func() { v.end(endTotal(o.Total)) })
		context.AfterFunc(v.ctx, func() { total.Stop() })
	}
}

func (v *session) watchIdle(most time.Duration) {
	timer := time.NewTimer(most)
	defer timer.Stop()
	for {
		select {
		case <-v.ctx.Done():
			return
		case <-timer.C:
		}
		left := most - v.activity.idle()
		if left <= 0 {
			v.end(endIdle(most))
			return
		}
		timer.Reset(left)
	}
}

// parse reads the command. Nothing is expanded and nothing executed.
func (v *session) parse() {
	words, err := shell.Split(v.command)
	if err != nil || v.command == tooOdd {
		v.kind = kindWrong
		return
	}
	if len(words) > 0 && words[0] == "lambdascope" {
		words = words[1:]
	} else if len(words) == 0 && !v.terminal {
		v.kind = kindWrong
		return
	}
	v.words = words
	v.classify()
}

// classify finds out what kind of a command the words are.
func (v *session) classify() {
	named := map[string]string{
		"run": kindRun, "compare": kindRun, "lesson": kindLesson, "present": kindRoom, "join": kindRoom, "guide": kindGuide, "help": kindHelp,
	}
	completes := func(w string) bool { return strings.HasPrefix(w, "__complete") } // cobra's
	switch {
	case slices.ContainsFunc(v.words, completes):
		v.kind = kindWrong
	case len(v.words) == 0 || strings.HasPrefix(v.words[0], "-"):
		v.kind = kindApp
	default:
		v.kind = cmp.Or(named[v.words[0]], kindWrong)
	}
}

// guarded is run; a panic ends this session alone.
func (v *session) guarded() (code int, err error) {
	defer func() {
		if p := recover(); p != nil {
			v.panicked(p, debug.Stack())
			code = 1
		}
	}()
	return v.run()
}

// panicked notes a panic.
func (v *session) panicked(value any, stack []byte) {
	v.fell.Store(true)
	v.log.Error("panic", "value", fmt.Sprint(value), "stack", string(stack))
}

// run does what the command calls for and returns the exit status and the error.
func (v *session) run() (code int, err error) {
	if v.kind == kindWrong && v.browser != nil {
		fmt.Fprintf(v.errs, "the address leads nowhere: want %s, /join/CODE or /lesson/NAME\n", v.call(nil))
		return cli.ExitMisuse, nil
	}
	if v.kind == kindWrong {
		ssh := strings.TrimSuffix(v.call(nil), " lambdascope")
		plain := strings.Replace(ssh, "ssh -t", "ssh", 1)
		fmt.Fprintf(v.errs, "usage: %s lambdascope [FLAGS] for the app, %s run [FLAGS] for one analysis, %s compare to choose features, %s lesson, %s present or %s join CODE for rooms, %s guide, %s help\n", ssh, plain, plain, plain, ssh, ssh, plain, plain)
		return cli.ExitMisuse, nil
	}
	return cli.Run(v.ctx, v.env(), v.words)
}

// env is all that the command may touch.
func (v *session) env() cli.Env {
	return cli.Env{
		In:          v.in,
		Out:         v.out,
		Err:         v.errs,
		Terminal:    cli.Terminal{In: v.terminal, Out: v.terminal, Err: v.terminal, Width: v.size.Width},
		Environ:     v.environ,
		Engine:      v.server.options.Engine,
		Version:     v.server.options.Version,
		Lessons:     v.server.options.Lessons,
		Problems:    v.server.options.Problems,
		Rooms:       desk{v},
		Limits:      analysis.SessionLimits(),
		CommandLine: v.call,
		Remote: &terminal.Remote{
			Size:            v.size,
			Sizes:           v.sizes,
			Bounds:          v.window.bounds,
			Cut:             v.window.cut,
			FramesPerSecond: framesPerSecond,
			Turn:            v.share.Do,
			Rest:            func(took time.Duration) time.Duration { return v.server.pace.Rest(v.share, took) },
			Panicked:        v.panicked,
			Browser:         v.browser,
		},
	}
}

// fingerprint returns that of a key, empty for none.
func fingerprint(key gossh.PublicKey) string {
	if key == nil {
		return ""
	}
	return gossh.FingerprintSHA256(key)
}

// reason is why a session has ended whose command returned code and err.
func (v *session) reason(code int, err error) string {
	var ended ending
	var long *analysis.TooLong
	switch cause := context.Cause(v.ctx); {
	case v.fell.Load():
		return reasonPanic
	case v.page == nil && v.conn.was(byStall):
		return reasonStalled
	case errors.As(cause, &ended):
		return ended.reason
	case cause != nil:
		return reasonDisconnected
	case errors.Is(err, terminal.ErrInput):
		return reasonInput
	case errors.As(err, &long):
		return reasonWork
	case code == cli.ExitMisuse:
		return reasonMisuse
	case code != 0 && (v.out.Failed() || v.errs.Failed()): // a write may learn it first
		return reasonDisconnected
	case code != 0:
		return reasonFailed
	}
	return reasonLeft
}
