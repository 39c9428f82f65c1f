package report

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/study"
	"lambdascope/sim/testutil"
)

// world determines the outcomes of made-up trials: the mean MSVE of each λ, here 0, 0.5 and 1, at
// each size.
type world struct {
	msve   [][]float64
	spread float64 // over trials, of what all λ's share, as a share of the mean
	apart  float64 // and of each λ by itself
	pick   func(j int) int
	trials int
}

// summary makes up trials of the walk, which has exact true values, and summarizes them as trials of a
// domain.
func (w world) summary(t *testing.T, domain string) *study.Summary {
	p := study.Plan{Settings: testutil.Get(settings.Defaults("random-walk"))(t), Trials: w.trials, RLSTD: true, NaiveTo: 2}
	p.Settings.Lambdas = "0,0.5,1"
	theta := make([]float64, testutil.Get(p.Settings.Dim())(t))
	rng := rand.New(rand.NewPCG(1, 2))
	var trials []*study.Trial
	for j := range w.trials {
		x := &study.Trial{Index: j}
		for i, means := range w.msve {
			n := 2 + 8*i
			o := study.Outcome{Trajectories: n, Selected: w.pick(j), NotRuledOut: make([]bool, 3)}
			o.NotRuledOut[o.Selected] = true
			shared := 1 + w.spread*rng.NormFloat64()
			for _, m := range means {
				v := m * (shared + w.apart*rng.NormFloat64())
				o.MSVE, o.RLSTD = append(o.MSVE, v), append(o.RLSTD, v)
				o.Theta = append(o.Theta, theta)
			}
			o.Loto, o.LotoDiff, o.LotoDiffSE = o.MSVE, o.MSVE, o.MSVE
			if n <= p.NaiveTo {
				o.Naive = &study.Naive{Selected: o.Selected, Apart: 1e-13}
			}
			x.Outcomes = append(x.Outcomes, o)
		}
		trials = append(trials, x)
	}
	for i := range w.msve {
		p.Sizes = append(p.Sizes, 2+8*i)
	}
	out := testutil.Get(study.Summarize(analysis.NewEngine(1<<20), p, trials))(t)
	out.Plan.Settings.Problem.Domain = domain
	return out
}

func always1(int) int { return 1 }

// about finds the claim with a phrase in its text.
func about(t *testing.T, claims []Claim, phrase string) Claim {
	t.Helper()
	var found []Claim
	for _, c := range claims {
		if strings.Contains(c.Text, phrase) {
			found = append(found, c)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d claims about %q", len(found), phrase)
	}
	return found[0]
}

// TestClaims decides every claim both ways, and as unclear where chance explains the difference.
func TestClaims(t *testing.T) {
	const (
		better  = "best λ < 1 has a lower"
		shrinks = "best smaller λ shrinks"
		grows   = "best λ is larger"
		one     = "λ = 1 has the lowest"
		near    = "near that of LSTD(best)"
		nearR   = "near that of RLSTD(best)"
		narrow  = "is narrow"
		wide    = "is large"
		far     = "far above ALLSTD"
		random  = "drawn at random"
	)
	calm := func(msve ...[]float64) world {
		return world{msve: msve, spread: .5, apart: .02, pick: always1, trials: 40}
	}
	noisy := func(msve ...[]float64) world {
		w := calm(msve...)
		w.apart = 3
		return w
	}
	at := func(pick int, w world) world {
		w.pick = func(int) int { return pick }
		return w
	}
	for _, c := range []struct {
		domain, phrase string
		world          world
		want           study.Holds
	}{
		{"random-walk", better, calm([]float64{1, 1.5, 2}, []float64{.2, .1, .3}), study.DoesHold},
		{"2048", better, calm([]float64{1, 1.5, 2}, []float64{.3, .3, .1}), study.DoesNotHold},
		{"2048", better, noisy([]float64{1, 1.5, 1.1}, []float64{.1, .1, .1}), study.Unclear},
		{"random-walk", shrinks, calm([]float64{1, 1, 4}, []float64{1, 1, 2}), study.DoesHold},
		{"random-walk", shrinks, calm([]float64{1, 1, 2}, []float64{1, 1, 4}), study.DoesNotHold},
		{"random-walk", shrinks, noisy([]float64{1, 1, 2}, []float64{1, 1, 2}), study.Unclear},
		{"2048", grows, calm([]float64{1, 2, 3}, []float64{2, 2, 2}, []float64{2, 1, 3}), study.DoesHold},
		{"2048", grows, calm([]float64{2, 1, 3}, []float64{2, 2, 2}, []float64{1, 2, 3}), study.DoesNotHold},
		{"2048", grows, calm([]float64{1, 2, 3}, []float64{1, 2, 3}), study.DoesNotHold},
		{"2048", grows, noisy([]float64{1, 1, 1}, []float64{1, 1, 1}), study.Unclear},
		{"mountain-car", one, calm([]float64{3, 2, 1}, []float64{2, 2, 1}), study.DoesHold},
		{"mountain-car", one, calm([]float64{3, 2, 1}, []float64{2, 1, 2}), study.DoesNotHold},
		{"mountain-car", one, noisy([]float64{3, 2, 1}, []float64{1, 1, 1}), study.Unclear},
		{"2048", near, calm([]float64{1, 1.15, 2}), study.DoesHold}, // root of 1.15: 7 % above
		{"2048", near, calm([]float64{1, 1.15, 2}, []float64{1, 1.3, 2}), study.DoesNotHold},
		{"2048", near, noisy([]float64{1, 1.15, 2}), study.Unclear},
		{"2048", nearR, calm([]float64{1, 1.15, 2}), study.DoesHold},
		{"2048", nearR, calm([]float64{1, 1.3, 2}), study.DoesNotHold},
		{"random-walk", narrow, calm([]float64{1, 1.2, 1.4}), study.DoesHold}, // 18 %
		{"random-walk", narrow, calm([]float64{1, 1.2, 1.7}), study.DoesNotHold},
		{"mountain-car", wide, calm([]float64{1, 1.2, 1.7}), study.DoesHold}, // 30 %
		{"mountain-car", wide, calm([]float64{1, 1.2, 1.4}), study.DoesNotHold},
		{"2048", far, calm([]float64{1, 1.1, 2}, []float64{1, 1, 1}), study.DoesHold},
		{"2048", far, calm([]float64{1, 1.5, 2}, []float64{1, 1, 2}), study.DoesNotHold},
		{"2048", random, calm([]float64{2, 1, 2}), study.DoesHold},
		{"2048", random, at(2, calm([]float64{1, 1, 2})), study.DoesNotHold},
		{"2048", random, noisy([]float64{1, 1, 1}), study.Unclear},
	} {
		got := about(t, Claims(c.world.summary(t, c.domain), nil), c.phrase)
		if got.Holds != c.want {
			t.Errorf("%s, %v: %v, want it %v", c.domain, c.world.msve, got, c.want)
		}
	}
}

// TestClaimsOfFacts decides claims without chance.
func TestClaimsOfFacts(t *testing.T) {
	w := world{msve: [][]float64{{3, 2, 1}, {3, 2, 1}}, apart: .1, pick: func(int) int { return 2 }, trials: 40}
	s := w.summary(t, "mountain-car")
	check := func(s *study.Summary, phrase string, want study.Holds) {
		t.Helper()
		if c := about(t, Claims(s, nil), phrase); c.Holds != want {
			t.Errorf("%v, want it %v", c, want)
		}
	}
	check(s, "in every trial", study.DoesHold)
	check(s, "NaiveCV+LSTD gives", study.DoesHold)
	check(s, "fewer than half", study.DoesHold)
	s.Sizes[0].Naive.Same--
	check(s, "NaiveCV+LSTD gives", study.DoesNotHold)
	s.Sizes[0].Naive = &study.NaiveSummary{Same: 40, Apart: 1e-3}
	check(s, "NaiveCV+LSTD gives", study.DoesNotHold)
	s.Sizes[0].Naive = nil
	check(s, "NaiveCV+LSTD gives", study.NotChecked)
	naive := w.summary(t, "mountain-car")
	naive.Plan.Settings.Method = settings.Naive
	check(naive, "NaiveCV+LSTD gives", study.NotChecked)
	s.Plan.RLSTD = false
	check(s, "near that of RLSTD(best)", study.NotChecked)
	s.Sizes[1].NotRuledOutShare = study.Mean{Mean: 1}
	check(s, "fewer than half", study.DoesNotHold)
	w.pick = func(j int) int { return min(2, 1+j) }
	check(w.summary(t, "mountain-car"), "in every trial", study.DoesNotHold)
}

func TestClaimsOfTimes(t *testing.T) {
	row := func(method string, n int, seconds float64) study.TimeRow {
		return study.TimeRow{Method: method, Trajectories: n, Seconds: seconds, Least: seconds, Most: seconds, Runs: 5}
	}
	stop := func(r study.TimeRow) study.TimeRow { r.Stopped = true; return r }
	uneven := row(study.NameNaive, 9, 8)
	uneven.Least, uneven.Runs = 2, 3
	for name, c := range map[string]struct {
		times        []study.TimeRow
		faster, like study.Holds
		says         string
	}{
		"nothing":          {nil, study.NotChecked, study.NotChecked, "not measured"},
		"as in the paper":  {[]study.TimeRow{row(study.NameALLSTD, 2, 1), row(study.NameALLSTD, 9, 1), row(study.NameRSM, 9, 2), row(study.NameNaive, 2, 1), row(study.NameNaive, 9, 12), row(study.NameLSTD, 9, 1)}, study.DoesHold, study.DoesHold, "12 times as long (12 by the least times); ALLSTD by rank-one updates, as in the paper, 2 s: 6.0 times"},
		"not so":           {[]study.TimeRow{row(study.NameALLSTD, 9, 1), row(study.NameNaive, 9, 3), row(study.NameLSTD, 9, .2)}, study.DoesNotHold, study.DoesNotHold, "takes 3 s, ALLSTD 1 s: 3.0 times"},
		"at times":         {[]study.TimeRow{row(study.NameALLSTD, 9, 1), uneven, row(study.NameLSTD, 2, .2)}, study.Unclear, study.NotChecked, "takes 8 s, ALLSTD 1 s: 8.0 times as long (2.0 by the least times)"},
		"a bound, enough":  {[]study.TimeRow{row(study.NameALLSTD, 2, 1), row(study.NameALLSTD, 9, 1), row(study.NameNaive, 2, 3), stop(row(study.NameNaive, 9, 10))}, study.DoesHold, study.NotChecked, "over 10 times"},
		"a bound, too low": {[]study.TimeRow{row(study.NameALLSTD, 2, 1), row(study.NameALLSTD, 9, 5), row(study.NameNaive, 2, 3), stop(row(study.NameNaive, 9, 10))}, study.DoesNotHold, study.NotChecked, "With 2 trajectories"},
		"a bound alone":    {[]study.TimeRow{row(study.NameALLSTD, 9, 5), stop(row(study.NameNaive, 9, 10))}, study.NotChecked, study.NotChecked, "not measured"},
		"not begun":        {[]study.TimeRow{row(study.NameALLSTD, 9, 1), {Method: study.NameNaive, Trajectories: 9, Seconds: 10, Stopped: true}}, study.NotChecked, study.NotChecked, "not measured"},
		"ALLSTD stopped":   {[]study.TimeRow{stop(row(study.NameALLSTD, 9, 10)), row(study.NameNaive, 9, 3), row(study.NameLSTD, 9, 1)}, study.NotChecked, study.NotChecked, "not measured"},
	} {
		w := world{msve: [][]float64{{1, 2, 3}}, pick: always1, trials: 10}
		claims := Claims(w.summary(t, "random-walk"), c.times)
		if elsewhere := about(t, Claims(w.summary(t, "2048"), c.times), "at each of the k λ's"); !elsewhere.Besides {
			t.Errorf("%s: the paper says so of the walk alone: %+v", name, elsewhere)
		}
		faster, like := about(t, claims, "order of magnitude faster"), about(t, claims, "at each of the k λ's")
		if faster.Holds != c.faster || faster.Besides || like.Besides || like.Holds != c.like || !strings.Contains(faster.Measured, c.says) {
			t.Errorf("%s: %+v, %+v", name, faster, like)
		}
	}
}

// TestSlopeText rounds a slope just below 0.
func TestSlopeText(t *testing.T) {
	text := slopeText(study.Slope{Slope: -.001, Low: -.004, High: -.002, From: 10, To: 100})
	if !strings.Contains(text, "power of 0.00 (95 %: 0.00 to 0.00)") {
		t.Error(text)
	}
	if text := errorText(study.Mean{Mean: math.Copysign(0, -1)}); text != "0 ± 0" {
		t.Error(text)
	}
}

// TestConsistencyClaims tells a slope of too few trials from one of sizes that are too close.
func TestConsistencyClaims(t *testing.T) {
	sized := func(trials int, sizes ...int) *study.ConsistencySummary {
		out := &study.ConsistencySummary{}
		for _, n := range sizes {
			out.Sizes = append(out.Sizes, study.ConsistencySize{Trajectories: n, Trials: trials})
		}
		return out
	}
	for want, s := range map[string]*study.ConsistencySummary{
		"3 trials at n = 40 decide nothing":  sized(3, 5, 40),
		"at least 3 numbers of trajectories": sized(20, 10, 1000, 10_000),
		"within chance of 0: more trials":    sized(20, 100, 200, 400),
	} {
		for _, c := range ConsistencyClaims(s) {
			if c.Holds != study.NotChecked || !strings.Contains(c.Measured, want) {
				t.Errorf("%v: %s, want %q", c.Holds, c.Measured, want)
			}
		}
	}
}
