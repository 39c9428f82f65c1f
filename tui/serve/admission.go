package serve

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"time"

	"charm.land/ssh"

	"lambdascope/sim/analysis"
	"lambdascope/tui/serve/internal/door"
	"lambdascope/tui/serve/internal/places"
	"lambdascope/tui/serve/internal/stream"
)

// Why a session is refused, beside door.Stopping.
const (
	refusedFull = "full" // all places are taken, or those that its party may have
	refusedGone = "gone" // it ended before it had its place
)

// evictLinger is how long a session that ends for another may take to hear why.
const evictLinger = time.Second / 2

// admit lets a session begin, which is to leave, when its place is free; or says why
// not, for the person and for the log.
func (s *Server) admit(v *session) (refusal, reason string) {
	s.mu.Lock()
	if s.stopping {
		s.mu.Unlock()
		return "the server is stopping", door.Stopping
	}
	seat, why, refusal := s.places.Take(&v.seat)
	if refusal != "" {
		s.mu.Unlock()
		return refusal, refusedFull
	}
	s.sessions[&v.seat] = v
	before := s.replace(v)
	victim := s.sessions[seat] // nil for none
	if victim != nil {
		victim.end(endEvicted(why, victim.activity.idle()))
	}
	s.mu.Unlock()
	for _, ends := range []*session{before, victim} {
		if ends != nil && !ends.awaitGone(v.ctx) {
			s.leave(v)
			return cmp.Or(toldBy(context.Cause(v.ctx)), "the session has ended"), refusedGone
		}
	}
	return "", ""
}

// awaitGone waits until a session has left that was told to end, and reports whether it
// has: ctx may end first.
func (v *session) awaitGone(ctx context.Context) bool {
	late := time.AfterFunc(evictLinger, v.hangUp) // one that takes no output
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

// unused returns for how long a session has done nothing for anybody: one whose page is
// away makes room first.
func (v *session) unused() time.Duration {
	idle := v.activity.idle()
	if v.activity.gone.Load() {
		idle += v.server.options.EvictAfter
	}
	return idle
}

// replace ends the session that the person of a page has elsewhere, or had when the
// connection was lost, and returns it; nil for none. It is called with the lock.
func (s *Server) replace(by *session) (before *session) {
	if by.person == "" {
		return nil
	}
	if before = s.persons[by.person]; before != nil {
		before.end(endReplaced())
	}
	s.persons[by.person] = by
	return before
}

// leave gives a session's place up.
func (s *Server) leave(v *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(v.gone)
	delete(s.sessions, &v.seat)
	if s.persons[v.person] == v {
		delete(s.persons, v.person)
	}
	s.places.Leave(&v.seat)
	s.vacated()
}

// newSession returns the session of a connection that is to be something.
func (s *Server) newSession(c *conn, a asked) *session {
	return &session{asked: a, server: s, conn: c, activity: newActivity(), gone: make(chan struct{}), in: stream.NewInput(), traffic: &c.traffic}
}

// session runs a session over SSH and returns its exit status.
func (s *Server) session(c *conn, g *gate, sess ssh.Session) int {
	v := s.newSession(c, g.asked())
	v.sizes, v.call = g.sizes, caller(s.options.Name, sess.LocalAddr())
	id := sess.Context().SessionID()
	v.log = s.log.With("session", id[:min(12, len(id))])
	v.client = sess.Context().ClientVersion()
	v.out = stream.NewOutput(sess, s.options.Stall, c.giveUp)
	v.errs = v.out
	if !v.terminal {
		v.errs = stream.NewOutput(sess.Stderr(), s.options.Stall, c.giveUp)
	}
	v.parse()
	return s.hold(g.ctx, v, sess)
}

// hold runs a session, with input from in, while ctx lasts, and returns its exit status.
func (s *Server) hold(ctx context.Context, v *session, in io.Reader) int {
	c := v.conn
	v.seat = places.Seat{Party: c.party(), Presents: v.presents(), Idle: v.unused}
	v.ctx, v.end = context.WithCancelCause(ctx)
	defer v.end(nil)
	share, settle := s.shares.Open(c.address, analysis.SessionLimits())
	defer settle()
	v.share, v.ctx = share, share.Context(v.ctx)
	go v.in.Fill(in, v.activity.touch)
	defer v.in.Close()

	if refusal, reason := s.admit(v); refusal != "" {
		s.notices.note("session refused", c.address, reason)
		fmt.Fprintf(v.errs, "lambdascope: %s\n", refusal)
		return 1
	}
	c.place.Leave()
	v.watch()
	start, told := time.Now(), s.notices.session(c.address)
	if told {
		v.log.Info("session", "address", c.RemoteAddr().String(), "login", c.login.method, "key", fingerprint(c.login.key), "kind", v.kind,
			"terminal", v.terminal, "columns", v.size.Width, "rows", v.size.Height)
	}
	code, err := v.guarded()
	v.drop()
	took, reason := time.Since(start), v.reason(code, err)
	if told {
		v.log.Info("session ended", "reason", reason, "status", code, "seconds", took.Round(time.Millisecond).Seconds(),
			"read", v.traffic.read.Load(), "written", v.traffic.written.Load())
	} else {
		s.notices.note("session", c.address, reason)
	}
	s.leave(v)
	return code
}
