// Package serve shows the app over SSH and in the browser. Strangers may connect, so each step
// bounds their cost by address, and a flood costs the flooder.
//
//	SSH   browser
//	  \   /
//	  door         connections without a session: the address with the most loses one
//	   |
//	admission      seats: the address with the most gives up the longest idle session
//	   |
//	session        the app without files: the sessions of an address divide one account
//	   |           of processor time, so that the key of a quiet person comes first
//	 class         one presenter; sessions follow, and phones vote
package serve

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"regexp"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/analysis"
	"lambdascope/sim/problem"
	"lambdascope/tui/lesson"
)

// Options are the needs of a Server.
type Options struct {
	Engine  *analysis.Engine // of all sessions
	Version string           // of the program
	Lessons []*lesson.Lesson // besides the shipped ones
	HostKey gossh.Signer     // Ed25519
	// Problems are problems besides the shipped ones.
	Problems []*problem.Problem

	// AuthorizedKeys or Password let people in. Without both every visitor gets in.
	AuthorizedKeys []gossh.PublicKey
	Password       string
	Public         bool

	// BehindProxy takes the address of a visitor from a proxy on this machine.
	BehindProxy bool

	// ClassSecret is the secret of the presenter of a class, which every session is in from its
	// start; empty for no class.
	ClassSecret string

	// Name is the public host, with ":port" for a public port that differs and the path of a proxy for
	// browsers; empty for the address of the connection.
	Name string

	MaxSessions int // at once; 0 for 200

	// The bounds of time, for tests. Zero means the default.
	Login time.Duration // from the connection to the start of its session: 20 s to type a password
	Idle  time.Duration // for a session without input: 30 minutes
	Stall time.Duration // for a stalled reader or an absent page: 30 s, because Wi-Fi comes back by then
	Grace time.Duration // for sessions to end when the server stops: 5 s

	Log *slog.Logger // nil for none
}

// withDefaults returns the options with defaults in place of zeros.
func (o Options) withDefaults() Options {
	o.MaxSessions = cmp.Or(o.MaxSessions, 200)
	o.Login = cmp.Or(o.Login, 20*time.Second)
	o.Idle = cmp.Or(o.Idle, 30*time.Minute)
	o.Stall = cmp.Or(o.Stall, 30*time.Second)
	o.Grace = cmp.Or(o.Grace, 5*time.Second)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	return o
}

func (o Options) check() error {
	switch {
	case o.Public && o.restricted():
		return errors.New("public with keys or a password: want one of the two")
	case o.MaxSessions < 1:
		return fmt.Errorf("max-sessions %d: want at least 1", o.MaxSessions)
	case !isName.MatchString(o.Name):
		return fmt.Errorf("name %q: want a host, host:port, or either with a path", o.Name)
	}
	return nil
}

// isName matches a host in a command line, with a path. A name with a hyphen in front would be an option
// of ssh.
var isName = regexp.MustCompile(`^([A-Za-z0-9._:%\[\]][A-Za-z0-9._:%\[\]-]*(/[A-Za-z0-9._~-]*)*)?$`)

// mayListen reports whether an address needs no password.
func (o Options) mayListen(a *net.TCPAddr) bool {
	return a.IP.IsLoopback() || o.Public || o.restricted()
}
