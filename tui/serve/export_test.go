package serve

import (
	"net"

	"lambdascope/sim/analysis"
	"lambdascope/sim/engine"
)

// Counts returns the numbers of open connections and sessions.
func (s *Server) Counts() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return map[string]int{"connections": len(s.conns), "sessions": len(s.seats.taken)}
}

// Token returns the token in the link for phones.
func Token(secret string) string { return Options{ClassSecret: secret}.classToken() }

// Narrow returns a listener with the small buffers of the command's.
func Narrow(l net.Listener) net.Listener { return narrow{l.(*net.TCPListener)} }

// Break replaces the engine by one that panics whatever it is asked.
func (s *Server) Break() { s.options.Engine = &analysis.Engine{Engine: new(engine.Engine)} }
