package serve

import (
	"context"
	"log/slog"
	"net/netip"
	"sync"
	"time"

	"lambdascope/tui/serve/internal/door"
)

// notices are log lines of what anybody may cause. Of those that say the same of one
// address, the first of a period is written at once and the others as one line with
// their number when the period ends; so is what is beyond a number of lines. Sessions
// have their own lines up to a number of them. So a flood is a few lines a minute.
type notices struct {
	log *slog.Logger

	mu       sync.Mutex
	since    map[notice]int       // how many were not written
	lines    int                  // written in this period
	sessions map[netip.Prefix]int // with their own lines in this period
	told     int                  // of all addresses
	ends     *time.Timer          // the period; nil outside of one
}

// notice is what a line says.
type notice struct {
	message, address, reason string
}

const (
	noticePeriod = time.Minute
	maxNotices   = 30   // lines at once in a period, and as many at its end
	maxKept      = 1024 // different ones in a period

	maxSessionsTold = 40  // with their own lines in a period, from one address
	maxAllTold      = 400 // from all addresses
)

// severalAddresses stands for them where lines were joined.
const severalAddresses = "several"

func newNotices(log *slog.Logger) *notices {
	return &notices{log: log, since: make(map[notice]int), sessions: make(map[netip.Prefix]int)}
}

// session reports whether a session from an address has its own lines. Where it has
// none, its end is to be noted.
func (n *notices) session(address netip.Prefix) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.begin()
	if n.sessions[address] >= maxSessionsTold || n.told >= maxAllTold {
		return false
	}
	n.sessions[address]++
	n.told++
	return true
}

// begin begins a period if none is under way. It is called with the lock.
func (n *notices) begin() {
	if n.ends == nil {
		n.ends = time.AfterFunc(noticePeriod, n.flush)
	}
}

// note writes a line, or counts it for later.
func (n *notices) note(message string, address netip.Prefix, reason string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	what := notice{message, door.Written(address), reason}
	n.begin()
	_, told := n.since[what]
	switch {
	case told:
		n.since[what]++
	case n.lines < maxNotices:
		n.lines++
		n.since[what] = 0
		n.write(what)
	case len(n.since) < maxKept:
		n.since[what] = 1
	default:
		what.address = severalAddresses
		n.since[what]++
	}
}

func (n *notices) write(what notice, more ...slog.Attr) {
	var attrs []slog.Attr
	if what.address != "" {
		attrs = append(attrs, slog.String("address", what.address))
	}
	attrs = append(append(attrs, slog.String("reason", what.reason)), more...)
	n.log.LogAttrs(context.Background(), slog.LevelWarn, what.message, attrs...)
}

// flush ends the period.
func (n *notices) flush() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.ends == nil {
		return
	}
	n.ends.Stop()
	n.ends, n.lines, n.told = nil, 0, 0
	clear(n.sessions)
	joined, lines := make(map[notice]int), 0
	for what, count := range n.since {
		if count == 0 {
			continue
		}
		if lines++; lines > maxNotices || what.address == severalAddresses {
			what.address = severalAddresses
			joined[what] += count
			continue
		}
		n.write(what, slog.Int("more", count))
	}
	for what, count := range joined {
		n.write(what, slog.Int("more", count))
	}
	clear(n.since)
}
