package tui

import (
	"context"
	"fmt"
	"strconv"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/study"
	"lambdascope/tui/control"
	"lambdascope/tui/job"
	"lambdascope/tui/state"
)

// folds shows which trajectories drive the choice of λ, and each of them step by
// step.
type folds struct {
	model  *model
	found  *foldsFound // what is on show; nil before the first
	job    job.Job
	shelf  *atomic.Pointer[foldsFound] // of the job
	want   *study.Analysis             // that the job is or was about
	err    error                       // of the job
	slow   bool                        // the job goes on long enough to say so
	top    int                         // the first row on show
	rows   int                         // of the area drawn last
	replay replay
}

func newFolds(m *model) *folds {
	p := &folds{model: m}
	p.replay.page = p
	return p
}

// foldsFound is what is known of the trajectories of an analysis.
type foldsFound struct {
	*study.Folds
	leverage []float64 // nil until it is known
	rank     []int     // place of each trajectory in Order
	usual    float64   // an influence that few exceed
	deciding int       // how many choose alone; see study.Folds.Deciding
	half     int       // how many have half of all influence, at least
}

func (p *folds) title() string { return "Folds" }

func (p *folds) show() tea.Cmd {
	a := p.model.analysis
	if a == nil {
		return nil
	}
	var work tea.Cmd
	if p.want != a {
		p.want, p.err, p.slow = a, nil, false
		p.shelf = new(atomic.Pointer[foldsFound])
		shelf, engine := p.shelf, p.model.config.Engine
		work = p.job.Start(p.model.worker.ctx, func(ctx context.Context, news func()) error {
			news() // which arrives only if there is time for it
			return findFolds(ctx, engine, a, shelf, news)
		})
	}
	return tea.Batch(work, p.replay.show())
}

// findFolds holds the trajectories against each other, and then their leverage,
// which takes a pass over the data.
func findFolds(ctx context.Context, engine *study.Engine, a *study.Analysis, shelf *atomic.Pointer[foldsFound], news func()) error {
	f, err := engine.Folds(ctx, a)
	if err != nil {
		return err
	}
	const outliers = 4
	found := foldsFound{Folds: f, rank: make([]int, len(f.Order)), usual: f.Influence[f.Order[min(len(f.Order)/5, outliers)]]}
	total, sum := 0.0, 0.0
	for r, i := range f.Order {
		found.rank[i] = r
		total += f.Influence[i]
	}
	for found.half < len(f.Order) && sum < total/2 {
		sum += f.Influence[f.Order[found.half]]
		found.half++
	}
	found.deciding = f.Deciding()
	shelf.Store(&found)
	news()
	whole := found
	if whole.leverage, err = engine.Leverage(ctx, a.Settings); err != nil {
		return err
	}
	shelf.Store(&whole)
	return nil
}

func (p *folds) receive(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case job.Msg:
		if next, mine := p.job.Receive(msg); mine {
			p.slow, p.err = !msg.Ended, msg.Err
			if f := p.shelf.Load(); f != nil {
				p.found = f
			}
			return tea.Batch(next, p.replay.show())
		}
		return p.replay.receive(msg)
	case replayTickMsg:
		return p.replay.tick(msg)
	}
	return nil
}

// onShow tells whether the page is the one on the screen.
func (p *folds) onShow() bool { return p.model.pages[p.model.Page] == page(p) }

// selected returns the trajectory that the keys are about.
func (p *folds) selected() int {
	if chosen := p.model.Trajectory; chosen.Set && chosen.Value < len(p.found.Order) {
		return chosen.Value
	}
	return p.found.Order[0]
}

// cursor returns the index of the λ under the cursor among those of the
// trajectories on show, which may be of the analysis before.
func (p *folds) cursor() int {
	m := p.model
	if a := p.found.Analysis; a != m.analysis {
		return nearestLambda(a, m.analysis.Selection.Candidates[m.cursorIndex()].Lambda)
	}
	return m.cursorIndex()
}

// choose makes a trajectory the selected one; a replay goes on with it from its
// start.
func (p *folds) choose(i int) {
	if p.found != nil && i != p.selected() {
		p.replay.rewind()
	}
	p.model.Trajectory = state.Some(i)
}

// move goes through the rows.
func (p *folds) move(by int) tea.Cmd {
	if p.found == nil {
		return nil
	}
	p.choose(p.neighbour(by))
	return p.show()
}

// neighbour returns the trajectory some rows away.
func (p *folds) neighbour(by int) int {
	r := p.found.rank[p.selected()] + by
	return p.found.Order[max(0, min(len(p.found.Order)-1, r))]
}

const trajectoryControl = "trajectory"

func (p *folds) controls() []control.Control {
	out := []control.Control{{
		Name: trajectoryControl, Group: "FOLDS", Label: "trajectory",
		Help:  "its number, from 0",
		About: "in order of influence; ⏎ opens its replay",
		Get: func(state.State) string {
			if p.found == nil {
				return "…"
			}
			return strconv.Itoa(p.selected())
		},
		Set: func(s *state.State, text string) error {
			n := p.model.Settings.Trajectories
			i, err := strconv.Atoi(text)
			if err != nil || i < 0 || i >= n {
				return fmt.Errorf("trajectory %s: want 0 to %d", text, n-1)
			}
			p.choose(i)
			s.Trajectory, s.Step = p.model.Trajectory, p.model.Step
			return nil
		},
		Turn: func(_ state.State, steps int) string {
			if p.found == nil {
				return "0"
			}
			return strconv.Itoa(p.neighbour(steps))
		},
		Enters: "open",
		First:  !p.replay.open(),
	}}
	return append(out, p.replay.controls()...)
}

func (p *folds) press(msg tea.KeyPressMsg) (tea.Cmd, bool) { return p.replay.press(msg) }

func (p *folds) status() string {
	if p.slow || p.replay.slow {
		return "computing …"
	}
	return ""
}
