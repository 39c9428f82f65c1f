package tui

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/study"
	"lambdascope/tui/control"
	"lambdascope/tui/job"
	"lambdascope/tui/state"
)

// replay shows the selected trajectory of the Folds page step by step.
type replay struct {
	page    *folds
	left    int // the step at which it was left
	playing bool
	ticks   int // generation of those awaited

	shown *replayed // what is on show; nil before the first
	job   job.Job
	shelf *atomic.Pointer[replayed] // of the job
	want  replayKey                 // that the job is or was about
	err   error                     // of the job
	slow  bool                      // the job goes on long enough to say so
}

// replayKey is what a replay is of.
type replayKey struct {
	analysis           *study.Analysis
	trajectory, lambda int // by number and by index
}

// replayed is a trajectory with all that is shown of it.
type replayed struct {
	replayKey
	*study.Episode
	*study.LeftOut
	stops []float64 // the steps, for a slider
}

// replayTickMsg says that it is time for the next step.
type replayTickMsg struct{ ticks int }

// open tells whether the replay is on show, in place of the map.
func (r *replay) open() bool { return r.page.model.Step.Set }

// step is t, from 0 to H, the last state.
func (r *replay) step() int { return r.page.model.Step.Value }

// show starts to compute what the replay needs and has not got.
func (r *replay) show() tea.Cmd {
	p := r.page
	if !r.open() || p.found == nil {
		return nil
	}
	want := replayKey{p.found.Analysis, p.selected(), p.cursor()}
	if want == r.want {
		return nil
	}
	r.want, r.err, r.slow = want, nil, false
	r.shelf = new(atomic.Pointer[replayed])
	shelf, engine := r.shelf, p.model.config.Engine
	return r.job.Start(p.model.worker.ctx, func(ctx context.Context, news func()) error {
		news() // which arrives only if there is time for it
		episode, err := engine.Episode(ctx, want.analysis, want.trajectory)
		if err != nil {
			return err
		}
		out, err := engine.LeaveOut(ctx, want.analysis, want.trajectory, want.lambda)
		if err != nil {
			return err
		}
		stops := make([]float64, episode.Trajectory.Len()+1)
		for t := range stops {
			stops[t] = float64(t)
		}
		shelf.Store(&replayed{want, episode, out, stops})
		return nil
	})
}

func (r *replay) receive(msg job.Msg) tea.Cmd {
	next, mine := r.job.Receive(msg)
	if !mine {
		return nil
	}
	r.slow, r.err = !msg.Ended, msg.Err
	if shown := r.shelf.Load(); shown != nil {
		first := r.shown == nil
		r.shown = shown
		if last := r.last(); r.step() > last {
			if first { // what was asked for when the app was opened
				r.page.model.news = fmt.Sprintf("step %d: trajectory %d has steps 0 to %d", r.step(), shown.trajectory, last)
			}
			r.page.model.Step.Value = last
		}
	}
	return next
}

// last returns the step of the last state, H.
func (r *replay) last() int {
	if r.shown == nil {
		return 0
	}
	return r.shown.Trajectory.Len()
}

// start opens the replay of the selected trajectory.
func (r *replay) start() tea.Cmd {
	r.page.model.Step = state.Some(r.left)
	r.page.model.focusOn(stepControl)
	return r.page.show()
}

// close goes back to the map.
func (r *replay) close() {
	r.left, r.playing = r.step(), false
	r.page.model.Step = state.Optional[int]{}
	r.page.model.focusOn(trajectoryControl)
}

// rewind goes to the first step, as of another trajectory.
func (r *replay) rewind() {
	r.left, r.playing = 0, false
	r.page.model.Step.Value = 0
}

// goTo shows a step.
func (r *replay) goTo(step int) { r.page.model.Step.Value = max(0, min(r.last(), step)) }

// toggle plays, from the start if the end is on show, or pauses.
func (r *replay) toggle() tea.Cmd {
	if r.playing {
		r.playing = false
		return nil
	}
	if r.step() >= r.last() {
		r.page.model.Step.Value = 0
	}
	r.playing = true
	return r.await()
}

// await returns the command that waits for the time of the next step.
func (r *replay) await() tea.Cmd {
	r.ticks++
	ticks := r.ticks
	return tea.Tick(time.Second/time.Duration(r.page.model.Speed), func(time.Time) tea.Msg { return replayTickMsg{ticks} })
}

// tick takes the next step. Playing ends with the trajectory, and when the page
// is left.
func (r *replay) tick(msg replayTickMsg) tea.Cmd {
	if !r.playing || msg.ticks != r.ticks {
		return nil
	}
	if r.shown != nil && r.shown.trajectory == r.page.selected() { // else it is on its way
		r.goTo(r.step() + 1)
		r.playing = r.step() < r.last()
	}
	if r.playing = r.playing && r.page.onShow(); !r.playing {
		return nil
	}
	return r.await()
}

// faster changes the speed by steps of Speeds.
func (r *replay) faster(by int) { r.page.model.Speed = spedUp(r.page.model.Speed, by) }

// spedUp returns the speed that is steps of Speeds away from another.
func spedUp(speed, by int) int {
	all := state.Speeds()
	return all[max(0, min(len(all)-1, slices.Index(all, speed)+by))]
}

const stepControl = "step"

// controls are there while the replay is open.
func (r *replay) controls() []control.Control {
	if !r.open() {
		return nil
	}
	step := control.Control{
		Name: stepControl, Group: "FOLDS", Label: "step", First: true,
		Help:  "a step, from 0",
		About: "t, of the trajectory; space plays",
		Get:   func(state.State) string { return strconv.Itoa(r.step()) },
		Set: func(s *state.State, text string) error {
			t, err := strconv.Atoi(text)
			if err != nil || t < 0 || t > r.last() {
				return fmt.Errorf("step %s: want 0 to %d", text, r.last())
			}
			s.Step = state.Some(t)
			return nil
		},
		Turn: func(_ state.State, steps int) string { return strconv.Itoa(max(0, min(r.last(), r.step()+steps))) },
	}
	if r.shown != nil {
		step.Slide = &control.Slide{Stops: r.shown.stops, Value: func(state.State) float64 { return float64(r.step()) }}
	}
	speed := control.Control{
		Name: "pace", Group: "FOLDS", Label: "steps/s",
		Help:  "1, 2, 5, 10 or 30",
		About: "the speed at which space plays",
		Get:   func(state.State) string { return strconv.Itoa(r.page.model.Speed) },
		Set: func(s *state.State, text string) error {
			for _, v := range state.Speeds() {
				if text == strconv.Itoa(v) {
					s.Speed = v
					return nil
				}
			}
			return fmt.Errorf("steps/s %s: want 1, 2, 5, 10 or 30", text)
		},
		Turn: func(s state.State, steps int) string { return strconv.Itoa(spedUp(s.Speed, steps)) },
	}
	return []control.Control{step, speed}
}

// replayKeys are the keys of the replay, and of the map where they mean something
// there too.
type replayKeys struct{ open, play, first, last, faster, slower, back key.Binding }

func newReplayKeys() replayKeys {
	return replayKeys{
		open:   bind("enter", "on trajectory: open its replay", "enter"),
		play:   bind("space", "play the trajectory, or pause", "space"),
		first:  bind("home", "first step; on the map the first row", "home"),
		last:   bind("end", "last step; on the map the last row", "end"),
		faster: bind("+", "play faster", "+", "="),
		slower: bind("-", "play slower", "-", "_"),
		back:   bind("esc", "from the replay back to the map", "esc"),
	}
}

func (k replayKeys) all() []key.Binding {
	return []key.Binding{k.open, k.play, k.first, k.last, k.faster, k.slower, k.back}
}

func (r *replay) press(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	k := newReplayKeys()
	switch {
	case key.Matches(msg, k.open) && r.page.model.focus == trajectoryControl:
		return r.start(), true
	case key.Matches(msg, k.play) && r.open():
		return r.toggle(), true
	case key.Matches(msg, k.play):
		return tea.Batch(r.start(), r.toggle()), true
	case !r.open() && key.Matches(msg, k.first):
		return r.page.move(math.MinInt32), true
	case !r.open() && key.Matches(msg, k.last):
		return r.page.move(math.MaxInt32), true
	case !r.open():
		return nil, false
	case key.Matches(msg, k.first):
		r.goTo(0)
	case key.Matches(msg, k.last):
		r.goTo(r.last())
	case key.Matches(msg, k.faster):
		r.faster(+1)
	case key.Matches(msg, k.slower):
		r.faster(-1)
	case key.Matches(msg, k.back):
		r.close()
	default:
		return nil, false
	}
	return nil, true
}
