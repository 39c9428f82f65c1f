package serve

// Counts returns the numbers of open connections, sessions and seats.
func (s *Server) Counts() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return map[string]int{"connections": len(s.conns), "sessions": len(s.sessions)}
}
