package recorded

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lambdascope/estimator"
)

// TestAppend writes ratios of all trajectories, or of none.
func TestAppend(t *testing.T) {
	plain := mustRead(t, good+goodEnded)
	ratios := mustRead(t, weighted("[0.5,2]")+strings.Replace(goodEnded, "{", `{"ratios":[1,1],`, 1))
	for _, c := range []struct {
		format Format
		all    []*estimator.Trajectory
		want   string
	}{
		{JSONL, plain, `{"id":0,"observations":[[1,2],[3,4],[5,6]],"rewards":[0.5,-1],"terminations":[false,false],"truncations":[false,true]}
{"id":1,"observations":[[1,2],[3,4]],"rewards":[0.5,-1],"terminations":[false,true],"truncations":[false,false]}
`},
		{JSONL, ratios, `{"id":0,"observations":[[1,2],[3,4],[5,6]],"rewards":[0.5,-1],"ratios":[0.5,2],"terminations":[false,false],"truncations":[false,true]}
{"id":1,"observations":[[1,2],[3,4]],"rewards":[0.5,-1],"ratios":[1,1],"terminations":[false,true],"truncations":[false,false]}
`},
		{CSV, plain, `episode_id,t,reward,terminated,truncated,obs_0,obs_1
0,0,0.5,false,false,1,2
0,1,-1,false,true,3,4
0,2,,false,false,5,6
1,0,0.5,false,false,1,2
1,1,-1,true,false,3,4
`},
		{CSV, ratios, `episode_id,t,reward,terminated,truncated,ratio,obs_0,obs_1
0,0,0.5,false,false,0.5,1,2
0,1,-1,false,true,2,3,4
0,2,,false,false,,5,6
1,0,0.5,false,false,1,1,2
1,1,-1,true,false,1,3,4
`},
	} {
		if got := write(c.format, false, c.all); string(got) != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
}

// anyNumber draws finite numbers, bit patterns of all kinds among them.
func anyNumber() *rapid.Generator[float64] {
	return rapid.OneOf(
		rapid.Float64Range(-10, 10),
		rapid.Custom(func(t *rapid.T) float64 { return float64(rapid.Int64().Draw(t, "whole")) }),
		rapid.Custom(func(t *rapid.T) float64 { return float64(rapid.IntRange(-20, 20).Draw(t, "small")) }),
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

// What is written reads back to the same bits, in every form.
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
