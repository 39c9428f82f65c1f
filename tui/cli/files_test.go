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
	Map           struct {
		Kind             string
		Low, High        []float64
		Parameters       [][]float64
		Side             float64
		Width, Amplitude float64
		Bias             bool
	}
}

// features are those of an observation, by the formulas of the guide.
func (f *savedFit) features(x []float64) (out []float64) {
	m := f.Map
	u := make([]float64, len(x))
	for j := range m.Low {
		u[j] = (x[j] - m.Low[j]) / (m.High[j] - m.Low[j])
	}
	if m.Kind == "identity" {
		out = append(out, x...)
	}
	for _, p := range m.Parameters {
		dot, product, squares, inside := 0.0, 1.0, 0.0, 1.0
		for j, v := range u {
			dot += p[j] * v
			product *= math.Pow(2*v-1, p[j])
			squares += (v - p[j]) * (v - p[j])
			if m.Kind == "tile-coding" && math.Max(0, math.Min(m.Side-1, math.Floor(m.Side*v+p[j]))) != p[len(u)+j] {
				inside = 0
			}
		}
		out = append(out, map[string]float64{
			"poly": product, "fourier": math.Cos(math.Pi * dot), "rbf": math.Exp(-squares / (2 * m.Width * m.Width)),
			"tile-coding": inside, "rff": m.Amplitude * math.Cos(dot+p[len(p)-1]),
		}[m.Kind])
	}
	if m.Bias {
		out = append(out, 1)
	}
	return out
}

// value is V̂ and its standard error.
func (f *savedFit) value(x []float64) (v, se float64) {
	phi := f.features(x)
	for i, a := range phi {
		v += a * f.Theta[i]
		for j, b := range phi {
			se += a * f.Covariance[i][j] * b
		}
	}
	return v, math.Sqrt(math.Max(0, se))
}

// alike tells whether a value and its standard error are others, but for rounding: the error
// is the root of a sum in which much cancels.
func alike(v, se, otherV, otherSE float64) bool {
	return math.Abs(v-otherV) <= 1e-12*math.Max(1, math.Abs(otherV)) && math.Abs(se-otherSE) <= 1e-6*math.Max(otherSE, 1e-6)
}

// TestPredictIsTheFormulas: what run saves and predict writes is V̂ by the formulas of the
// guide, for every map, on data that the fit has not seen.
func TestPredictIsTheFormulas(t *testing.T) {
	t.Parallel()
	observations := [][][]float64{{{.35, .35}, {.45, .3}, {.55, .25}}, {{.35, .45}, {.325, .3}, {.4, .35}}, {{.65, .2}, {.35, .375}}}
	rewards := [][]float64{{.5, 1}, {-1, .25}, {2}}
	s := newSession(t)
	var text strings.Builder
	for e := range rewards {
		line := testutil.Get(json.Marshal(map[string]any{"observations": observations[e], "rewards": rewards[e], "terminated": e != 1}))(t)
		text.Write(append(line, '\n'))
	}
	s.disk()["new"] = text.String()
	s.does(t, "simulate --domain mountain-car -n 12 --max-steps 60 --out old.jsonl")
	for _, name := range everyMap {
		bounds := " --bounds -2:2"
		if strings.HasPrefix(name, "identity") {
			bounds = ""
		}
		run := s.does(t, "run --data old.jsonl --features "+name+" --gamma 0.9 --lambdas 0.3,0.8 --save fit.json --force --format json"+bounds)
		var fit savedFit
		testutil.Check(t, json.Unmarshal([]byte(s.disk()["fit.json"]), &fit))
		if !strings.Contains(run, fmt.Sprintf(`"theta":[%v,`, fit.Theta[0])) {
			t.Errorf("%s: the fit is not that of the run", name)
		}
		rows := csvRows(t, s.does(t, "predict --fit fit.json --data new"))
		for e, rewards := range rewards {
			if e == 2 { // after the final observation of a truncated episode
				row := rows[0]
				rows = rows[1:]
				if v, se := fit.value(observations[1][2]); row["return"] != "" || row["t"] != "2" || !alike(numberIn(t, row["value"]), numberIn(t, row["value_se"]), v, se) {
					t.Fatalf("%s: row %v of the final observation, want %v ± %v", name, row, v, se)
				}
			}
			for step := range rewards {
				row := rows[0]
				rows = rows[1:]
				if last := step == len(rewards)-1; row["terminated"] != fmt.Sprint(last && e != 1) || row["truncated"] != fmt.Sprint(last && e == 1) {
					t.Errorf("%s: flags of row %v", name, row)
				}
				v, se := fit.value(observations[e][step])
				g := 0.0
				for _, r := range slices.Backward(rewards[step:]) {
					g = r + fit.Gamma*g
				}
				if row["episode_id"] != fmt.Sprint(e) || row["t"] != fmt.Sprint(step) || !near(numberIn(t, row["return"]), g) ||
					!alike(numberIn(t, row["value"]), numberIn(t, row["value_se"]), v, se) {
					t.Fatalf("%s: row %v of episode %d, step %d, want %v ± %v, %v", name, row, e, step, v, se, g)
				}
			}
		}
		if len(rows) > 0 {
			t.Errorf("%s: %d rows too many", name, len(rows))
		}
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
