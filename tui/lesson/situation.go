package lesson

import (
	"slices"

	"lambdascope/sim/analysis"
	"lambdascope/tui/state"
)

// Situation is what the app shows, as far as conditions are about it.
type Situation struct {
	State, Scene state.State      // now, and as the step has set it
	Result       *analysis.Result // of State's settings; nil while there is none
	Replay       bool             // is at its last step
	Trials       bool             // or what else the page on show computes, are finished
}

// Met tells whether all of some conditions have come.
func Met(all []Condition, s Situation) bool {
	for _, c := range all {
		if !c.met(s) {
			return false
		}
	}
	return true
}

func (c Condition) met(s Situation) bool {
	now := s.State
	switch c.Kind {
	case CursorAt:
		at, ok := s.lambda(c.At)
		return ok && s.Result.Selection.Candidates[now.CursorIndex(s.Result)].Lambda == at
	case CursorMoved:
		return s.Result != nil && now.CursorIndex(s.Result) != s.Scene.CursorIndex(s.Result)
	case Is:
		return c.now(now) == c.want
	case Changed:
		return c.now(now) != c.now(s.Scene)
	case Revealed:
		return !now.Hidden
	case Pinned:
		had := s.Scene.Pins.List()
		for _, pin := range now.Pins.List() {
			if !slices.Contains(had, pin) {
				return true
			}
		}
		return false
	case TrialsDone:
		return s.Trials && (now.Page == state.PageTrials || now.Page == state.PageFigures)
	case ReplayOpen:
		return now.Page == state.PageFolds && now.Step.Set
	case ReplayAtEnd:
		return now.Page == state.PageFolds && now.Step.Set && s.Replay
	case LeaveOutDone:
		return now.Page == state.PageFolds && now.LeaveOut.Set && !now.LeavingOut()
	}
	return false
}

// lambda returns the λ that a condition names, where that is known.
func (s Situation) lambda(text string) (lambda float64, ok bool) {
	l, err := readLambda(text)
	if err != nil || s.Result == nil {
		return 0, false
	}
	k, err := l.index(s.Result, s.State)
	if err != nil {
		return 0, false
	}
	return s.Result.Selection.Candidates[k].Lambda, true
}
