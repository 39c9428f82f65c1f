package serve

import (
	"log/slog"
	"net"
	"sync"

	"charm.land/ssh"

	"lambdascope/tui/room"
	"lambdascope/tui/serve/internal/door"
	"lambdascope/tui/serve/internal/places"
	"lambdascope/tui/serve/internal/processor"
)

// Server serves the app to many at once. It is for one Serve.
type Server struct {
	options  Options
	log      *slog.Logger
	notices  *notices
	door     *door.Door
	requests *door.Door // of connections that ask for pages
	shares   *processor.Accounts
	windows  *windows
	pace     *processor.Pace
	rooms    *room.Memory
	keep     *keep      // where they are kept; nil for nowhere
	class    *room.Room // the server's own, nil for none
	codes    door.Guard // of rooms
	ssh      *ssh.Server
	web      net.Addr // of the door for browsers; nil for none

	mu       sync.Mutex
	conns    map[*conn]struct{}
	places   *places.Places
	sessions map[*places.Seat]*session // that have a place
	persons  map[string]*session       // the last of each person of a page
	stopping bool
	empty    chan struct{} // closed when, while stopping, no connection and no session is left
}

// vacated notes whether a server that stops is empty. It is called with the lock.
func (s *Server) vacated() {
	if s.stopping && len(s.conns) == 0 && s.places.Len() == 0 {
		select {
		case <-s.empty:
		default:
			close(s.empty)
		}
	}
}

// connKey is the key of a connection's conn in its context.
type connKey struct{}

// gateKey is the key of a connection's gate in its context.
type gateKey struct{}
