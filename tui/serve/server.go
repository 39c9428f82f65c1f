package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	"charm.land/ssh"
	"charm.land/wish/v2"
	gossh "golang.org/x/crypto/ssh"

	"lambdascope/tui/cli"
)

// Server serves the app to many at once. It is for one Serve.
type Server struct {
	options Options
	log     *slog.Logger
	door    *door
	metrics *metrics
	shares  *accounts
	windows *windows
	pace    *pace
	ssh     *ssh.Server

	mu       sync.Mutex
	conns    map[*conn]struct{}
	sessions map[*session]struct{}
	stopping bool
	empty    chan struct{} // closed when, while stopping, no connection and no session is left
}

// New returns a server, or an error that names the option that is wrong.
func New(o Options) (*Server, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	s := &Server{
		options:  o,
		log:      o.Log,
		door:     newDoor(o),
		metrics:  newMetrics(),
		shares:   newAccounts(o.Engine),
		windows:  newWindows(o.Windows),
		pace:     newPace(o.Engine.Workers()),
		conns:    make(map[*conn]struct{}),
		sessions: make(map[*session]struct{}),
		empty:    make(chan struct{}),
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	settings := []ssh.Option{
		ssh.WrapConn(s.enter),
		wish.WithMiddleware(s.serve),
		func(srv *ssh.Server) error {
			srv.AddHostKey(o.HostKey)
			srv.ServerConfigCallback = func(ssh.Context) *gossh.ServerConfig { return cryptography() }
			srv.ConnectionFailedCallback = s.failed
			srv.ChannelHandlers = map[string]ssh.ChannelHandler{"session": s.openSession}
			srv.RequestHandlers = map[string]ssh.RequestHandler{} // none: no forwarding
			srv.SubsystemHandlers = map[string]ssh.SubsystemHandler{}
			return nil
		},
	}
	if len(o.AuthorizedKeys) > 0 {
		settings = append(settings, wish.WithPublicKeyAuth(authorizes(o.AuthorizedKeys)))
	}
	if o.Password != "" {
		settings = append(settings, wish.WithPasswordAuth(opens(o.Password)))
	}
	var err error
	s.ssh, err = wish.NewServer(settings...)
	return s, err
}

// Serve serves the connections of a listener, which it closes, until ctx ends.
// Sessions are then told, and have the time of grace to end; it returns nil when
// none is left. Other errors are those of the listener, and of one that only
// Options.Public lets anybody come to.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	if err := s.options.mayListen(l.Addr()); err != nil {
		return errors.Join(err, l.Close())
	}
	served := make(chan error, 1)
	go func() { served <- s.ssh.Serve(l) }()
	select {
	case <-ctx.Done():
		_ = l.Close() // the server knows it only once it has begun to serve
		s.stop()
		<-served
		return nil
	case err := <-served:
		s.stop()
		return err
	}
}

// mayListen refuses an address that others reach, unless who may connect was said.
func (o Options) mayListen(a net.Addr) error {
	tcp, ok := a.(*net.TCPAddr)
	if ok && tcp.IP.IsLoopback() || o.Public || o.restricted() {
		return nil
	}
	return fmt.Errorf("listen %s: others reach it: want --authorized-keys, --password-file or --public", a)
}

// stop ends all sessions and connections.
func (s *Server) stop() {
	s.mu.Lock()
	s.stopping = true
	s.log.Info("stopping", "sessions", len(s.sessions), "grace", duration(s.options.Grace))
	for session := range s.sessions {
		session.end(cli.Reason("the server is stopping: the session has ended"))
	}
	var idle []*conn
	for c := range s.conns {
		if !c.claimed.Load() {
			idle = append(idle, c)
		}
	}
	s.vacated()
	s.mu.Unlock()
	for _, c := range idle {
		_ = c.Close()
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
		_ = c.Close()
	}
	_ = s.ssh.Close()
	select {
	case <-s.empty:
	case <-time.After(time.Second): // what is left can't write to anybody
	}
}

// vacated notes whether a server that stops is empty. It is called with the lock.
func (s *Server) vacated() {
	if s.stopping && len(s.conns) == 0 && len(s.sessions) == 0 {
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

// enter lets a connection in, or returns nil.
func (s *Server) enter(ctx ssh.Context, raw net.Conn) net.Conn {
	from := raw.RemoteAddr()
	leave, refused, news := s.door.enter(from)
	if refused != "" {
		s.metrics.count(func(m *metrics) { m.refused[refused]++ })
		if news {
			s.log.Warn("connection refused", "address", from.String(), "reason", refused)
		}
		return nil
	}
	c := &conn{Conn: raw, stall: s.options.Stall}
	c.closed = func() {
		leave()
		s.metrics.count(func(m *metrics) { m.open--; m.read += c.read.Load(); m.written += c.written.Load() })
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.conns, c)
		s.vacated()
	}
	s.metrics.count(func(m *metrics) { m.connections++; m.open++ })
	s.mu.Lock()
	s.conns[c] = struct{}{}
	stopping := s.stopping
	s.mu.Unlock()
	if stopping {
		_ = c.Close()
		return nil
	}
	if s.options.Handshake > 0 {
		c.late = time.AfterFunc(s.options.Handshake, func() { _ = c.Close() })
	}
	ctx.SetValue(connKey{}, c)
	return c
}

// failed notes a connection that did not log in.
func (s *Server) failed(c net.Conn, err error) {
	s.metrics.count(func(m *metrics) { m.failed++ })
	const most = 200 // characters of what may be the other side's words
	why := []rune(err.Error())
	s.log.Info("not logged in", "address", c.RemoteAddr().String(), "error", string(why[:min(len(why), most)]))
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
func (s *Server) serve(next ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
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
		next(sess)
	}
}
