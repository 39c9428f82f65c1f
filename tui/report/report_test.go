package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
)

func analyze(t *testing.T, change func(*analysis.Settings)) *analysis.Result {
	t.Helper()
	s := must.Have(analysis.Defaults(""))(t)
	if change != nil {
		change(&s)
	}
	return must.Have(analysis.NewEngine(0).Analyze(t.Context(), s))(t)
}

func TestNumber(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 1: "1", -.5: "-0.5", 1.0 / 3: "0.3333333333333333", 1e300: "1e+300",
		math.NaN(): "null", math.Inf(1): "null", math.Inf(-1): "null",
	} {
		if got, err := json.Marshal(Number(v)); err != nil || string(got) != want {
			t.Errorf("%v: %s, %v, want %s", v, got, err, want)
		}
		cell := Exact(v)
		if back, err := strconv.ParseFloat(cell, 64); want != "null" && (err != nil || back != v) || want == "null" && cell != "" {
			t.Errorf("%v: cell %q", v, cell)
		}
	}
}

// TestJSON reads the object back and compares it with the analysis, bit by bit.
func TestJSON(t *testing.T) {
	for _, n := range []int{3, 20} {
		checkJSON(t, analyze(t, func(s *analysis.Settings) { s.Trajectories = n }))
	}
}

func checkJSON(t *testing.T, a *analysis.Result) {
	t.Helper()
	var text bytes.Buffer
	must.Succeed(t, WriteJSON(&text, Result{Result: a, Build: "v1.2.3"}))
	var got struct {
		Version int
		Build   string
		Curve   []struct {
			Lambda, LOTO, Diff, MSVE float64
			DiffSE                   float64 `json:"diff_se"`
			PairedSE                 float64 `json:"paired_se"`
			NotRuledOut              bool    `json:"not_ruled_out"`
			Deficient                int     `json:"rank_deficient_folds"`
			Folds                    []float64
		}
		Selected, Best struct{ Lambda, RMSVE float64 }
		NotRuledOut    struct {
			Count                                int
			Smallest, Largest, Level, Detectable float64
		} `json:"not_ruled_out"`
		Warnings []string
	}
	must.Succeed(t, json.Unmarshal(text.Bytes(), &got))
	if got.Version != 4 || got.Build != "v1.2.3" || len(got.Curve) != len(a.Selection.Candidates) || got.Warnings == nil {
		t.Fatalf("%s", text.String())
	}
	for k, c := range a.Selection.Candidates {
		p := got.Curve[k]
		if p.Lambda != c.Lambda || p.LOTO != c.LOTO || p.Diff != c.Diff || p.MSVE != a.MSVE[k] || p.DiffSE != c.RefitSE || p.PairedSE != c.PairedSE || p.NotRuledOut != c.NotRuledOut || p.Deficient != c.DeficientFolds() {
			t.Errorf("λ = %v: %+v", c.Lambda, p)
		}
		if p.Folds != nil {
			t.Error("folds that were not asked for")
		}
	}
	count, smallest, largest := a.Selection.NotRuledOut()
	for _, c := range a.Selection.Candidates {
		if seen := got.NotRuledOut.Detectable; seen < a.Selection.Quantile*c.RefitSE || seen <= 0 {
			t.Errorf("λ = %v: ± %v, and a difference of %v can be told", c.Lambda, a.Selection.Quantile*c.RefitSE, seen)
		}
	}
	if set := got.NotRuledOut; set.Count != count || set.Smallest != smallest || set.Largest != largest || set.Level != .95 {
		t.Errorf("not ruled out: %+v, want %d from %v to %v", set, count, smallest, largest)
	}
	if got.Selected.Lambda != a.Selection.Best().Lambda || got.Best.RMSVE != a.RootMSVE(a.Best) {
		t.Errorf("selected %+v, best %+v", got.Selected, got.Best)
	}
}

// TestRows compares the CSV with the JSON of the same analysis, without truth too.
func TestRows(t *testing.T) {
	for name, a := range map[string]*analysis.Result{
		"walk": analyze(t, nil),
		"no truth": analyze(t, func(s *analysis.Settings) {
			*s, _ = analysis.Defaults("2048")
			s.Trajectories, s.Problem.MaxSteps = 5, 20
		}),
	} {
		var text bytes.Buffer
		must.Succeed(t, WriteCSV(&text, a))
		rows := must.Have(csv.NewReader(&text).ReadAll())(t)
		if got := strings.Join(rows[0], ","); got != "lambda,loto,loto_se,diff,diff_se,not_ruled_out,rank_deficient_folds,msve,rmsve,selected" {
			t.Errorf("header %s", got)
		}
		encoded := must.Have(json.Marshal(Object(Result{Result: a})))(t)
		var object struct{ Curve []map[string]any }
		must.Succeed(t, json.Unmarshal(encoded, &object))
		for k, point := range object.Curve {
			for i, column := range rows[0] {
				want := ""
				switch v := point[column].(type) {
				case float64:
					want = Exact(v)
				case bool:
					want = strconv.FormatBool(v)
				}
				if column == "selected" {
					want = strconv.FormatBool(k == a.Selection.Selected)
				}
				if got := rows[k+1][i]; got != want {
					t.Errorf("%s, row %d, %s: %q, want %q", name, k+1, column, got, want)
				}
			}
		}
		if known := rows[1][7] != ""; known != (name == "walk") {
			t.Errorf("%s: msve %q", name, rows[1][7])
		}
	}
}

func TestProblem(t *testing.T) {
	for want, change := range map[string]func(*analysis.Settings){
		"walk, 5 states, 1-hot, seed 1, n = 2, 18 steps, 5 features, γ = 0.95, weighted by step": func(s *analysis.Settings) {
			s.Trajectories = 2
		},
		"walk, 5 states, 1-hot, seed 1, n = 3, 9 steps, 5 features of rank 4, γ = 0, 2 truncated, ridge 0.5, weighted by trajectory, tail bootstrap, method naive": func(s *analysis.Settings) {
			s.Trajectories, s.Gamma, s.Problem.MaxSteps, s.Ridge = 3, 0, 3, .5
			s.Weighting, s.Tail, s.Method = estimator.ByTrajectory, estimator.TailBootstrap, estimator.Naive
		},
	} {
		a := analyze(t, change)
		if got := Problem(a, "walk"); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
