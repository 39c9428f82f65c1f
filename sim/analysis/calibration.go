package analysis

import (
	"context"
	"time"

	"lambdascope/estimator"
	"lambdascope/sim/engine"
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
