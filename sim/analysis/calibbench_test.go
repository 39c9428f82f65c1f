package analysis

import (
	"context"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/must"
)

// BenchmarkCalibration measures a calibration beside the selection whose fit it holds
// against what was left out, on 3000 games of 2048.
func BenchmarkCalibration(b *testing.B) {
	e := NewEngine(256 << 20)
	domain := must.Have(sim.New(sim.Options{Domain: "2048"}))(b)
	var data []*estimator.Trajectory
	for i := range 3000 {
		data = append(data, must.Have(domain.Trajectory(1, i))(b))
	}
	s := Settings{Gamma: .95, Lambdas: defaultLambdas, Hash: "x"}
	ctx := context.Background()
	opt := e.Options(s, must.Have(ParseLambdas(s.Lambdas))(b))
	opt.Cache = e.sums
	selection := must.Have(estimator.Select(ctx, data, opt))(b)
	b.Run("select", func(b *testing.B) {
		for b.Loop() {
			opt.Cache = nil
			must.Have(estimator.Select(ctx, data, opt))(b)
		}
	})
	b.Run("calibrate", func(b *testing.B) {
		for b.Loop() {
			must.Have(e.calibrate(ctx, s, data, selection))(b)
		}
	})
}
