package study

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"lambdascope/sim/settings"
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

// summary makes up trials of a domain and summarizes them.
func (w world) summary(t *testing.T, domain string) *Summary {
	p := planOf(t, domain, w.trials)
	p.NaiveTo = 2
	rng := rand.New(rand.NewPCG(1, 2))
	var trials []*Trial
	for j := range w.trials {
		x := &Trial{Index: j}
		for i, means := range w.msve {
			n := 2 + 8*i
			o := Outcome{Trajectories: n, Selected: w.pick(j), NotRuledOut: make([]bool, 3)}
			o.NotRuledOut[o.Selected] = true
			shared := 1 + w.spread*rng.NormFloat64()
			for _, m := range means {
				v := m * (shared + w.apart*rng.NormFloat64())
				o.MSVE, o.RLSTD = append(o.MSVE, v), append(o.RLSTD, v)
				o.Theta = append(o.Theta, []float64{0})
			}
			o.Loto, o.LotoDiff, o.LotoDiffSE = o.MSVE, o.MSVE, o.MSVE
			if n <= p.NaiveTo {
				o.Naive = &Naive{Selected: o.Selected, Apart: 1e-13}
			}
			x.Outcomes = append(x.Outcomes, o)
		}
		trials = append(trials, x)
	}
	for i := range w.msve {
		p.Sizes = append(p.Sizes, 2+8*i)
	}
	return summarize(p, []float64{0, .5, 1}, trials, exactly{})
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
		want           Holds
	}{
		{"random-walk", better, calm([]float64{1, 1.5, 2}, []float64{.2, .1, .3}), DoesHold},
		{"2048", better, calm([]float64{1, 1.5, 2}, []float64{.3, .3, .1}), DoesNotHold},
		{"2048", better, noisy([]float64{1, 1.5, 1.1}, []float64{.1, .1, .1}), Unclear},
		{"random-walk", shrinks, calm([]float64{1, 1, 4}, []float64{1, 1, 2}), DoesHold},
		{"random-walk", shrinks, calm([]float64{1, 1, 2}, []float64{1, 1, 4}), DoesNotHold},
		{"random-walk", shrinks, noisy([]float64{1, 1, 2}, []float64{1, 1, 2}), Unclear},
		{"2048", grows, calm([]float64{1, 2, 3}, []float64{2, 2, 2}, []float64{2, 1, 3}), DoesHold},
		{"2048", grows, calm([]float64{2, 1, 3}, []float64{2, 2, 2}, []float64{1, 2, 3}), DoesNotHold},
		{"2048", grows, calm([]float64{1, 2, 3}, []float64{1, 2, 3}), DoesNotHold},
		{"2048", grows, noisy([]float64{1, 1, 1}, []float64{1, 1, 1}), Unclear},
		{"mountain-car", one, calm([]float64{3, 2, 1}, []float64{2, 2, 1}), DoesHold},
		{"mountain-car", one, calm([]float64{3, 2, 1}, []float64{2, 1, 2}), DoesNotHold},
		{"mountain-car", one, noisy([]float64{3, 2, 1}, []float64{1, 1, 1}), Unclear},
		{"2048", near, calm([]float64{1, 1.15, 2}), DoesHold}, // root of 1.15: 7 % above
		{"2048", near, calm([]float64{1, 1.15, 2}, []float64{1, 1.3, 2}), DoesNotHold},
		{"2048", near, noisy([]float64{1, 1.15, 2}), Unclear},
		{"2048", nearR, calm([]float64{1, 1.15, 2}), DoesHold},
		{"2048", nearR, calm([]float64{1, 1.3, 2}), DoesNotHold},
		{"random-walk", narrow, calm([]float64{1, 1.2, 1.4}), DoesHold}, // 18 %
		{"random-walk", narrow, calm([]float64{1, 1.2, 1.7}), DoesNotHold},
		{"mountain-car", wide, calm([]float64{1, 1.2, 1.7}), DoesHold}, // 30 %
		{"mountain-car", wide, calm([]float64{1, 1.2, 1.4}), DoesNotHold},
		{"2048", far, calm([]float64{1, 1.1, 2}, []float64{1, 1, 1}), DoesHold},
		{"2048", far, calm([]float64{1, 1.5, 2}, []float64{1, 1, 2}), DoesNotHold},
		{"2048", random, calm([]float64{2, 1, 2}), DoesHold},
		{"2048", random, at(2, calm([]float64{1, 1, 2})), DoesNotHold},
		{"2048", random, noisy([]float64{1, 1, 1}), Unclear},
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
	check := func(s *Summary, phrase string, want Holds) {
		t.Helper()
		if c := about(t, Claims(s, nil), phrase); c.Holds != want {
			t.Errorf("%v, want it %v", c, want)
		}
	}
	check(s, "in every trial", DoesHold)
	check(s, "NaiveCV+LSTD gives", DoesHold)
	check(s, "fewer than half", DoesHold)
	s.Sizes[0].Naive.Same--
	check(s, "NaiveCV+LSTD gives", DoesNotHold)
	s.Sizes[0].Naive = &NaiveSummary{Same: 40, Apart: 1e-3}
	check(s, "NaiveCV+LSTD gives", DoesNotHold)
	s.Sizes[0].Naive = nil
	check(s, "NaiveCV+LSTD gives", NotChecked)
	naive := w.summary(t, "mountain-car")
	naive.Plan.Settings.Method = settings.Naive
	check(naive, "NaiveCV+LSTD gives", NotChecked)
	s.Plan.RLSTD = false
	check(s, "near that of RLSTD(best)", NotChecked)
	for _, o := range s.Sizes[1].outcomes {
		o.NotRuledOut = []bool{true, true, true}
	}
	check(s, "fewer than half", DoesNotHold)
	w.pick = func(j int) int { return min(2, 1+j) }
	check(w.summary(t, "mountain-car"), "in every trial", DoesNotHold)
}

func TestClaimsOfTimes(t *testing.T) {
	row := func(method string, n int, seconds float64) TimeRow {
		return TimeRow{Method: method, Trajectories: n, Seconds: seconds, Least: seconds, Most: seconds, Runs: 5}
	}
	stop := func(r TimeRow) TimeRow { r.Stopped = true; return r }
	uneven := row(NameNaive, 9, 8)
	uneven.Least, uneven.Runs = 2, 3
	for name, c := range map[string]struct {
		times        []TimeRow
		faster, like Holds
		says         string
	}{
		"nothing":          {nil, NotChecked, NotChecked, "not measured"},
		"as in the paper":  {[]TimeRow{row(NameALLSTD, 2, 1), row(NameALLSTD, 9, 1), row(NameRSM, 9, 2), row(NameNaive, 2, 1), row(NameNaive, 9, 12), row(NameLSTD, 9, 1)}, DoesHold, DoesHold, "12 times as long (12 by the least times); ALLSTD by rank-one updates, as in the paper, 2 s: 6.0 times"},
		"not so":           {[]TimeRow{row(NameALLSTD, 9, 1), row(NameNaive, 9, 3), row(NameLSTD, 9, .2)}, DoesNotHold, DoesNotHold, "takes 3 s, ALLSTD 1 s: 3.0 times"},
		"at times":         {[]TimeRow{row(NameALLSTD, 9, 1), uneven, row(NameLSTD, 2, .2)}, Unclear, NotChecked, "takes 8 s (median of 3 runs), ALLSTD 1 s: 8.0 times as long (2.0 by the least times)"},
		"a bound, enough":  {[]TimeRow{row(NameALLSTD, 2, 1), row(NameALLSTD, 9, 1), row(NameNaive, 2, 3), stop(row(NameNaive, 9, 10))}, DoesHold, NotChecked, "over 10 times"},
		"a bound, too low": {[]TimeRow{row(NameALLSTD, 2, 1), row(NameALLSTD, 9, 5), row(NameNaive, 2, 3), stop(row(NameNaive, 9, 10))}, DoesNotHold, NotChecked, "With 2 trajectories"},
		"a bound alone":    {[]TimeRow{row(NameALLSTD, 9, 5), stop(row(NameNaive, 9, 10))}, NotChecked, NotChecked, "not measured"},
		"not begun":        {[]TimeRow{row(NameALLSTD, 9, 1), {Method: NameNaive, Trajectories: 9, Seconds: 10, Stopped: true}}, NotChecked, NotChecked, "not measured"},
		"ALLSTD stopped":   {[]TimeRow{stop(row(NameALLSTD, 9, 10)), row(NameNaive, 9, 3), row(NameLSTD, 9, 1)}, NotChecked, NotChecked, "not measured"},
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

// TestDecide: if a claim is neither true nor false, verdicts other than unclear are rare.
func TestDecide(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const repeats, sizes, trials = 4000, 7, 80
	count := map[Holds]int{}
	for range repeats {
		all := make([]evidence, sizes)
		for i := range all {
			values := make([]float64, trials)
			for j := range values {
				values[j] = rng.NormFloat64()
			}
			all[i] = evidence{meanOf(values), 1}
		}
		for _, h := range decide(all) {
			count[h]++
		}
	}
	// 5 % of the repeats have a wrong word; slack for Student's t and 4.5 standard
	// errors of the count.
	if wrong := float64(count[DoesHold]+count[DoesNotHold]) / repeats; wrong < 0.03 || wrong > 0.08 {
		t.Errorf("%v wrong words a repeat, want 0.05", wrong)
	}
	for _, c := range []struct {
		v    evidence
		want Holds
	}{
		{evidence{Mean{1, 0}, 1}, DoesHold},
		{evidence{Mean{0, 0}, 1}, DoesNotHold},
		{evidence{Mean{1e-12, 1e-14}, 1}, DoesNotHold},
		{evidence{Mean{1, .7}, 1}, Unclear},
		{evidence{Mean{-1, .1}, 1}, DoesNotHold},
		{evidence{Mean{1, math.NaN()}, 1}, Unclear},
	} {
		if got := decide([]evidence{c.v})[0]; got != c.want {
			t.Errorf("%+v: %v, want %v", c.v, got, c.want)
		}
	}
}

// TestRatioIntervals: the effect of shared data cancels, and both intervals cover the ratio of
// the true means about as often as claimed.
func TestRatioIntervals(t *testing.T) {
	if r, low, high := ratioOf(side{each: []float64{4, 8, 12}}, side{each: []float64{1, 2, 3}}); math.Abs(r-2) > 1e-12 || math.Abs(low-2) > 1e-9 || math.Abs(high-2) > 1e-9 {
		t.Errorf("%+v for trials that agree", r)
	}
	if r, _, _ := ratioOf(side{each: []float64{0, -1}}, side{each: []float64{1, 1}}); !math.IsNaN(r) {
		t.Errorf("%v of a mean below 0", r)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	const repeats, trials, want = 2000, 80, 1.5
	a, b := side{each: make([]float64, trials)}, side{each: make([]float64, trials)}
	first, fieller := 0, 0
	for range repeats {
		for i := range trials {
			data := rng.ExpFloat64() // which both methods share
			b.each[i] = data * (1 + .2*rng.NormFloat64())
			a.each[i] = want * want * data * (1 + .2*rng.NormFloat64())
		}
		if _, low, high := ratioOf(a, b); low <= want && want <= high {
			first++
		}
		low, high := ratioInterval(a, b, quantile(1))
		if low <= want && want <= high {
			fieller++
		}
		// Where the interval ends, one is above and below the other at the edge of chance.
		for _, end := range []float64{low, high} {
			if v := above(a, end*end, b); math.Abs(math.Abs(v.Mean.Mean)-quantile(1)*v.SE) > 1e-9 {
				t.Fatalf("%v to %v: %v at an end", low, high, v)
			}
		}
	}
	for what, covered := range map[string]int{"to first order": first, "Fieller's": fieller} {
		if share := float64(covered) / repeats; share < .92 || share > .97 {
			t.Errorf("the interval %s covers the ratio in %.3f of the cases", what, share)
		}
	}
}
