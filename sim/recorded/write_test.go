package recorded

import (
	"bytes"
	"math"
	"testing"

	"pgregory.net/rapid"

	"lambdascope/estimator"
)

// anyNumber draws finite numbers with all kinds of bit patterns.
func anyNumber() *rapid.Generator[float64] {
	return rapid.OneOf(
		rapid.Float64Range(-10, 10),
		rapid.Custom(func(t *rapid.T) float64 { return float64(rapid.Int64().Draw(t, "whole")) }),
		rapid.Custom(func(t *rapid.T) float64 {
			x := math.Float64frombits(rapid.Uint64().Draw(t, "bits"))
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return 0
			}
			return x
		}),
		rapid.SampledFrom([]float64{math.MaxFloat64, -math.SmallestNonzeroFloat64, math.Copysign(0, -1), 1e9, -1e9, 1e9 - 1, 1e21, 1e-7, 1 << 53, 1<<63 - 1, 0.1}),
	)
}

// TestWrittenReadsBack: written files read back to the same bits, in every form.
func TestWrittenReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 12).Draw(t, "d")
		numbers := func(n int) []float64 { return rapid.SliceOfN(anyNumber(), n, n).Draw(t, "numbers") }
		weighted := rapid.Bool().Draw(t, "weighted")
		all := make([]*estimator.Trajectory, rapid.IntRange(2, 5).Draw(t, "n"))
		for i := range all {
			h := rapid.IntRange(1, 8).Draw(t, "h")
			terminated := rapid.Bool().Draw(t, "terminated")
			rows := h + 1
			if terminated {
				rows--
			}
			var err error
			if all[i], err = estimator.NewTrajectory(d, numbers(rows*d), numbers(h), terminated); err != nil {
				t.Fatal(err)
			}
			if !weighted {
				continue
			}
			ratios := numbers(h)
			for s, v := range ratios {
				ratios[s] = math.Abs(v)
			}
			if all[i], err = all[i].WithRatios(ratios); err != nil {
				t.Fatal(err)
			}
		}
		forms(func(suffix string, f Format, gzipped bool) {
			data, err := read(bytes.NewReader(write(f, gzipped, all)), "x")
			if err == nil {
				err = same(data.Trajectories, all)
			}
			if err != nil {
				t.Fatalf("%s: %v", suffix, err)
			}
		})
		for f, others := range map[Format]func([]byte) ([]*estimator.Trajectory, error){JSONL: decode, CSV: decodeCSV} {
			again, err := others(write(f, false, all))
			if err == nil {
				err = same(again, all)
			}
			if err != nil {
				t.Fatal("read otherwise:", err)
			}
		}
	})
}
