package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/testutil"
)

// everyMap has a map of each kind, and one with a bias.
var everyMap = []string{"identity", "identity+bias", "poly:3+bias", "fourier:2", "rbf:3", "tile-coding:3x4+bias", "rff:20:5"}

// savedFit is the JSON of a saved fit, read without the program's own reader.
type savedFit struct {
	Lambda, Gamma float64
	Theta         []float64
	Covariance    [][]float64
}

// value is V̂ and its standard error.
func (f *savedFit) value(x []float64) (v, se float64) {
	phi := append(slices.Clone(x), 1)
	for i, a := range phi {
		v += a * f.Theta[i]
		for j, b := range phi {
			se += a * f.Covariance[i][j] * b
		}
	}
	return v, math.Sqrt(math.Max(0, se))
}

// alike reports whether a value and its standard error are others, but for rounding: the error
// is the root of a sum in which much cancels.
func alike(v, se, otherV, otherSE float64) bool {
	return math.Abs(v-otherV) <= 1e-12*math.Max(1, math.Abs(otherV)) && math.Abs(se-otherSE) <= 1e-6*math.Max(otherSE, 1e-6)
}

// TestPredict: run saves a fit, and predict writes V̂ and returns for data that the fit has not seen.
// TestFitInNumPy compares the other feature maps.
func TestPredict(t *testing.T) {
	observations := [][][]float64{{{.35, .35}, {.45, .3}, {.55, .25}}, {{.35, .45}, {.325, .3}, {.4, .35}}, {{.65, .2}, {.35, .375}}}
	rewards := [][]float64{{.5, 1}, {-1, .25}, {2}}
	s := newSession(t)
	for e := range rewards {
		line := testutil.Get(json.Marshal(map[string]any{"observations": observations[e], "rewards": rewards[e], "terminated": e != 1}))(t)
		s.disk()["new"] += string(line) + "\n"
	}
	s.does(t, "simulate --domain mountain-car -n 12 --max-steps 60 --out old.jsonl")
	run := s.does(t, "run --data old.jsonl --features identity+bias --gamma 0.9 --lambdas 0.3,0.8 --save fit.json --format json")
	var fit savedFit
	testutil.Check(t, json.Unmarshal([]byte(s.disk()["fit.json"]), &fit))
	if !strings.Contains(run, fmt.Sprintf(`"theta":[%v,`, fit.Theta[0])) {
		t.Error("the fit is not the one of the run")
	}
	rows := csvRows(t, s.does(t, "predict --fit fit.json --data new"))
	for e, rewards := range rewards {
		h := len(rewards)
		for step, x := range observations[e] {
			truncated := e == 1
			if step == h && !truncated { // a terminal state has no value
				continue
			}
			row := rows[0]
			rows = rows[1:]
			ends := step == h-1
			want := fmt.Sprintln(e, step, ends && !truncated, ends && truncated)
			got := fmt.Sprintln(row["episode_id"], row["t"], row["terminated"], row["truncated"])
			if v, se := fit.value(x); got != want || !alike(numberIn(t, row["value"]), numberIn(t, row["value_se"]), v, se) {
				t.Errorf("row %v, want %s, %v ± %v", row, want, v, se)
			}
			if step == h {
				continue
			}
			g := 0.0
			for _, r := range slices.Backward(rewards[step:]) {
				g = r + fit.Gamma*g
			}
			if !near(numberIn(t, row["return"]), g) {
				t.Errorf("row %v, want a return of %v", row, g)
			}
		}
	}
	if len(rows) > 0 {
		t.Errorf("%d rows too many", len(rows))
	}
}

// TestSimulateReadsBack: every domain and problem reads back from every form to the analysis
// of what was drawn, with its ratios where there is a target policy.
func TestSimulateReadsBack(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	scores := func(line string) (out []string) {
		for _, row := range csvRows(t, s.does(t, "run --format csv "+line)) {
			out = append(out, row["lambda"], row["loto"], row["loto_se"], row["diff"], row["diff_se"], row["not_ruled_out"], row["rank_deficient_folds"])
		}
		return out
	}
	for source, gamma := range map[string]string{
		"--domain random-walk -n 30 --seed 2 --max-steps 20": "0.95", "--domain 2048 -n 12 --seed 5": "1", "--domain mountain-car -n 12 --seed 5": "1",
		"--problem mine.json -n 30 --seed 2": "0.9", "--problem t-maze -n 30 --seed 2": "0.95", "--problem long-short -n 30": "0.95",
		"--states 7 --target 0.6 -n 30 --max-steps 20": "0.95", "--domain mountain-car --target 0.15 -n 4": "1",
	} {
		want := scores(source + " --gamma " + gamma)
		for _, form := range []string{"jsonl", "csv", "jsonl.gz", "csv.gz"} {
			s.does(t, "simulate --force --out drawn."+form+" "+source)
			if got := scores("--data drawn." + form + " --gamma " + gamma); !slices.Equal(got, want) {
				t.Errorf("%s, %s:\n%s\nwant\n%s", source, form, got, want)
			}
		}
		if s.does(t, "simulate --out - "+source) != s.disk()["drawn.jsonl"] {
			t.Errorf("%s: standard output has something else than the file", source)
		}
	}
}

// TestPredictReturns: with importance ratios, returns are plain and weighted.
func TestPredictReturns(t *testing.T) {
	s := newSession(t)
	const line = `{"observations":[[1],[2]],"rewards":[1,2],"ratios":[2,0.5],"terminated":true}` + "\n"
	s.disk()["off.jsonl"] = strings.Replace(line, "2,0.5", "1,1", 1) + line
	s.does(t, "run --data off.jsonl --gamma 0.5 --save fit.json")
	rows := csvRows(t, s.does(t, "predict --fit fit.json --data off.jsonl"))
	for i, want := range [][2]string{{"2", "2"}, {"2", "2"}, {"2", "3"}, {"2", "1"}} {
		if rows[i]["return"] != want[0] || rows[i]["weighted_return"] != want[1] {
			t.Errorf("row %v, want returns %v", rows[i], want)
		}
	}
}
