package lesson

import (
	"context"
	"errors"
	"fmt"

	"lambdascope/sim/analysis"
	"lambdascope/tui/state"
)

// Check opens every scene of a lesson and computes every number, also of texts that are
// not chosen on these data. The error joins an Error for each thing that is wrong, or is
// that of ctx.
func (l *Lesson) Check(ctx context.Context, e *analysis.Engine) error {
	var errs []error
	for i := range l.Steps {
		errs = append(errs, l.checkStep(ctx, e, &l.Steps[i])...)
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return errors.Join(errs...)
}

func (l *Lesson) checkStep(ctx context.Context, e *analysis.Engine, s *Step) (errs []error) {
	fail := func(line int, err error) { errs = append(errs, &Error{l.file, line, err}) }
	scene, err := e.Analyze(ctx, s.Scene.Settings)
	for _, pin := range s.Scene.Pins.List() {
		if err == nil {
			_, err = e.Analyze(ctx, pin)
		}
	}
	if err != nil {
		fail(s.block, err)
		return errs
	}
	if err := l.checkUntil(ctx, e, s, scene); err != nil {
		fail(s.until, fmt.Errorf("until: %w", err))
	}
	for _, t := range []text{s.before, s.after} {
		c := newComputer(ctx, e, s.Scene)
		if err := affordable("the numbers of this step", cost(t)); err != nil {
			fail(t.firstLine(), err)
			continue
		}
		t.values(func(v *value, line int) {
			if v.literal != nil || ctx.Err() != nil {
				return
			}
			if _, err := c.value(v); err != nil {
				errs = append(errs, l.fault(c, line, v.text, err))
			}
		})
	}
	return errs
}

// checkUntil returns what is wrong with what a step waits for.
func (l *Lesson) checkUntil(ctx context.Context, e *analysis.Engine, s *Step, scene *analysis.Result) error {
	if s.Until == nil {
		return nil
	}
	at := Situation{State: s.Scene, Scene: s.Scene, Result: scene}
	done, err := e.Analyze(ctx, s.done.Settings)
	if err != nil {
		return err
	}
	for _, c := range s.Until {
		if err := c.known(e, done, s.done); err != nil {
			return err
		}
		if c.Kind == ReplayAtEnd && s.Scene.Step.Set {
			length, err := lengthOf(ctx, e, s.Scene, scene)
			if err != nil {
				return err
			}
			at.Replay = s.Scene.Step.Value >= length
		}
		if c.waitsFor("step") && !anyData(s.Until) {
			if err := checkStepWanted(ctx, e, s, c, done); err != nil {
				return err
			}
		}
	}
	if err := meet(s.Until, s.Scene, s.done, done); err != nil {
		return err
	}
	if Met(s.Until, at) {
		return errAlready
	}
	return nil
}

// checkStepWanted returns why a step of a replay that is waited for can never come.
func checkStepWanted(ctx context.Context, e *analysis.Engine, s *Step, c Condition, done *analysis.Result) error {
	length, err := lengthOf(ctx, e, s.done, done)
	if err != nil {
		return err
	}
	if s.done.Step.Value > length {
		return fmt.Errorf("%s: the trajectory has steps 0 to %d", c, length)
	}
	for _, other := range s.Until {
		if other.Kind == ReplayAtEnd && s.done.Step.Value < length {
			return apart(c, other)
		}
	}
	return nil
}

// lengthOf returns how many steps the trajectory has that a state replays, or that of
// most influence where it names none.
func lengthOf(ctx context.Context, e *analysis.Engine, s state.State, a *analysis.Result) (int, error) {
	i := s.Trajectory.Value
	if !s.Trajectory.Set {
		f, err := e.Folds(ctx, a)
		if err != nil {
			return 0, err
		}
		i = f.Order[0]
	}
	episode, err := e.Episode(ctx, a, i)
	if err != nil {
		return 0, err
	}
	return episode.Trajectory.Len(), nil
}

// errAlready is the error of a wait for what the scene has.
var errAlready = errors.New("the scene is so already")
