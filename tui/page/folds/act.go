package folds

import (
	"math"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/job"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// act plays leave-one-out: trajectory after trajectory is left out and predicted by a
// fit to the others, and its error at each λ joins the mean that is the LOTO error. It
// is on show while the state has LeaveOut, and draws what that, the beat and its frame
// say.
type act struct {
	trajectory int // that the beat is of
	beat       beat
	frame      int // of the beat, from 0
	playing    bool
	ticks      int // generation of those awaited
	hurry      int // so many times twice as fast

	job.Latest[replayKey, replayed] // the trajectory that was last fitted without

	mean *meanError // over the trajectories that have joined it
}

// beat is a part of the act.
type beat int

// The beats of a trajectory, and those that follow the last one.
const (
	beatOut     beat = iota // the trajectory stands apart from the others
	beatFit                 // LSTD is fitted to the others
	beatPredict             // its predictions are compared with the returns
	beatFall                // the error falls onto the chart over λ
	beatRest                // it has joined the mean
	beatClose               // the chart closes in on the mean of all
	beatEnd                 // the LOTO error
)

// slow is how many trajectories have all their beats. After them only the errors fall,
// several at once where there are many.
const slow = 5

// detailed tells whether a trajectory has all its beats.
func detailed(i int) bool { return i < slow }

// pace is how long the beats of a trajectory take, as a share of those of the first.
func pace(i int) float64 { return [slow]float64{.7, .22, .1, .05, .03}[i] }

// frames is how many pictures a beat has, and how long each is seen.
func (b beat) frames(i int) (n int, each time.Duration) {
	still := func(seconds float64) (int, time.Duration) {
		return 1, time.Duration(seconds * pace(i) * float64(time.Second))
	}
	switch {
	case b == beatClose:
		return 12, 90 * time.Millisecond
	case !detailed(i) && b == beatRest: // of the last trajectory
		return 1, time.Second
	case !detailed(i):
		return 1, 100 * time.Millisecond
	case b == beatFit:
		return still(2)
	case b == beatPredict:
		return still(3.2)
	case b == beatFall:
		return 2 + int(8*pace(i)), 70 * time.Millisecond
	}
	return still(2)
}

// mostHurry is how many times the act gets twice as fast.
const mostHurry = 4

// hurried changes the speed of the act, which at once goes on to the next picture if it
// is to be faster.
func (p *Page) hurried(s *page.Snapshot, by int) (page.Action, tea.Cmd) {
	a := &p.act
	a.hurry = max(0, min(mostHurry, a.hurry+by))
	if by < 0 {
		return page.Action{}, nil
	}
	return p.actTick(s, actMsg{a.ticks})
}

// batch is how many errors fall at once after the first trajectories, so that all have
// fallen after a few seconds.
func batch(n int) int {
	const frames = 50
	return max(1, (n-slow+frames-1)/frames)
}

// actMsg says that it is time for the next picture of the act.
type actMsg struct{ ticks int }

// acting tells whether the act is on show, in place of map and replay.
func (v *view) acting() bool { return v.State.LeaveOut.Set && v.folds != nil }

// actTrajectory returns the trajectory that the act is at; with the last it ends.
func (v *view) actTrajectory() int { return min(v.State.LeaveOut.Value, len(v.folds.Order)-1) }

// actBeat returns what the act shows of it.
func (v *view) actBeat() beat {
	switch {
	case !v.LeavingOut():
		return beatEnd
	case v.act.trajectory != v.State.LeaveOut.Value:
		return beatOut
	}
	return v.act.beat
}

// landed is how many errors have joined the mean.
func (v *view) landed() int {
	if v.actBeat() >= beatRest {
		return v.actTrajectory() + 1
	}
	return v.actTrajectory()
}

// startAct is the action of playing the act from its start.
func (v *view) startAct() page.Action {
	if v.folds == nil {
		return page.Action{}
	}
	next := v.State
	next.LeaveOut = state.Some(0)
	next.Step = state.Optional[int]{}
	v.replay.playing = false
	return page.Action{State: &next, Focus: trajectoryControl}
}

// endAct is the action of going back to the map.
func (v *view) endAct() page.Action {
	v.act.playing = false
	v.act.Stop()
	next := v.State
	next.LeaveOut = state.Optional[int]{}
	return page.Go(next)
}

// followAct plays the act while the state has one, and starts the fit without the
// trajectory that it is at.
func (p *Page) followAct(s *page.Snapshot) tea.Cmd {
	a, v := &p.act, p.view(s)
	defer func() { p.sumUp(s) }()
	if !v.acting() || !s.LeavingOut() || v.folds.Analysis != s.Result {
		a.playing = false
		return nil
	}
	var fit, tick tea.Cmd
	i := v.actTrajectory()
	if detailed(i) {
		fit = p.find(&a.Latest, replayKey{v.folds.Analysis, i, v.cursor()})
	}
	if !a.playing || a.trajectory != i {
		a.trajectory, a.beat, a.frame = i, beatOut, 0
	}
	if !a.playing {
		a.playing, a.hurry = true, 0
		tick = p.awaitAct()
	}
	return tea.Batch(fit, tick)
}

// awaitAct returns the command that waits for the time of the next picture.
func (p *Page) awaitAct() tea.Cmd {
	a := &p.act
	a.ticks++
	ticks := a.ticks
	_, each := a.beat.frames(a.trajectory)
	return tea.Tick(each>>a.hurry, func(time.Time) tea.Msg { return actMsg{ticks} })
}

// actTick shows the next picture.
func (p *Page) actTick(s *page.Snapshot, msg actMsg) (next page.Action, cmd tea.Cmd) {
	a, v := &p.act, p.view(s)
	if !a.playing || msg.ticks != a.ticks {
		return next, nil
	}
	if a.playing = s.OnShow && v.acting() && s.LeavingOut() && a.Err == nil; !a.playing {
		return next, nil
	}
	if a.beat == beatFit && (a.Value == nil || a.Value.replayKey != a.Key) {
		return next, p.awaitAct() // the fit is on its way
	}
	a.frame++
	if n, _ := a.beat.frames(a.trajectory); a.frame < n {
		return next, p.awaitAct()
	}
	done := v.nextBeat()
	p.sumUp(s)
	if done != s.LeaveOut.Value {
		now := s.State
		now.LeaveOut.Value = done
		next = page.Go(now)
	}
	if a.beat == beatEnd {
		a.playing = false
		return next, nil
	}
	return next, p.awaitAct()
}

// nextBeat goes to the next beat, and returns how many trajectories are done.
func (v *view) nextBeat() (done int) {
	a, n := &v.act, len(v.folds.Order)
	i := a.trajectory
	a.frame = 0
	switch last := i == n-1; {
	case a.beat == beatClose:
		a.beat = beatEnd
		return v.State.Settings.Trajectories // which is where a state has ended, with fewer groups, too
	case a.beat == beatRest && last:
		a.beat = beatClose
	case a.beat == beatRest:
		a.trajectory, a.beat = i+1, beatOut
	case detailed(i):
		a.beat++
	case last:
		a.beat = beatRest
	default:
		a.trajectory = min(n-1, i+batch(n))
	}
	return a.trajectory
}

// closing is how far the chart has closed in on the mean, from 0 to 1.
func (v *view) closing() float64 {
	switch n, _ := beatClose.frames(0); v.actBeat() {
	case beatEnd:
		return 1
	case beatClose:
		return float64(v.act.frame) / float64(n)
	}
	return 0
}

// falling is how far the error of the trajectory has fallen, from 0 to 1: faster and
// faster. NaN where none falls.
func (v *view) falling() float64 {
	if v.actBeat() != beatFall {
		return math.NaN()
	}
	n, _ := beatFall.frames(v.act.trajectory)
	t := float64(v.act.frame) / float64(n)
	return t * t
}

// meanError is the mean error at every λ over the first trajectories, weighted as in
// the LOTO error. It is immutable.
type meanError struct {
	found *found
	of    int       // trajectories
	total float64   // weight
	sums  []float64 // of weighted errors
}

// at returns the mean at the k-th λ.
func (m *meanError) at(k int) float64 { return m.sums[k] / m.total }

// sumUp has the mean over the trajectories that have joined it.
func (p *Page) sumUp(s *page.Snapshot) {
	v := p.view(s)
	if !v.acting() {
		p.act.mean = nil
		return
	}
	n, now := v.landed(), p.act.mean
	all := v.folds.Analysis.Selection.Candidates
	if now != nil && now.found == v.folds && now.of == n {
		return
	}
	next := &meanError{found: v.folds, sums: make([]float64, len(all))}
	if now != nil && now.found == v.folds && now.of < n {
		next.of, next.total = now.of, now.total
		copy(next.sums, now.sums)
	}
	for i := next.of; i < n; i++ {
		w := v.folds.Weights[i]
		next.total += w
		for k := range all {
			next.sums[k] += float64(w * all[k].Folds[i])
		}
	}
	next.of = n
	p.act.mean = next
}
