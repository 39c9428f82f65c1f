package analysis

import (
	"context"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// gainSeeds is how many data sets TestRegionsGain draws for each row.
const gainSeeds = 200

// TestRegionsGain measures what a λ for each region gains over one λ on data of seeds that
// nothing else here uses: on the LOTO error, on parts that have no part in the choice, and
// by the true values. It writes the rows of the guide's table, and checks what the guide
// concludes: with few trajectories the LOTO error promises more than comes true.
func TestRegionsGain(t *testing.T) {
	if !*long {
		t.Skip("runs with -long")
	}
	const firstSeed = 50_001
	for _, division := range []Division{{Regions: 3}, {KMeans: true, Regions: 3}} {
		for _, p := range []struct {
			name, domain, features string
			states                 int
		}{
			{"walk, 5 states, 1-hot", "random-walk", "1-hot", 5},
			{"walk, 19 states, dependent", "random-walk", "dependent", 19},
			{"2048, tiles", "2048", "tiles", 0},
			{"Mountain Car, raw", "mountain-car", "raw", 0},
			{"Mountain Car, rbf", "mountain-car", "rbf", 0},
		} {
			for _, n := range []int{10, 20, 100} {
				t.Run(fmt.Sprintf("%s/%s/n=%d", division, p.name, n), func(t *testing.T) {
					s := domainDefaults(t, p.domain)
					s.Problem.Features, s.Problem.States, s.Trajectories = p.features, p.states, n
					engine := NewEngine(DefaultCacheBytes)
					var rows []gain
					for j := range uint64(gainSeeds) {
						s.Seed = firstSeed + j
						g, err := measureGain(t.Context(), engine, s, division)
						if err != nil {
							t.Fatal(err)
						}
						rows = append(rows, g)
					}
					reportGain(t, p.name, n, rows)
				})
			}
		}
	}
}

// gain is what λ by region gains on a data set. Differences are of squared errors, those of
// one λ less those of λ by region.
type gain struct {
	loto, heldOut, truth float64
	msve                 float64 // of one λ
	ratio                float64 // of the root MSVE of λ by region to that
}

func measureGain(ctx context.Context, engine *Engine, s Settings, d Division) (gain, error) {
	a, err := engine.Analyze(ctx, s)
	if err != nil {
		return gain{}, err
	}
	r, err := engine.Regions(ctx, a, d, 0)
	if err != nil {
		return gain{}, err
	}
	msve := a.MSVE[a.Selection.Selected]
	return gain{-r.Diff, -r.HeldOut.Diff, msve - r.MSVE, msve, math.Sqrt(r.MSVE / msve)}, nil
}

// reportGain writes a row, in % of the mean MSVE with one λ.
func reportGain(t *testing.T, name string, n int, rows []gain) {
	t.Helper()
	count := float64(len(rows))
	quantile := distuv.StudentsT{Sigma: 1, Nu: count - 1}.Quantile(0.975)
	interval := func(of func(gain) float64) (mean, half float64) {
		var values []float64
		for _, g := range rows {
			values = append(values, of(g))
		}
		mean, sd := stat.MeanStdDev(values, nil)
		return mean, quantile * sd / math.Sqrt(count)
	}
	logs, width := interval(func(g gain) float64 { return math.Log(g.ratio) })
	level, _ := interval(func(g gain) float64 { return g.msve / 100 })
	loto, _ := interval(func(g gain) float64 { return g.loto / level })
	heldOut, heldOutHalf := interval(func(g gain) float64 { return g.heldOut / level })
	truth, truthHalf := interval(func(g gain) float64 { return g.truth / level })
	optimism, half := interval(func(g gain) float64 { return (g.loto - g.truth) / level })
	better, worse, same := 0, 0, 0
	for _, g := range rows {
		switch {
		case g.truth > 0:
			better++
		case g.truth < 0:
			worse++
		default:
			same++
		}
	}
	t.Logf("| %s | %d | %.3f (%.3f to %.3f) | %.0f %% / %.0f %% / %.0f %% | %.1f | %.1f ± %.1f | %.1f ± %.1f |", name, n,
		math.Exp(logs), math.Exp(logs-width), math.Exp(logs+width),
		100*float64(better)/count, 100*float64(same)/count, 100*float64(worse)/count,
		loto, heldOut, heldOutHalf, truth, truthHalf)
	const few = 10
	if loto < 0 || n <= few && optimism < -half {
		t.Errorf("the LOTO error promises %.2f %%, %.2f ± %.2f more than comes true", loto, optimism, half)
	}
}
