package report

import (
	"math"
	"math/rand/v2"
	"regexp"
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
	print  func(j int) int // weighting by trajectory; nil for the same
	trials int

	refined float64 // MSVE beyond the grid, as a share of that at λ̂; 0 for none
}

// printed returns the choice of a trial weighting by trajectory.
func (w world) printed(j int) int {
	if w.print == nil {
		return w.pick(j)
	}
	return w.print(j)
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
			o := study.Outcome{Trajectories: n, Selected: w.pick(j), Printed: w.printed(j), NotRuledOut: make([]bool, 3)}
			o.NotRuledOut[o.Selected] = true
			shared := 1 + w.spread*rng.NormFloat64()
			for _, m := range means {
				v := m * (shared + w.apart*rng.NormFloat64())
				o.MSVE, o.RLSTD = append(o.MSVE, v), append(o.RLSTD, v)
				o.Theta = append(o.Theta, theta)
			}
			o.Loto, o.LotoDiff, o.LotoDiffSE = o.MSVE, o.MSVE, o.MSVE
			if n <= p.NaiveTo && w.refined > 0 {
				o.Refined = &study.Refined{Loto: .9 * o.Loto[o.Selected], MSVE: w.refined * o.MSVE[o.Selected], Theta: theta}
			}
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
		shrinks = "decreases as the number"
		one     = "λ = 1 achieves the smallest"
		near    = "level as LSTD(best)"
		nearR   = "level as RLSTD(best)"
		narrow  = "is narrow"
		wide    = "is large"
		far     = "significantly better than LSTD(worst)"
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
		if got.Here.Holds != c.want || got.Printed.Holds != c.want {
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
		if c := about(t, Claims(s, nil), phrase); c.Here.Holds != want || c.Printed.Holds != want {
			t.Errorf("%v, want it %v", c, want)
		}
	}
	check(s, "performance as NaiveCV+LSTD", study.DoesHold)
	check(s, "fewer than half", study.DoesHold)
	s.Sizes[0].Naive.Same--
	check(s, "performance as NaiveCV+LSTD", study.DoesNotHold)
	s.Sizes[0].Naive = &study.NaiveSummary{Same: 40, Apart: 1e-3}
	check(s, "performance as NaiveCV+LSTD", study.DoesNotHold)
	s.Sizes[0].Naive = nil
	check(s, "performance as NaiveCV+LSTD", study.NotChecked)
	naive := w.summary(t, "mountain-car")
	naive.Plan.Settings.Method = settings.Naive
	check(naive, "performance as NaiveCV+LSTD", study.NotChecked)
	s.Plan.RLSTD = false
	check(s, "level as RLSTD(best)", study.NotChecked)
	s.Sizes[1].NotRuledOutShare = study.Mean{Mean: 1}
	check(s, "fewer than half", study.DoesNotHold)
}

// TestTwoDecisions: the claims about choosing have a decision on each weighting, with the paper's
// number of trials beside it, and a reason where the two differ.
func TestTwoDecisions(t *testing.T) {
	always2 := func(int) int { return 2 }
	w := world{msve: [][]float64{{1, 1.15, 2}}, spread: .5, apart: .02, pick: always1, print: always2, trials: 100}
	for _, phrase := range []string{"level as LSTD(best)", "level as RLSTD(best)"} {
		c := about(t, Claims(w.summary(t, "2048"), nil), phrase)
		if c.Here.Holds != study.DoesHold || c.Printed.Holds != study.DoesNotHold || c.Why != byWeighting {
			t.Errorf("%+v", c)
		}
		if said := strings.Join(c.Sentences(), "|"); !strings.Contains(said, "As printed: Above") || !strings.Contains(said, "|Here: Above") || !strings.HasSuffix(said, byWeighting+"|By 80 trials, as in the paper, as printed: does not hold.") {
			t.Error(said)
		}
	}
	w.print, w.trials = nil, 80
	if c := about(t, Claims(w.summary(t, "2048"), nil), "level as LSTD(best)"); c.Here != c.Printed || c.Why != "" || len(c.Sentences()) != 1 {
		t.Errorf("%+v of equal choices", c)
	}
	// The first 80 trials decide by themselves.
	w = world{msve: [][]float64{{1, 1, 1.2}}, apart: .01, pick: func(j int) int { return 2 * min(1, j/80) }, trials: 1000}
	if c := about(t, Claims(w.summary(t, "2048"), nil), "drawn at random"); c.Printed.Holds != study.DoesNotHold || !strings.HasSuffix(c.Few, "as printed: holds.") {
		t.Errorf("%+v", c)
	}
}

func TestClaimsOfTimes(t *testing.T) {
	row := func(method string, n int, seconds float64) study.TimeRow {
		return study.TimeRow{Method: method, Trajectories: n, Seconds: seconds, Least: seconds, Most: seconds, Runs: 5}
	}
	stop := func(r study.TimeRow) study.TimeRow { r.Stopped = true; return r }
	uneven := row(study.NameNaive, 9, 8)
	uneven.Least = 2
	allstd := func(n int, seconds float64) study.TimeRow { return row(study.NameALLSTD, n, seconds) }
	naive := func(n int, seconds float64) study.TimeRow { return row(study.NameNaive, n, seconds) }
	lstd := func(n int, seconds float64) study.TimeRow { return row(study.NameLSTD, n, seconds) }
	for name, c := range map[string]struct {
		times        []study.TimeRow
		faster, like study.Holds
		says         string
	}{
		"nothing":            {nil, study.NotChecked, study.NotChecked, "not measured"},
		"as in the paper":    {[]study.TimeRow{allstd(2, 1), allstd(9, 1), naive(2, 1), naive(9, 12), lstd(9, 1)}, study.DoesHold, study.DoesHold, "With 9 trajectories NaiveCV+LSTD takes 12 s, ALLSTD 1.0 s: 12 times as long (12 by the least times)."},
		"not so":             {[]study.TimeRow{allstd(9, 1), naive(9, 2), lstd(9, .2)}, study.DoesNotHold, study.DoesNotHold, "takes 2.0 s, ALLSTD 1.0 s: 2.0 times"},
		"near the threshold": {[]study.TimeRow{allstd(9, 1), naive(9, 4), lstd(9, .4)}, study.Unclear, study.Unclear, "4.0 times"},
		"at times":           {[]study.TimeRow{allstd(9, 1), uneven, lstd(2, .2)}, study.Unclear, study.NotChecked, "takes 8.0 s, ALLSTD 1.0 s: 8.0 times as long (2.0 by the least times)"},
		"a bound, enough":    {[]study.TimeRow{allstd(2, 1), allstd(9, 1), naive(2, 3), stop(naive(9, 10))}, study.DoesHold, study.NotChecked, "over 10 times"},
		"a bound, too low":   {[]study.TimeRow{allstd(2, 1), allstd(9, 5), naive(2, 2), stop(naive(9, 10))}, study.DoesNotHold, study.NotChecked, "With 2 trajectories"},
		"a bound alone":      {[]study.TimeRow{allstd(9, 5), stop(naive(9, 10))}, study.NotChecked, study.NotChecked, "not measured"},
		"not begun":          {[]study.TimeRow{allstd(9, 1), {Method: study.NameNaive, Trajectories: 9, Seconds: 10, Stopped: true}}, study.NotChecked, study.NotChecked, "not measured"},
		"ALLSTD stopped":     {[]study.TimeRow{stop(allstd(9, 10)), naive(9, 3), lstd(9, 1)}, study.NotChecked, study.NotChecked, "not measured"},
	} {
		// The paper's algorithm takes the times of ALLSTD in one study, and none in the other.
		var printed []study.TimeRow
		for _, r := range c.times {
			if r.Method == study.NameALLSTD {
				r.Method = study.NameRSM
			}
			printed = append(printed, r)
		}
		s := world{msve: [][]float64{{1, 2, 3}}, pick: always1, trials: 10}.summary(t, "random-walk")
		here, there := Claims(s, c.times), Claims(s, printed)
		const fast, like = "significantly faster", "roughly the time of solving"
		for _, got := range [][2]Decision{{about(t, here, fast).Here, about(t, here, like).Here}, {about(t, there, fast).Printed, about(t, there, like).Printed}} {
			says := strings.Replace(got[0].Measured, study.NameRSM, study.NameALLSTD, 1)
			if got[0].Holds != c.faster || got[1].Holds != c.like || !strings.Contains(says, c.says) {
				t.Errorf("%s: %+v", name, got)
			}
		}
		if other := about(t, here, fast).Printed; other.Holds != study.NotChecked {
			t.Errorf("%s: the paper's algorithm was not timed, but %+v", name, other)
		}
	}
}

func TestTime(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0.0 µs", 2.5e-9: "0.0025 µs", 1.234e-5: "12 µs", 9.87e-4: "987 µs", 0.00123: "1.2 ms", 0.5: "500 ms", 1: "1.0 s", 123.4: "123 s",
	} {
		if got := Time(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}

// TestRefining decides whether λ beyond the grid is better, where it was searched.
func TestRefining(t *testing.T) {
	for refined, want := range map[float64]struct {
		holds study.Holds
		says  string
	}{
		0:    {study.NotChecked, "No λ beyond the grid"},
		.81:  {study.DoesHold, "Above λ̂ of the grid, in %, by n = 2: −10.0 (−10.0 to −10.0). The LOTO error is lower, in %, by n = 2: 10."},
		1:    {study.DoesNotHold, "n = 2: 0"},
		1.21: {study.DoesNotHold, "+10.0"},
	} {
		w := world{msve: [][]float64{{1, 1.5, 2}, {1, 1.5, 2}}, spread: .1, pick: always1, trials: 100, refined: refined}
		c := about(t, Claims(w.summary(t, "2048"), nil), "Function optimization")
		if c.Here.Holds != want.holds || !strings.Contains(c.Here.Measured, want.says) || c.Printed.Holds != study.NotChecked || c.Few != "" {
			t.Errorf("%v: %+v", refined, c)
		}
	}
}

// TestLines: every claim and every other statement has lines of the paper, or is not in it, and a claim
// about one domain alone is not made of others.
func TestLines(t *testing.T) {
	lines := regexp.MustCompile(`^\d+(–\d+)?(, \d+(–\d+)?)*$`)
	for _, c := range claims {
		if c.lines != "" && !lines.MatchString(c.lines) {
			t.Errorf("%q of %q", c.lines, c.text)
		}
	}
	for _, u := range UntestedClaims() {
		if !lines.MatchString(u.Lines) || u.Text == "" || u.Reason == "" {
			t.Errorf("%+v", u)
		}
	}
	w := world{msve: [][]float64{{1, 2, 3}}, pick: always1, trials: 10}
	for domain, want := range map[string]int{"random-walk": 11, "2048": 10, "mountain-car": 10, "another": 8} {
		if got := len(Claims(w.summary(t, domain), nil)); got != want {
			t.Errorf("%s: %d claims, want %d", domain, got, want)
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
		out := &study.ConsistencySummary{Trials: trials}
		for _, n := range sizes {
			out.Sizes = append(out.Sizes, study.ConsistencySize{Trajectories: n})
		}
		return out
	}
	for want, s := range map[string]*study.ConsistencySummary{
		"3 trials at n = 40 decide nothing":  sized(3, 5, 40),
		"at least 3 numbers of trajectories": sized(20, 10, 1000, 10_000),
		"within chance of 0: more trials":    sized(20, 100, 200, 400),
	} {
		for _, c := range ConsistencyClaims(s) {
			if c.Here.Holds != study.NotChecked || c.Printed != c.Here || !strings.Contains(c.Here.Measured, want) {
				t.Errorf("%+v, want %q", c, want)
			}
		}
	}
}
