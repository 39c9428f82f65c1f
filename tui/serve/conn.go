package serve

import (
	"errors"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// conn is a connection that got in. It is closed where it has no session in time,
// and where nothing can be written to it for too long.
type conn struct {
	net.Conn
	stall         time.Duration
	read, written atomic.Int64 // bytes
	claimed       atomic.Bool  // a session was opened
	stalled       atomic.Bool  // is why it was closed
	late          *time.Timer  // closes it before its session begins; nil for never
	closed        func()
	close         sync.Once
}

// begun tells that the session begins.
func (c *conn) begun() {
	if c.late != nil {
		c.late.Stop()
	}
}

// giveUp closes a connection whose reader takes nothing.
func (c *conn) giveUp() {
	c.stalled.Store(true)
	_ = c.Close()
}

func (c *conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.read.Add(int64(n))
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
