package serve

import (
	"context"
	"errors"
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

	"lambdascope/tui"
	"lambdascope/tui/cli"
	"lambdascope/tui/shell"
)

// session is one that has begun.
type session struct {
	asked
	server *Server
	kind   string
	words  []string // of the command, without the program's name
	call   func(args []string) string
	log    *slog.Logger
	ctx    context.Context
	end    context.CancelCauseFunc
	in     *input
	out    io.Writer
	errs   io.Writer
	sizes  <-chan tui.Size
	fell   atomic.Bool // a panic has ended it
}

// The kinds of sessions.
const (
	kindApp   = "app"
	kindRun   = "run"
	kindGuide = "guide"
	kindHelp  = "help"
	kindWrong = "wrong"
)

// Why sessions end, where their limits end them.
var (
	errIdle  = errors.New("idle")
	errTotal = errors.New("total")
)

// session runs a session and returns its exit status.
func (s *Server) session(c *conn, g *gate, sess ssh.Session) int {
	v := &session{asked: g.asked(), server: s, sizes: g.sizes, in: newInput(), call: caller(s.options.Name, sess.LocalAddr())}
	id := sess.Context().SessionID()
	v.log = s.log.With("session", id[:min(12, len(id))])
	v.parse()
	v.ctx, v.end = context.WithCancelCause(g.ctx)
	defer v.end(nil)
	out := &output{w: sess, stall: s.options.Stall, giveUp: c.giveUp}
	v.out, v.errs = out, out
	if !v.terminal {
		v.errs = &output{w: sess.Stderr(), stall: s.options.Stall, giveUp: c.giveUp}
	}
	arrived := v.watch()
	go v.in.fill(sess, arrived)
	defer v.in.Close()

	if refusal := s.admit(v); refusal != "" {
		s.metrics.count(func(m *metrics) { m.refused[refusedFull]++ })
		v.log.Warn("session refused", "address", sess.RemoteAddr().String(), "reason", refusedFull)
		fmt.Fprintf(v.errs, "lambdascope: %s\n", refusal)
		return 1
	}
	start := time.Now()
	v.log.Info("session", "address", sess.RemoteAddr().String(), "key", fingerprint(sess.PublicKey()), "kind", v.kind,
		"terminal", v.terminal, "columns", v.size.Width, "rows", v.size.Height)
	s.metrics.count(func(m *metrics) { m.sessions[v.kind]++; m.active++ })
	code := v.guarded()
	took, reason := time.Since(start), v.reason(c)
	s.metrics.count(func(m *metrics) { m.active--; m.ended[reason]++; m.seconds += took.Seconds() })
	v.log.Info("session ended", "reason", reason, "status", code, "seconds", took.Round(time.Millisecond).Seconds(),
		"read", c.read.Load(), "written", c.written.Load())
	s.leave(v)
	return code
}

// admit lets a session begin, which is to leave; or says why not.
func (s *Server) admit(v *session) (refusal string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch most := s.options.MaxSessions; {
	case s.stopping:
		return "the server is stopping"
	case most > 0 && len(s.sessions) >= most:
		return fmt.Sprintf("all %d sessions are taken; try again later", most)
	}
	s.sessions[v] = struct{}{}
	return ""
}

func (s *Server) leave(v *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sessions, v)
	s.vacated()
}

// reason is why the session has ended, in a word.
func (v *session) reason(c *conn) string {
	var told cli.Reason
	switch cause := context.Cause(v.ctx); {
	case v.fell.Load():
		return "panic"
	case c.stalled.Load():
		return "stalled"
	case cause == nil:
		return "left"
	case errors.Is(cause, errIdle):
		return "idle"
	case errors.Is(cause, errTotal):
		return "total"
	case errors.As(cause, &told):
		return "stopping"
	}
	return "disconnected"
}

// limit is why a limit of time ends a session: a reason of ours and the person's.
type limit struct {
	error
	told cli.Reason
}

func (l limit) Unwrap() []error { return []error{l.error, l.told} }

// watch ends the session when it is idle or has lasted too long. Arrived tells of
// input. What the screen shows by itself is nobody's.
func (v *session) watch() (arrived func()) {
	o := v.server.options
	arrived = func() {}
	if o.Idle > 0 && (v.kind == kindApp || v.kind == kindGuide) {
		idle := time.AfterFunc(o.Idle, func() {
			v.end(limit{errIdle, cli.Reason(fmt.Sprintf("idle for %s: the session has ended", duration(o.Idle)))})
		})
		context.AfterFunc(v.ctx, func() { idle.Stop() })
		arrived = func() {
			if idle.Stop() {
				idle.Reset(o.Idle)
			}
		}
	}
	if o.Total > 0 {
		total := time.AfterFunc(o.Total, func() {
			v.end(limit{errTotal, cli.Reason(fmt.Sprintf("the time of a session, %s, is over: it has ended", duration(o.Total)))})
		})
		context.AfterFunc(v.ctx, func() { total.Stop() })
	}
	return arrived
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
func (v *session) guarded() (code int) {
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

// run does what the command calls for and returns the exit status.
func (v *session) run() int {
	if v.kind == kindWrong {
		ssh := strings.TrimSuffix(v.call(nil), " lambdascope")
		plain := strings.Replace(ssh, "ssh -t", "ssh", 1)
		fmt.Fprintf(v.errs, "usage: %s lambdascope [FLAGS] for the app, %s run [FLAGS] for one analysis, %s guide, %s help\n", ssh, plain, plain, plain)
		return 2
	}
	return cli.Main(v.ctx, v.env(), v.words)
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
			FramesPerSecond: framesPerSecond,
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
