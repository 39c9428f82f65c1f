package lesson

import (
	"context"
	"errors"
	"fmt"

	"lambdascope/sim/analysis"
	"lambdascope/sim/study"
	"lambdascope/tui/state"
)

// Check opens every scene of a lesson, applies the conditions of steps and computes every number,
// also in texts that the data do not choose. The error joins an Error for each fault, or is the error
// of ctx.
func (l *Lesson) Check(ctx context.Context, e *analysis.Engine) error {
	var errs []error
	for i := range l.Steps {
		s := &l.Steps[i]
		scene, err := e.Run(ctx, analysis.Request{Settings: s.Scene.Settings})
		if err != nil {
			errs = append(errs, &Error{l.file, s.block, err})
			continue
		}
		if err := s.tryUntil(ctx, e, scene); err != nil {
			errs = append(errs, &Error{l.file, s.until, fmt.Errorf("until: %w", err)})
			continue
		}
		errs = append(errs, l.compute(&computer{ctx, e, s.Scene}, s.before)...)
		errs = append(errs, l.compute(&computer{ctx, e, s.done}, s.after)...)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return errors.Join(errs...)
}

// tryUntil applies the conditions of a step to the scene, which has the result before. No condition
// may hold in the scene, because the step would not wait. All must hold afterwards, because the step
// would otherwise wait for ever.
func (s *Step) tryUntil(ctx context.Context, e *analysis.Engine, before *analysis.Result) error {
	after, err := e.Run(ctx, analysis.Request{Settings: s.done.Settings})
	if err != nil {
		return err
	}
	scene := Situation{State: s.Scene, Cursor: cursorOf(s.Scene, before)}
	done := Situation{State: s.done, Cursor: cursorOf(s.done, after), Played: true, Trials: true}
	for _, c := range s.Until {
		switch c.Kind {
		case CursorAt:
			_, err = lambda{value: c.Lambda}.index(gridOf(after), nil)
		case Revealed:
			if after.Truth == nil {
				err = errNoTruth
			}
		case TrialsDone:
			_, err = study.CheckPlan(e, planOf(s.done))
		}
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", c.Text, err)
		case c.met(scene):
			return fmt.Errorf("%s: the scene is so already", c.Text)
		case !c.met(done):
			return fmt.Errorf("%s: can't come together with the rest", c.Text)
		}
	}
	return nil
}

// cursorOf returns the λ under the cursor of a state.
func cursorOf(s state.State, a *analysis.Result) float64 {
	return a.Selection.Candidates[s.CursorIndex(a)].Lambda
}

// compute returns the faults of the numbers of a text.
func (l *Lesson) compute(c *computer, t text) (errs []error) {
	note := func(line int, written string, err error) {
		if err != nil && c.ctx.Err() == nil {
			errs = append(errs, l.fault(c, line, written, err))
		}
	}
	for _, p := range t {
		if p.value != nil {
			_, err := c.value(p.value)
			note(p.line, p.value.text, err)
		}
		for _, a := range p.arms {
			for _, one := range a.when {
				_, err := c.all([]comparison{one})
				note(a.line, "if", err)
			}
			errs = append(errs, l.compute(c, a.text)...)
		}
	}
	return errs
}
