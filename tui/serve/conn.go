package serve

import (
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// conn is a connection to the door for SSH, or of a page, with one session.
type conn struct {
	net.Conn
	address netip.Prefix
	place   *entry       // until the session has a seat
	late    *time.Timer  // closes a connection without a session
	why     atomic.Value // the server's reason to close it, a string
	claimed atomic.Bool  // by a session
	login   login        // written before the session begins
	closed  func()
	close   sync.Once
}

// login is the way a connection logged in.
type login struct {
	method string
	key    gossh.PublicKey // nil without a key
}

// The reasons to close a connection.
const (
	whyLate    = "late" // the session did not begin in time
	whyDropped = "dropped"
	whyStalled = "stalled" // as of endStalled
	whyStop    = "stopping"
)

// closeFor closes a connection for a reason. The first reason stands.
func (c *conn) closeFor(why string) {
	c.why.CompareAndSwap(nil, why)
	_ = c.Close()
}

// reason returns the server's reason to close the connection, or "".
func (c *conn) reason() string {
	why, _ := c.why.Load().(string)
	return why
}

// Close closes the connection, once.
func (c *conn) Close() error {
	err := c.Conn.Close()
	c.close.Do(c.closed)
	return err
}

// letIn waits until a connection may log in, and returns nil after a refusal. The session must begin
// in time.
func (s *Server) letIn(raw net.Conn) *conn {
	c := &conn{Conn: raw, address: addressOf(raw.RemoteAddr())}
	c.place = s.door.enter(s.ctx, c.address, func() {
		c.why.CompareAndSwap(nil, whyDropped)
		_ = raw.Close() // the reader of the connection closes the rest
	})
	if c.place == nil {
		if s.ctx.Err() == nil {
			s.warn("connection refused", c.address, "too many")
		}
		return nil
	}
	c.late = time.AfterFunc(s.options.Login, func() { c.closeFor(whyLate) })
	c.closed = func() {
		c.late.Stop()
		c.place.leave()
		s.mu.Lock()
		defer s.mu.Unlock()
		if _, there := s.conns[c]; there {
			delete(s.conns, c)
			s.active.Done()
		}
	}
	s.mu.Lock()
	stopping := s.stopping
	if !stopping {
		s.conns[c] = struct{}{}
		s.active.Add(1)
	}
	s.mu.Unlock()
	if stopping {
		_ = c.Close()
		return nil
	}
	return c
}
