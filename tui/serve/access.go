package serve

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/netip"
	"slices"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"lambdascope/tui/serve/internal/credentials"
)

// Access says who may connect. A Server reads it once, and again with SetAccess.
type Access struct {
	// AuthorizedKeys and Password say who may connect; one of them is enough.
	AuthorizedKeys []gossh.PublicKey
	Password       string
	// Presenters are the keys that may lead the room of Options.Class without its
	// secret. They let in, too, and always find a place.
	Presenters []gossh.PublicKey
	// Denied are the addresses that nobody may connect from.
	Denied []netip.Prefix
}

// restricted reports whether there are keys or a password to log in with.
func (a *Access) restricted() bool { return len(a.AuthorizedKeys) > 0 || a.Password != "" }

// knows reports whether a key lets in.
func (a *Access) knows(key gossh.PublicKey) bool {
	return hasKey(a.AuthorizedKeys, key) || a.presents(key)
}

// presents reports whether a key, nil for none, may present without the secret.
func (a *Access) presents(key gossh.PublicKey) bool {
	return key != nil && hasKey(a.Presenters, key)
}

func hasKey(keys []gossh.PublicKey, key gossh.PublicKey) bool {
	return slices.ContainsFunc(keys, func(k gossh.PublicKey) bool { return ssh.KeysEqual(k, key) })
}

// isPassword reports whether what was typed is the password.
func (a *Access) isPassword(typed []byte) bool {
	if a.Password == "" {
		return false
	}
	want, got := sha256.Sum256([]byte(a.Password)), sha256.Sum256(typed)
	return subtle.ConstantTimeCompare(got[:], want[:]) == 1
}

// denies reports whether nobody may connect from an address, which door.Address returns.
func (a *Access) denies(address netip.Prefix) bool {
	return slices.ContainsFunc(a.Denied, address.Overlaps)
}

func (a *Access) check() error {
	if a.Password == "" {
		return nil
	}
	if err := credentials.CheckPassword(a.Password); err != nil {
		return fmt.Errorf("password: %w", err)
	}
	return nil
}

// SetAccess replaces who may connect. Sessions whose key or address is no longer welcome
// end; those that began with another password go on. Where there were keys or a password,
// without any nobody gets in any more.
func (s *Server) SetAccess(a Access) error {
	if a.restricted() && !s.options.restricted() {
		return errors.New("access: want keys or a password from the start, or none")
	}
	if err := a.check(); err != nil {
		return err
	}
	s.access.Store(&a)
	var away []*conn
	s.mu.Lock()
	for c := range s.conns {
		if a.denies(c.address) && !c.claimed.Load() {
			away = append(away, c)
		}
	}
	for _, v := range s.sessions {
		if what := s.unwelcome(v); what != "" {
			v.end(endUnwelcome(what))
		}
	}
	s.mu.Unlock()
	for _, c := range away { // which takes the lock
		c.closeFor(byDenial)
	}
	return nil
}

// unwelcome returns what of a session is not on the lists, or no longer: its address or its
// key. It is empty for a session that may go on.
func (s *Server) unwelcome(v *session) string {
	a, key := s.access.Load(), v.conn.login.key
	switch {
	case a.denies(v.conn.address):
		return "this address"
	case key == nil:
	case s.options.restricted() && !s.options.Public && !a.knows(key),
		v.presentsByKey && !a.presents(key):
		return "this key"
	}
	return ""
}

// welcome reports whether anybody may connect from an address.
func (s *Server) welcome(address netip.Prefix) bool {
	if s.access.Load().denies(address) {
		s.metrics.count(func(m *metrics) { m.refused[refusedDenied]++ })
		s.notices.note("connection refused", address, refusedDenied)
		return false
	}
	return true
}

// refusedDenied is why a connection is refused, beside the reasons of the door.
const refusedDenied = "denied"

// proven notes that a connection's person has what not everybody has.
func (s *Server) proven(c *conn) {
	if !c.proven.Swap(true) {
		s.door.LoggedIn(c.Conn.RemoteAddr())
	}
}
