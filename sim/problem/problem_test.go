package problem

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lambdascope/sim/testutil"
)

// walk is the random walk of five states as a file.
func walk() string {
	return `{"name":"walk","states":[
		{"name":"s0","next":[{"p":0.5},{"to":"s1","p":0.5}]},
		{"name":"s1","next":[{"to":"s0","p":0.5},{"to":"s2","p":0.5}]},
		{"name":"s2","start":7,"next":[{"to":"s1","p":0.5},{"to":"s3","p":0.5}]},
		{"name":"s3","next":[{"to":"s2","p":0.5},{"to":"s4","p":0.5}]},
		{"name":"s4","next":[{"to":"s3","p":0.5},{"p":0.5,"reward":1}]}]}`
}

func parse(t testing.TB, text string) *Problem {
	t.Helper()
	return testutil.Get(Parse("p", []byte(text)))(t)
}

// TestWalk compares with known values and visits of the random walk (Sutton and Barto 2018,
// example 6.2; discounted values by hand).
func TestWalk(t *testing.T) {
	p := parse(t, "\ufeff"+walk()) // with a byte order mark, as editors of Windows write it
	for gamma, want := range map[float64][]float64{
		1:    {1. / 6, 2. / 6, 3. / 6, 4. / 6, 5. / 6},
		0.95: {0.1017238, 0.21415536, 0.34912959, 0.52085431, 0.7474058},
		0:    {0, 0, 0, 0, 0.5},
	} {
		got, err := p.Values(gamma)
		if err != nil || len(got) != 5 {
			t.Fatal(got, err)
		}
		for s := range want {
			if math.Abs(got[s]-want[s]) > 5e-8 {
				t.Errorf("γ = %v: %v, want %v", gamma, got, want)
			}
		}
	}
	mu, length, cut := p.Visits(p.MaxSteps)
	for s, want := range []float64{1. / 9, 2. / 9, 3. / 9, 2. / 9, 1. / 9} {
		if math.Abs(mu[s]-want) > 1e-14 {
			t.Errorf("visits %v", mu)
		}
	}
	if math.Abs(length-9) > 1e-12 || cut != 0 {
		t.Errorf("length %v, want 9; share cut %v", length, cut)
	}
	// Of four steps: at the start, beside it, and with ½ each in the middle or at the ends.
	mu, length, cut = p.Visits(4)
	for s, want := range []float64{.25, .5 + .375, 1 + .5, .5 + .375, .25} {
		if math.Abs(mu[s]*length-want) > 1e-14 {
			t.Errorf("state %d is visited %v times in four steps, want %v", s, mu[s]*length, want)
		}
	}
	if cut != .75 {
		t.Errorf("%v are cut after four steps, want 3/4", cut)
	}
}

// randomProblem returns a problem of up to 12 states, as a file.
func randomProblem(t *rapid.T) string {
	n := rapid.IntRange(1, 12).Draw(t, "states")
	var states []string
	for s := range n {
		weights, sum := make([]float64, rapid.IntRange(1, 4).Draw(t, "branches")), 0.0
		for k := range weights {
			weights[k] = float64(rapid.IntRange(1, 9).Draw(t, "weight"))
			sum += weights[k]
		}
		var next []string
		for k, w := range weights {
			to := ""
			if k > 0 { // the first ends
				to = fmt.Sprintf(`"to":"s%d",`, rapid.IntRange(0, n-1).Draw(t, "to"))
			}
			next = append(next, fmt.Sprintf(`{%s"p":%v,"reward":%d,"sd":%d}`, to, w/sum, rapid.IntRange(-3, 3).Draw(t, "reward"), rapid.IntRange(0, 1).Draw(t, "sd")))
		}
		states = append(states, fmt.Sprintf(`{"name":"s%d","start":%d,"next":[%s]}`, s, rapid.IntRange(0, 2).Draw(t, "start")+btoi(s == 0), strings.Join(next, ",")))
	}
	return fmt.Sprintf(`{"name":"random","states":[%s]}`, strings.Join(states, ","))
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestValues compares values with a step of value iteration, and visits with their balance
// equations.
func TestValues(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p, err := Parse("p", []byte(randomProblem(rt)))
		if err != nil {
			rt.Fatal(err)
		}
		gamma := rapid.Float64Range(0, 1).Draw(rt, "gamma")
		nu, err := p.Values(gamma)
		if err != nil {
			rt.Fatal(err)
		}
		for s, state := range p.States {
			backup := 0.0
			for _, b := range state.Next {
				v := 0.0
				if b.To != End {
					v = nu[b.To]
				}
				backup += b.P * (b.Reward + gamma*v)
			}
			if math.Abs(backup-nu[s]) > 1e-12*(1+math.Abs(nu[s])) {
				rt.Errorf("state %d: %v, and %v after one step", s, nu[s], backup)
			}
		}
		// Visits balance: a state has its starts and the arrivals from all states.
		mu, length, _ := p.Visits(p.MaxSteps)
		for s := range p.States {
			comes := p.States[s].Start
			for from, state := range p.States {
				for _, b := range state.Next {
					if b.To == s {
						comes += length * mu[from] * b.P
					}
				}
			}
			if math.Abs(comes-length*mu[s]) > 1e-12*length {
				rt.Errorf("state %d: %v visits, %v come", s, length*mu[s], comes)
			}
		}
	})
}

// TestEpisodes compares mean returns and lengths of many episodes with the exact ones, within
// four standard errors.
func TestEpisodes(t *testing.T) {
	p := parse(t, `{"name":"noise","gamma":1,"states":[
		{"name":"a","start":1,"next":[{"to":"b","p":0.3,"reward":1,"sd":2},{"to":"a","p":0.2},{"p":0.5,"reward":-1}]},
		{"name":"b","start":3,"next":[{"to":"a","p":0.25,"sd":0.5},{"p":0.75,"reward":4}]}]}`)
	const n = 100_000
	nu := testutil.Get(p.Values(1))(t)
	_, length, _ := p.Visits(p.MaxSteps)
	rng := rand.New(rand.NewPCG(1, 2))
	var returns, lengths moments
	for range n {
		states, rewards, terminated := p.Episode(rng, p.MaxSteps)
		if !terminated || len(states) != len(rewards) {
			t.Fatal("an episode of this problem ends")
		}
		sum := 0.0
		for _, r := range rewards {
			sum += r
		}
		returns.add(sum)
		lengths.add(float64(len(rewards)))
	}
	returns.check(t, "return", nu[0]/4+nu[1]*3/4)
	lengths.check(t, "length", length)
	states, rewards, terminated := p.Episode(rand.New(rand.NewPCG(3, 4)), 1)
	if len(rewards) != 1 || !terminated && len(states) != 2 {
		t.Errorf("one step: %v, %v, %v", states, rewards, terminated)
	}
}

type moments struct{ n, sum, squares float64 }

func (m *moments) add(x float64) { m.n, m.sum, m.squares = m.n+1, m.sum+x, m.squares+x*x }

func (m *moments) check(t *testing.T, what string, want float64) {
	t.Helper()
	mean := m.sum / m.n
	if se := math.Sqrt((m.squares/m.n - mean*mean) / m.n); math.Abs(mean-want) > 4*se {
		t.Errorf("mean %s %v, want %v ± %v", what, mean, want, se)
	}
}

// TestNormal compares moments and the distribution function of draws, the latter by the largest
// difference (Kolmogorov and Smirnov: above 1.95/√n once in 1000 samples).
func TestNormal(t *testing.T) {
	const n = 100_000
	rng := rand.New(rand.NewPCG(5, 6))
	all := make([]float64, n)
	var first, second, fourth moments
	for i := range all {
		x := normal(rng)
		all[i] = x
		first.add(x)
		second.add(x * x)
		fourth.add(x * x * x * x)
	}
	first.check(t, "draw", 0)
	second.check(t, "square", 1)
	fourth.check(t, "fourth power", 3)
	slices.Sort(all)
	most := 0.0
	for i, x := range all {
		most = max(most, math.Abs(math.Erfc(-x/math.Sqrt2)/2-float64(i)/n))
	}
	if most > 1.95/math.Sqrt(n) {
		t.Errorf("the distribution is off by %v", most)
	}
}

func TestFaults(t *testing.T) {
	state := func(rest string) string { return `{"name":"p","states":[{"name":"a","start":1,` + rest + `}]}` }
	for text, want := range map[string]string{
		"":                                     "empty",
		"{\n\n\"name\": x}":                    "line 3: invalid character",
		"{} {}":                                "follows",
		"[]":                                   "want a JSON object",
		`{"name":"p","states":[]}`:             "states: 0: want 1 to 2000",
		`{"name":"p","gamma":2,"states":[{}]}`: "gamma: 2: want 0 ≤ γ ≤ 1",
		`{"name":"p","discount":1,"states":[{}]}`:                                                                      "discount: no such field: want gamma, max_steps, name or states",
		`{"name":"p","gamma":0.5,"gamma":0.9,"states":[]}`:                                                             "gamma: given twice: want it once",
		state(`"next":[{"p":1,"to":""}]`):                                                                              `states[0].next[0].to: "": want the name of a state, or no "to" for the end`,
		state(`"next":[{"p":0.9}]`):                                                                                    "states[0].next: probabilities sum to 0.9",
		state(`"next":[{"p":1,"to":"b"}]`):                                                                             `states[0].next[0].to: "b": want the name`,
		state(`"next":[{"p":1,"rewrad":1}]`):                                                                           "states[0].next[0].rewrad: no such field",
		state(`"features":["x"],"next":[{"p":1}]`):                                                                     "states[0].features: want a list of numbers",
		`{"name":"p","states":[{"name":"a","next":[{"p":1}]}]}`:                                                        "want a start above 0",
		`{"name":"p","states":[{"name":"a\u202e","next":[{"p":1}]}]}`:                                                  "states[0].name",
		`{"name":"p","gamma":1,"states":[{"name":"a","start":1,"next":[{"p":1,"to":"a"}]}]}`:                           "gamma: 1: want γ < 1, as no episode ends from state a",
		`{"name":"p","states":[{"name":"a","start":1,"next":[{"p":1}]},{"name":"a","next":[{"p":1}]}]}`:                "states[1].name: a: there is another",
		`{"name":"p","states":[{"name":"a","start":1,"features":[1],"next":[{"p":1}]},{"name":"b","next":[{"p":1}]}]}`: "states[1].features: 0 numbers: want 1",
	} {
		p, err := Parse("p", []byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v; want %q", text, p, err, want)
		}
	}
}

// TestReach: unreachable states are named and left out, and a state without an end is known.
func TestReach(t *testing.T) {
	p := parse(t, `{"name":"p","states":[
		{"name":"far","next":[{"p":1,"to":"b"}]},
		{"name":"a","start":1,"next":[{"p":0.5,"to":"b"},{"p":0.5},{"p":0,"to":"far"}]},
		{"name":"b","next":[{"p":1,"to":"b","reward":1}]}]}`)
	if len(p.States) != 2 || !slices.Equal(p.Unreached, []string{"far"}) || p.Endless != "b" {
		t.Fatalf("%+v", p)
	}
	if _, err := p.Values(1); err == nil || !strings.Contains(err.Error(), "never ends from state b") {
		t.Error(err)
	}
	if nu, err := p.Values(0.5); err != nil || math.Abs(nu[1]-2) > 1e-12 || math.Abs(nu[0]-.5) > 1e-12 {
		t.Errorf("%v, %v; want 0.5 and 2", nu, err)
	}
	mu, length, cut := p.Visits(11)
	if math.Abs(length-6) > 1e-12 || cut != .5 || math.Abs(mu[0]-1./6) > 1e-12 {
		t.Errorf("%v, %v, %v: want 1 of 6 visits at a, half of the episodes cut", mu, length, cut)
	}
}

// TestHardlyEnds: at γ = 1 there are no values if ends are rarer than the error of probabilities,
// but there are for rare ends, and for lower γ.
func TestHardlyEnds(t *testing.T) {
	chain := func(end string) *Problem {
		return parse(t, `{"name":"p","states":[{"name":"a","start":1,"next":[{"p":`+end+`},{"p":1,"to":"a","reward":1}]}]}`)
	}
	for _, end := range []string{"1e-12", "1e-17"} {
		if _, err := chain(end).Values(1); err == nil || !strings.Contains(err.Error(), "hardly ever end") {
			t.Errorf("%s: %v", end, err)
		}
	}
	if nu, err := chain("1e-12").Values(.9); err != nil || math.Abs(nu[0]-10) > 1e-8 {
		t.Errorf("%v, %v; want 10", nu, err)
	}
	p := parse(t, `{"name":"p","states":[{"name":"a","start":1,"next":[{"p":0.0001},{"p":0.9999,"to":"a","reward":1}]}]}`)
	if nu, err := p.Values(1); err != nil || math.Abs(nu[0]-9999) > 1e-6 {
		t.Errorf("%v, %v; want 9999", nu, err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(walk())
	f.Add(`{"name":"p","gamma":0.5,"max_steps":3,"states":[{"name":"a","start":1,"features":[1,2],"next":[{"to":"a","p":1,"reward":-1,"sd":2}]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse("p", []byte(text))
		if err != nil {
			return
		}
		if len(p.States) == 0 || len(p.States) > MaxStates {
			t.Fatalf("%d states", len(p.States))
		}
		states, rewards, terminated := p.Episode(rand.New(rand.NewPCG(1, 1)), 20)
		if len(states) != len(rewards)+btoi(!terminated) || len(rewards) == 0 {
			t.Fatalf("%d states, %d rewards", len(states), len(rewards))
		}
		if mu, length, _ := p.Visits(20); !(length >= 1-1e-9) || len(mu) != len(p.States) {
			t.Fatalf("length %v", length)
		}
		if _, err := p.Values(0.5); err != nil {
			t.Fatal(err)
		}
	})
}
