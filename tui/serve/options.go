// Package serve is the app and the run command over SSH: each connection is one
// session, with its own size, colours and state, over an Env without files. What
// a session can cost is bounded; what it can touch is its own screen.
package serve

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/analysis"
	"lambdascope/sim/problem"
	"lambdascope/tui/lesson"
	"lambdascope/tui/serve/internal/places"
)

// Options are all that a Server needs. A number or time of zero bounds nothing.
type Options struct {
	Engine  *analysis.Engine // of all sessions
	Version string           // of the program
	Lessons []*lesson.Lesson // that can be taken, besides those that ship
	HostKey gossh.Signer     // Ed25519
	// Problems are those that can be named, besides those that ship.
	Problems []*problem.Problem

	// AuthorizedKeys and Password say who may connect: one of the two is enough. Without
	// keys and a password anybody may, which on another address than loopback needs Public.
	// With Public, AuthorizedKeys say who has the reserve of sessions.
	AuthorizedKeys []gossh.PublicKey
	Password       string
	Public         bool

	// BehindProxy has the address of a visitor be what a proxy on this machine says.
	BehindProxy bool

	// Class has a room of the server's own, which every session is in from its start.
	Class bool

	// RoomsFolder is where rooms are kept beyond the end of the process; empty for
	// nowhere.
	RoomsFolder string

	// Name is what people call the host, with ":port" where that is another than
	// the one listened on; empty for the address that a connection came to.
	Name string

	// Windows is how much memory, in bytes, all sessions' windows together may take;
	// 0 for any.
	Windows int

	MaxSessions int           // at once; fewer where memory is short
	EvictAfter  time.Duration // without input, after which a session may be ended for another

	MaxPending        int     // connections without a session at once
	PendingPerAddress int     // of them from one address
	Rate              float64 // new connections a second from one address
	Burst             int     // of them at once; at least 1

	Handshake time.Duration // from the connection to the start of its session
	Idle      time.Duration // a session without input
	Total     time.Duration // a session
	Stall     time.Duration // a reader that takes nothing of what waits for it
	Grace     time.Duration // for sessions to end when the server stops
	Away      time.Duration // for a page to come back to its session; 0 ends it at once

	Log *slog.Logger // nil for none
}

func (o Options) check() error {
	switch {
	case o.Engine == nil:
		return errors.New("engine: want one")
	case o.HostKey == nil || o.HostKey.PublicKey().Type() != gossh.KeyAlgoED25519:
		return errors.New("host key: want an Ed25519 key")
	case o.Public && o.Password != "":
		return errors.New("public with a password: want one of the two")
	case o.MaxSessions < 0 || o.MaxPending < 0 || o.PendingPerAddress < 0 || !(o.Rate >= 0) || o.Burst < 0 || o.Windows < 0:
		return errors.New("limits: want numbers ≥ 0")
	case o.Handshake < 0 || o.EvictAfter < 0 || o.Idle < 0 || o.Total < 0 || o.Stall < 0 || o.Grace < 0 || o.Away < 0:
		return errors.New("times: want durations ≥ 0")
	}
	return checkName(o.Name)
}

// WithLimits returns the options with the limits of a server that others reach. None of
// them is a flag: nobody has had a reason to turn one.
func (o Options) WithLimits() Options {
	// After two minutes without a key, a person is doing something else.
	o.EvictAfter = 2 * time.Minute
	// Half of the connections that log in may be of one address: a class types passwords
	// behind one. Where they are too many, the address with most loses some.
	o.MaxPending, o.PendingPerAddress = 64, 32
	// A class of 200 connects in one minute of its hour.
	o.Rate, o.Burst = 10, 200
	o.Handshake = 20 * time.Second // to type a password of 17 characters
	o.Idle, o.Total = 30*time.Minute, 8*time.Hour
	o.Stall = 30 * time.Second // Wi-Fi comes back within it
	o.Away = o.Stall
	o.Grace = 5 * time.Second
	return o
}

// sessions is how many there may be at once besides those that presenters' own places are
// for; 0 for any number.
func (o Options) sessions() int {
	if o.Windows == 0 {
		return o.MaxSessions
	}
	fit := max(1, fitting(o.Windows)-places.ForPresenters)
	if o.MaxSessions == 0 {
		return fit
	}
	return min(o.MaxSessions, fit)
}

// reserve is how many of the sessions are for people with a key, where others may come
// without one.
func (o Options) reserve() int {
	if len(o.AuthorizedKeys) > 0 && (o.Public || o.Password != "") {
		return o.sessions() / 10
	}
	return 0
}

// checkName refuses what would be no host in a command line.
func checkName(name string) error {
	odd := func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(".-_:[]%", r))
	}
	if strings.HasPrefix(name, "-") || strings.IndexFunc(name, odd) >= 0 {
		return fmt.Errorf("name %q: want a host, or host:port", name)
	}
	return nil
}

// mayListen refuses an address that others reach, unless who may connect was said.
func (o Options) mayListen(a net.Addr) error {
	tcp, ok := a.(*net.TCPAddr)
	if ok && tcp.IP.IsLoopback() || o.Public || o.restricted() {
		return nil
	}
	return fmt.Errorf("listen %s: others reach it: want keys, a password or Public", a)
}
