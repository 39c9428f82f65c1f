package page

import (
	"maps"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
)

// Marks reach new places in four frames. Equal shares of the way let animations be drawn alike on all
// machines.
const (
	frameTime  = 30 * time.Millisecond
	frameShare = 1. / 4
)

// Glide lets the marks of charts move from their last places to the next ones in a few frames. It
// remembers the drawn charts by the names of the views.
type Glide struct {
	from, drawn map[string]*chart.Spec
	share       float64   // of the way; 1 at rest
	subject     any       // determines the places of the marks
	start       time.Time // of the way
}

// NewGlide returns a Glide at rest.
func NewGlide() *Glide { return &Glide{drawn: make(map[string]*chart.Spec), share: 1} }

// frame is the time for the next frame of the way that began at start.
type frame struct{ start time.Time }

// Follow starts the way from the charts on the screen to the charts of another subject. Without
// motion, the marks jump. The subject must be comparable.
func (g *Glide) Follow(subject any, motion bool) tea.Cmd {
	before := g.subject
	g.subject = subject
	if before == nil || before == subject || !motion {
		return nil
	}
	g.from = maps.Clone(g.drawn)
	clear(g.drawn)
	g.share = 0
	g.start = time.Now()
	return g.advance()
}

// Update goes on to the next frame. A frame of an earlier way changes nothing. It reports whether the
// message is a frame.
func (g *Glide) Update(msg tea.Msg) (next tea.Cmd, mine bool) {
	f, mine := msg.(frame)
	if !mine || !f.start.Equal(g.start) {
		return nil, mine
	}
	return g.advance(), true
}

// advance goes a further share of the way, and waits unless the charts rest.
func (g *Glide) advance() tea.Cmd {
	if g.share = min(1, g.share+frameShare); g.share == 1 {
		g.from = nil
		return nil
	}
	start := g.start
	return tea.Tick(frameTime, func(time.Time) tea.Msg { return frame{start} })
}

// place returns the chart of a view on its way. With a nil Glide marks jump.
func (g *Glide) place(view string, s *chart.Spec) *chart.Spec {
	if g == nil || s == nil || view == "" {
		return s
	}
	if from := g.from[view]; from != nil && g.share < 1 {
		s = s.Between(from, g.share)
	}
	g.drawn[view] = s
	return s
}
