package serve

import "fmt"

// ownFiles is how many files the server has open beside its sessions': connections that
// log in or wait to, the listeners, the log and what it reads.
const ownFiles = 64 + 256 + 32

// shortages say what there is too little of for as many sessions as there may be.
func (s *flags) shortages(memory int) (out []string) {
	sessions := s.options.sessions()
	if most, known := openFiles(); known && most < uint64(sessions+ownFiles) {
		out = append(out, fmt.Sprintf("too few open files for %d sessions: %d are allowed, want %d (ulimit -n) or a smaller --max-sessions",
			sessions, most, sessions+ownFiles))
	}
	if asked := s.options.MaxSessions; asked > sessions {
		out = append(out, fmt.Sprintf("too little memory for %d sessions: %d MB are enough for %d, which there may be; want a smaller --max-sessions",
			asked, memory>>20, sessions))
	}
	return out
}
