package sim

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/must"
	"lambdascope/sim/problem"
)

// TestProblemStatistics: returns and lengths of drawn episodes are what is known of the problems
// that ship, within three standard errors. That it solves the problem is tested where it is
// found, in package problem.
func TestProblemStatistics(t *testing.T) {
	const most = 100_000 // steps, which none of these episodes takes
	const episodes = 20_000
	for _, name := range problem.Names() {
		p := must.Have(problem.Shipped(name))(t)
		d := mustNew(t, Options{Problem: p, MaxSteps: most}).(Exact)
		mu, length, _ := p.Visits(most)
		if !slices.Equal(d.References().Weights, mu) || MeanSteps(d.Options()) != length {
			t.Errorf("%s: μ %v and %v steps on average, want %v and %v", name, d.References().Weights, MeanSteps(d.Options()), mu, length)
		}
		nu, want := must.Have(d.Values(p.Gamma))(t), 0.0
		for s, state := range p.States {
			want += state.Start * nu[s]
		}
		var returns, lengths sample
		for i := range episodes {
			rewards, g := mustDraw(t, d, 3, i).Rewards(), 0.0
			for step := len(rewards) - 1; step >= 0; step-- {
				g = rewards[step] + p.Gamma*g
			}
			returns.add(g)
			lengths.add(float64(len(rewards)))
		}
		for what, m := range map[string]struct {
			of   sample
			want float64
		}{"return": {returns, want}, "length": {lengths, length}} {
			if mean, se := m.of.mean(); math.Abs(mean-m.want) > 3*se+1e-12 {
				t.Errorf("%s: mean %s %v, want %v, standard error %v", name, what, mean, m.want, se)
			}
		}
	}
}

// TestProblemTrajectories: features are those of the file or one for each state, the replay
// has the states that they are of, and neither the map nor a cap that is not reached
// changes what is drawn.
func TestProblemTrajectories(t *testing.T) {
	for _, name := range problem.Names() {
		p := must.Have(problem.Shipped(name))(t)
		given := mustNew(t, Options{Problem: p})
		if want := (Options{Problem: p, Features: "given", MaxSteps: p.MaxSteps}); given.Options() != want {
			t.Fatalf("%s: %+v, want %+v", name, given.Options(), want)
		}
		oneHot := mustNew(t, Options{Problem: p, Features: "1-hot+bias"})
		if given.Dim() != len(p.States[0].Features) || oneHot.Dim() != len(p.States)+1 {
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
				if p.States[at].Name != r.Name(step) || !slices.Equal(tr.Features(step), p.States[at].Features) {
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
