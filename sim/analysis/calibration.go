package analysis

import (
	"context"
	"fmt"
	"time"

	"lambdascope/estimator"
	"lambdascope/sim/engine"
	"lambdascope/sim/textfmt"
)

// calibrated is the cache key of the Calibration of settings.
type calibrated flightKey

// timed is a Calibration, the error of a constant and the time of the computation.
type timed struct {
	calibration *estimator.Calibration
	constant    float64
	took        time.Duration
}

// calibrate adds a Calibration and the error of a constant, in about six passes over the data. The
// Calibration stays nil for streamed trajectories, and for numbers so large that squares overflow.
func (e *Engine) calibrate(ctx context.Context, a *Result) error {
	if a.streamed != nil {
		return nil
	}
	key := calibrated{a.Settings, e.Limits(ctx).Processor}
	c, err := engine.Cached(ctx, e.Engine, key, func(ctx context.Context) (timed, int, error) {
		const bytes = 1 << 11
		var c timed
		err := e.withData(ctx, a.Settings, "calibration", func(ctx context.Context, data []*estimator.Trajectory) error {
			lap := stopwatch()
			opt := e.Options(a.Settings, a.lambdas())
			calibration, err := estimator.Calibrate(ctx, data, a.Selection.Fit(), opt)
			if err != nil {
				return ctx.Err()
			}
			e.Do(ctx, 1, func(int) { c.constant = constantError(data, opt) })
			c.calibration = calibration
			c.took = lap()
			return nil
		})
		return c, bytes, err
	})
	a.Calibration = c.calibration
	a.Constant = c.constant
	a.Elapsed.Calibration = c.took
	return err
}

// StartText compares the mean return from the starts of trajectories, with a 95 % interval,
// with predictions by fits without the trajectory: "starts: returns average .041 ± .013;
// predicted .104: these features cannot express it". The text gives a reason for a difference
// beyond chance. The result must have a Calibration.
func (a *Result) StartText() string {
	text := StartText(a.Calibration)
	if !a.Calibration.Start.Off() {
		return text
	}
	return text + ": " + a.offReason()
}

// offReason returns the likely reason for predictions that differ from returns beyond chance.
func (a *Result) offReason() string {
	reason := "these features cannot express it"
	for _, w := range a.Selection.Warnings() {
		switch w.Kind {
		case estimator.WarnCutReturns:
			reason = "because of cut returns (--tail bootstrap completes them), or of these features"
		case estimator.WarnShrunk:
			reason = "because of the ridge, or of these features"
		}
	}
	return reason
}

// StartText is Result.StartText without a reason.
func StartText(c *estimator.Calibration) string {
	s := &c.Start
	if !(s.Half() > 0) {
		return fmt.Sprintf("starts: returns average %s; predicted %s", textfmt.Rounded(s.Returned, 3), textfmt.Rounded(s.Predicted, 3))
	}
	number := func(v float64) string { return textfmt.WithDecimals(v, textfmt.Decimals(s.Half(), 2)) }
	return fmt.Sprintf("starts: returns average %s ± %s; predicted %s", number(s.Returned), number(s.Half()), number(s.Predicted))
}

// PartsText returns the number of parts of the steps with predictions off beyond chance, or ""
// for none. The text gives the reason unless StartText does.
func (a *Result) PartsText() string {
	c, off := a.Calibration, 0
	for i := range c.Parts {
		if c.Parts[i].Off() {
			off++
		}
	}
	if off == 0 {
		return ""
	}
	text := fmt.Sprintf("In %d of %d parts of the steps, predictions differ from returns by more than chance (95 %%)", off, len(c.Parts))
	if c.Start.Off() {
		return text
	}
	return text + ": " + a.offReason()
}

// Calibration returns the calibration of the predictions. The trajectories must not be in the
// data of the fit, because the errors would be too small.
func (p *Predictions) Calibration(fit *Fit) *estimator.Calibration {
	all := make([]estimator.Observed, len(p.Episodes))
	for i, e := range p.Episodes {
		all[i] = estimator.Observed{Fold: i, Values: e.Values, Predicted: e.Values, Returns: e.Returns}
		if p.groups.Of != nil {
			all[i].Fold = p.groups.Of[i]
		}
	}
	out := estimator.NewCalibration(all)
	mean := make([]float64, len(p.starts))
	for j, v := range p.starts {
		mean[j] = v / float64(len(p.Episodes))
	}
	out.Start.PredictedSE = fit.StandardError(mean)
	return out
}
