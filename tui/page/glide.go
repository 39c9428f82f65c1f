package page

import (
	"maps"

	"lambdascope/tui/chart"
)

// Glide lets the marks of charts move from their last places to the next ones in a few frames. It
// remembers the drawn charts by the names of the views. With a nil Glide marks jump.
type Glide struct {
	from, drawn map[string]*chart.Spec
	share       float64 // of the way; 1 at rest
}

// NewGlide returns a Glide at rest.
func NewGlide() *Glide { return &Glide{drawn: make(map[string]*chart.Spec), share: 1} }

// Begin starts the way from the charts on the screen.
func (g *Glide) Begin() {
	g.from = maps.Clone(g.drawn)
	clear(g.drawn)
	g.share = 0
}

// Advance goes a further share of the way. At the end the charts rest.
func (g *Glide) Advance(share float64) {
	g.share = min(1, g.share+share)
	if g.share == 1 {
		g.from = nil
	}
}

// Moves reports whether the charts have not reached their end.
func (g *Glide) Moves() bool { return g.share < 1 }

// place returns the chart of a view on its way.
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
