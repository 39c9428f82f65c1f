package serve

import (
	"errors"
	"net"
	"net/netip"
	"syscall"
	"time"
)

// acceptor is a listener that goes on where the system is short of something for
// the moment, such as file descriptors.
type acceptor struct {
	net.Listener
	notices *notices
	closed  <-chan struct{}
	begun   func() // called when it is asked for a connection
}

// The pauses after an error.
const (
	firstAcceptPause = 5 * time.Millisecond
	maxAcceptPause   = time.Second
)

func (a *acceptor) Accept() (net.Conn, error) {
	a.begun()
	for pause := firstAcceptPause; ; pause = min(2*pause, maxAcceptPause) {
		c, err := a.Listener.Accept()
		if err == nil || errors.Is(err, net.ErrClosed) {
			return c, err
		}
		a.notices.note("accept failed", netip.Prefix{}, acceptReason(err))
		if !passes(err) {
			return nil, err
		}
		again := time.NewTimer(pause)
		select {
		case <-again.C:
		case <-a.closed:
			again.Stop()
			return nil, net.ErrClosed
		}
	}
}

// passes tells whether an error of accept may pass: accept(2) has those of the
// network and of single connections as well.
func passes(err error) bool {
	for _, e := range []error{
		syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM,
		syscall.ECONNABORTED, syscall.EPROTO, syscall.EPERM, syscall.EINTR, syscall.EAGAIN,
		syscall.ENETDOWN, syscall.ENETUNREACH, syscall.EHOSTDOWN, syscall.EHOSTUNREACH, syscall.ENOPROTOOPT, syscall.EOPNOTSUPP,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	var timeout net.Error
	return errors.As(err, &timeout) && timeout.Timeout()
}

// acceptReason returns an error without the address that is listened on.
func acceptReason(err error) string {
	var number syscall.Errno
	if errors.As(err, &number) {
		return number.Error()
	}
	return err.Error()
}
