package serve

// Counts returns how much of some kind is open now.
func (s *Server) Counts() map[string]int {
	rooms, seats, phones := s.rooms.Numbers()
	s.mu.Lock()
	defer s.mu.Unlock()
	return map[string]int{"connections": len(s.conns), "sessions": len(s.sessions), "rooms": rooms, "seats": seats, "phones": phones}
}
