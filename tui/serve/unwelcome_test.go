//go:build linux

package serve

import (
	"fmt"
	"io"
	"net/netip"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/analysis"
	"lambdascope/tui/room"
	"lambdascope/tui/serve/internal/client"
)

// within fails where f takes longer, and reports whether it did not.
func within(t *testing.T, most time.Duration, what string, f func()) bool {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	select {
	case <-done:
		return true
	case <-time.After(most):
		t.Errorf("%s takes more than %v", what, most)
		return false
	}
}

func reviewOptions(t *testing.T) Options {
	return Options{Engine: analysis.NewEngine(1 << 20), Grace: time.Second}.WithLimits()
}

// SetAccess closes connections under the server's lock, which their closing takes.
func TestDenyPendingDeadlocks(t *testing.T) {
	s, address, _, stop := serving(t, reviewOptions(t))
	raw, err := client.ConnectFrom("127.0.3.1", address)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	if _, err := raw.Read(make([]byte, 1)); err != nil { // it is in
		t.Fatal(err)
	}
	ok := within(t, 5*time.Second, "SetAccess", func() {
		_ = s.SetAccess(Access{Denied: []netip.Prefix{netip.MustParsePrefix("127.0.3.0/24")}})
	})
	if ok {
		stop()
	}
}

// A key is taken off the list while its connection has logged in and has no session yet.
func TestRevokedKeyBeforeSession(t *testing.T) {
	key, other := newSigner(t), newSigner(t)
	o := reviewOptions(t)
	o.AuthorizedKeys = []gossh.PublicKey{key.PublicKey(), other.PublicKey()}
	s, address, _, stop := serving(t, o)
	defer stop()
	c := connect(t, address, gossh.PublicKeys(key))
	if err := s.SetAccess(Access{AuthorizedKeys: []gossh.PublicKey{other.PublicKey()}}); err != nil {
		t.Fatal(err)
	}
	if session, err := c.NewSession(); err == nil && session.Run("help") == nil {
		t.Error("a key that was removed begins a session")
	}
}

// An address is denied while its connection has a channel and has not said what for.
func TestDeniedBetweenChannelAndSession(t *testing.T) {
	s, address, _, stop := serving(t, reviewOptions(t))
	defer stop()
	c, err := client.DialFrom("127.0.3.1", address, client.Config())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	session, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	within(t, 5*time.Second, "SetAccess", func() {
		_ = s.SetAccess(Access{Denied: []netip.Prefix{netip.MustParsePrefix("127.0.3.0/24")}})
	})
	if session.Run("help") == nil {
		t.Error("an address that is denied begins a session")
	}
}

// A presenter's key leads the room by the panel, not by the command, and is removed from
// the presenters: it goes on leading.
func TestRemovedPresenterGoesOnLeading(t *testing.T) {
	key, other := newSigner(t), newSigner(t)
	o := reviewOptions(t)
	o.Class, o.Presenters = true, []gossh.PublicKey{key.PublicKey(), other.PublicKey()}
	s, address, _, stop := serving(t, o)
	defer stop()
	a := client.Open(t, connect(t, address, gossh.PublicKeys(key)), client.View{Width: 100, Height: 30})
	a.AwaitText("λ̂ =")
	var seat *session
	s.mu.Lock()
	for _, v := range s.sessions {
		seat = v
	}
	s.mu.Unlock()
	if _, err := (desk{seat}).Open(); err != nil { // as R, o do
		t.Fatal(err)
	}
	if err := s.SetAccess(Access{Presenters: []gossh.PublicKey{other.PublicKey()}}); err != nil {
		t.Fatal(err)
	}
	select {
	case <-a.Ended():
	case <-time.After(3 * time.Second):
		t.Error("the session goes on, as the presenter")
	}
}

// One address has all memory for windows: nobody ends for the presenter.
func TestMemoryKeepsThePresenterOut(t *testing.T) {
	o := reviewOptions(t)
	o.Class, o.MaxSessions, o.Windows = true, 40, 64<<20 // enough for 57 windows of 80×24: no warning
	f := flags{options: o}
	if said := f.shortages(); len(said) > 0 {
		t.Log("the start says: ", said)
	}
	s, address, _, stop := serving(t, o)
	defer stop()
	held := 0
	for i := range 40 {
		c, err := client.DialFrom("127.0.3.1", address, client.Config())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		session, err := c.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		session.Stdout = io.Discard
		if err := session.RequestPty("xterm", 120, 400, nil); err != nil {
			t.Fatal(err)
		}
		_, _ = session.StdinPipe()
		if err := session.Start("lambdascope"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(50 * time.Millisecond)
		_ = i
		held++
	}
	s.mu.Lock()
	n := s.places.Len()
	s.mu.Unlock()
	t.Logf("%d sessions of one address have places, of %d", n, o.MaxSessions)
	c, err := client.DialFrom("127.0.4.1", address, client.Config())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, errs, _ := client.Run(t, c, "present "+s.Secret()); strings.Contains(errs, "memory") {
		t.Errorf("the presenter is told: %s", errs)
	}
}

// A command of many words has every room's secret looked at for each of them, before the
// session has a place and under the lock of all rooms.
func TestManyWordsOfPresent(t *testing.T) {
	o := reviewOptions(t)
	s, address, _, stop := serving(t, o)
	defer stop()
	for range 5000 {
		if _, err := s.rooms.Open(room.Guest{}); err != nil {
			t.Fatal(err)
		}
	}
	c := connect(t, address)
	began := time.Now()
	_, _, _ = client.Run(t, c, "present"+strings.Repeat(" x", 990))
	if took := time.Since(began); took > time.Second {
		t.Errorf("one command takes %v, with 5000 rooms", took)
	}
}

// On a public server a room is free, and with its secret comes standing at the door.
func TestStandingForARoom(t *testing.T) {
	o := reviewOptions(t)
	o.Public = true
	s, address, _, stop := serving(t, o)
	defer stop()
	seat, err := s.rooms.Open(room.Guest{}) // as "present" does
	if err != nil {
		t.Fatal(err)
	}
	secret := seat.Look().Secret
	for i := range 32 {
		source := fmt.Sprintf("127.0.3.%d", 1+i)
		c, err := client.DialFrom(source, address, client.Config())
		if err != nil {
			t.Fatal(err)
		}
		_, _, _ = client.Run(t, c, "present "+secret)
		_ = c.Close()
	}
	for i := range 64 {
		raw, err := client.ConnectFrom(fmt.Sprintf("127.0.3.%d", 1+i/2), address)
		if err != nil {
			t.Fatal(err)
		}
		defer raw.Close()
	}
	time.Sleep(200 * time.Millisecond)
	in := 0
	for i := range 20 {
		raw, err := client.ConnectFrom(fmt.Sprintf("127.0.4.%d", 1+i), address)
		if err != nil {
			t.Fatal(err)
		}
		_ = raw.SetDeadline(time.Now().Add(2 * time.Second))
		if c, _, _, err := gossh.NewClientConn(raw, address, client.Config()); err == nil {
			in++
			_ = c.Close()
		}
		_ = raw.Close()
	}
	if in < 20 {
		t.Errorf("%d of 20 newcomers get in", in)
	}
}
