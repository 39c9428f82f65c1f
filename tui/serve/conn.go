package serve

import (
	"errors"
	"net"
	"net/netip"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/tui/serve/internal/door"
)

// conn is a connection that got in. It is closed where it has no session in time,
// and where nothing can be written to it for too long.
type conn struct {
	net.Conn
	address netip.Prefix // that it counts for
	place   *door.Place  // until its session has one
	login   login
	stall   time.Duration
	traffic
	claimed atomic.Bool // a session was opened
	late    *time.Timer // closes it before its session begins; nil for never
	closed  func()
	close   sync.Once

	why    atomic.Int32 // it was closed: one of by…; 0 where it is open, or its session is over
	proven atomic.Bool  // see Server.proven
}

// traffic counts bytes.
type traffic struct{ read, written atomic.Int64 }

// RemoteAddr returns the address, which knows the connection: see peer.
func (c *conn) RemoteAddr() net.Addr { return peer{c.Conn.RemoteAddr(), c} }

// begun tells that the session begins.
func (c *conn) begun() {
	if c.late != nil {
		c.late.Stop()
	}
}

// Why a connection is closed.
const (
	byHangUp   int32 = iota + 1
	byStall          // its reader takes nothing
	byLateness       // its session does not begin
	byStop           // the server has no time left for it
)

// closeFor closes a connection for a reason. The first that the server has stands, also
// where the other side had hung up.
func (c *conn) closeFor(why int32) {
	if !c.why.CompareAndSwap(0, why) {
		c.why.CompareAndSwap(byHangUp, why)
	}
	_ = c.Close()
}

// was tells whether a connection was closed for a reason.
func (c *conn) was(why int32) bool { return c.why.Load() == why }

// giveUp closes a connection whose reader takes nothing.
func (c *conn) giveUp() { c.closeFor(byStall) }

// greeting is what a client of SSH sends first. The handshake skips up to 1024 lines
// before it, which servers alone may send.
const greeting = "SSH-"

var errNotSSH = errors.New("not a client of SSH")

func (c *conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if before := c.read.Add(int64(n)) - int64(n); before < int64(len(greeting)) {
		want := greeting[before:]
		if got := p[:min(n, len(want))]; !strings.HasPrefix(want, string(got)) {
			return 0, errNotSSH
		}
	}
	if err != nil && !errors.Is(err, net.ErrClosed) {
		c.why.CompareAndSwap(0, byHangUp)
	}
	return n, err
}

func (c *conn) Write(p []byte) (int, error) {
	if c.stall > 0 {
		if err := c.Conn.SetWriteDeadline(time.Now().Add(c.stall)); err != nil {
			return 0, err
		}
	}
	n, err := c.Conn.Write(p)
	c.written.Add(int64(n))
	if errors.Is(err, os.ErrDeadlineExceeded) {
		c.giveUp()
	}
	return n, err
}

func (c *conn) Close() error {
	err := c.Conn.Close()
	c.close.Do(func() {
		c.begun()
		c.closed()
	})
	return err
}

// login is how a connection logs in.
type login struct {
	done   atomic.Bool
	method string          // once it is done
	key    gossh.PublicKey // with that method
	tried  bool            // anything but none; of the handshake alone
}

// peer is a connection's address that knows the connection, for who is given nothing
// else of it.
type peer struct {
	net.Addr
	conn *conn
}
