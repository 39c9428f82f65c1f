package tui

import (
	"fmt"
	"math"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/tui/chart"
)

// readout gives reward, return and predictions at the step on show.
func (r *replay) readout(l *line) string {
	s := r.shown
	if s == nil {
		return l.String()
	}
	t := r.step
	l.add(chart.InkCursor, fmt.Sprintf(" step %d of %d", t, r.last()))
	if t == r.last() {
		return l.parts(r.endParts()).String()
	}
	from, without := "return ", "without it "
	const wide = 100
	if l.width >= wide {
		from, without = "return from here ", "predicted without it "
	}
	return l.parts([]part{
		{ink: chart.InkText, text: "reward " + plain(s.Trajectory.Rewards()[t], 3)},
		{ink: chart.InkThird, text: from + plain(s.Returns[t], 3)},
		{ink: chart.InkEstimate, text: without + plain(s.Without[t], 3)},
		{ink: chart.InkText, text: "with it " + plain(s.With[t], 3)},
		{ink: chart.InkFaint, text: r.state()},
	}).String()
}

// endParts tells how the trajectory ended.
func (r *replay) endParts() []part {
	if s := r.shown; !s.Trajectory.Terminated() {
		return []part{
			{ink: chart.InkText, text: "cut off here", short: "cut off"},
			{ink: chart.InkEstimate, text: "predicted without it " + plain(s.Without[r.step], 3)},
			{ink: chart.InkText, text: "with it " + plain(s.With[r.step], 3)},
			{ink: chart.InkFaint, text: r.state()},
		}
	}
	return []part{{ink: chart.InkText, text: "terminated: the value here is 0", short: "terminated"}, {ink: chart.InkFaint, text: r.state()}}
}

// state describes the state on show and what was done there.
func (r *replay) state() string {
	t := r.step
	switch s := r.shown.Replay.(type) {
	case *sim.WalkReplay:
		switch at := s.At[t]; at {
		case -1:
			return "left end"
		case s.States:
			return "right end"
		default:
			return fmt.Sprintf("state %d", at+1)
		}
	case *sim.BoardReplay:
		if t < s.Len() {
			return "moves " + s.Moves[t].String()
		}
		return "no move left"
	case *sim.CarReplay:
		text := fmt.Sprintf("x %s, v %s", signed(s.Positions[t], 2), signed(s.Velocities[t], 2))
		if t < s.Len() {
			text += ", " + actionName(s.Actions[t])
		}
		return text
	}
	return ""
}

// actionName names an action of Mountain Car.
func actionName(action int) string {
	return [...]string{"reverse", "neutral", "forward"}[action+1]
}

// findings says how well the trajectory is predicted.
func (r *replay) findings(rows int) []string {
	m := r.page.model
	if r.err != nil {
		return m.indented(chart.InkWarn, r.err.Error(), rows)
	}
	s := r.shown
	if s == nil {
		return nil
	}
	c := &s.analysis.Selection.Candidates[s.lambda]
	lines := m.sentence(r.quality(), rows)
	if c.Status[s.trajectory] == estimator.FoldDeficient {
		lines = append(lines, m.indented(chart.InkWarn, "! Without it some feature has no data and counts as 0.", rows-len(lines))...)
	}
	if s.Replay == nil {
		lines = append(lines, m.indented(chart.InkFaint, "Recorded states have no picture: these are their features.", rows-len(lines))...)
	}
	return lines
}

// quality says how well the trajectory is predicted by the others, and by all.
func (r *replay) quality() string {
	s := r.shown
	c := &s.analysis.Selection.Candidates[s.lambda]
	loto, seen := c.Folds[s.trajectory], meanSquare(s.Without, s.Returns)
	text := fmt.Sprintf("At λ = %s the fit to the others predicts the returns of trajectory %d with a mean squared error of ", formatNumber(c.Lambda), s.trajectory)
	if s.analysis.Selection.Tail == estimator.TailBootstrap && !s.Trajectory.Terminated() {
		return text + plain(loto, 3) + ", which is its ℓ_i, with returns that the fit completes beyond the cut."
	}
	const rounding = 1e-6
	if c.Status[s.trajectory] == estimator.FoldDeficient && math.Abs(seen-loto) > rounding*loto {
		return text + fmt.Sprintf("%s; ℓ_i is %s, by another of the many fits that are as good on the others.", plain(seen, 3), plain(loto, 3))
	}
	return text + fmt.Sprintf("%s, which is its ℓ_i; the fit that has seen it, with %s.", plain(loto, 3), plain(meanSquare(s.With, s.Returns), 3))
}

// meanSquare returns the mean squared difference over the steps that y has.
func meanSquare(x, y []float64) float64 {
	sum := 0.0
	for t, v := range y {
		sum += (x[t] - v) * (x[t] - v)
	}
	return sum / float64(len(y))
}
