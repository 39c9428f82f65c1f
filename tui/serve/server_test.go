//go:build unix

package serve

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/serve/internal/client"
	"lambdascope/tui/serve/internal/stream"
)

// record is a log that can be read while it is written.
type record struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (r *record) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.Write(p)
}

func (r *record) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String()
}

// serving starts a server on loopback. Stop stops it; at the test's end nothing of
// it may be left.
func serving(t *testing.T, o Options) (s *Server, address string, log *record, stop func()) {
	t.Helper()
	return servingOn(t, o, func(l net.Listener) net.Listener { return l })
}

// servingOn is serving with another listener around that on loopback, after changes
// to the server.
func servingOn(t *testing.T, o Options, around func(net.Listener) net.Listener, change ...func(s *Server)) (s *Server, address string, log *record, stop func()) {
	t.Helper()
	log = &record{}
	o.HostKey, o.Log = newSigner(t), slog.New(slog.NewTextHandler(log, nil))
	s = must.Have(New(o))(t)
	for _, c := range change {
		c(s)
	}
	l := must.Have(net.Listen("tcp", "127.0.0.1:0"))(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, Doors{SSH: around(l)}) }()
	return s, l.Addr().String(), log, sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

func connect(t *testing.T, address string, auth ...gossh.AuthMethod) *gossh.Client {
	t.Helper()
	c := must.Have(client.Dial(address, auth...))(t)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// TestPanics serves with an engine that panics whatever it is asked: in the
// goroutine of a session, and in those that the app starts. Each ends its own
// session, whose terminal is restored, and is logged with its stack.
func TestPanics(t *testing.T) {
	t.Parallel()
	s, address, log, stop := servingOn(t, Options{Engine: analysis.NewEngine(0), Grace: time.Second},
		func(l net.Listener) net.Listener { return l }, func(s *Server) { s.options.Engine = new(analysis.Engine) })
	defer stop()
	if _, errs, code := client.Run(t, connect(t, address), "run"); code != 1 || strings.Contains(errs, "goroutine") {
		t.Errorf("run: exit %d, %q", code, errs)
	}
	a := client.Open(t, connect(t, address), client.View{Width: 100, Height: 30})
	if code := a.Ends(t); code != 1 {
		t.Errorf("app: exit %d", code)
	}
	a.AwaitRestored()
	a.AwaitText("an error in the program has ended this session")
	if out, _, code := client.Run(t, connect(t, address), "help"); code != 0 || out == "" {
		t.Errorf("afterwards: exit %d", code)
	}
	stop()
	if n := strings.Count(log.String(), "level=ERROR msg=panic"); n != 2 || s.metrics.panics != 2 || s.metrics.ended["panic"] != 2 {
		t.Errorf("%d panics are logged, %d counted, want 2:\n%s", n, s.metrics.panics, log)
	}
	if !strings.Contains(log.String(), "analysis.(*Engine)") {
		t.Errorf("no stack:\n%s", log)
	}
}

// TestLogAndMetrics looks at what is noted of sessions: no word of what was typed, which is
// nothing that a time may be.
func TestLogAndMetrics(t *testing.T) {
	t.Parallel()
	key := newSigner(t)
	s, address, log, stop := serving(t, Options{
		Engine: analysis.NewEngine(1 << 20), Grace: time.Second, MaxSessions: 1,
		Access: Access{AuthorizedKeys: []gossh.PublicKey{key.PublicKey()}, Password: "open sesame for all"},
	})
	defer stop()
	c := connect(t, address, gossh.PublicKeys(key))
	a := client.Open(t, c, client.View{Width: 100, Height: 30, Command: "lambdascope --gamma 0.3141592"})
	a.AwaitText("λ̂ =")
	a.Type("\rsecret")
	a.AwaitText("keep the old value")
	a.Type("\x1b")
	a.Await("the end of typing", func(screen string) bool { return !strings.Contains(screen, "keep the old value") })
	if _, errs, code := client.Run(t, connect(t, address, gossh.Password("open sesame for all")), "run"); code != 1 || !strings.Contains(errs, "all 1 sessions are taken") {
		t.Errorf("one too many: exit %d, %q", code, errs)
	}
	if _, err := client.Dial(address, gossh.Password("wrong guess")); err == nil {
		t.Error("a wrong password lets in")
	}
	for late := time.Now().Add(10 * time.Second); !strings.Contains(log.String(), "not logged in") && time.Now().Before(late); {
		time.Sleep(time.Millisecond) // the server may see the end later than the client
	}
	a.Type("q")
	a.Ends(t)
	_ = c.Close()
	stop()
	for _, want := range []string{"key=" + gossh.FingerprintSHA256(key.PublicKey()), "kind=app", "columns=100", "reason=left", "status=0", "login=publickey",
		"msg=\"session refused\" address=127.0.0.1 reason=full", "msg=\"login failed\" address=127.0.0.1 reason=password",
		"msg=\"not logged in\" address=127.0.0.1 reason=\"hung up\"", "msg=stopping"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log has no %q", want)
		}
	}
	for _, secret := range []string{"sesame", "guess", "secret", "0.3141592"} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log has %q", secret)
		}
	}
	if t.Failed() {
		t.Log(log)
	}
	var page strings.Builder
	s.WriteMetrics(&page)
	for _, want := range []string{
		"lambdascope_connections_total 3\n", "lambdascope_connections 0\n", "lambdascope_logins_failed_total 1\n",
		"lambdascope_sessions_total{kind=\"app\"} 1\n", "lambdascope_sessions 0\n", "lambdascope_sessions_ended_total{reason=\"left\"} 1\n",
		"lambdascope_sessions_refused_total{reason=\"full\"} 1\n", "lambdascope_logins_total{method=\"password\"} 1\n",
		"lambdascope_logins_total{method=\"publickey\"} 1\n", "lambdascope_login_failures_total{method=\"password\"} 1\n",
		"lambdascope_connections_pending 0\n", "lambdascope_accept_errors_total 0\n", "lambdascope_panics_total 0\n",
		"# TYPE lambdascope_sessions gauge\n", "# HELP lambdascope_goroutines ",
	} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the metrics have no %q:\n%s", want, &page)
		}
	}
}

// TestShutdownTells ends a server with a session in it.
func TestShutdownTells(t *testing.T) {
	t.Parallel()
	_, address, _, stop := serving(t, Options{Engine: analysis.NewEngine(1 << 20), Grace: 10 * time.Second})
	defer stop()
	a := client.Open(t, connect(t, address), client.View{Width: 100, Height: 30, Command: "lambdascope -n 30"})
	a.AwaitText("λ̂ =")
	idle := connect(t, address)
	stop()
	if code := a.Ends(t); code != 1 {
		t.Errorf("exit %d", code)
	}
	a.AwaitRestored()
	a.AwaitText("the server is stopping")
	a.AwaitText("lambdascope --states 5 --trajectories 30") // how to come back
	if err := idle.Wait(); err == nil {
		t.Error("a connection without a session is open")
	}
}

// TestWriteFailsFirst has a session end by a write to somebody who has gone, before the
// end of the connection is known.
func TestWriteFailsFirst(t *testing.T) {
	for want, to := range map[string]io.Writer{reasonFailed: io.Discard, reasonDisconnected: gone{}} {
		out := stream.NewOutput(to, 0, nil)
		_, _ = out.Write([]byte("a screen"))
		v := &session{ctx: t.Context(), conn: &conn{}, out: out, errs: out}
		if got := v.reason(1, io.EOF); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// gone is where nothing can be written.
type gone struct{}

func (gone) Write([]byte) (int, error) { return 0, io.EOF }
