package study

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"lambdascope/estimator"
	"lambdascope/estimator/rivals"
	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
)

// planOf returns a plan with all methods for the default settings of a domain.
func planOf(t testing.TB, domain string, trials int, sizes ...int) Plan {
	t.Helper()
	return Plan{Settings: domainDefaults(t, domain), Sizes: sizes, Trials: trials, RLSTD: true, NaiveTo: 5, Refine: true}
}

// runTrials returns the trials of a plan in order.
func runTrials(t testing.TB, e *analysis.Engine, p Plan) []*Trial {
	t.Helper()
	var out []*Trial
	testutil.Check(t, Run(t.Context(), e, p, func(x *Trial) { out = append(out, x) }))
	slices.SortFunc(out, func(a, b *Trial) int { return cmp.Compare(a.Index, b.Index) })
	return out
}

func toJSON(t testing.TB, v any) string {
	t.Helper()
	text := testutil.Get(json.Marshal(v))(t)
	return string(text)
}

// TestTrialsAnywhere: trials have the same bytes on any number of processors, and with other
// sizes in the plan.
func TestTrialsAnywhere(t *testing.T) {
	defer goleak.VerifyNone(t)
	for _, domain := range sim.Domains() {
		p := planOf(t, domain, 5, 2, 5, 9)
		var all [][]*Trial
		for _, processors := range []int{1, 4} {
			before := runtime.GOMAXPROCS(processors)
			all = append(all, runTrials(t, analysis.NewEngine(1<<20), p))
			runtime.GOMAXPROCS(before)
		}
		text := toJSON(t, all[0])
		if text != toJSON(t, all[1]) {
			t.Errorf("%s: trials depend on the processors", domain)
		}
		e := analysis.NewEngine(1 << 20)
		p.Sizes, p.Trials, p.Settings.Seed = []int{5}, 1, p.Settings.Seed+3
		alone := runTrials(t, e, p)
		if toJSON(t, alone[0].Outcomes[0]) != toJSON(t, all[0][3].Outcomes[1]) {
			t.Errorf("%s: 5 trajectories give another outcome between 2 and 9", domain)
		}
	}
}

// TestTrialIsAnAnalysis compares every number of an outcome with the analysis of its seed and
// size, and with the estimator.
func TestTrialIsAnAnalysis(t *testing.T) {
	e := analysis.NewEngine(64 << 20)
	for _, domain := range sim.Domains() {
		p := planOf(t, domain, 2, 2, 5, 9)
		for j, trial := range runTrials(t, e, p) {
			if trial.Index != j || trial.Seed != p.Settings.Seed+uint64(j) || len(trial.Outcomes) != 3 {
				t.Fatalf("%s: trial %d: %+v", domain, j, trial)
			}
			for i, o := range trial.Outcomes {
				s := p.Settings
				s.Seed, s.Trajectories = trial.Seed, p.Sizes[i]
				checkOutcome(t, testutil.Get(e.Run(t.Context(), analysis.Request{Settings: s}))(t), &o)
			}
		}
	}
}

func checkOutcome(t *testing.T, a *analysis.Result, o *Outcome) {
	t.Helper()
	s, sel := a.Settings, a.Selection
	data := drawn(t, s)
	lambdas := testutil.Get(settings.ParseLambdas(s.Lambdas))(t)
	opt := estimator.Options{Gamma: s.Gamma, Lambdas: lambdas, Ridge: RLSTDRidge}
	fits := testutil.Get(rivals.RLSTD(t.Context(), data, estimator.Options{Gamma: opt.Gamma, Lambdas: opt.Lambdas, Ridge: opt.Ridge, Do: opt.Do}))(t)
	opt.Ridge, opt.Method = 0, rivals.Naive{}
	naive := testutil.Get(estimator.Select(t.Context(), data, opt))(t)
	apart := 0.0
	for k, c := range sel.Candidates {
		diff, se := against(t, data, s.Gamma, lambdas[0], lambdas[k])
		rounding := 1e-9 * c.LOTO
		if !slices.Equal(o.Theta[k], c.Theta) || o.MSVE[k] != a.MSVE[k] || o.Loto[k] != c.LOTO || o.NotRuledOut[k] != c.NotRuledOut ||
			math.Abs(o.LotoDiff[k]-diff) > rounding || math.Abs(o.LotoDiffSE[k]-se) > rounding {
			t.Errorf("%s, n = %d, λ = %v: differs from the analysis", s.Problem.Domain, s.Trajectories, c.Lambda)
		}
		if want := a.Truth.MSVE(fits[k].Theta); math.Abs(o.RLSTD[k]-want) > 1e-8*want {
			t.Errorf("%s, n = %d, λ = %v: MSVE of RLSTD %v, want %v", s.Problem.Domain, s.Trajectories, c.Lambda, o.RLSTD[k], want)
		}
		other := naive.Candidates[k].LOTO
		apart = max(apart, math.Abs(other-c.LOTO)/max(other, c.LOTO))
	}
	opt.Method, opt.Weighting = nil, estimator.ByTrajectory
	printed := testutil.Get(estimator.Select(t.Context(), data, opt))(t)
	if o.Selected != sel.Selected || o.Printed != printed.Selected || o.Trajectories != s.Trajectories {
		t.Errorf("n = %d: selected %d and %d of %d trajectories", s.Trajectories, o.Selected, o.Printed, o.Trajectories)
	}
	if s.Trajectories > 5 {
		if o.Naive != nil || o.Refined != nil {
			t.Errorf("n = %d: NaiveCV+LSTD or a search was run", s.Trajectories)
		}
	} else if r := testutil.Get(estimator.Refine(t.Context(), data, estimator.Options{Gamma: s.Gamma, Lambdas: lambdas}, sel))(t); !slices.Equal(o.Refined.Theta, r.Theta) || o.Refined.Loto != r.LOTO || o.Refined.MSVE != a.Truth.MSVE(r.Theta) {
		t.Errorf("n = %d: refined %+v, want %+v", s.Trajectories, *o.Refined, r)
	} else if *o.Naive != (Naive{naive.Selected, apart}) {
		t.Errorf("n = %d: %+v, want %d and %v", s.Trajectories, *o.Naive, naive.Selected, apart)
	}
}

// against returns the difference of the scores at two λ's, and its standard error, from a grid of
// the two.
func against(t *testing.T, data []*estimator.Trajectory, gamma, from, to float64) (diff, se float64) {
	t.Helper()
	if from == to {
		return 0, 0
	}
	two := testutil.Get(estimator.Select(t.Context(), data, estimator.Options{Gamma: gamma, Lambdas: []float64{from, to}}))(t)
	return two.Candidates[1].LOTO - two.Candidates[0].LOTO, two.Candidates[1-two.Selected].RefitSE
}

func TestTrialsCancelled(t *testing.T) {
	defer goleak.VerifyNone(t)
	e := analysis.NewEngine(1 << 20)
	p := planOf(t, "", MaxTrials, 2, 5)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	calls := 0
	err := Run(ctx, e, p, func(*Trial) {
		if calls++; calls == 3 {
			cancel()
		}
	})
	// Trials under way may still finish, one per worker.
	if !errors.Is(err, context.Canceled) || calls < 3 || calls > 3+runtime.GOMAXPROCS(0) {
		t.Errorf("%v after %d trials", err, calls)
	}
	analyze(t, e, defaults(t)) // the pool is free again
}

// drawing calls a func before each trajectory is drawn.
type drawing struct {
	sim.Domain
	before func(i int) error
}

func (d drawing) Trajectory(seed uint64, i int) (*estimator.Trajectory, error) {
	if err := d.before(i); err != nil {
		return nil, err
	}
	return d.Domain.Trajectory(seed, i)
}

// vast has trajectories whose squared rewards overflow.
type vast struct{ sim.Domain }

func (vast) Trajectory(uint64, int) (*estimator.Trajectory, error) {
	return estimator.NewTrajectory(5, []float64{1, 0, 0, 0, 0}, []float64{1e200}, true)
}

func TestTrialsThatFail(t *testing.T) {
	defer goleak.VerifyNone(t)
	for _, c := range []struct {
		domain func(walk sim.Domain) sim.Domain
		want   string
	}{
		{func(walk sim.Domain) sim.Domain {
			return drawing{walk, func(int) error { return errors.New("no more luck") }}
		}, ": no more luck"},
		{func(walk sim.Domain) sim.Domain { return vast{walk} }, ", 2 trajectories: "},
	} {
		x := testutil.Get(newExperiment(analysis.NewEngine(1<<20), planOf(t, "", 1000, 2, 5)))(t)
		x.domain = c.domain(x.domain)
		calls := 0
		err := x.run(t.Context(), func(*Trial) { calls++ })
		if err == nil || !strings.HasPrefix(err.Error(), "trial ") || !strings.Contains(err.Error(), ", seed ") || !strings.Contains(err.Error(), c.want) || calls != 0 {
			t.Errorf("%v after %d trials", err, calls)
		}
	}
	o := Outcome{MSVE: []float64{1, math.Inf(1)}, RLSTD: []float64{1, 2}}
	if err := o.checkFinite([]float64{0, .5}); err == nil || !strings.Contains(err.Error(), "λ = 0.5") {
		t.Errorf("an infinite MSVE: %v", err)
	}
}

func TestCheckPlan(t *testing.T) {
	e := analysis.NewEngine(1 << 20)
	p := planOf(t, "2048", 80, 2, 5, 20)
	p.Settings.Lambdas, p.Settings.Problem.Features = "1,0,0.5", ""
	got, err := CheckPlan(e, p)
	if err != nil || got.Settings.Lambdas != "0:1:0.5" || got.Settings.Problem.Features != "tiles" || got.Settings.Trajectories != 20 {
		t.Errorf("%+v, %v", got, err)
	}
	if again, err := CheckPlan(e, got); err != nil || !reflect.DeepEqual(again, got) {
		t.Errorf("the usual form changes: %+v, %v", again, err)
	}
	file := settings.FileDefaults(loadWalk(t, e))
	for want, change := range map[string]func(p *Plan){
		"recorded data have no trials":                                            func(p *Plan) { p.Settings = file },
		"trajectories 1: want 2 to 100000":                                        func(p *Plan) { p.Sizes = []int{1, 5} },
		"trajectories 5 after 5: want increasing numbers":                         func(p *Plan) { p.Sizes = []int{2, 5, 5} },
		"trials 0: want 1 to 10000":                                               func(p *Plan) { p.Trials = 0 },
		`features "raw": want`:                                                    func(p *Plan) { p.Settings.Problem.Features = "raw" },
		"seed 18446744073709551600: want at most 18446744073709551536 with 80 tr": func(p *Plan) { p.Settings.Seed = math.MaxUint64 - 15 },
		"2048 with max-steps 50 has no trials":                                    func(p *Plan) { p.Settings.Problem.MaxSteps = 50 },
		"10000 trials at 3 sizes with 1001 λ's and 16 features are 480480000 num": func(p *Plan) { p.Trials, p.Settings.Lambdas = 10_000, "0:1:0.001" },
	} {
		wrong := p
		change(&wrong)
		if _, err := CheckPlan(e, wrong); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v\nwant %s…", err, want)
		}
		if err := Run(t.Context(), e, wrong, nil); err == nil {
			t.Errorf("trials in spite of %s", want)
		}
	}
	p.Settings.Seed = math.MaxUint64 - 79
	if _, err := CheckPlan(e, p); err != nil {
		t.Error(err)
	}
}

// TestFitsOnly compares trials without selection, and their summaries, with complete trials, bit
// by bit, whichever the cache has first.
func TestFitsOnly(t *testing.T) {
	dependent := domainDefaults(t, "random-walk")
	dependent.Problem.Features, dependent.Seed = "dependent", 1141
	for _, s := range []settings.Settings{dependent, domainDefaults(t, "2048"), domainDefaults(t, "mountain-car")} {
		full := Plan{Settings: s, Sizes: []int{2, 9}, Trials: 4, RLSTD: true}
		fits := full
		fits.FitsOnly = true
		fits.Settings.Method = settings.Cached // fits do not depend on the method
		both := analysis.NewEngine(64 << 20)
		first := runTrials(t, both, fits)
		want := runTrials(t, both, full)
		if other := runTrials(t, analysis.NewEngine(0), full); toJSON(t, other) != toJSON(t, want) {
			t.Errorf("%s: trials are others after fits", s.Problem.Domain)
		}
		if after := runTrials(t, both, fits); toJSON(t, after) != toJSON(t, first) {
			t.Errorf("%s: fits are others after trials", s.Problem.Domain)
		}
		for j, trial := range first {
			for i, o := range trial.Outcomes {
				w := want[j].Outcomes[i]
				if alone := (Outcome{Trajectories: w.Trajectories, Theta: w.Theta, MSVE: w.MSVE, RLSTD: w.RLSTD}); !reflect.DeepEqual(o, alone) {
					t.Errorf("%s, trial %d: %+v, want %+v", s.Problem.Domain, j, o, alone)
				}
			}
		}
		got, all := testutil.Get(Summarize(both, fits, first))(t), testutil.Get(Summarize(both, full, want))(t)
		for i := range got.Sizes {
			g, w := &got.Sizes[i], &all.Sizes[i]
			if !slices.Equal(g.Bias2, w.Bias2) || !slices.Equal(g.Variance, w.Variance) || !reflect.DeepEqual(g.LSTD, w.LSTD) || !slices.Equal(g.MSVEDiff, w.MSVEDiff) ||
				!reflect.DeepEqual(g.RLSTD, w.RLSTD) || g.Best != w.Best || g.Worst != w.Worst || g.TruthSE != w.TruthSE {
				t.Errorf("%s: of fits %+v, want %+v", s.Problem.Domain, g, w)
			}
			if g.Chosen != nil || g.LotoDiff != nil || g.ALLSTD.each != nil {
				t.Errorf("%s: fits say something of choosing: %+v", s.Problem.Domain, g)
			}
		}
	}
	for _, p := range []Plan{{NaiveTo: 2}} {
		p.Settings, p.Sizes, p.Trials, p.FitsOnly = defaults(t), []int{2}, 1, true
		if _, err := CheckPlan(analysis.NewEngine(0), p); err == nil || !strings.Contains(err.Error(), "fits alone") {
			t.Errorf("%+v: %v", p, err)
		}
	}
}
