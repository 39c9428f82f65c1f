package serve

import (
	"context"
	"log/slog"
	"net/netip"
	"sync"
	"time"

	"lambdascope/tui/serve/internal/door"
)

// notices are log lines of what anybody may cause without logging in. Of those that
// say the same of one address, the first of a period is written at once and the
// others as one line with their number when the period ends; so is what is beyond a
// number of lines. A flood of them is a few lines a minute.
type notices struct {
	log *slog.Logger

	mu    sync.Mutex
	since map[notice]int // how many were not written
	lines int            // written in this period
	ends  *time.Timer    // the period; nil outside of one
}

// notice is what a line says.
type notice struct {
	message, address, reason string
}

const (
	noticePeriod = time.Minute
	maxNotices   = 30   // lines at once in a period, and as many at its end
	maxKept      = 1024 // different ones in a period
)

// severalAddresses stands for them where lines were joined.
const severalAddresses = "several"

func newNotices(log *slog.Logger) *notices {
	return &notices{log: log, since: make(map[notice]int)}
}

// note writes a line, or counts it for later.
func (n *notices) note(message string, address netip.Prefix, reason string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	what := notice{message, door.Written(address), reason}
	if n.ends == nil {
		n.ends = time.AfterFunc(noticePeriod, n.flush)
	}
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
	n.ends, n.lines = nil, 0
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
