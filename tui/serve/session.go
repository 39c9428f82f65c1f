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

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/analysis"
	"lambdascope/tui"
	"lambdascope/tui/cli"
	"lambdascope/tui/shell"
)

// session is one that has begun.
type session struct {
	asked
	server   *Server
	conn     *conn
	party    party
	activity *activity
	yields   bool          // it is ended for another; under the server's lock
	gone     chan struct{} // closed when it has left
	kind     string
	words    []string // of the command, without the program's name
	call     func(args []string) string
	log      *slog.Logger
	share    *analysis.Share
	ctx      context.Context
	end      context.CancelCauseFunc
	in       *input
	out      io.Writer
	errs     io.Writer
	sizes    <-chan tui.Size
	fell     atomic.Bool // a panic has ended it
}

// The kinds of sessions.
const (
	kindApp   = "app"
	kindRun   = "run"
	kindGuide = "guide"
	kindHelp  = "help"
	kindWrong = "wrong"
)

// session runs a session and returns its exit status.
func (s *Server) session(c *conn, g *gate, sess ssh.Session) int {
	v := &session{
		asked: g.asked(), server: s, conn: c, party: c.party(), activity: newActivity(), gone: make(chan struct{}),
		sizes: g.sizes, in: newInput(), call: caller(s.options.Name, sess.LocalAddr()),
	}
	id := sess.Context().SessionID()
	v.log = s.log.With("session", id[:min(12, len(id))])
	v.parse()
	v.ctx, v.end = context.WithCancelCause(g.ctx)
	defer v.end(nil)
	share, settle := s.shares.open(sess.RemoteAddr())
	defer settle()
	v.share, v.ctx = share, share.Context(v.ctx)
	out := &output{w: sess, stall: s.options.Stall, giveUp: c.giveUp}
	v.out, v.errs = out, out
	if !v.terminal {
		v.errs = &output{w: sess.Stderr(), stall: s.options.Stall, giveUp: c.giveUp}
	}
	go v.in.fill(sess, v.activity.touch)
	defer v.in.Close()

	if refusal, reason := s.admit(v); refusal != "" {
		s.metrics.count(func(m *metrics) { m.sessionsRefused[reason]++ })
		s.notices.note("session refused", c.address, reason)
		fmt.Fprintf(v.errs, "lambdascope: %s\n", refusal)
		return 1
	}
	c.place.leave()
	v.watch()
	start := time.Now()
	v.log.Info("session", "address", sess.RemoteAddr().String(), "login", c.login.method, "key", fingerprint(c.login.key), "kind", v.kind,
		"terminal", v.terminal, "columns", v.size.Width, "rows", v.size.Height)
	s.metrics.count(func(m *metrics) { m.sessions[v.kind]++; m.active++ })
	code, err := v.guarded()
	took, reason := time.Since(start), v.reason(code, err)
	s.metrics.count(func(m *metrics) { m.active--; m.ended[reason]++; m.seconds += took.Seconds() })
	v.log.Info("session ended", "reason", reason, "status", code, "seconds", took.Round(time.Millisecond).Seconds(),
		"read", c.read.Load(), "written", c.written.Load())
	s.leave(v)
	return code
}

// party returns who the sessions of a connection count for.
func (c *conn) party() party {
	if c.login.key != nil {
		return party{fingerprint(c.login.key), true}
	}
	return party{c.address.String(), false}
}

// watch ends the session when it is idle or has lasted too long. What the screen
// shows by itself is nobody's.
func (v *session) watch() {
	o := v.server.options
	if o.Idle > 0 && (v.kind == kindApp || v.kind == kindGuide) {
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
	completes := func(w string) bool { return strings.HasPrefix(w, "__complete") } // cobra's
	switch {
	case slices.ContainsFunc(words, completes):
		v.kind = kindWrong
	case len(words) == 0 || strings.HasPrefix(words[0], "-"):
		v.kind = kindApp
	case words[0] == "run":
		v.kind = kindRun
	case words[0] == "guide":
		v.kind = kindGuide
	case words[0] == "help":
		v.kind = kindHelp
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
	v.fell.Store(true)
	v.server.metrics.count(func(m *metrics) { m.panics++ })
	v.log.Error("panic", "value", fmt.Sprint(value), "stack", string(stack))
}

// run does what the command calls for and returns the exit status and the error.
func (v *session) run() (code int, err error) {
	if v.kind == kindWrong {
		ssh := strings.TrimSuffix(v.call(nil), " lambdascope")
		plain := strings.Replace(ssh, "ssh -t", "ssh", 1)
		fmt.Fprintf(v.errs, "usage: %s lambdascope [FLAGS] for the app, %s run [FLAGS] for one analysis, %s guide, %s help\n", ssh, plain, plain, plain)
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
		Limits:      sessionLimits(),
		CommandLine: v.call,
		Remote: &tui.Remote{
			Size:            v.size,
			Sizes:           v.sizes,
			Bounds:          v.window.bounds,
			Cut:             v.window.cut,
			FramesPerSecond: framesPerSecond,
			Turn:            v.share.Do,
			Rest:            func(took time.Duration) time.Duration { return v.server.pace.rest(v.share, took) },
			Panicked:        v.panicked,
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
