package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/sim/recorded"
)

// parsed is what a program reads from the JSON.
type parsed struct {
	Version  int
	Build    string
	Source   map[string]any
	Settings struct {
		Gamma, Ridge            float64
		Lambdas                 []float64
		Weighting, Tail, Method string
	}
	Data  struct{ Trajectories, Steps, Features, Rank, Truncated int }
	Curve []struct {
		Lambda, LOTO, Diff float64
		LOTOSE             float64 `json:"loto_se"`
		DiffSE             float64 `json:"diff_se"`
		PairedSE           float64 `json:"paired_se"`
		NotRuledOut        bool    `json:"not_ruled_out"`
		Deficient          int     `json:"rank_deficient_folds"`
		Theta              []float64
		MSVE, RMSVE        *float64
		Folds              []float64
		Status             []string `json:"fold_status"`
	}
	Selected struct {
		Lambda, LOTO float64
		RMSVE        *float64
	}
	Best, Worst *struct{ Lambda, RMSVE float64 }
	Truth       *struct {
		Kind string
		MSE  float64
	}
	Method      string `json:"method_used"`
	Warnings    []string
	NotRuledOut struct {
		Count                    int
		Smallest, Largest, Level float64
	} `json:"not_ruled_out"`
	Leverage []float64
	Refined  *struct {
		Lambda, LOTO, Diff float64
		DiffSE             float64 `json:"diff_se"`
		PairedSE           float64 `json:"paired_se"`
		NotRuledOut        bool    `json:"not_ruled_out"`
		Theta              []float64
		MSVE, RMSVE        *float64
		Evaluations        int
	}
	Elapsed map[string]float64 `json:"elapsed_ms"`
}

func parseJSON(t *testing.T, text string) parsed {
	t.Helper()
	if strings.Count(text, "\n") != 1 || !strings.HasSuffix(text, "\n") {
		t.Errorf("want one line")
	}
	var p parsed
	must.Succeed(t, json.Unmarshal([]byte(text), &p))
	return p
}

// fieldsOf lists the fields of a JSON value in their order, those of the first
// element for a list.
func fieldsOf(t *testing.T, text []byte) string {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(text))
	var value func(depth int) string
	next := func() json.Token {
		return must.Have(dec.Token())(t)
	}
	value = func(depth int) string {
		switch next() {
		case json.Delim('{'):
			var names []string
			for dec.More() {
				name := next().(string)
				names = append(names, name+value(depth+1))
			}
			next()
			return "{" + strings.Join(names, " ") + "}"
		case json.Delim('['):
			first := ""
			for dec.More() {
				if v := value(depth + 1); first == "" {
					first = v
				}
			}
			next()
			return first
		}
		return ""
	}
	return value(0)
}

func TestJSONFields(t *testing.T) {
	const (
		settings = " settings{gamma lambdas ridge weighting tail method} data{trajectories steps features rank truncated effective_trajectories largest_share heaviest_trajectory} "
		point    = "lambda loto loto_se diff diff_se paired_se not_ruled_out rank_deficient_folds theta msve rmsve"
		set      = " not_ruled_out{count smallest largest level detectable}"
		part     = "{predicted predicted_se returned returned_se returned_interval steps trajectories off}"
		belief   = " calibration" + part + " start" + part
		truth    = " selected{lambda loto rmsve}" + set + belief + " best{lambda rmsve} worst{lambda rmsve} truth{kind mse msve_se states} method_used warnings"
		beyond   = " refined{lambda loto diff diff_se paired_se not_ruled_out theta msve rmsve evaluations}"
		elapsed  = " elapsed_ms{simulate select score}}"
		walk     = "{version build source{domain features states seed max_steps}"
	)
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, walk + settings + "curve{" + point + "}" + truth + elapsed},
		{[]string{"--target", "0.7"}, strings.Replace(walk, "states", "states target", 1) + settings + "off_policy{mean_ratio largest_ratio zero_ratios} curve{" + point + "}" + truth + elapsed},
		{[]string{"--folds"}, walk + settings + "curve{" + point + " folds fold_status}" + truth + " leverage lambda_without lambda_without_exact" + elapsed},
		{[]string{"--refine"}, walk + settings + "curve{" + point + "}" + truth + beyond + elapsed},
		{[]string{"--data", "walk.jsonl", "--features", "poly:2"}, "{version build source{file features bounds{low high from_data}}" + settings + "curve{" + point + "} selected{lambda loto rmsve}" + set + belief + " best worst truth method_used warnings" + elapsed},
		{[]string{"--data", "walk.jsonl"}, "{version build source{file features}" + settings + "curve{" + point + "} selected{lambda loto rmsve}" + set + belief + " best worst truth method_used warnings" + elapsed},
	} {
		out := mustCall(t, newSession(t), append([]string{"run", "--format", "json"}, c.args...)...)
		want := c.want
		if strings.Contains(want, "source{file") {
			want = strings.Replace(want, " truncated ", " truncated files ", 1)
		}
		if got := fieldsOf(t, []byte(out)); got != want {
			t.Errorf("%q:\ngot  %s\nwant %s", c.args, got, want)
		}
	}
}

// drawWalk draws trajectories directly.
func drawWalk(t *testing.T, o sim.Options, n int, seed uint64) []*estimator.Trajectory {
	t.Helper()
	d := must.Have(sim.New(o))(t)
	var out []*estimator.Trajectory
	for i := range n {
		tr := must.Have(d.Trajectory(seed, i))(t)
		out = append(out, tr)
	}
	return out
}

// trajectoriesIn returns the trajectories of a file.
func trajectoriesIn(t *testing.T, file string) []*estimator.Trajectory {
	t.Helper()
	var out []*estimator.Trajectory
	must.Have(recorded.Each(strings.NewReader(file), "file", 2, 0, func(t *estimator.Trajectory) error {
		out = append(out, t)
		return nil
	}))(t)
	return out
}

// TestJSONAgrees holds the numbers of the JSON to each other and to what the
// estimator says when asked directly, by its slowest and plainest method.
func TestJSONAgrees(t *testing.T) {
	walk := func(states, n int, seed uint64, maxSteps int) []*estimator.Trajectory {
		return drawWalk(t, sim.Options{States: states, MaxSteps: maxSteps}, n, seed)
	}
	file := trajectoriesIn(t, walkFile(t))
	grid := []float64{0, 0.25, 0.5, 0.75, 1}
	for _, c := range []struct {
		args string
		data []*estimator.Trajectory
		opt  estimator.Options
	}{
		{"--lambdas 0:1:0.25", walk(5, 20, 1, 0), estimator.Options{Gamma: 0.95}},
		{"--lambdas 0:1:0.25 --weighting trajectory --gamma 1", walk(5, 20, 1, 0), estimator.Options{Gamma: 1, Weighting: estimator.ByTrajectory}},
		{"--lambdas 0:1:0.25 -n 3 --seed 4", walk(5, 3, 4, 0), estimator.Options{Gamma: 0.95}},
		{"--lambdas 0:1:0.25 --states 9 --ridge 0.1 --method rsm", walk(9, 20, 1, 0), estimator.Options{Gamma: 0.95, Ridge: 0.1}},
		{"--lambdas 0:1:0.25 --max-steps 8 --tail bootstrap", walk(5, 20, 1, 8), estimator.Options{Gamma: 0.95, Tail: estimator.TailBootstrap}},
		{"--lambdas 0:1:0.25 --data walk.jsonl --tail bootstrap", file, estimator.Options{Gamma: 0.99, Tail: estimator.TailBootstrap}},
		{"--lambdas 0:1:0.25 --data walk.jsonl", file, estimator.Options{Gamma: 0.99}},
		{"--lambdas 0:1:0.25 --data walk.jsonl -n 3 --gamma 0.5", file[:3], estimator.Options{Gamma: 0.5}},
	} {
		t.Run(c.args, func(t *testing.T) {
			args := append([]string{"run", "--format", "json", "--folds"}, strings.Fields(c.args)...)
			p := parseJSON(t, mustCall(t, newSession(t), args...))
			c.opt.Lambdas, c.opt.Method = grid, estimator.Naive
			want := must.Have(estimator.Select(context.Background(), c.data, c.opt))(t)
			checkReport(t, p, c.data, c.opt, want)
		})
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a), math.Abs(b)) }

func checkReport(t *testing.T, p parsed, data []*estimator.Trajectory, opt estimator.Options, want *estimator.Selection) {
	t.Helper()
	if p.Version != 4 || p.Build != "v1.2.3" || !slices.Equal(p.Settings.Lambdas, opt.Lambdas) || p.Settings.Gamma != opt.Gamma || p.Settings.Ridge != opt.Ridge || p.Settings.Tail != opt.Tail.String() {
		t.Errorf("settings %+v", p.Settings)
	}
	if p.Data.Trajectories != len(data) || p.Data.Steps != want.Steps || p.Data.Features != want.Features || p.Data.Rank != want.Rank || p.Data.Truncated != want.Truncated {
		t.Errorf("data %+v", p.Data)
	}
	if p.Method == "auto" || p.Method == "" {
		t.Errorf("method_used %q", p.Method)
	}

	// The score is the mean of the folds by the weighting.
	weight := func(i int) float64 {
		if opt.Weighting == estimator.ByTrajectory {
			return 1
		}
		return float64(data[i].Len())
	}
	least, at := math.Inf(1), -1
	for k, c := range p.Curve {
		var sum, weights float64
		for i, l := range c.Folds {
			sum += weight(i) * l
			weights += weight(i)
			if !near(l, want.Candidates[k].Folds[i]) {
				t.Errorf("λ = %v, fold %d: %v, naive %v", c.Lambda, i, l, want.Candidates[k].Folds[i])
			}
		}
		if c.Lambda != opt.Lambdas[k] || len(c.Folds) != len(data) || !near(c.LOTO, sum/weights) || !near(c.LOTOSE, want.Candidates[k].SE) {
			t.Errorf("point %+v, score %v", c, sum/weights)
		}
		if c.LOTO < least-1e-9 {
			least, at = c.LOTO, k
		}
		for j, v := range c.Theta {
			if !near(v, want.Candidates[k].Theta[j]) {
				t.Errorf("λ = %v: θ %v, want %v", c.Lambda, c.Theta, want.Candidates[k].Theta)
			}
		}
		if c.Deficient != want.Candidates[k].DeficientFolds() {
			t.Errorf("λ = %v: %d deficient folds, want %d", c.Lambda, c.Deficient, want.Candidates[k].DeficientFolds())
		}
	}
	checkFolds(t, p, want)
	if sel := p.Curve[at]; p.Selected.Lambda != sel.Lambda || p.Selected.LOTO != sel.LOTO || sel.Diff != 0 || !sel.NotRuledOut {
		t.Errorf("selected %+v, least at %+v", p.Selected, sel)
	}
	var kept []float64
	for k, c := range p.Curve {
		if !near(c.Diff, c.LOTO-p.Selected.LOTO) || !near(c.DiffSE, want.Candidates[k].RefitSE) || !near(c.PairedSE, want.Candidates[k].PairedSE) ||
			c.NotRuledOut != (c.Diff <= want.Quantile*c.DiffSE+1e-9) {
			t.Errorf("point %+v", c)
		}
		if c.NotRuledOut {
			kept = append(kept, c.Lambda)
		}
	}
	if set := p.NotRuledOut; set.Count != len(kept) || set.Smallest != kept[0] || set.Largest != kept[len(kept)-1] || set.Level != .95 {
		t.Errorf("not_ruled_out %+v of %v", set, kept)
	}
	var leverage float64
	for _, h := range p.Leverage {
		leverage += h
	}
	if opt.Ridge == 0 && !near(leverage, float64(want.Rank)) || len(p.Leverage) != len(data) {
		t.Errorf("leverage %v, sum %v, rank %d", p.Leverage, leverage, want.Rank)
	}
	checkTruth(t, p)
}

// checkFolds checks what the folds came to.
func checkFolds(t *testing.T, p parsed, want *estimator.Selection) {
	t.Helper()
	for k, c := range p.Curve {
		deficient := 0
		for i, status := range c.Status {
			if status != "ok" && status != "refit" && status != "rank-deficient" {
				t.Errorf("λ = %v, fold %d: status %q", c.Lambda, i, status)
			}
			if status == "rank-deficient" {
				deficient++
			}
			if (status == "rank-deficient") != (want.Candidates[k].Status[i] == estimator.FoldDeficient) {
				t.Errorf("λ = %v, fold %d: %s, naive %v", c.Lambda, i, status, want.Candidates[k].Status[i])
			}
		}
		if len(c.Status) != len(c.Folds) || deficient != c.Deficient {
			t.Errorf("λ = %v: %d statuses, %d of them rank-deficient", c.Lambda, len(c.Status), deficient)
		}
	}
}

// checkTruth checks the scores against the truth, or that there are none.
func checkTruth(t *testing.T, p parsed) {
	t.Helper()
	if p.Source["file"] != nil {
		if p.Best != nil || p.Worst != nil || p.Truth != nil || p.Selected.RMSVE != nil || p.Curve[0].MSVE != nil || p.Curve[0].RMSVE != nil {
			t.Errorf("a truth for a file: %+v", p)
		}
		return
	}
	best, worst := math.Inf(1), 0.0
	for _, c := range p.Curve {
		if !near(*c.RMSVE**c.RMSVE, *c.MSVE) {
			t.Errorf("MSVE %v, root %v", *c.MSVE, *c.RMSVE)
		}
		best, worst = min(best, *c.RMSVE), max(worst, *c.RMSVE)
		if c.Lambda == p.Selected.Lambda && *p.Selected.RMSVE != *c.RMSVE {
			t.Errorf("selected %v", *p.Selected.RMSVE)
		}
	}
	if p.Best.RMSVE != best || p.Worst.RMSVE != worst || p.Truth.Kind != "exact" || p.Truth.MSE != 0 {
		t.Errorf("best %+v, worst %+v, truth %+v", p.Best, p.Worst, p.Truth)
	}
}

func TestJSONHasTheSource(t *testing.T) {
	s := newSession(t)
	s.In = strings.NewReader(walkFile(t))
	p := parseJSON(t, mustCall(t, s, "run", "--format", "json", "--data", "-"))
	if p.Source["file"] != "-" {
		t.Errorf("source %v", p.Source)
	}
	p = parseJSON(t, mustCall(t, s, "run", "--format", "json", "--seed", "18446744073709551615", "--states", "3", "--max-steps", "500"))
	if p.Source["domain"] != "random-walk" || p.Source["features"] != "1-hot" || p.Source["states"] != 3.0 || p.Source["max_steps"] != 500.0 {
		t.Errorf("source %v", p.Source)
	}
}

func TestJSONKeepsFullPrecision(t *testing.T) {
	s := newSession(t)
	settings := must.Have(analysis.Defaults(""))(t)
	p := parseJSON(t, mustCall(t, s, "run", "--format", "json"))
	a := must.Have(s.Engine.Analyze(context.Background(), settings))(t)
	for k, c := range a.Selection.Candidates {
		if p.Curve[k].LOTO != c.LOTO || p.Curve[k].DiffSE != c.RefitSE || !slices.Equal(p.Curve[k].Theta, c.Theta) {
			t.Errorf("λ = %v: not the same numbers", c.Lambda)
		}
	}
}

// TestJSONWithoutFiniteNumbers has rewards whose squares overflow.
func TestJSONWithoutFiniteNumbers(t *testing.T) {
	s := newSession(t)
	s.Files = files{"huge.jsonl": strings.Repeat(`{"observations":[[1],[1]],"rewards":[1e200],"terminated":true}`+"\n"+
		`{"observations":[[1],[1]],"rewards":[-1e200],"terminated":true}`+"\n", 2)}
	code := s.call("run", "--format", "json", "--data", "huge.jsonl")
	if code == 0 && !json.Valid(s.out.Bytes()) {
		t.Errorf("not JSON: %s", s.out.String())
	}
	if code != 0 {
		checkFailure(t, s, code, 1, "")
	}
}

// TestJSONRefined holds --refine to the estimator, asked directly at the λ.
func TestJSONRefined(t *testing.T) {
	for _, c := range []struct {
		args string
		data []*estimator.Trajectory
		opt  estimator.Options
	}{
		{"-n 50 --seed 3 --ridge 2", drawWalk(t, sim.Options{}, 50, 3), estimator.Options{Gamma: 0.95, Ridge: 2}},
		{"-n 3", drawWalk(t, sim.Options{}, 3, 1), estimator.Options{Gamma: 0.95}},
		{"--max-steps 8 --tail bootstrap", drawWalk(t, sim.Options{MaxSteps: 8}, 20, 1), estimator.Options{Gamma: 0.95, Tail: estimator.TailBootstrap}},
	} {
		t.Run(c.args, func(t *testing.T) {
			args := append([]string{"run", "--format", "json", "--lambdas", "0,0.5,1"}, strings.Fields(c.args)...)
			plain := parseJSON(t, mustCall(t, newSession(t), args...))
			p := parseJSON(t, mustCall(t, newSession(t), append(args, "--refine")...))
			if p.Selected.Lambda != plain.Selected.Lambda || p.Selected.LOTO != plain.Selected.LOTO {
				t.Errorf("selected %+v, without the flag %+v", p.Selected, plain.Selected)
			}
			r := p.Refined
			c.opt.Lambdas, c.opt.Method = []float64{r.Lambda}, estimator.Naive
			s := must.Have(estimator.Select(context.Background(), c.data, c.opt))(t)
			want := s.Best()
			if !near(r.LOTO, want.LOTO) || r.LOTO > p.Selected.LOTO || !near(r.Diff, r.LOTO-p.Selected.LOTO) || r.DiffSE < 0 || r.Evaluations < 1 {
				t.Errorf("refined %+v, want %v, no more than %v", r, want.LOTO, p.Selected.LOTO)
			}
			for j, v := range r.Theta {
				if !near(v, want.Theta[j]) {
					t.Errorf("θ %v, want %v", r.Theta, want.Theta)
				}
			}
			if !near(*r.RMSVE**r.RMSVE, *r.MSVE) {
				t.Errorf("MSVE %v, root %v", *r.MSVE, *r.RMSVE)
			}
		})
	}
	p := parseJSON(t, mustCall(t, newSession(t), "run", "--format", "json", "--data", "walk.jsonl", "--refine"))
	if p.Refined.MSVE != nil || p.Refined.RMSVE != nil {
		t.Errorf("a truth for a file: %+v", p.Refined)
	}
}
