//go:build linux

package serve_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/testutil"
	"lambdascope/tui/serve"
)

// The attacks on access, and on the resources of sessions.

// asServed sets the limits of the command.
func asServed(o *serve.Options) { o.Login, o.MaxSessions = 0, 200 }

// numbered is one of the addresses of a group.
func numbered(group, i int) string { return fmt.Sprintf("127.0.%d.%d", group, 1+i) }

// TestAttackAllSessions: one address begins more sessions than it may, and others fill the rest.
// Newcomers get in, and an earlier session survives.
func TestAttackAllSessions(t *testing.T) {
	t.Parallel()
	const most = 20
	s := start(t, func(o *serve.Options) { o.MaxSessions = most })
	before := open(t, s.address, "")
	before.AwaitText("30 trajectories")
	for range most {
		begins(t, dialFrom(t, numbered(1, 0), s.address))
	}
	if n := s.counts("sessions"); n != 1+most/2 {
		t.Errorf("%d sessions, want one and half of %d", n, most)
	}
	for i := range most / 2 {
		if !begins(t, dialFrom(t, numbered(2, i), s.address)) {
			t.Errorf("newcomer %d does not get in", i)
		}
	}
	before.Type("l")
	before.AwaitText("50 trajectories")
}

// begins opens the app and reports whether it begins: it draws a screen rather than
// ending.
func begins(t *testing.T, c *gossh.Client) (began bool) {
	t.Helper()
	session, screen := testutil.Get(c.NewSession())(t), new(transcript)
	testutil.Get(session.StdinPipe())(t) // open, as a terminal's is
	session.Stdout = screen
	testutil.Check(t, session.RequestPty("xterm", 24, 80, nil))
	testutil.Check(t, session.Shell())
	until(t, "a screen or a refusal", func() bool {
		text := screen.String()
		began = strings.Contains(text, "\x1b[?1049h")
		return began || strings.Contains(text, "lambdascope: ")
	})
	return began
}

// TestManyChannels asks for more than the one session of a connection, also faster than the
// first can begin, and for more than a session has.
func TestManyChannels(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	c := dial(t, s.address)
	granted := make(chan bool, 50)
	for range cap(granted) {
		go func() {
			_, requests, err := c.OpenChannel("session", nil)
			if err == nil {
				go gossh.DiscardRequests(requests)
			}
			granted <- err == nil
		}()
	}
	sessions := 0
	for range cap(granted) {
		if <-granted {
			sessions++
		}
	}
	if sessions != 1 {
		t.Errorf("%d sessions on a connection, want 1", sessions)
	}
	c = dial(t, s.address)
	first := openView(t, c, view{Width: 100, Height: 30})
	first.AwaitText("from λ̂")
	for i := range 200 {
		kind := []string{"session", "direct-tcpip", "forwarded-tcpip", "x11", "auth-agent@openssh.com", "direct-streamlocal@openssh.com", "tun@openssh.com", "?"}[i%8]
		var refusal *gossh.OpenChannelError
		if _, _, err := c.OpenChannel(kind, make([]byte, i)); !errors.As(err, &refusal) {
			t.Fatalf("channel %q: %v, want it refused", kind, err)
		}
	}
	for _, name := range []string{"tcpip-forward", "cancel-tcpip-forward", "streamlocal-forward@openssh.com", "no-more-sessions@openssh.com", "?"} {
		if ok, _, err := c.SendRequest(name, true, make([]byte, 8)); ok || err != nil {
			t.Errorf("request %q: %t, %v, want it refused", name, ok, err)
		}
	}
	first.Type("l")
	first.AwaitText("50 trajectories")

	c = dial(t, s.address)
	odd := testutil.Get(c.NewSession())(t)
	for name, value := range map[string]string{"LD_PRELOAD": "x", "TERM": "x", "LC_ALL": strings.Repeat("x", 10_000), "NO_COLOR": "\x1b[2J", "TERM_PROGRAM": "a\u202eb"} {
		if odd.Setenv(name, value) == nil {
			t.Errorf("%s is granted", name)
		}
	}
	testutil.Check(t, odd.RequestPty("../../etc/passwd", 3000, 3000, nil))
	if odd.RequestPty("xterm", 24, 80, nil) == nil || odd.RequestSubsystem("sftp") == nil {
		t.Error("a second terminal or a subsystem is granted")
	}
	testutil.Check(t, odd.Setenv("LANG", "de_DE.UTF-8"))
	testutil.Check(t, odd.Run("--version"))
}
