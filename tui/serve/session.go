package serve

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/engine"
	"lambdascope/tui/cli"
	"lambdascope/tui/shell"
	"lambdascope/tui/terminal"
)

// session is the session of a connection.
type session struct {
	*asked
	server    *Server
	conn      *conn
	activity  *activity
	leaving   bool          // the session ends for another; under the server's lock
	gone      chan struct{} // closed after leave
	kind      string
	words     []string // of the command, without the program's name
	person    string   // ID of a page's person; empty without a token
	leads     bool     // the person has the secret of the class
	base      string   // address of the server in the page's browser; empty over SSH
	browserID string   // ID of the page's browser
	target    string   // the server for ssh; empty for a page
	call      func(args []string) string
	log       *slog.Logger
	share     *engine.Share
	ctx       context.Context
	end       context.CancelCauseFunc
	in        *io.PipeReader
	typed     *io.PipeWriter // to in
	out       *output
	errs      *output
	page      *page             // nil for a session over SSH
	panics    atomic.Bool       // a panic has ended it
	browser   *terminal.Browser // nil for a terminal
}

// The kinds of sessions besides the names of other commands.
const (
	kindApp     = "app"
	kindPresent = "present" // until the secret is typed
	kindWrong   = "wrong"
)

// watchIdle ends the session when its person has done nothing for too long. A screen that changes
// by itself is no sign of a person.
func (v *session) watchIdle() {
	most := v.server.options.Idle
	for {
		left := most - v.activity.idle()
		if left <= 0 {
			v.end(endIdle(most))
			return
		}
		select {
		case <-v.ctx.Done():
			return
		case <-time.After(left):
		}
	}
}

// parse splits the command into words, without expanding or executing them.
func (v *session) parse() {
	words, err := shell.Split(v.command)
	if err != nil || v.command == invalidCommand {
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

// classify sets the kind from the words.
func (v *session) classify() {
	commands := []string{"run", "compare", "lesson", kindPresent, "guide", "help"}
	completes := func(w string) bool { return strings.HasPrefix(w, "__complete") } // cobra's
	switch {
	case slices.ContainsFunc(v.words, completes):
		v.kind = kindWrong
	case len(v.words) == 0 || strings.HasPrefix(v.words[0], "-"):
		v.kind = kindApp
	case slices.Contains(commands, v.words[0]):
		v.kind = v.words[0]
	default:
		v.kind = kindWrong
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
	v.panics.Store(true)
	v.log.Error("panic", "value", fmt.Sprint(value), "stack", string(stack))
}

// run runs the command and returns the exit status and the error.
func (v *session) run() (code int, err error) {
	if v.kind == kindWrong && v.browser != nil {
		fmt.Fprintf(v.errs, "the address leads nowhere: want %s or /lesson/NAME\n", v.call(nil))
		return cli.ExitMisuse, nil
	}
	if v.kind == kindWrong {
		fmt.Fprintf(v.errs, "usage: ssh -t %[1]s lambdascope [FLAGS] for the app, ssh %[1]s run [FLAGS] for one analysis, ssh %[1]s compare to choose features, ssh %[1]s lesson, ssh -t %[1]s present to lead a class, ssh %[1]s guide, ssh %[1]s help\n", v.target)
		return cli.ExitMisuse, nil
	}
	return cli.Run(v.ctx, v.env(), v.words)
}

// env returns the environment of the command, without files.
func (v *session) env() cli.Env {
	env := cli.Env{
		In:          v.in,
		Out:         v.out,
		Err:         v.errs,
		Terminal:    cli.Terminal{In: v.terminal, Out: v.terminal, Err: v.terminal, Width: v.size.Width},
		Environ:     v.environ,
		Engine:      v.server.options.Engine,
		Version:     v.server.options.Version,
		Lessons:     v.server.options.Lessons,
		Problems:    v.server.options.Problems,
		Limits:      engine.SessionLimits(),
		CommandLine: v.call,
		Remote: &terminal.Remote{
			Size:            v.size,
			Sizes:           v.sizes,
			MaxSize:         maxWindow(),
			FramesPerSecond: framesPerSecond,
			Turn:            v.share.Do,
			Panicked:        v.panicked,
			Browser:         v.browser,
		},
	}
	if v.server.class != nil {
		env.Class = v.enter
	}
	return env
}

// fingerprint returns the fingerprint of a key, or "".
func fingerprint(key gossh.PublicKey) string {
	if key == nil {
		return ""
	}
	return gossh.FingerprintSHA256(key)
}

// framesPerSecond bounds the screens of a session. A key that follows an animation waits for one.
const framesPerSecond = 30
