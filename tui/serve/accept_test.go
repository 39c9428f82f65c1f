//go:build unix

package serve

import (
	"errors"
	"net"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/serve/internal/client"
)

// failing is a listener that fails so many times first.
type failing struct {
	net.Listener
	left atomic.Int32
	err  error
}

func (f *failing) Accept() (net.Conn, error) {
	if f.left.Add(-1) >= 0 {
		return nil, &net.OpError{Op: "accept", Net: "tcp", Err: os.NewSyscallError("accept4", f.err)}
	}
	return f.Listener.Accept()
}

// TestAcceptErrors has a system short of file descriptors for a while, and one that
// fails for good.
func TestAcceptErrors(t *testing.T) {
	t.Parallel()
	for _, shortage := range []error{syscall.EMFILE, syscall.ENOBUFS} {
		var f *failing
		s, address, log, stop := servingOn(t, Options{Engine: analysis.NewEngine(1 << 20), Grace: time.Second}, func(l net.Listener) net.Listener {
			f = &failing{Listener: l, err: shortage}
			f.left.Store(4)
			return f
		})
		if _, _, code := client.Run(t, connect(t, address), "help"); code != 0 {
			t.Errorf("exit %d", code)
		}
		stop()
		if want := `msg="accept failed" reason="` + shortage.Error() + `"`; !strings.Contains(log.String(), want+"\n") || !strings.Contains(log.String(), want+" more=3") {
			t.Errorf("the log has no %s:\n%s", want, log)
		}
		if s.metrics.acceptErrors != 4 {
			t.Errorf("%d errors are counted, want 4", s.metrics.acceptErrors)
		}
	}
	s := must.Have(New(Options{Engine: analysis.NewEngine(1 << 20), HostKey: newSigner(t), Grace: time.Second}))(t)
	l := must.Have(net.Listen("tcp", "127.0.0.1:0"))(t)
	f := &failing{Listener: l, err: syscall.EBADF}
	f.left.Store(1)
	if err := s.Serve(t.Context(), Doors{SSH: f}); !errors.Is(err, syscall.EBADF) {
		t.Errorf("%v, want the listener's error", err)
	}
}

// TestStopsWhileAcceptFails does not wait for the listener.
func TestStopsWhileAcceptFails(t *testing.T) {
	t.Parallel()
	s, _, _, stop := servingOn(t, Options{Engine: analysis.NewEngine(1 << 20), Grace: time.Second}, func(l net.Listener) net.Listener {
		f := &failing{Listener: l, err: syscall.EMFILE}
		f.left.Store(1 << 30)
		return f
	})
	for failed := false; !failed; time.Sleep(time.Millisecond) {
		s.metrics.count(func(m *metrics) { failed = m.acceptErrors > 0 })
	}
	stop()
}
