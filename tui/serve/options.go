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
	"lambdascope/tui/lesson"
	"lambdascope/tui/serve/internal/credentials"
)

// Options are all that a Server needs. A number or time of zero bounds nothing.
type Options struct {
	Engine  *analysis.Engine // of all sessions
	Version string           // of the program
	Lessons []*lesson.Lesson // that can be taken, besides those that ship
	HostKey gossh.Signer     // Ed25519

	// AuthorizedKeys and Password say who may connect; one of them is enough.
	// With neither, anybody may, which on another address than loopback needs
	// Public. With Public, AuthorizedKeys say who has the reserve of sessions.
	AuthorizedKeys []gossh.PublicKey
	Password       string
	Public         bool

	// Class has a room of the server's own, which every session is in from its start.
	// Presenters are the keys that may lead it without its secret. They let in, too.
	Class      bool
	Presenters []gossh.PublicKey

	// RoomsFolder is where rooms are kept beyond the end of the process; empty for
	// nowhere.
	RoomsFolder string

	// Name is what people call the host, with ":port" where that is another than
	// the one listened on; empty for the address that a connection came to.
	Name string

	// Windows is how much memory, in bytes, all sessions' windows together may take;
	// 0 for any.
	Windows int

	MaxSessions   int           // at once
	MaxPerAddress int           // sessions at once from one address (IPv6: /64), or with one key; see places
	EvictAfter    time.Duration // without input, after which a session may be ended for another

	MaxPending        int     // connections without a session at once
	PendingPerAddress int     // of them from one address
	Rate              float64 // new connections a second from one address
	Burst             int     // of them at once; at least 1

	Handshake time.Duration // from the connection to the start of its session
	Idle      time.Duration // a session without input
	Total     time.Duration // a session
	Stall     time.Duration // a reader that takes nothing of what waits for it
	Grace     time.Duration // for sessions to end when the server stops

	Log *slog.Logger // nil for none
}

func (o Options) check() error {
	switch {
	case o.Engine == nil:
		return errors.New("engine: want one")
	case o.HostKey == nil || o.HostKey.PublicKey().Type() != gossh.KeyAlgoED25519:
		return errors.New("host key: want an Ed25519 key")
	case len(o.Presenters) > 0 && !o.Class:
		return errors.New("presenters: want a class for them")
	case o.Public && o.Password != "":
		return errors.New("public with a password: want one of the two")
	case o.Password != "" && credentials.CheckPassword(o.Password) != nil:
		return fmt.Errorf("password: %w", credentials.CheckPassword(o.Password))
	case o.MaxSessions < 0 || o.MaxPerAddress < 0 || o.MaxPending < 0 || o.PendingPerAddress < 0 || o.Rate < 0 || o.Burst < 0 || o.Windows < 0:
		return errors.New("limits: want numbers ≥ 0")
	case o.Handshake < 0 || o.EvictAfter < 0 || o.Idle < 0 || o.Total < 0 || o.Stall < 0 || o.Grace < 0:
		return errors.New("times: want durations ≥ 0")
	}
	return checkName(o.Name)
}

// restricted tells whether there are keys or a password to log in with.
func (o Options) restricted() bool { return len(o.AuthorizedKeys) > 0 || o.Password != "" }

// reserve is how many of the sessions are for people with a key, where others may come
// without one.
func (o Options) reserve() int {
	if len(o.AuthorizedKeys) > 0 && (o.Public || o.Password != "") {
		return o.MaxSessions / 10
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
	return fmt.Errorf("listen %s: others reach it: want --authorized-keys, --password-file or --public", a)
}
