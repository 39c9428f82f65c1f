package explore

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/tui/background"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// The pace of a play: the time for an n, and for a λ that the data rule out.
const (
	pace       = time.Second
	strikePace = 120 * time.Millisecond
)

// Play lets n grow from 2 to the chosen number of trajectories, so that one λ after another is
// ruled out.
func (p *Page) Play(s *page.Snapshot) page.Play {
	return page.Play{
		Does: "play", Pace: pace, Wait: p.strikes.Running() || p.scale.Running(),
		Begin: func() state.State { return withN(s.State, 2) },
		Next: func(goal state.State) (next state.State, more bool) {
			n := s.Settings.Trajectories
			last := goal.Settings.Trajectories
			above := stepsOfN(last, last)
			for len(above) > 0 && above[len(above)-1] <= n {
				above = above[:len(above)-1]
			}
			if len(above) == 0 {
				return withN(s.State, last), false
			}
			return withN(s.State, above[len(above)-1]), true
		},
	}
}

func withN(s state.State, n int) state.State {
	s.Settings.Trajectories = n
	return s
}

// strikes is the change between two results of a play: the earlier result, with a growing number
// of the λ's that the later result rules out.
type strikes struct {
	background.Job[*analysis.Result, int] // by the later result, the number of λ's struck out
	before                                *analysis.Result
}

// scaleN is the number of trajectories whose scale a play keeps, so that bars can be seen to shrink. The
// scale of fewer trajectories would flatten them.
const scaleN = 8

// followScale computes the result whose scale a play keeps. The charts wait for this result.
func (p *Page) followScale(s *page.Snapshot) tea.Cmd {
	few := withN(s.State, min(scaleN, s.Most)).Settings
	return p.scale.Ensure(p.env.Context, few, func(ctx context.Context, put func(*analysis.Result)) error {
		a, err := p.env.Engine.Run(ctx, analysis.Request{Settings: few})
		put(a)
		return err
	})
}

// followPlay strikes out λ's when the next result of a play arrives.
func (p *Page) followPlay(s *page.Snapshot) tea.Cmd {
	if !s.OnShow {
		p.strikes.Stop()
		return nil
	}
	if !s.Playing {
		p.strikes.Take(s.Result, 0)
		p.strikes.before = nil
		return nil
	}
	scale := p.followScale(s)
	if !s.Current() || p.strikes.Key == s.Result || p.scale.Running() {
		return scale
	}
	before := p.strikes.Key
	p.strikes.Take(s.Result, 0)
	p.strikes.before = before
	count := len(p.strikes.ruledOut())
	if count == 0 {
		return scale
	}
	return p.strikes.Start(p.env.Context, s.Result, func(ctx context.Context, put func(int)) error {
		for i := range count {
			put(i + 1)
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(strikePace):
			}
		}
		return nil
	})
}

// ruledOut returns the indices of the λ's that the later result alone rules out; none between results
// of different problems.
func (k *strikes) ruledOut() (out []int) {
	if k.before == nil || withoutN(k.before) != withoutN(k.Key) {
		return nil
	}
	for i := range k.Key.Selection.Candidates {
		if k.before.Selection.Candidates[i].NotRuledOut && !k.Key.Selection.Candidates[i].NotRuledOut {
			out = append(out, i)
		}
	}
	return out
}

func withoutN(a *analysis.Result) settings.Settings {
	s := a.Settings
	s.Trajectories = 0
	return s
}

// playScale returns the result whose scale a play keeps, or nil.
func (v *view) playScale() *analysis.Result {
	if kept := v.scale.Now; v.Playing && kept != nil && withoutN(kept) == withoutN(v.Result) {
		return kept
	}
	return nil
}
