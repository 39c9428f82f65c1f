//go:build linux

package serve

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/room"
	"lambdascope/tui/serve/internal/client"
)

// unwelcomeOptions are those of a server with the limits that others reach.
func unwelcomeOptions() Options {
	return Options{Engine: analysis.NewEngine(1 << 20), Grace: time.Second}.WithLimits()
}

// denied is where the clients of these tests come from whose address is denied.
var denied = Access{Denied: []netip.Prefix{netip.MustParsePrefix("127.0.3.0/24")}}

// TestAttackDeniedWhileLoggingIn: an address is denied while it logs in. Its connection
// ends, and nothing waits for it.
func TestAttackDeniedWhileLoggingIn(t *testing.T) {
	t.Parallel()
	s, address, _, stop := serving(t, unwelcomeOptions())
	defer stop()
	raw, err := client.ConnectFrom("127.0.3.1", address)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	if _, err := raw.Read(make([]byte, 1)); err != nil { // it is in
		t.Fatal(err)
	}
	must.Succeed(t, s.SetAccess(denied))
	for err == nil {
		_, err = raw.Read(make([]byte, 1024))
	}
}

// TestAttackUnwelcomeBeforeSession: a key is taken off the list, or an address denied, while
// its connection has logged in and has no session yet, or has a channel and has not said
// what for.
func TestAttackUnwelcomeBeforeSession(t *testing.T) {
	t.Parallel()
	key, other := newSigner(t), newSigner(t)
	for name, now := range map[string]Access{
		"a key":      {AuthorizedKeys: []gossh.PublicKey{other.PublicKey()}},
		"an address": {AuthorizedKeys: []gossh.PublicKey{key.PublicKey()}, Denied: denied.Denied},
	} {
		for _, opened := range []bool{false, true} {
			o := unwelcomeOptions()
			o.AuthorizedKeys = []gossh.PublicKey{key.PublicKey(), other.PublicKey()}
			s, address, _, stop := serving(t, o)
			defer stop()
			c, err := client.DialFrom("127.0.3.1", address, client.Config(gossh.PublicKeys(key)))
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			var session *gossh.Session
			if opened {
				if session, err = c.NewSession(); err != nil {
					t.Fatal(err)
				}
			}
			must.Succeed(t, s.SetAccess(now))
			if !opened {
				session, err = c.NewSession()
			}
			if err == nil && session.Run("help") == nil {
				t.Errorf("%s that is no longer welcome begins a session, opened before: %t", name, opened)
			}
		}
	}
}

// TestAttackRemovedPresenter: a presenter's key that leads the class by the panel, and not
// by the command, is taken off the list.
func TestAttackRemovedPresenter(t *testing.T) {
	t.Parallel()
	key, other := newSigner(t), newSigner(t)
	o := unwelcomeOptions()
	o.Class, o.Presenters = true, []gossh.PublicKey{key.PublicKey(), other.PublicKey()}
	s, address, _, stop := serving(t, o)
	defer stop()
	a := in(t, address, "", 100, 30, gossh.PublicKeys(key))
	a.AwaitText("○ no presenter")
	a.Type("R")
	a.AwaitText("leave the room")
	a.Type("l")
	a.AwaitText("You have left the room")
	a.Type("R")
	a.AwaitText("open a room")
	a.Type("1")
	a.AwaitText("You present")
	must.Succeed(t, s.SetAccess(Access{Presenters: []gossh.PublicKey{other.PublicKey()}}))
	<-a.Ended()
}

// TestAttackNoAccessLeft: where keys let in and none is left, nobody gets in, also not by
// a password that is empty.
func TestAttackNoAccessLeft(t *testing.T) {
	t.Parallel()
	key := newSigner(t)
	o := unwelcomeOptions()
	o.AuthorizedKeys, o.Password = []gossh.PublicKey{key.PublicKey()}, "correct horse battery"
	s, address, _, stop := serving(t, o)
	defer stop()
	must.Succeed(t, s.SetAccess(Access{}))
	for name, auth := range map[string]gossh.AuthMethod{"the key": gossh.PublicKeys(key), "no password": gossh.Password("")} {
		if c, err := client.DialFrom("127.0.3.1", address, client.Config(auth)); err == nil {
			t.Errorf("%s lets in", name)
			_ = c.Close()
		}
	}
}

// TestAttackProtectedAddresses: addresses that know the password log in and begin no
// session, as many as there are places before login. The presenter gets in.
func TestAttackProtectedAddresses(t *testing.T) {
	t.Parallel()
	teacher := newSigner(t)
	o := unwelcomeOptions()
	o.Class, o.Presenters, o.Password = true, []gossh.PublicKey{teacher.PublicKey()}, "correct horse battery"
	_, address, _, stop := serving(t, o)
	defer stop()
	for i := range 64 {
		c, err := client.DialFrom(fmt.Sprintf("127.0.3.%d", 1+i/2), address, client.Config(gossh.Password(o.Password)))
		if err == nil {
			defer c.Close()
		}
	}
	for i := range 5 {
		c, err := client.DialFrom(fmt.Sprintf("127.0.4.%d", 1+i), address, client.Config(gossh.PublicKeys(teacher)))
		if err != nil {
			t.Fatalf("presenter %d: %v", i, err)
		}
		_ = c.Close()
	}
}

// TestAttackBoughtStanding: on a public server a room costs nothing, so that its secret
// gives no standing at the door.
func TestAttackBoughtStanding(t *testing.T) {
	t.Parallel()
	o := unwelcomeOptions()
	o.Public = true
	s, address, _, stop := serving(t, o)
	defer stop()
	seat, err := s.rooms.Open(room.Guest{}) // as "present" does
	if err != nil {
		t.Fatal(err)
	}
	secret := seat.Look().Secret
	for i := range 32 {
		c := must.Have(client.DialFrom(fmt.Sprintf("127.0.3.%d", 1+i), address, client.Config()))(t)
		_, _, _ = client.Run(t, c, "present "+secret)
		_ = c.Close()
	}
	for i := range 64 {
		raw := must.Have(client.ConnectFrom(fmt.Sprintf("127.0.3.%d", 1+i/2), address))(t)
		defer raw.Close()
	}
	for i := range 20 {
		c, err := client.DialFrom(fmt.Sprintf("127.0.4.%d", 1+i), address, client.Config())
		if err != nil {
			t.Fatalf("newcomer %d: %v", i, err)
		}
		_ = c.Close()
	}
}
