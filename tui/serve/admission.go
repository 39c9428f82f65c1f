package serve

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/engine"
)

// evictLinger bounds the time to tell an evicted session the reason.
const evictLinger = time.Second / 2

// admit waits until a session may begin, or returns a refusal for the person. End the session with
// leave.
func (s *Server) admit(v *session) (refusal string) {
	s.mu.Lock()
	if s.stopping {
		s.mu.Unlock()
		return "the server is stopping"
	}
	victim, refusal := s.seats.take(v)
	if refusal != "" {
		s.mu.Unlock()
		return refusal
	}
	s.active.Add(1)
	before := s.replace(v)
	if victim != nil {
		victim.end(endEvicted)
	}
	s.mu.Unlock()
	for _, ends := range []*session{before, victim} {
		if ends != nil && !ends.awaitGone(v.ctx) {
			s.leave(v)
			return cmp.Or(toldBy(context.Cause(v.ctx)), "the session has ended")
		}
	}
	return ""
}

// awaitGone waits until an ending session has left, and reports whether this was before the end of
// ctx.
func (v *session) awaitGone(ctx context.Context) bool {
	late := time.AfterFunc(evictLinger, v.hangUp) // because the reader may take no output
	defer late.Stop()
	select {
	case <-v.gone:
		return true
	case <-ctx.Done():
		return false
	}
}

// hangUp closes the connection of a session.
func (v *session) hangUp() {
	if v.page != nil {
		v.page.hangUp()
		return
	}
	_ = v.conn.Close()
}

// giveUp ends a session with a stalled reader.
func (v *session) giveUp() {
	v.end(endStalled)
	v.hangUp()
}

// idle returns the time since the person's last input. A session gives way sooner while the page is
// away, because the person sees no screen.
func (v *session) idle() time.Duration {
	idle := v.activity.idle()
	if v.activity.gone.Load() {
		idle += absent
	}
	return idle
}

// replace ends and returns the earlier session of a page's person, or nil. The caller has the lock.
func (s *Server) replace(by *session) (before *session) {
	if by.person == "" {
		return nil
	}
	if before = s.persons[by.person]; before != nil {
		before.end(endReplaced)
	}
	s.persons[by.person] = by
	return before
}

// leave gives up the seat of a session.
func (s *Server) leave(v *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(v.gone)
	delete(s.seats.taken, v)
	if s.persons[v.person] == v {
		delete(s.persons, v.person)
	}
	s.active.Done()
}

// newSession returns the session of a connection.
func (s *Server) newSession(c *conn, a *asked) *session {
	v := &session{asked: a, server: s, conn: c, activity: newActivity(), gone: make(chan struct{})}
	v.in, v.typed = io.Pipe()
	return v
}

// sshSession runs a session over SSH and returns its exit status.
func (s *Server) sshSession(ctx context.Context, c *conn, a *asked, channel gossh.Channel) int {
	v := s.newSession(c, a)
	v.target = target(s.options.Name, c.LocalAddr())
	v.call = func(args []string) string { return command(v.target, args) }
	s.mu.Lock()
	s.number++
	v.log = s.log.With("session", fmt.Sprint("ssh-", s.number))
	s.mu.Unlock()
	v.out = &output{w: channel, stall: s.options.Stall, session: v}
	v.errs = v.out
	if !v.terminal {
		v.errs = &output{w: channel.Stderr(), stall: s.options.Stall, session: v}
	}
	v.parse()
	if v.kind == kindPresent {
		if refusal := v.present(channel); refusal != "" {
			fmt.Fprintf(v.errs, "lambdascope: %s\n", refusal)
			return 1
		}
	}
	go func() {
		_, _ = io.Copy(input{v}, channel)
		_ = v.typed.Close()
	}()
	return s.hold(ctx, v)
}

// hold runs a session until ctx ends, and returns its exit status.
func (s *Server) hold(ctx context.Context, v *session) int {
	c := v.conn
	v.ctx, v.end = context.WithCancelCause(ctx)
	defer v.end(nil)
	v.share = c.place.visitor.account.NewMember(engine.SessionLimits())
	v.ctx = v.share.Context(v.ctx)
	defer v.in.Close()
	if refusal := s.admit(v); refusal != "" {
		s.warn("session refused", c.address, "full")
		fmt.Fprintf(v.errs, "lambdascope: %s\n", refusal)
		return 1
	}
	c.place.leave()
	go v.watchIdle()
	start := time.Now()
	v.log.Info("session", "address", written(c.address), "login", c.login.method, "key", fingerprint(c.login.key), "kind", v.kind,
		"terminal", v.terminal, "columns", v.size.Width, "rows", v.size.Height)
	code, err := v.guarded()
	v.drop()
	v.log.Info("session ended", "reason", v.reason(code, err), "status", code, "seconds", time.Since(start).Round(time.Millisecond).Seconds())
	s.leave(v)
	return code
}

// input writes the person's input to a session. After the end of the session's reader, input drops
// the rest, so that the other side reads until the end of the connection.
type input struct{ session *session }

func (i input) Write(p []byte) (int, error) {
	i.session.activity.touch()
	_, _ = i.session.typed.Write(p)
	return len(p), nil
}

// output writes to a session, piece by piece. A stalled reader ends the session.
type output struct {
	w       io.Writer
	stall   time.Duration
	session *session
	mu      sync.Mutex
}

// maxPiece bounds a piece, in bytes: a packet of SSH.
const maxPiece = 32 << 10

func (o *output) Write(p []byte) (written int, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(p) > 0 && err == nil {
		piece := p[:min(len(p), maxPiece)]
		late := time.AfterFunc(o.stall, o.session.giveUp)
		var n int
		n, err = o.w.Write(piece)
		late.Stop()
		written += n
		p = p[len(piece):]
	}
	if err != nil {
		o.session.end(errLeft)
	}
	return written, err
}
