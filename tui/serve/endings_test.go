//go:build unix

package serve_test

import (
	"net"
	"regexp"
	"strings"
	"testing"
	"time"

	"lambdascope/sim/must"
	"lambdascope/tui/serve"
	"lambdascope/tui/serve/internal/client"
)

// TestEndings ends sessions in every way; each is in the log and in the counts with
// its own reason. That of a panic is in TestPanics, and that of a session that is
// evicted in TestEvicted.
func TestEndings(t *testing.T) {
	t.Parallel()
	app := func(t *testing.T, s *server) *client.Session {
		a := open(t, s.address, "")
		a.AwaitText("λ̂ =")
		return a
	}
	opened := func(t *testing.T, s *server) { open(t, s.address, "") } // which may end before it shows anything
	run := func(t *testing.T, s *server, command string) {
		c := dial(t, s.address)
		client.Run(t, c, command)
		_ = c.Close()
	}
	for _, c := range []struct {
		reason string
		name   string
		change func(o *serve.Options)
		end    func(t *testing.T, s *server)
	}{
		{"stalled", "", func(o *serve.Options) { o.Stall = 2 * time.Second }, func(t *testing.T, s *server) { stall(t, s.address) }},
		{"left", "the key q", nil, func(t *testing.T, s *server) { app(t, s).Type("q") }},
		{"left", "ctrl+c", nil, func(t *testing.T, s *server) { app(t, s).Type("\x03") }},
		{"left", "run", nil, func(t *testing.T, s *server) { run(t, s, "run -n 5") }},
		{"left", "help", nil, func(t *testing.T, s *server) { run(t, s, "help") }},
		{"misuse", "an unknown command", nil, func(t *testing.T, s *server) { run(t, s, "sh -c id") }},
		{"misuse", "a value out of range", nil, func(t *testing.T, s *server) { run(t, s, "run --gamma 2") }},
		{"misuse", "too much for a session", nil, func(t *testing.T, s *server) { run(t, s, "run -n 100000") }},
		{"misuse", "the app without a terminal", nil, func(t *testing.T, s *server) { run(t, s, "--domain 2048") }},
		{"input", "a paste without end", nil, func(t *testing.T, s *server) {
			app(t, s).Type("\x1b[200~" + strings.Repeat("x", 200_000))
		}},
		{"disconnected", "in the app", nil, func(t *testing.T, s *server) {
			c := dial(t, s.address)
			client.Open(t, c, client.View{Width: 100, Height: 30}).AwaitText("λ̂ =")
			_ = c.Close()
		}},
		{"disconnected", "in a run", nil, func(t *testing.T, s *server) {
			c := dial(t, s.address)
			session := must.Have(c.NewSession())(t)
			must.Succeed(t, session.Start("run --domain mountain-car --features tile-coding"))
			until(t, "the session", func() bool { return s.count(t, "lambdascope_sessions") == 1 })
			_ = c.Close()
		}},
		{"idle", "", func(o *serve.Options) { o.Idle = 300 * time.Millisecond }, opened},
		{"total", "", func(o *serve.Options) { o.Total = 300 * time.Millisecond }, opened},
		{"stopping", "", nil, func(t *testing.T, s *server) { app(t, s); s.stop(t) }},
	} {
		t.Run(c.reason+" "+c.name, func(t *testing.T) {
			t.Parallel()
			listener := must.Have(net.Listen("tcp", "127.0.0.1:0"))(t)
			s := startOn(t, &shallow{Listener: listener}, c.change)
			c.end(t, s)
			s.said.await(t, nil, regexp.MustCompile(`msg="session ended" .*reason=`+c.reason+" "))
			if n := s.count(t, `lambdascope_sessions_ended_total{reason="`+c.reason+`"}`); n != 1 {
				t.Errorf("counted %d times, want once", n)
			}
			if n := strings.Count(s.said.String(), `msg="session ended"`); n != 1 {
				t.Errorf("%d lines:\n%s", n, s.said)
			}
		})
	}
}

// TestRefusals refuses sessions and connections in every way but those of TestAttack…;
// each is in the log with its own reason.
func TestRefusals(t *testing.T) {
	t.Parallel()
	s := start(t, func(o *serve.Options) { o.MaxSessions, o.Handshake = 1, hasty })
	a := open(t, s.address, "")
	a.AwaitText("λ̂ =")
	c := dial(t, s.address)
	if _, errs, code := client.Run(t, c, "run -n 5"); code != 1 || !strings.Contains(errs, "all 1 sessions are taken") {
		t.Errorf("a session too many: exit %d, %q", code, errs)
	}
	junk := must.Have(net.Dial("tcp", s.address))(t)
	defer junk.Close()
	if _, err := junk.Write([]byte("GET / HTTP/1.1\r\n" + strings.Repeat("x: y\r\n", 1000))); err != nil {
		t.Log(err)
	}
	closes(t, junk, "not SSH")
	silent := must.Have(net.Dial("tcp", s.address))(t)
	defer silent.Close()
	drops(t, dial(t, s.address), "logged in and no session")
	closes(t, silent, "nothing said")
	for _, want := range []string{
		`msg="session refused" address=127\.0\.0\.1 reason=full`,
		`msg="no session" address=127\.0\.0\.1 reason=late`,
		`msg="not logged in" address=127\.0\.0\.1 reason=late`,
		`msg="not logged in" address=127\.0\.0\.1 reason=protocol`,
	} {
		s.said.await(t, nil, regexp.MustCompile(want))
	}
	a.Type("q")
	a.Ends(t)
	until(t, "the place of who has left", func() bool {
		c, err := client.Dial(s.address) // an address that was late may have to wait
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		_, _, code := client.Run(t, c, "--version")
		return code == 0
	})
}
