package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"lambdascope/tui/serve/internal/credentials"
	"lambdascope/tui/serve/internal/door"
)

// SetAccess replaces the keys and the password that let in. Which of them are asked
// for stays as it was, and so do sessions that have begun.
func (s *Server) SetAccess(keys []gossh.PublicKey, password string) error {
	if (len(keys) > 0) != (len(s.options.AuthorizedKeys) > 0) || (password != "") != (s.options.Password != "") {
		return errors.New("access: want keys and a password where there were some, and nowhere else")
	}
	if password != "" {
		if err := credentials.CheckPassword(password); err != nil {
			return err
		}
	}
	s.access.Store(credentials.NewAccess(keys, password))
	return nil
}

// wrongPasswordDelay is how long the answer to a wrong password waits.
const wrongPasswordDelay = 500 * time.Millisecond

// maxPublicTries is how many keys may be tried where none is needed: as many as
// agents hold.
const maxPublicTries = 30

// The ways to log in. Others have no name of their own in the log.
const (
	loginNone     = "none"
	loginPassword = "password"
	loginKey      = "publickey"
	loginOther    = "other"
)

var (
	errNotAuthorized = errors.New("not authorized")
	errNotLookedAt   = errors.New("not looked at") // a password, see guard
)

// configure returns how a connection may log in.
func (s *Server) configure(ctx ssh.Context) *gossh.ServerConfig {
	config := cryptography()
	c, ok := ctx.Value(connKey{}).(*conn)
	if !ok {
		return config // that nobody can log in with
	}
	o := s.options
	var verified gossh.PublicKey
	if len(o.AuthorizedKeys) > 0 || len(o.Presenters) > 0 {
		config.PublicKeyCallback = func(_ gossh.ConnMetadata, key gossh.PublicKey) (*gossh.Permissions, error) {
			if !s.access.Load().HasKey(key) && !s.presenters.HasKey(key) {
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
			return s.password(ctx, c, typed)
		}
	}
	switch {
	case !o.restricted() && len(o.Presenters) == 0:
		config.NoClientAuth = true
	case o.Public || !o.restricted():
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
			s.door.LoggedIn(c.Conn.RemoteAddr())
			s.metrics.count(func(m *metrics) { m.logins[method]++ })
			return
		}
		if method == loginNone || o.Public || !o.restricted() { // asks what there is; offers a key that is not needed
			return
		}
		c.login.tried = true
		if errors.Is(err, errNotLookedAt) {
			s.metrics.count(func(m *metrics) { m.notLookedAt++ })
			s.notices.note("password not looked at", c.address, "too many were wrong")
			return
		}
		s.metrics.count(func(m *metrics) { m.failures[method]++ })
		s.notices.note("login failed", c.address, method)
	}
	return config
}

// password looks at a password, when its turn comes.
func (s *Server) password(ctx context.Context, c *conn, typed []byte) (*gossh.Permissions, error) {
	o, wait := s.guard.Try(ctx, c.address, func() bool { return s.access.Load().IsPassword(typed) })
	switch o {
	case door.Right:
		return &gossh.Permissions{}, nil
	case door.NotLookedAt:
		told := "Too many wrong passwords were typed of late, so that others have to wait: try again."
		if wait > 0 {
			told = fmt.Sprintf("Too many wrong passwords came from your address: the next one is looked at in %v.", wait.Round(time.Second)+time.Second)
		}
		return nil, &gossh.BannerError{Err: errNotLookedAt, Message: "lambdascope: " + told + "\n"}
	}
	pause := time.NewTimer(wrongPasswordDelay)
	defer pause.Stop()
	select {
	case <-pause.C:
	case <-ctx.Done():
	}
	return nil, errNotAuthorized
}

// failed notes a connection that did not log in. What an error says may be the other
// side's words, so that its kind alone is told.
func (s *Server) failed(nc net.Conn, err error) {
	at, ok := nc.RemoteAddr().(peer)
	if !ok {
		return
	}
	c := at.conn
	s.metrics.count(func(m *metrics) { m.failed++ })
	var negotiation *gossh.AlgorithmNegotiationError
	var tries *gossh.ServerAuthError
	reason := "protocol" // not SSH's
	switch {
	case c.stopped.Load():
		return
	case c.place.WasDropped():
		reason = "dropped"
	case c.expired.Load():
		reason = "late"
		s.door.Ended(c.Conn.RemoteAddr(), door.LateCost)
	case errors.As(err, &negotiation):
		reason = "no common " + negotiation.What
	case errors.As(err, &tries) && len(tries.Errors) > maxAuthTries:
		reason = "too many tries"
	case c.hungUp.Load():
		reason = "hung up"
		if !c.login.tried {
			s.door.Ended(c.Conn.RemoteAddr(), door.NothingCost)
		}
	}
	s.notices.note("not logged in", c.address, reason)
}
