package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/analysis"
	maps "lambdascope/sim/features"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
)

// TestDigits: as many as tell values apart, and fit their errors.
func TestDigits(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	check := func(name string, d Digits, values []float64, want string) {
		t.Helper()
		var got []string
		for _, v := range values {
			got = append(got, d.Format(v))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	for _, c := range []struct {
		name           string
		values, errors []float64
		want           string
	}{
		{"two digits of the error", []float64{0.5, 0.7, 0.9}, []float64{0.021, 0.022, 0.023}, "0.500 0.700 0.900"},
		{"neighbours differ", []float64{0.5, 0.5003, 0.502}, []float64{0.021, 0.022, 0.023}, "0.5000 0.5003 0.5020"},
		{"without errors", []float64{0.07, 0.2, 0.3}, nil, "0.070 0.200 0.300"},
		{"large", []float64{25134.5, 25871.2}, []float64{410, 420}, "25134 25871"},
		{"tiny", []float64{2.5e-20, 2.6e-20}, []float64{4.1e-21, 4e-21}, "2.50e-20 2.60e-20"},
		{"zero", []float64{0, 0}, []float64{0, 0}, "0.000 0.000"},
		{"not finite", []float64{nan, inf, 2}, []float64{inf, 0, 0.5}, "NaN +Inf 2.00"},
		{"one", []float64{12.345}, nil, "12.3"},
		{"minus 0", []float64{math.Copysign(0, -1), 2e-20}, nil, "0.00e+00 2.00e-20"},
	} {
		check(c.name, LevelDigits(c.values, c.errors), c.values, c.want)
	}
	for _, c := range []struct {
		values, errors []float64
		level          float64
		want           string
	}{
		{[]float64{0, 0.0123, 0.045}, []float64{0, 0.0011, 0.014}, 0.5, "0.000 0.012 0.045"},
		{[]float64{0, 0.0123, 0.045, 0.05}, []float64{0, 0.0001, 0.014, 0.02}, 0.5, "0.0000 0.0123 0.0450 0.0500"}, // the lowest error
		{[]float64{0, 2.3e-16, -4e-17}, []float64{0, 7e-17, 1e-17}, 0.5, "0.000 0.000 0.000"},                      // rounding
		{[]float64{0, nan}, []float64{0, nan}, nan, "0.00 NaN"},
	} {
		check("differences", DifferenceDigits(c.values, c.errors, c.level), c.values, c.want)
	}
	for want, values := range map[string][]float64{"0.0 0.5 1.0": {0, 0.5, 1}, "0 1": {0, 1}, "0.125 0.500": {0.125, 0.5}, "0 1e-300": {0, 1e-300}} {
		check("λ's", LambdaDigits(values), values, want)
	}
	for _, c := range []struct {
		best   int
		values []float64
		want   string
	}{
		{1, []float64{.2, .1}, "0.1000"},
		{1, []float64{.080412, .080316, .080324, .093851}, "0.080316"},
		{0, []float64{100.00001, 100.00002}, "100.000"}, // no room
	} {
		check("the best, which does not look like its neighbours", Distinct(c.values, c.best, 4), c.values[c.best:c.best+1], c.want)
	}
}

// TestNumbers: numbers have the text of encoding/json, or null, and read back as cells.
func TestNumbers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	values := []float64{0, math.Copysign(0, -1), 1, -.5, 1.0 / 3, 1e-6, 9.999e-7, 1e-7, -1e-10, 1e20, 1e21, -1.5e21, 1e-100, 5e-324, math.MaxFloat64, math.NaN(), math.Inf(1), math.Inf(-1)}
	for range 10_000 {
		values = append(values, math.Float64frombits(random.Uint64()))
	}
	for _, v := range values {
		want := "null"
		if finite(v) {
			want = string(testutil.Get(json.Marshal(v))(t))
		}
		var got bytes.Buffer
		if testutil.Check(t, writeObject(&got, object{{"v", v}})); got.String() != `{"v":`+want+"}\n" {
			t.Errorf("%s, want %s", got.String(), want)
		}
		if back, err := strconv.ParseFloat(Exact(v), 64); finite(v) && (err != nil || back != v) || !finite(v) && Exact(v) != "" {
			t.Errorf("%v: cell %q", v, Exact(v))
		}
	}
}

// TestRanges writes −0 as 0.
func TestRanges(t *testing.T) {
	box := maps.Box{Low: []float64{math.Copysign(0, -1)}, High: []float64{1.5}}
	if got := ranges(&analysis.Scaling{Box: box}); got != " (0:1.5)" {
		t.Errorf("%q", got)
	}
}

// analyze returns the result of the default settings with a change.
func analyze(t *testing.T, change func(*settings.Settings)) *analysis.Result {
	t.Helper()
	s := testutil.Get(settings.Defaults(""))(t)
	change(&s)
	return testutil.Get(analysis.NewEngine(0).Run(t.Context(), analysis.Request{Settings: s}))(t)
}

// results are of several sizes, without truth and with ratios.
func results(t *testing.T) map[string]*analysis.Result {
	return map[string]*analysis.Result{
		"walk":       analyze(t, func(*settings.Settings) {}),
		"three":      analyze(t, func(s *settings.Settings) { s.Trajectories = 3 }),
		"off-policy": analyze(t, func(s *settings.Settings) { s.Problem.Target = 0.8 }),
		"no truth": analyze(t, func(s *settings.Settings) {
			*s, _ = settings.Defaults("2048")
			s.Trajectories, s.Problem.MaxSteps = 5, 20
		}),
	}
}

// TestJSON compares the CSV with the object, cell by cell.
func TestJSON(t *testing.T) {
	for name, a := range results(t) {
		var text bytes.Buffer
		testutil.Check(t, WriteJSON(&text, a, "v1.2.3"))
		var table bytes.Buffer
		testutil.Check(t, WriteCSV(&table, a))
		rows := testutil.Get(csv.NewReader(&table).ReadAll())(t)
		if got := strings.Join(rows[0], ","); got != "lambda,loto,loto_se,diff,diff_se,not_ruled_out,rank_deficient_folds,msve,rmsve,selected" {
			t.Errorf("header %s", got)
		}
		var object struct {
			Version int
			Build   string
			Curve   []map[string]any
		}
		testutil.Check(t, json.Unmarshal(text.Bytes(), &object))
		if object.Version != JSONVersion || object.Build != "v1.2.3" || len(object.Curve) != len(rows)-1 {
			t.Errorf("%s: %s", name, text.String())
		}
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
	}
}

// TestEverySettingInJSON turns each setting that applies to a domain.
func TestEverySettingInJSON(t *testing.T) {
	for _, domain := range sim.Domains() {
		start := testutil.Get(settings.Defaults(domain))(t)
		text := func(s settings.Settings) string {
			var text bytes.Buffer
			testutil.Check(t, writeObject(&text, object{{"trajectories", s.Trajectories}, {"source", source(&analysis.Result{Settings: s}, true)}, {"settings", settingsObject(s)}}))
			return text.String()
		}
		for _, k := range settings.Knobs() {
			s := start
			for _, steps := range []int{1, -1} {
				if k.Applies(s) && s == start {
					testutil.Check(t, k.Set(&s, k.Turn(s, steps)))
				}
			}
			if (s != start) != (text(s) != text(start)) {
				t.Errorf("%s: the JSON lacks --%s: add it to sim.Options, or JSON to the knob", domain, k.Name)
			}
		}
	}
}

// withFolds returns a result with folds, as for --folds.
func withFolds(n, k int) *analysis.Result {
	sel := &estimator.Selection{Trajectories: n}
	for j := range k {
		c := estimator.Candidate{Lambda: float64(j) / float64(k), Theta: []float64{1}, Folds: make([]float64, n), Status: make([]estimator.FoldStatus, n)}
		for i := range n {
			c.Folds[i], c.Status[i] = float64(i)/3, estimator.FoldStatus(i%3)
		}
		sel.Candidates = append(sel.Candidates, c)
	}
	r := &analysis.Result{Settings: settings.Settings{Hash: "x", File: "<a>"}, Selection: sel, Best: -1, Worst: -1, Folds: &analysis.Folds{Leverage: make([]float64, n)}}
	r.Folds.Leverage[n-1] = 0.25
	return r
}

// TestFoldsInJSON reads back single folds.
func TestFoldsInJSON(t *testing.T) {
	r := withFolds(5, 3)
	var text bytes.Buffer
	testutil.Check(t, WriteJSON(&text, r, ""))
	var got struct {
		Source struct{ File string }
		Curve  []struct {
			Lambda float64
			Folds  []float64
			Status []string `json:"fold_status"`
		}
		Leverage []float64
		Elapsed  map[string]float64 `json:"elapsed_ms"`
	}
	testutil.Check(t, json.Unmarshal(text.Bytes(), &got))
	if len(got.Curve) != 3 || !slices.Equal(got.Leverage, r.Folds.Leverage) || len(got.Elapsed) != 5 || got.Source.File != "<a>" || !bytes.Contains(text.Bytes(), []byte("<a>")) {
		t.Errorf("%s", text.String())
	}
	for k, p := range got.Curve {
		c := r.Selection.Candidates[k]
		same := slices.EqualFunc(p.Status, c.Status, func(text string, s estimator.FoldStatus) bool { return text == s.String() })
		if p.Lambda != c.Lambda || !slices.Equal(p.Folds, c.Folds) || !same {
			t.Errorf("λ %d: %+v, want %+v", k, p, c)
		}
	}
}
