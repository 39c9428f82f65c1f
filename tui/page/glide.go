package page

import (
	"maps"
	"math"
	"slices"
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
		s = between(from, s, g.share)
	}
	g.drawn[view] = s
	return s
}

// between returns the chart a share of the way, with the axes and words of its end. Parts of different
// sizes stand at the end, and so do numbers without a finite number on the way.
func between(from, to *chart.Spec, share float64) *chart.Spec {
	numbers := func(from, to []float64) []float64 {
		return moved(from, to, func(from, to *float64) {
			if v := float64((1-share)**from) + float64(share**to); !math.IsNaN(v) && !math.IsInf(v, 0) {
				*to = v
			}
		})
	}
	out := *to
	_, y := to.Extents()
	if out.Y.Over.Empty() && out.Y.Min == out.Y.Max { // the axis must fit the end, not the way there
		out.Y.Over = y
	}
	out.Series = moved(from.Series, to.Series, func(from, to *chart.Series) {
		to.X = numbers(from.X, to.X)
		to.Y = numbers(from.Y, to.Y)
	})
	out.Intervals = moved(from.Intervals, to.Intervals, func(from, to *chart.Interval) {
		to.Lo = numbers(from.Lo, to.Lo)
		to.Hi = numbers(from.Hi, to.Hi)
	})
	if to.Stack != nil && from.Stack != nil {
		out.Stack = &chart.Stack{Parts: moved(from.Stack.Parts, to.Stack.Parts, func(from, to *chart.Part) { to.Y = numbers(from.Y, to.Y) })}
	}
	if to.Swarm != nil && from.Swarm != nil {
		out.Swarm = &chart.Swarm{True: to.Swarm.True}
		out.Swarm.Groups = moved(from.Swarm.Groups, to.Swarm.Groups, func(from, to *[]float64) { *to = numbers(*from, *to) })
	}
	return &out
}

// moved returns a copy of to with each part moved; to itself if the lengths differ.
func moved[T any](from, to []T, move func(from, to *T)) []T {
	if len(from) != len(to) {
		return to
	}
	out := slices.Clone(to)
	for i := range out {
		move(&from[i], &out[i])
	}
	return out
}
