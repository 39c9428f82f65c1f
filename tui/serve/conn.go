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

	// Why it was closed: one of these at most.
	stalled atomic.Bool
	expired atomic.Bool // by late
	hungUp  atomic.Bool // by the other side
	stopped atomic.Bool // as the server stops
	denied  atomic.Bool // its address is no longer welcome

	proven atomic.Bool // see Server.proven
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

// expire closes a connection that is late.
func (c *conn) expire() {
	c.expired.Store(true)
	_ = c.Close()
}

// giveUp closes a connection whose reader takes nothing.
func (c *conn) giveUp() {
	c.stalled.Store(true)
	_ = c.Close()
}

// stop closes a connection that the server has no time left for.
func (c *conn) stop() {
	c.stopped.Store(true)
	_ = c.Close()
}

// turnAway closes a connection whose address is no longer welcome.
func (c *conn) turnAway() {
	c.denied.Store(true)
	_ = c.Close()
}

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
		c.hungUp.Store(true)
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
