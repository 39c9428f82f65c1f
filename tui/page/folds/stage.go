package folds

import (
	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim"
	"lambdascope/tui/screen"
)

// stage draws the state and the trace at one step of a trajectory.
type stage struct {
	styles *screen.Styles
	shown  *replayed
	t      int  // the step, from 0 to H
	hidden bool // the effect of λ is not to be seen
}

// wideStage is the least width for the trace to the right of the state.
const wideStage = 52

// rows returns the height that state and trace want.
func (g *stage) rows() int {
	rows := len(g.shown.Trace.Sizes) + 2
	switch s := g.shown.Replay.(type) {
	case *sim.WalkReplay:
		if g.oneHot(s) {
			rows = 14
		} else {
			rows = max(rows, 5)
		}
	case *sim.BoardReplay:
		rows = boardRows + 1
	case *sim.CarReplay:
		rows = max(rows, 14)
	case *sim.ProcessReplay:
		const most = 20 // of many states
		rows = min(max(rows+pathRows, 6), most)
	}
	return rows
}

// oneHot reports whether the features of a walk are its states, perhaps with a bias, so that the trace
// can stand above the states.
func (g *stage) oneHot(s *sim.WalkReplay) bool {
	name := g.shown.analysis.Settings.Problem.Features
	return len(g.shown.Trace.Sizes) >= s.States && (name == "1-hot" || name == "1-hot+bias")
}

// draw draws state and trace.
func (g *stage) draw(w, h int) []string {
	styles := g.styles
	if s, ok := g.shown.Replay.(*sim.BoardReplay); ok {
		return g.boards(s, w, h)
	}
	if s, ok := g.shown.Replay.(*sim.WalkReplay); ok && g.oneHot(s) && h >= 6 {
		return g.walkWithTrace(s, w, h)
	}
	if w >= wideStage {
		left := min(w/2, 56)
		return screen.Beside("  ", styles.Fill(g.picture(left-2, h), left-2, h), styles.Fill(g.traceBars(w-left, h), w-left, h))
	}
	top := max(min(6, h*3/5), h-len(g.shown.Trace.Sizes)-1)
	switch g.shown.Replay.(type) {
	case *sim.WalkReplay:
		top = min(3, h)
	case *sim.ProcessReplay:
		top = min(pathRows, h)
	}
	if h-top < 3 {
		top = h
	}
	return append(styles.Fill(g.picture(w, top), w, top), g.traceBars(w, h-top)...)
}

// picture draws the current state.
func (g *stage) picture(w, h int) []string {
	switch s := g.shown.Replay.(type) {
	case *sim.WalkReplay:
		return g.walk(s, w, h)
	case *sim.CarReplay:
		return g.car(s, w, h)
	case *sim.ProcessReplay:
		return g.path(s, w, h)
	}
	return g.features(w, h)
}

// featureName names feature j, from 0, in a few cells.
func (g *stage) featureName(j int) string {
	const most = 20
	return ansi.Truncate(g.styles.Text(g.shown.names[j]), most, g.styles.Text("…"))
}
