package analysis

import (
	"context"

	"lambdascope/estimator"
)

// addCalibration adds a Calibration, in about six passes over the data.
func (e *Engine) addCalibration(ctx context.Context, a *Result, _ Request) error {
	a.Calibrated = true
	if a.streamed != nil {
		a.Calibration = a.streamed.calibration
		return nil
	}
	found, took, err := part(ctx, e, a, "calibration", func(ctx context.Context) (out *estimator.Calibration, bytes int, err error) {
		err = e.withData(ctx, a.Settings, "calibration", func(ctx context.Context, data []*estimator.Trajectory) error {
			calibration, err := estimator.Calibrate(ctx, data, a.Selection.Fit(), e.Options(a.Settings))
			if err != nil {
				return ctx.Err()
			}
			out = calibration
			return nil
		})
		return out, 1 << 11, err
	})
	a.Calibration = found
	a.Elapsed.Calibration = took
	return err
}

// Calibration returns the calibration of the predictions. The trajectories must not be in the
// data of the fit, because the errors would be too small.
func (p *Predictions) Calibration(fit *Fit) *estimator.Calibration {
	all := make([]estimator.Observed, len(p.Episodes))
	for i, e := range p.Episodes {
		all[i] = estimator.Observed{Fold: i, Values: e.Values[:len(e.Returns)], Predicted: e.Values[:len(e.Returns)], Returns: e.Weighted}
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
