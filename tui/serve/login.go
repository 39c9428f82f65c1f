package serve

import (
	"errors"
	"net"
	"slices"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"lambdascope/tui/serve/internal/door"
)

// maxPublicTries is how many keys may be tried where none is needed: as many as
// agents hold.
const maxPublicTries = 30

// The ways to log in. The log does not name others.
const (
	loginNone     = "none"
	loginPassword = "password"
	loginKey      = "publickey"
	loginOther    = "other"
)

var errNotAuthorized = errors.New("not authorized")

// configure returns how a connection may log in.
func (s *Server) configure(ctx ssh.Context) *gossh.ServerConfig {
	config := cryptography()
	c, ok := ctx.Value(connKey{}).(*conn)
	if !ok {
		return config // that nobody can log in with
	}
	o := s.options
	var verified gossh.PublicKey
	if len(o.AuthorizedKeys) > 0 {
		config.PublicKeyCallback = func(_ gossh.ConnMetadata, key gossh.PublicKey) (*gossh.Permissions, error) {
			if !o.knows(key) {
				return nil, errNotAuthorized
			}
			return &gossh.Permissions{}, nil
		}
		config.VerifiedPublicKeyCallback = func(_ gossh.ConnMetadata, key gossh.PublicKey, p *gossh.Permissions, _ string) (*gossh.Permissions, error) {
			verified = key
			return p, nil
		}
	}
	if o.Password != "" {
		config.PasswordCallback = func(_ gossh.ConnMetadata, typed []byte) (*gossh.Permissions, error) {
			if !o.isPassword(typed) {
				return nil, errNotAuthorized
			}
			return &gossh.Permissions{}, nil
		}
	}
	switch {
	case !o.restricted():
		config.NoClientAuth = true
	case o.Public:
		// Clients try "none" before their keys, and this after them: nothing is asked.
		config.KeyboardInteractiveCallback = func(gossh.ConnMetadata, gossh.KeyboardInteractiveChallenge) (*gossh.Permissions, error) {
			return &gossh.Permissions{}, nil
		}
		config.MaxAuthTries = maxPublicTries
	}
	config.AuthLogCallback = func(_ gossh.ConnMetadata, method string, err error) {
		switch {
		case method == "keyboard-interactive" && err == nil:
			method = loginNone // nothing was asked
		case !slices.Contains([]string{loginNone, loginPassword, loginKey}, method):
			method = loginOther
		}
		if err == nil {
			if method == loginKey {
				c.login.key = verified
			}
			c.login.method = method
			c.login.done.Store(true)
			if method == loginKey || method == loginPassword {
				s.proven(c)
			}
			return
		}
		if method == loginNone || o.Public || !o.restricted() { // asks what there is; offers a key that is not needed
			return
		}
		c.login.tried = true
		s.notices.note("login failed", c.address, method)
	}
	return config
}

// failed notes a connection that did not log in. What an error says may be the other
// side's words, so that its kind alone is told.
func (s *Server) failed(nc net.Conn, err error) {
	at, ok := nc.RemoteAddr().(peer)
	if !ok {
		return
	}
	c := at.conn
	var negotiation *gossh.AlgorithmNegotiationError
	var tries *gossh.ServerAuthError
	reason := "protocol" // not SSH's
	switch {
	case c.was(byStop):
		return
	case c.place.WasDropped():
		reason = "dropped"
	case c.was(byLateness):
		reason = "late"
		s.door.Ended(c.Conn.RemoteAddr(), door.LateCost)
	case errors.As(err, &negotiation):
		reason = "no common " + negotiation.What
	case errors.As(err, &tries) && len(tries.Errors) > maxAuthTries:
		reason = "too many tries"
	case c.was(byHangUp):
		reason = "hung up"
		if !c.login.tried {
			s.door.Ended(c.Conn.RemoteAddr(), door.NothingCost)
		}
	}
	s.notices.note("not logged in", c.address, reason)
}
