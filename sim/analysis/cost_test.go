package analysis

import (
	"context"
	"flag"
	"fmt"
	"testing"
	"time"

	"lambdascope/estimator"
	"lambdascope/sim/must"
)

var long = flag.Bool("long", false, "also run what takes minutes")

// TestCost compares the model with what analyses really take, all methods over the
// sizes that a shared server accepts.
func TestCost(t *testing.T) {
	if !*long {
		t.Skip("runs with -long")
	}
	type problem struct {
		domain, features, start string
		states                  int
		target                  float64
	}
	worst := map[estimator.Method]float64{}
	var over, all int
	for _, p := range []problem{
		{"random-walk", "", "", 5, 0}, {"random-walk", "", "", 19, 0}, {"random-walk", "", "", 51, 0}, {"random-walk", "dependent", "", 51, 0},
		{"2048", "", "", 0, 0}, {"2048", "log-tiles+bias", "", 0, 0},
		{"mountain-car", "raw", "", 0, 0}, {"mountain-car", "rbf", "", 0, 0}, {"mountain-car", "rbf", "uniform", 0, 0},
		{"mountain-car", "tile-coding", "", 0, 0}, {"mountain-car", "tile-coding", "uniform", 0, 0},
		{"random-walk", "", "", 19, 0.7}, {"mountain-car", "raw", "", 0, 0.2}, {"mountain-car", "rbf", "", 0, 0.2}, {"mountain-car", "tile-coding", "", 0, 0.2},
	} {
		for _, n := range []int{2, 10, 50, 200, 1000} {
			for _, k := range []int{1, 11, 101} {
				for _, m := range []estimator.Method{estimator.Auto, estimator.Woodbury, estimator.RSM, estimator.Naive} {
					s := must.Have(Defaults(p.domain))(t)
					s.Problem.Features, s.Problem.Start, s.Problem.Target = p.features, p.start, p.target
					if p.states > 0 {
						s.Problem.States = p.states
					}
					s.Trajectories, s.Method, s.Seed = n, m, uint64(n+k)
					s.Lambdas = "0.5"
					if k > 1 {
						s.Lambdas = fmt.Sprintf("0:1:%g", 1/float64(k-1))
					}
					e := NewEngine(0)
					s = must.Have(e.Check(s))(t)
					const most = 1250 * time.Millisecond
					predicted := Cost(s, Extra{})
					if predicted > most {
						continue
					}
					took := must.Have(Limited(t.Context(), 0, func(ctx context.Context) error {
						_, err := e.Analyze(ctx, s)
						return err
					}))(t)
					all++
					ratio := took.Seconds() / predicted.Seconds()
					worst[m] = max(worst[m], ratio)
					if took > 2*time.Second {
						over++
						t.Errorf("%+v n=%d k=%d %v: %v, predicted %v", p, n, k, m, took, predicted)
					}
					if ratio > 2 && took > 100*time.Millisecond || ratio < 0.25 && predicted > 300*time.Millisecond {
						t.Logf("%+v n=%d k=%d %v: %v, predicted %v", p, n, k, m, took.Round(time.Millisecond), predicted.Round(time.Millisecond))
					}
				}
			}
		}
	}
	t.Logf("%d settings; the longest as a share of the prediction: %v; %d above 2 s", all, worst, over)
}
