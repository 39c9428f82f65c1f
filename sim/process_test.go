package sim

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"lambdascope/assets"
	"lambdascope/sim/must"
	"lambdascope/sim/problem"
)

// chain is a problem's file as this test reads it.
type chain struct {
	Gamma    float64
	MaxSteps int `json:"max_steps"`
	States   []struct {
		Name     string
		Start    float64
		Features []float64
		Next     []struct {
			To            string
			P, Reward, SD float64
		}
	}
}

// shippedChains reads the files of the problems that ship.
func shippedChains(t *testing.T) map[string]chain {
	t.Helper()
	out := make(map[string]chain)
	for _, name := range problem.Names() {
		var c chain
		if err := json.Unmarshal(must.Have(assets.Problem(name))(t), &c); err != nil {
			t.Fatal(err)
		}
		out[name] = c
	}
	return out
}

// moves returns P and the mean reward of each state.
func (c chain) moves() (p *mat.Dense, r []float64) {
	p, r = mat.NewDense(len(c.States), len(c.States), nil), make([]float64, len(c.States))
	for s, state := range c.States {
		for _, b := range state.Next {
			r[s] += b.P * b.Reward
			for to, other := range c.States {
				if other.Name == b.To {
					p.Set(s, to, p.At(s, to)+b.P)
				}
			}
		}
	}
	return p, r
}

// discounted returns x of (I − γP)x = b.
func discounted(t *testing.T, p mat.Matrix, gamma float64, b []float64) []float64 {
	t.Helper()
	n := len(b)
	var a mat.Dense
	a.Scale(-gamma, p)
	for s := range n {
		a.Set(s, s, 1+a.At(s, s))
	}
	var x mat.VecDense
	must.Succeed(t, x.SolveVec(&a, mat.NewVecDense(n, b)))
	return x.RawVector().Data
}

// TestProblemsAreSolved compares ν and μ of the problems that ship with a dense solve, and the returns and lengths of drawn episodes against both, within three standard
// errors.
func TestProblemsAreSolved(t *testing.T) {
	const most = 100_000 // steps, which none of these episodes takes
	const episodes = 20_000
	for name, c := range shippedChains(t) {
		d := mustNew(t, Options{Problem: must.Have(problem.Shipped(name))(t), MaxSteps: most}).(Exact)
		p, r := c.moves()
		close := func(what string, got, want []float64) {
			t.Helper()
			size := 0.0
			for _, v := range want {
				size = max(size, math.Abs(v))
			}
			for s := range want {
				if !(math.Abs(got[s]-want[s]) <= 1e-12*size) {
					t.Errorf("%s: %s of %s is %v, want %v", name, what, c.States[s].Name, got[s], want[s])
				}
			}
		}
		for _, gamma := range []float64{0, 0.5, 0.95, 1} {
			close(fmt.Sprintf("ν at γ = %v", gamma), must.Have(d.Values(gamma))(t), discounted(t, p, gamma, r))
		}
		start, starts := make([]float64, len(c.States)), 0.0
		for s, state := range c.States {
			start[s] = state.Start
			starts += state.Start
		}
		for s := range start {
			start[s] /= starts
		}
		mu := discounted(t, p.T(), 1, start)
		length := 0.0
		for _, v := range mu {
			length += v
		}
		for s := range mu {
			mu[s] /= length
		}
		close("μ", d.References().Weights, mu)
		if got := MeanSteps(d.Options()); math.Abs(got-length) > 1e-12*length {
			t.Errorf("%s: %v steps on average, want %v", name, got, length)
		}

		nu := must.Have(d.Values(c.Gamma))(t)
		want := 0.0
		for s := range start {
			want += start[s] * nu[s]
		}
		var returns, lengths sample
		for i := range episodes {
			tr := mustDraw(t, d, 3, i)
			g, rewards := 0.0, tr.Rewards()
			for step := len(rewards) - 1; step >= 0; step-- {
				g = rewards[step] + c.Gamma*g
			}
			returns.add(g)
			lengths.add(float64(len(rewards)))
		}
		for _, m := range []struct {
			what string
			of   sample
			want float64
		}{{"return", returns, want}, {"length", lengths, length}} {
			if mean, se := m.of.mean(); math.Abs(mean-m.want) > 3*se+1e-12 {
				t.Errorf("%s: mean %s %v, want %v, standard error %v", name, m.what, mean, m.want, se)
			}
		}
	}
}

// TestProblemTrajectories: features are those of the file or one for each state, the replay
// has the states that they are of, and neither the map nor a cap that is not reached
// changes what is drawn.
func TestProblemTrajectories(t *testing.T) {
	for name, c := range shippedChains(t) {
		p := must.Have(problem.Shipped(name))(t)
		given := mustNew(t, Options{Problem: p})
		if want := (Options{Problem: p, Features: "given", MaxSteps: c.MaxSteps}); given.Options() != want {
			t.Fatalf("%s: %+v, want %+v", name, given.Options(), want)
		}
		oneHot := mustNew(t, Options{Problem: p, Features: "1-hot+bias"})
		if given.Dim() != len(c.States[0].Features) || oneHot.Dim() != len(c.States)+1 {
			t.Errorf("%s: %d features given, %d of states", name, given.Dim(), oneHot.Dim())
		}
		for i := range 20 {
			r := must.Have(given.(Replayer).Replay(5, i))(t).(*ProcessReplay)
			tr, states := mustDraw(t, given, 5, i), mustDraw(t, oneHot, 5, i)
			if r.Len() != tr.Len() || !slices.Equal(tr.Rewards(), states.Rewards()) || tr.Terminated() != (r.Name(r.Len()) == "end") {
				t.Fatalf("%s: trajectory %d: %d steps, %d replayed", name, i, tr.Len(), r.Len())
			}
			for step := range tr.Len() {
				at := r.At[step]
				if c.States[at].Name != r.Name(step) || !slices.Equal(tr.Features(step), c.States[at].Features) {
					t.Fatalf("%s: step %d in %s has features %v", name, step, r.Name(step), tr.Features(step))
				}
				if x := states.Features(step); x[at] != 1 || x[len(x)-1] != 1 {
					t.Fatalf("%s: step %d in %s has features %v", name, step, r.Name(step), x)
				}
			}
			cut := mustDraw(t, mustNew(t, Options{Problem: p, MaxSteps: 2}), 5, i)
			if cut.Len() > 2 || !slices.Equal(cut.Rewards(), tr.Rewards()[:cut.Len()]) {
				t.Errorf("%s: trajectory %d differs under a cap", name, i)
			}
		}
	}
}

// TestLargeProblem has more states than a table of features holds.
func TestLargeProblem(t *testing.T) {
	const n = 300
	var states []string
	for s := range n {
		next := fmt.Sprintf(`[{"to":"%d","p":0.5},{"p":0.5,"reward":%d}]`, (s+7)%n, s)
		states = append(states, fmt.Sprintf(`{"name":"%d","start":1,"next":%s}`, s, next))
	}
	p := must.Have(problem.Parse("large", []byte(`{"name":"large","states":[`+strings.Join(states, ",")+`]}`)))(t)
	d := mustNew(t, Options{Problem: p})
	if d.Dim() != n || d.Options().Features != "1-hot" {
		t.Fatalf("%+v, %d features", d.Options(), d.Dim())
	}
	for i := range 50 {
		r := must.Have(d.(Replayer).Replay(1, i))(t).(*ProcessReplay)
		tr := mustDraw(t, d, 1, i)
		for step := range tr.Len() {
			if x := tr.Features(step); slices.Index(x, 1) != r.At[step] || slices.Max(x) != 1 {
				t.Fatalf("trajectory %d, step %d: in state %d", i, step, r.At[step])
			}
		}
	}
}

func TestProblemWarnings(t *testing.T) {
	p := must.Have(problem.Parse("p", []byte(`{"name":"p","states":[
		{"name":"far","next":[{"p":1}]},
		{"name":"a","start":1,"next":[{"to":"a","p":0.5},{"p":0.5}]}]}`)))(t)
	got := Warnings(mustNew(t, Options{Problem: p, MaxSteps: 3}).Options())
	want := []string{"no episode reaches these states of p: far", "max-steps 3 cuts 12.5 % of all episodes; the true values are those of uncut ones"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for _, o := range []Options{{Problem: must.Have(problem.Shipped("t-maze"))(t), MaxSteps: 100}, {}} {
		if got := Warnings(o); got != nil {
			t.Errorf("%v: %q", o, got)
		}
	}
}
