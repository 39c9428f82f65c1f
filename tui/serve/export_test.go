package serve

import (
	"lambdascope/sim/analysis"
	"lambdascope/sim/engine"
)

// Counts returns the numbers of open connections and sessions.
func (s *Server) Counts() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return map[string]int{"connections": len(s.conns), "sessions": len(s.sessions)}
}

// Break replaces the engine by one that panics whatever it is asked.
func (s *Server) Break() { s.options.Engine = &analysis.Engine{Engine: new(engine.Engine)} }
