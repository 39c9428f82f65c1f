package serve

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"sync"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"lambdascope/tui/serve/internal/door"
	"lambdascope/tui/serve/internal/places"
	"lambdascope/tui/serve/internal/processor"
)

// New returns a server, or an error that names the option that is wrong.
func New(o Options) (*Server, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	s := &Server{
		options:  o,
		log:      o.Log,
		requests: door.New(door.Options{Pending: maxRequests, PerAddress: requestsFrom}),
		door:     door.New(door.Options{Pending: o.MaxPending, PerAddress: o.PendingPerAddress, Rate: o.Rate, Burst: o.Burst}),
		conns:    make(map[*conn]struct{}),
		places: places.New(places.Options{
			Most: o.sessions(), Reserve: o.reserve(), EvictAfter: o.EvictAfter,
		}),
		sessions: make(map[*places.Seat]*session),
		persons:  make(map[string]*session),
		empty:    make(chan struct{}),
		shares:   processor.NewAccounts(o.Engine),
		windows:  newWindows(o.Windows, o.sessions()+places.ForPresenters),
		pace:     processor.NewPace(o.Engine.Workers()),
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.notices = newNotices(s.log)
	if err := s.openRooms(); err != nil {
		return nil, err
	}
	s.ssh = &ssh.Server{
		Handler:                  s.serve,
		ConnCallback:             s.enter,
		ServerConfigCallback:     s.configure,
		ConnectionFailedCallback: s.failed,
		ChannelHandlers:          map[string]ssh.ChannelHandler{"session": s.openSession},
		RequestHandlers:          map[string]ssh.RequestHandler{}, // none: no forwarding
		SubsystemHandlers:        map[string]ssh.SubsystemHandler{},
	}
	s.ssh.AddHostKey(o.HostKey)
	return s, nil
}

// Serve serves the connections of its doors, which it closes, until ctx ends.
// Sessions are then told, and have the time of grace to end; it returns nil when
// none is left. Other errors are those of the listeners, and of one that only
// Options.Public lets anybody connect to.
func (s *Server) Serve(ctx context.Context, doors Doors) error {
	open := doors.all()
	for _, l := range open {
		if err := s.options.mayListen(l.Addr()); err != nil {
			return errors.Join(err, doors.close())
		}
	}
	served := make(chan error, len(open))
	closed := make(chan struct{})
	pages := s.webServer()
	if l := doors.Web; l != nil {
		s.web = l.Addr()
		go func() { served <- s.serveWeb(pages, &acceptor{l, s.notices, closed, func() {}}) }()
	}
	accepting := make(chan struct{})
	begun := sync.OnceFunc(func() { close(accepting) })
	if l := doors.SSH; l != nil {
		go func() {
			err := s.ssh.Serve(&acceptor{l, s.notices, closed, begun})
			begun()
			served <- err
		}()
	} else {
		begun()
	}
	defer s.notices.flush()
	defer s.closeRooms()
	var err error
	left := len(open)
	select {
	case <-ctx.Done():
	case err = <-served:
		left--
	}
	close(closed)
	_ = doors.close() // a server knows its listener only once it has begun to serve
	_ = pages.Close()
	<-accepting // Shutdown waits for the listeners that Serve has counted by then
	s.stop()
	for range left {
		<-served
	}
	return err
}

// stop ends all sessions and connections.
func (s *Server) stop() {
	s.mu.Lock()
	s.stopping = true
	s.log.Info("stopping", "sessions", s.places.Len(), "grace", duration(s.options.Grace))
	for _, session := range s.sessions {
		session.end(endStopping())
	}
	var idle []*conn
	for c := range s.conns {
		if !c.claimed.Load() {
			idle = append(idle, c)
		}
	}
	s.vacated()
	s.mu.Unlock()
	s.door.Close()
	s.requests.Close()
	for _, c := range idle {
		c.closeFor(byStop)
	}
	grace, cancel := context.WithTimeout(context.Background(), s.options.Grace)
	defer cancel()
	_ = s.ssh.Shutdown(grace) // closes the listener
	select {
	case <-s.empty:
		return
	case <-grace.Done():
	}
	s.mu.Lock()
	var left []*conn
	for c := range s.conns {
		left = append(left, c)
	}
	s.mu.Unlock()
	for _, c := range left {
		c.closeFor(byStop)
	}
	_ = s.ssh.Close()
	select {
	case <-s.empty:
	case <-time.After(time.Second): // what is left can't write to anybody
	}
}

// enter lets a connection of SSH in when it is its turn, or returns nil.
func (s *Server) enter(ctx ssh.Context, raw net.Conn) net.Conn {
	c := s.letIn(raw, s.options.Handshake)
	if c == nil {
		return nil
	}
	ctx.SetValue(connKey{}, c)
	return c
}

// letIn lets a connection in when it is its turn, or returns nil. It is to begin a session
// within some time; 0 for any.
func (s *Server) letIn(raw net.Conn, within time.Duration) *conn {
	address := door.Address(raw.RemoteAddr())
	place, refused := s.door.Enter(raw.RemoteAddr(), func() { _ = raw.Close() })
	if refused != "" {
		if refused != door.Stopping {
			s.notices.note("connection refused", address, refused)
		}
		return nil
	}
	c := &conn{Conn: raw, address: address, place: place, stall: s.options.Stall}
	c.closed = func() {
		place.Leave()
		if c.login.done.Load() && c.was(byLateness) {
			s.notices.note("no session", address, "late")
			s.door.Ended(raw.RemoteAddr(), door.LateCost)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.conns, c)
		s.vacated()
	}
	s.mu.Lock()
	s.conns[c] = struct{}{}
	stopping := s.stopping
	s.mu.Unlock()
	if stopping {
		c.closeFor(byStop)
		return nil
	}
	if within > 0 {
		c.late = time.AfterFunc(within, func() { c.closeFor(byLateness) })
	}
	return c
}

// openSession lets a connection have the one session that it may have.
func (s *Server) openSession(srv *ssh.Server, sc *gossh.ServerConn, channel gossh.NewChannel, ctx ssh.Context) {
	c, ok := ctx.Value(connKey{}).(*conn)
	if !ok || !c.claimed.CompareAndSwap(false, true) {
		_ = channel.Reject(gossh.Prohibited, "one session a connection")
		return
	}
	g := newGate(channel, s.windows.enter(), c.begun)
	ctx.SetValue(gateKey{}, g)
	ssh.DefaultSessionHandler(srv, sc, g, ctx)
}

// serve is the handler of sessions.
func (s *Server) serve(sess ssh.Session) {
	c, ok := sess.Context().Value(connKey{}).(*conn)
	g, there := sess.Context().Value(gateKey{}).(*gate)
	if !ok || !there {
		return
	}
	code := s.session(c, g, sess)
	_ = sess.Exit(code)
	// When the other side has closed the session too, it has all of it.
	last := time.AfterFunc(linger, func() { g.end(errLeft) })
	<-g.ctx.Done()
	last.Stop()
	_ = c.Close()
}
