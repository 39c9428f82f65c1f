package cli

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/must"
)

func TestCompareTable(t *testing.T) {
	for name, args := range map[string]string{
		"ridges":        "ridges --lambdas 0:1:0.2 0 0.01 0.1 1",
		"many-ridges":   "ridges --lambdas 0:1:0.25 -n 5 --ascii 0,0.001,0.002,0.005,0.01,0.02,0.05,0.1,0.2,0.5,1,2",
		"maps":          "maps --states 9 --lambdas 0:1:0.25 1-hot dependent dependent+bias --nested 4",
		"usual-maps":    "maps --lambdas 0,1 --nested 0",
		"file-maps":     "maps --data walk.jsonl --lambdas 0,1 --bounds data,-2:2 identity identity+bias,poly:2+bias rff:2:7",
		"pairs":         "maps --states 9 --lambdas 0:1:0.25 1-hot dependent --ridges 0,1,10",
		"off-policy":    "maps 1-hot dependent --states 15 --target 0.95 --lambdas 0:1:0.5 --ridge 1",
		"selectors":     "selectors --domain 2048 -n 5 --lambdas 0:1:0.1",
		"two-selectors": "selectors average loto --data walk.jsonl --nested 0",
	} {
		t.Run(name, func(t *testing.T) {
			golden.RequireEqual(t, mustCall(t, newSession(t), append([]string{"compare"}, strings.Fields(args)...)...))
		})
	}
	t.Run("narrow", func(t *testing.T) {
		s := newSession(t)
		s.Terminal = Terminal{Out: true, Width: 60}
		golden.RequireEqual(t, mustCall(t, s, "compare", "ridges", "-n", "5"))
	})
}

func TestASCIIComparisonsAreASCII(t *testing.T) {
	for _, args := range []string{
		"maps identity poly:2 --ridges 0,1 --nested 2", "ridges", "selectors",
	} {
		out := mustCall(t, newSession(t), append([]string{"compare"}, strings.Fields(args+" --ascii --data walk.jsonl")...)...)
		if i := strings.IndexFunc(out, func(r rune) bool { return r > 126 }); i >= 0 {
			t.Errorf("%s: %q in %s", args, out[i:i+2], out)
		}
	}
}

func TestCompareMisuse(t *testing.T) {
	manyRidges := "0"
	for i := range 100 {
		manyRidges += fmt.Sprintf(",%d", i+1)
	}
	for args, want := range map[string]string{
		"map":                                      "unknown command \"map\": did you mean lambdascope compare maps?",
		"walk.jsonl":                               "unknown command \"walk.jsonl\": want maps, ridges or selectors",
		"maps 1-hot,tiles":                         `maps "1-hot,tiles": features "tiles": want 1-hot or dependent, each with or without +bias, or a map of observations, such as poly:2`,
		"maps 1-hot 1-hot":                         "1-hot comes twice: want each map once",
		"maps --features 1-hot":                    "unknown flag --features: want what is compared without a flag, as lambdascope compare maps [MAP ...]",
		"maps --ridge 1 --ridges 1,2":              "--ridge 1 with --ridges 1,2: want one of them",
		"maps --ridges a":                          `ridges "a": want numbers ≥ 0, comma-separated`,
		"maps --ridges":                            "--ridges needs a value",
		"maps --nested x":                          `nested "x": want a number of parts, 2 or more, or 0 for none`,
		"maps --nested 1":                          `nested "1": want`,
		"maps --nested 30":                         "nested 30: want 2 to 20 parts of the 20 trajectories, with at least 2 left when one is left out",
		"maps --nested 3 --format csv":             "format csv with --nested: want json or table, as a row of the CSV is one of the maps",
		"maps --format xml":                        `format "xml": want table, json or csv`,
		"maps --bounds 0:1":                        "--bounds does not apply to random-walk",
		"ridges a":                                 `ridges "a": want numbers ≥ 0, comma-separated`,
		"ridges 0:1:0.1":                           "such as 0,0.01,0.1,1",
		"ridges 0,-1":                              "ridge -1: want a number ≥ 0",
		"ridges inf":                               "want numbers ≥ 0",
		"ridges " + manyRidges:                     "ridges: 101 values; want at most 100",
		"ridges a --data missing.jsonl":            "want numbers ≥ 0",
		"ridges --ridge 1":                         "unknown flag --ridge: want what is compared without a flag, as lambdascope compare ridges [RIDGE ...]",
		"ridges --states 4":                        "want an odd number from 3 to 51",
		"ridges --domain 2048 --states 5":          "--states does not apply to 2048",
		"ridges --memory 1MiB":                     "unknown flag --memory: it belongs to lambdascope run",
		"selectors loto best":                      `selector "best": want all, or a list of loto, smallest, average, greedy, plug-in, bellman`,
		"selectors --bounds 0:1 --data walk.jsonl": "--bounds does not apply to features identity",
	} {
		s := newSession(t)
		checkFailure(t, s, s.call(append([]string{"compare"}, strings.Fields(args)...)...), 2, want)
	}
}

// TestCompareJSONFields: a comparison has its problem without what is compared.
func TestCompareJSONFields(t *testing.T) {
	const (
		head   = "{version build source{domain%s states seed max_steps} settings{gamma lambdas weighting tail method%s} data{trajectories steps truncated effective_trajectories largest_share heaviest_trajectory%s} "
		lists  = "dimensions ranks lambdas loto rank_deficient_folds selected_lambda rmsve diff diff_se not_ruled_out "
		nested = " warnings nested{parts loto loto_se chosen{"
	)
	for args, want := range map[string]string{
		"maps 1-hot dependent": fmt.Sprintf(head, "", " ridge", "") + "maps{features " + lists + "selected{features lambda loto rmsve}" + nested + "features lambda}}} warnings}",
		"ridges":               fmt.Sprintf(head, " features", "", " features rank") + "ridges{ridges " + lists + "selected{ridge lambda loto rmsve}" + nested + "ridge lambda}}} warnings}",
		"maps 1-hot --ridges 0,1 --nested 0": fmt.Sprintf(head, "", "", "") + "maps{features ridges " + lists +
			"selected{features ridge lambda loto rmsve} warnings nested} warnings}",
		"selectors": fmt.Sprintf(head, " features", " ridge", " features rank") +
			"selectors{name lambda theta msve rmsve nested{parts loto loto_se diff diff_se chosen{lambda}}} warnings}",
	} {
		out := mustCall(t, newSession(t), append([]string{"compare", "--format", "json"}, strings.Fields(args)...)...)
		if got := fieldsOf(t, []byte(out)); got != want {
			t.Errorf("%q:\ngot  %s\nwant %s", args, got, want)
		}
	}
}

// comparedJSON is what a program reads from the JSON of a comparison.
type comparedJSON struct {
	Maps, Ridges *struct {
		Features        []string
		Ridges, Lambdas []float64
		LOTO            [][]float64
		Deficient       [][]int   `json:"rank_deficient_folds"`
		Best            []float64 `json:"selected_lambda"`
		Diff            []float64
		DiffSE          []float64 `json:"diff_se"`
		NotRuledOut     []bool    `json:"not_ruled_out"`
		Selected        struct {
			Features            string
			Ridge, Lambda, LOTO float64
			RMSVE               *float64
		}
		Nested *struct {
			Parts  int
			LOTO   float64
			Chosen []struct{ Features string }
		}
	}
	Selectors []struct {
		Name        string
		Lambda      *float64
		Theta       []float64
		MSVE, RMSVE *float64
		Nested      *struct{ LOTO, Diff float64 }
	}
}

func compareJSON(t *testing.T, args ...string) (out comparedJSON) {
	t.Helper()
	text := mustCall(t, newSession(t), append([]string{"compare", "--format", "json"}, args...)...)
	must.Succeed(t, json.Unmarshal([]byte(text), &out))
	return out
}

// TestCompareMapsJSON: what is selected is the least of all.
func TestCompareMapsJSON(t *testing.T) {
	m := compareJSON(t, "maps", "--data", "walk.jsonl", "identity+bias", "poly:2,rff:2", "--nested", "2").Maps
	least := m.LOTO[0][0]
	for _, row := range m.LOTO {
		least = min(least, slices.Min(row))
	}
	at := slices.Index(m.Features, m.Selected.Features)
	if at < 0 || m.Diff[at] != 0 || !(m.Selected.LOTO-least <= 1e-9) || m.Selected.RMSVE != nil {
		t.Errorf("%+v, want the least, %v, and no truth", m, least)
	}
	if n := m.Nested; n.Parts != 2 || len(n.Chosen) != 2 || !(n.LOTO > 0) {
		t.Errorf("%+v", n)
	}
}

// TestCompareRidgesJSON holds the ridges to the estimator, asked directly at each λ and
// ridge.
func TestCompareRidgesJSON(t *testing.T) {
	ridges := []float64{0, 0.01, 1}
	grid := []float64{0, 0.5, 1}
	for _, c := range []struct {
		args string
		data []*estimator.Trajectory
		opt  estimator.Options
	}{
		{"-n 50 --seed 3", drawWalk(t, sim.Options{}, 50, 3), estimator.Options{Gamma: 0.95}},
		{"-n 3", drawWalk(t, sim.Options{}, 3, 1), estimator.Options{Gamma: 0.95}},
		{"--max-steps 8 --tail bootstrap", drawWalk(t, sim.Options{MaxSteps: 8}, 20, 1), estimator.Options{Gamma: 0.95, Tail: estimator.TailBootstrap}},
	} {
		t.Run(c.args, func(t *testing.T) {
			s := compareJSON(t, append([]string{"ridges", "1,0", "0.01", "1", "--lambdas", "0,0.5,1", "--nested", "0"}, strings.Fields(c.args)...)...).Ridges
			if !slices.Equal(s.Ridges, ridges) || !slices.Equal(s.Lambdas, grid) {
				t.Fatalf("ridges %v, λ's %v", s.Ridges, s.Lambdas)
			}
			least := math.Inf(1)
			best := slices.Index(ridges, s.Selected.Ridge)
			for j, rho := range ridges {
				if diff := slices.Min(s.LOTO[j]) - s.Selected.LOTO; !near(s.Diff[j], diff) || s.DiffSE[j] < 0 || j == best && !s.NotRuledOut[j] {
					t.Errorf("ρ = %v: %v ± %v from the best, want %v; not ruled out: %v", rho, s.Diff[j], s.DiffSE[j], diff, s.NotRuledOut[j])
				}
				opt := c.opt
				opt.Lambdas, opt.Ridge, opt.Method = grid, rho, estimator.Naive
				of := must.Have(estimator.Select(context.Background(), c.data, opt))(t)
				for k, want := range of.Candidates {
					if !near(s.LOTO[j][k], want.LOTO) || s.Deficient[j][k] != want.DeficientFolds() {
						t.Errorf("ρ = %v, λ = %v: %v with %d deficient folds, want %v with %d",
							rho, want.Lambda, s.LOTO[j][k], s.Deficient[j][k], want.LOTO, want.DeficientFolds())
					}
					least = min(least, want.LOTO)
				}
			}
			j, k := slices.Index(ridges, s.Selected.Ridge), slices.Index(grid, s.Selected.Lambda)
			if !near(s.Selected.LOTO, least) || s.LOTO[j][k] != s.Selected.LOTO || s.Selected.RMSVE == nil {
				t.Errorf("selected %+v, least %v", s.Selected, least)
			}
		})
	}
}

// TestCompareSelectorsJSON holds what selectors choose to the estimator.
func TestCompareSelectorsJSON(t *testing.T) {
	for _, c := range []struct {
		args string
		data []*estimator.Trajectory
	}{
		{"-n 12 --seed 3", drawWalk(t, sim.Options{}, 12, 3)},
		{"-n 20 --max-steps 8", drawWalk(t, sim.Options{MaxSteps: 8}, 20, 1)},
	} {
		got := compareJSON(t, append([]string{"selectors", "greedy", "plug-in,average", "bellman", "--lambdas", "0,0.5,1"}, strings.Fields(c.args)...)...).Selectors
		_, want, err := estimator.SelectBy(context.Background(), c.data, estimator.Options{Gamma: 0.95, Lambdas: []float64{0, 0.5, 1}},
			[]estimator.Selector{estimator.Greedy, estimator.PlugIn, estimator.Average, estimator.Bellman})
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != len(want) {
			t.Fatalf("%s: %+v, want %d selectors", c.args, got, len(want))
		}
		least := math.Inf(1)
		for _, g := range got {
			least = min(least, g.Nested.LOTO)
		}
		for i, w := range want {
			g := got[i]
			if g.Name != w.Selector.String() || !slices.Equal(g.Theta, w.Theta) || (g.Lambda == nil) != math.IsNaN(w.Lambda) || g.Lambda != nil && *g.Lambda != w.Lambda {
				t.Errorf("%s: %+v, want %+v", c.args, g, w)
			}
			if g.MSVE == nil || g.RMSVE == nil || !near(*g.RMSVE**g.RMSVE, *g.MSVE) {
				t.Errorf("%s: %s: MSVE %v, root %v", c.args, g.Name, g.MSVE, g.RMSVE)
			}
			if !near(g.Nested.LOTO-least, g.Nested.Diff) {
				t.Errorf("%s: %s: %+v, the least is %v", c.args, g.Name, g.Nested, least)
			}
		}
	}
	for _, g := range compareJSON(t, "selectors", "--data", "walk.jsonl", "--nested", "0").Selectors {
		if g.MSVE != nil || g.RMSVE != nil || g.Nested != nil {
			t.Errorf("recorded data: %s: MSVE %v, root %v, nested %v, want none", g.Name, g.MSVE, g.RMSVE, g.Nested)
		}
	}
}

// TestCompareCSV has a row for each pair or selector, as the JSON has them.
func TestCompareCSV(t *testing.T) {
	rows := func(args ...string) [][]string {
		t.Helper()
		return must.Have(csv.NewReader(strings.NewReader(mustCall(t, newSession(t), append([]string{"compare", "--format", "csv"}, args...)...))).ReadAll())(t)
	}
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	args := []string{"maps", "1-hot", "dependent", "--states", "9", "--ridges", "0,1"}
	got, want := rows(args...), compareJSON(t, append(args, "--nested", "0")...).Maps
	if head := strings.Join(got[0], ","); len(got) != 5 || head != "features,ridge,dimensions,rank,lambda,loto,loto_se,diff,diff_se,not_ruled_out,rank_deficient_folds,rmsve,selected" {
		t.Fatalf("%d rows, %s", len(got), head)
	}
	for j, r := range got[1:] {
		k := slices.Index(want.Lambdas, want.Best[j])
		expected := []string{
			want.Features[j], number(want.Ridges[j]), number(want.Best[j]), number(want.LOTO[j][k]), number(want.Diff[j]), number(want.DiffSE[j]),
			strconv.FormatBool(want.NotRuledOut[j]), strconv.Itoa(want.Deficient[j][k]), strconv.FormatBool(want.Diff[j] == 0),
		}
		if found := []string{r[0], r[1], r[4], r[5], r[7], r[8], r[9], r[10], r[12]}; !slices.Equal(found, expected) {
			t.Errorf("row %q, want %q", found, expected)
		}
	}
	got, chosen := rows("selectors", "loto", "average"), compareJSON(t, "selectors", "loto", "average").Selectors
	if head := strings.Join(got[0], ","); len(got) != 3 || head != "selector,lambda,msve,rmsve,nested_loto,nested_loto_se,nested_diff,nested_diff_se" {
		t.Fatalf("%d rows, %s", len(got), head)
	}
	for j, c := range chosen {
		if r := got[j+1]; r[0] != c.Name || r[2] != number(*c.MSVE) || r[4] != number(c.Nested.LOTO) || r[6] != number(c.Nested.Diff) || (r[1] == "") != (c.Lambda == nil) {
			t.Errorf("row %q, want %+v", r, c)
		}
	}
}

// TestCompareUsualMapsOfAFile leaves out the usual maps that scale a column which never
// changes, and says so.
func TestCompareUsualMapsOfAFile(t *testing.T) {
	s := newSession(t)
	s.Files = files{"flat.jsonl": strings.Repeat(`{"observations":[[1,0],[1,2],[1,5]],"rewards":[1,0],"terminated":true}`+"\n", 4)}
	if code := s.call("compare", "maps", "--data", "flat.jsonl", "--format", "csv"); code != 0 {
		t.Fatalf("exit %d: %s", code, s.err.String())
	}
	rows := strings.Split(strings.TrimSpace(s.out.String()), "\n")
	if len(rows) != 2 || !strings.HasPrefix(rows[1], "identity+bias,") {
		t.Errorf("%q", rows)
	}
	if said := s.err.String(); strings.Count(said, "lambdascope: without ") != 4 || !strings.Contains(said, "without poly:2+bias: features poly:2+bias of flat.jsonl: obs_0 is 1 in every observation") {
		t.Errorf("standard error: %s", said)
	}
}
