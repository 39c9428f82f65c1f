package serve

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"lambdascope/tui/class"
)

// Server serves the app to many people at once, for one call of Serve.
type Server struct {
	options  Options
	log      *slog.Logger
	door     *door
	requests *door        // for connections that ask for pages
	class    *class.Class // nil for a server without a class
	doors    Doors
	sshAt    net.Addr        // of the door for SSH; nil for a closed door
	web      net.Addr        // of the door for browsers; nil for a closed door
	ctx      context.Context // ends when the server stops
	end      context.CancelFunc
	active   sync.WaitGroup // connections and sessions

	mu       sync.Mutex
	conns    map[*conn]struct{}
	seats    seats
	persons  map[string]*session // the last session of each person of a page
	number   int                 // of sessions over SSH so far
	stopping bool
}

const (
	// The bounds of connections that log in.
	maxPending     = 64
	maxPendingEach = 8
	// loginEvery is the time between two connections of one address after a burst, so that a class
	// of 200 connects in one minute.
	loginEvery = 100 * time.Millisecond
	// The bounds of connections of browsers without a session: a page asks for seven files at once,
	// and each phone that votes keeps a connection.
	maxRequests     = 1200
	maxRequestsEach = 600
)

// New returns a server with open doors. An error names the wrong option.
func New(o Options, doors Doors) (*Server, error) {
	o = o.withDefaults()
	if err := o.check(); err != nil {
		return nil, err
	}
	s := &Server{
		options:  o,
		doors:    doors,
		log:      o.Log,
		door:     newDoor(maxPending, maxPendingEach, loginEvery, o.Engine.Engine),
		requests: newDoor(maxRequests, maxRequestsEach, 0, o.Engine.Engine),
		conns:    make(map[*conn]struct{}),
		seats:    seats{most: o.MaxSessions, taken: make(map[*session]struct{})},
		persons:  make(map[string]*session),
	}
	if doors.SSH != nil {
		s.sshAt = doors.SSH.Addr()
	}
	if doors.Web != nil {
		s.web = doors.Web.Addr()
	}
	s.ctx, s.end = context.WithCancel(context.Background())
	if o.ClassSecret != "" {
		s.class = class.New()
	}
	return s, nil
}

// Serve serves the connections of the doors until ctx ends, and closes the doors. Sessions are told of
// the end, and have the time of grace.
func (s *Server) Serve(ctx context.Context) {
	pages := s.webServer()
	var accepting sync.WaitGroup
	if s.doors.SSH != nil {
		accepting.Go(func() { s.acceptSSH(s.doors.SSH) })
	}
	if s.doors.Web != nil {
		accepting.Go(func() { _ = pages.Serve(requestListener{s.doors.Web, s}) })
	}
	<-ctx.Done()
	s.end()
	s.doors.close()
	_ = pages.Close()
	s.stop()
	accepting.Wait()
}

// acceptSSH serves the connections to the door for SSH until the server stops. It continues after
// errors, because a shortage of file descriptors passes.
func (s *Server) acceptSSH(l net.Listener) {
	const pause = 100 * time.Millisecond
	for s.ctx.Err() == nil {
		c, err := l.Accept()
		if err == nil {
			go s.serveSSH(c)
			continue
		}
		if errors.Is(err, net.ErrClosed) {
			return
		}
		s.log.Warn("accept failed", "error", err.Error())
		select {
		case <-time.After(pause):
		case <-s.ctx.Done():
		}
	}
}

// stop ends all sessions and connections.
func (s *Server) stop() {
	s.mu.Lock()
	s.stopping = true
	s.log.Info("stopping", "sessions", len(s.seats.taken))
	for session := range s.seats.taken {
		session.end(endStopping)
	}
	s.mu.Unlock()
	s.closeConns(func(c *conn) bool { return !c.claimed.Load() })
	ended := make(chan struct{})
	go func() {
		s.active.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return
	case <-time.After(s.options.Grace):
	}
	s.closeConns(func(*conn) bool { return true })
	select {
	case <-ended:
	case <-time.After(time.Second): // the rest has no readers
	}
}

// closeConns closes some of the connections.
func (s *Server) closeConns(among func(c *conn) bool) {
	s.mu.Lock()
	all := slices.Collect(maps.Keys(s.conns)) // because closing takes the lock
	s.mu.Unlock()
	for _, c := range all {
		if among(c) {
			c.closeFor(whyStop)
		}
	}
}

// warn writes a line to the log about an address.
func (s *Server) warn(message string, address netip.Prefix, reason string) {
	s.log.Warn(message, "address", written(address), "reason", reason)
}
