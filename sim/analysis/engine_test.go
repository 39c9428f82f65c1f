package analysis

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lambdascope/estimator"
	"lambdascope/estimator/rivals"
	"lambdascope/sim"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
)

func defaults(t testing.TB, domain string) settings.Settings {
	t.Helper()
	return testutil.Get(settings.Defaults(domain))(t)
}

func analyze(t testing.TB, e *Engine, s settings.Settings) *Result {
	t.Helper()
	return testutil.Get(e.Run(t.Context(), Request{Settings: s}))(t)
}

// checked returns settings in normal form.
func checked(t testing.TB, e *Engine, s settings.Settings) settings.Settings {
	t.Helper()
	return testutil.Get(e.Check(Request{Settings: s}))(t)
}

// compare runs the request of a comparison.
func compare(t *testing.T, e *Engine, r Request) *Comparison {
	t.Helper()
	return testutil.Get(e.Run(t.Context(), r))(t).Comparison
}

// foldsOf runs a request for folds.
func foldsOf(t *testing.T, e *Engine, r Request) *Folds {
	t.Helper()
	r.Folds = true
	return testutil.Get(e.Run(t.Context(), r))(t).Folds
}

// loadWalk gives an engine a file of random walks.
func loadWalk(t testing.TB, e *Engine) settings.File {
	t.Helper()
	text := testutil.Get(os.ReadFile(filepath.Join("..", "recorded", "testdata", "no-final-observation.jsonl")))(t)
	return load(t, e, "walk.jsonl", string(text))
}

// TestAnalyze compares an analysis with the estimator and the truth, both called directly,
// with every setting changed.
func TestAnalyze(t *testing.T) {
	for name, change := range map[string]func(s *settings.Settings){
		"defaults":  func(*settings.Settings) {},
		"gamma":     func(s *settings.Settings) { s.Gamma = .8 },
		"ridge":     func(s *settings.Settings) { s.Ridge = 1 },
		"weighting": func(s *settings.Settings) { s.Weighting = estimator.ByTrajectory },
		"cut":       func(s *settings.Settings) { s.Problem.MaxSteps = 8 },
		"tail":      func(s *settings.Settings) { s.Problem.MaxSteps, s.Tail = 8, estimator.TailBootstrap },
	} {
		s := defaults(t, "")
		s.Lambdas = "0,0.5,1"
		change(&s)
		a := analyze(t, NewEngine(1<<20), s)
		domain, data := drawn(t, s)
		want := testutil.Get(estimator.Select(t.Context(), data, estimator.Options{
			Gamma: s.Gamma, Lambdas: []float64{0, .5, 1}, Ridge: s.Ridge, Weighting: s.Weighting, Tail: s.Tail, Method: rivals.Naive{},
		}))(t)
		if a.Selection.Selected != want.Selected {
			t.Errorf("%s: selected %d, want %d", name, a.Selection.Selected, want.Selected)
		}
		for k, c := range want.Candidates {
			if got := a.Selection.Candidates[k].LOTO; math.Abs(got-c.LOTO) > 1e-9*c.LOTO {
				t.Errorf("%s, λ = %v: score %v, want %v", name, c.Lambda, got, c.LOTO)
			}
			for i, v := range a.Values(k) { // 1-hot: the value of a state is its weight
				if math.Abs(v-c.Theta[i]) > 1e-9 {
					t.Errorf("%s, λ = %v, state %d: value %v, want %v", name, c.Lambda, i+1, v, c.Theta[i])
				}
			}
			if want := msve(t, domain, s.Gamma, c.Theta); math.Abs(a.MSVE[k]-want) > 1e-9*want {
				t.Errorf("%s, λ = %v: MSVE %v, want %v", name, c.Lambda, a.MSVE[k], want)
			}
			if v := a.MSVE[k]; v < a.MSVE[a.Best] || v > a.MSVE[a.Worst] {
				t.Errorf("%s: λ %d beats the best or the worst", name, k)
			}
		}
	}
}

func TestCacheAndUsualForm(t *testing.T) {
	e := NewEngine(1 << 20)
	s := defaults(t, "")
	a := analyze(t, e, s)
	s.Lambdas = "1,0,0.1,0.2:0.9:0.1" // the same grid in other words
	if analyze(t, e, s) != a {
		t.Error("the same settings are computed twice")
	}
	s.Seed++
	if analyze(t, e, s) == a {
		t.Error("other settings give the same analysis")
	}
	if analyze(t, NewEngine(0), s) == nil {
		t.Error("no analysis without a cache")
	}
}

func TestRecorded(t *testing.T) {
	e := NewEngine(1 << 20)
	f := loadWalk(t, e)
	if f.Trajectories != 6 || f.Features != 5 || f.Name != "walk.jsonl" {
		t.Errorf("%+v", f)
	}
	s := settings.FileDefaults(f)
	a := analyze(t, e, s)
	if len(a.Sample.Returns) != a.Selection.Steps || len(a.Values(0)) != a.Selection.Steps {
		t.Errorf("%d sampled states, want all %d", len(a.Sample.Returns), a.Selection.Steps)
	}
	checkNoTruth(t, e, a)
	if _, err := e.Run(t.Context(), Request{Settings: s, Ridges: []float64{}}); err == nil || !strings.HasPrefix(err.Error(), "walk.jsonl: ") {
		t.Errorf("an error without the file's name: %v", err)
	}
	s.Trajectories = 7
	if _, err := e.Check(Request{Settings: s}); err == nil || !strings.Contains(err.Error(), "want 2 to 6") {
		t.Errorf("more trajectories than there are: %v", err)
	}
	s.Trajectories, s.Hash = 2, "other"
	if _, err := e.Check(Request{Settings: s}); err == nil || !strings.Contains(err.Error(), "has not been loaded") {
		t.Errorf("a file not loaded: %v", err)
	}
}

// checkNoTruth checks that, without true values, there are no true errors on the grid and
// beyond.
func checkNoTruth(t *testing.T, e *Engine, a *Result) {
	t.Helper()
	if a.Truth != nil || a.MSVE != nil || a.Best != -1 || a.Worst != -1 || !math.IsNaN(a.RootMSVE(0)) || !math.IsNaN(a.MSVEError(0)) {
		t.Errorf("truth %v, MSVE %v, best %d, worst %d", a.Truth, a.MSVE, a.Best, a.Worst)
	}
	refined := testutil.Get(e.Run(t.Context(), Request{Settings: a.Settings, Refine: true}))(t).Refined
	ridges := compare(t, e, Request{Settings: a.Settings, Ridges: []float64{0, 1}})
	if !math.IsNaN(refined.MSVE) || !math.IsNaN(refined.RootMSVE()) || ridges.At().Truth != nil || !math.IsNaN(ridges.At().RootMSVE(0)) {
		t.Errorf("beyond the grid %v and %v", refined.MSVE, ridges.At().RootMSVE(0))
	}
}

// drawn returns the trajectories of settings, drawn directly.
func drawn(t *testing.T, s settings.Settings) (sim.Domain, []*estimator.Trajectory) {
	t.Helper()
	domain := testutil.Get(sim.New(s.Problem))(t)
	var data []*estimator.Trajectory
	for i := range s.Trajectories {
		data = append(data, testutil.Get(domain.Trajectory(s.Seed, i))(t))
	}
	return domain, data
}

// msve is Σ μ(s)(ν(s) − xᵀθ)² by its definition.
func msve(t *testing.T, domain sim.Domain, gamma float64, theta []float64) float64 {
	t.Helper()
	nu := testutil.Get(domain.(sim.Exact).Values(gamma))(t)
	refs := domain.(sim.Exact).References()
	sum := 0.0
	for i, mu := range refs.Weights {
		e := nu[i]
		for j, x := range refs.Features(i) {
			e -= x * theta[j]
		}
		sum += mu * e * e
	}
	return sum
}

func TestRefine(t *testing.T) {
	s := defaults(t, "")
	s.Seed, s.Trajectories, s.Lambdas = 3, 50, "0,0.5,1"
	e := NewEngine(1 << 20)
	got := testutil.Get(e.Run(t.Context(), Request{Settings: s, Refine: true}))(t).Refined
	domain, data := drawn(t, s)
	opt := estimator.Options{Gamma: .95, Lambdas: []float64{0, .5, 1}}
	grid := testutil.Get(estimator.Select(t.Context(), data, opt))(t)
	opt.Lambdas, opt.Method = []float64{got.Lambda}, rivals.Naive{}
	at := testutil.Get(estimator.Select(t.Context(), data, opt))(t)
	if want := at.Best().LOTO; math.Abs(got.LOTO-want) > 1e-9*want || !(got.LOTO < grid.Best().LOTO) {
		t.Errorf("λ = %v: score %v, want %v, below %v", got.Lambda, got.LOTO, want, grid.Best().LOTO)
	}
	if want := got.LOTO - grid.Best().LOTO; math.Abs(got.Diff-want) > 1e-9*got.LOTO {
		t.Errorf("difference %v, want %v", got.Diff, want)
	}
	want := msve(t, domain, s.Gamma, got.Theta)
	if math.Abs(got.MSVE-want) > 1e-9*want || math.Abs(got.RootMSVE()-math.Sqrt(want)) > 1e-9 {
		t.Errorf("MSVE %v, root %v, want %v", got.MSVE, got.RootMSVE(), want)
	}
}

// everyPart returns requests for each part of a result.
func everyPart(s settings.Settings) []Request {
	return []Request{
		{Settings: s, Calibration: Always},
		{Settings: s, Folds: true},
		{Settings: s, Folds: true, Leverage: true},
		{Settings: s, Folds: true, Exact: true},
		{Settings: s, Refine: true},
		{Settings: s, Fit: true},
		{Settings: s, Episodes: []int{0}, LeaveOut: true},
		{Settings: s, Maps: []string{s.FeatureMap()}, Nested: 2},
		{Settings: s, Ridges: []float64{0, 1}},
	}
}

// TestCancelled checks that every request ends with the context.
func TestCancelled(t *testing.T) {
	s := defaults(t, "")
	e := NewEngine(1 << 20)
	analyze(t, e, s)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, r := range everyPart(s) {
		if _, err := e.Run(ctx, r); !errors.Is(err, context.Canceled) {
			t.Errorf("%+v: %v", r, err)
		}
	}
}

// TestParts checks that a result has the parts of its request alone, and that the cache keeps them.
func TestParts(t *testing.T) {
	s := defaults(t, "random-walk")
	e := NewEngine(1 << 24)
	has := func(a *Result) string {
		out := ""
		for name, there := range map[string]bool{
			"calibration": a.Calibration != nil && a.Calibrated, "comparison": a.Comparison != nil, "fit": a.Fit != nil, "left out": len(a.Episodes) == 1 && a.Episodes[0].LeftOut != nil, "folds": a.Folds != nil,
			"leverage": a.Folds != nil && a.Folds.Leverage != nil && a.Elapsed.Leverage > 0, "exact": a.Folds != nil && slices.Contains(a.Folds.Exact, true), "refined": a.Refined != nil,
		} {
			if there {
				out += name + " "
			}
		}
		fields := strings.Fields(out)
		slices.Sort(fields)
		return strings.Join(fields, " ")
	}
	for i, want := range []string{"calibration", "folds", "folds leverage", "exact folds", "refined", "fit", "left out", "comparison", "comparison"} {
		if got := has(testutil.Get(e.Run(t.Context(), everyPart(s)[i]))(t)); got != want {
			t.Errorf("%+v: parts %q, want %q", everyPart(s)[i], got, want)
		}
	}
	if got := has(analyze(t, e, s)); got != "" {
		t.Errorf("parts %q of a plain request", got)
	}
	all := Request{Settings: s, Calibration: Always, Folds: true, Leverage: true, Exact: true}
	a, b := testutil.Get(e.Run(t.Context(), all))(t), testutil.Get(e.Run(t.Context(), all))(t)
	if a.Calibration != b.Calibration || &a.Folds.Leverage[0] != &b.Folds.Leverage[0] || &a.Folds.Without[0] != &b.Folds.Without[0] {
		t.Error("parts are computed again")
	}
	all.Calibration = WithoutTruth
	if got := testutil.Get(e.Run(t.Context(), all))(t); got.Calibrated || got.Truth == nil {
		t.Error("a calibration beside the truth")
	}
}
