package sim

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/problem"
	"lambdascope/sim/random"
	"lambdascope/sim/testutil"
)

// TestProblemTrajectories: weights, values and episodes come from the problem. Features are
// listed in the file or 1-hot, the replay has the states of the features, and neither the map nor
// an unreached cap changes an episode.
func TestProblemTrajectories(t *testing.T) {
	for _, name := range problem.Names() {
		p := testutil.Get(problem.Shipped(name))(t)
		given := mustNew(t, Options{Problem: p})
		if want := (Options{Problem: p, Features: "given", MaxSteps: p.MaxSteps}); given.Options() != want {
			t.Fatalf("%s: %+v, want %+v", name, given.Options(), want)
		}
		mu, length, _ := p.Visits(p.MaxSteps)
		if of := given.(Exact); !slices.Equal(of.References().Weights, mu) || MeanSteps(given.Options()) != length || !slices.Equal(testutil.Get(of.Values(0.5))(t), testutil.Get(p.Values(0.5))(t)) {
			t.Errorf("%s: μ %v, %v steps on average, want %v and %v", name, of.References().Weights, MeanSteps(given.Options()), mu, length)
		}
		oneHot := mustNew(t, Options{Problem: p, Features: "1-hot+bias"})
		if given.Dim() != len(p.States[0].Features) || oneHot.Dim() != len(p.States)+1 {
			t.Errorf("%s: %d features given, %d of states", name, given.Dim(), oneHot.Dim())
		}
		for i := range 20 {
			checkEpisode(t, p, i, given, oneHot)
		}
	}
}

// checkEpisode compares trajectory i with an episode of the problem.
func checkEpisode(t *testing.T, p *problem.Problem, i int, given, oneHot Domain) {
	t.Helper()
	r := given.(Replayer).Replay(5, i).(*ProcessReplay)
	tr, states := mustDraw(t, given, 5, i), mustDraw(t, oneHot, 5, i)
	_, rewards, _ := p.Episode(random.Stream(5, i), p.MaxSteps)
	if r.Len() != tr.Len() || !slices.Equal(tr.Rewards(), rewards) || !slices.Equal(states.Rewards(), rewards) || tr.Terminated() != (r.Name(r.Len()) == "end") {
		t.Fatalf("%s: trajectory %d: %d steps, %d replayed", p.Name, i, tr.Len(), r.Len())
	}
	for step := range tr.Len() {
		at := r.At[step]
		x := states.Features(step)
		if p.States[at].Name != r.Name(step) || !slices.Equal(tr.Features(step), p.States[at].Features) || x[at] != 1 || x[len(x)-1] != 1 {
			t.Fatalf("%s: step %d in %s has features %v and %v", p.Name, step, r.Name(step), tr.Features(step), x)
		}
	}
	cut := mustDraw(t, mustNew(t, Options{Problem: p, MaxSteps: 2}), 5, i)
	if cut.Len() > 2 || !slices.Equal(cut.Rewards(), tr.Rewards()[:cut.Len()]) {
		t.Errorf("%s: trajectory %d differs under a cap", p.Name, i)
	}
}

// TestLargeProblem has more states than a byte can number.
func TestLargeProblem(t *testing.T) {
	const n = 300
	var states []string
	for s := range n {
		next := fmt.Sprintf(`[{"to":"%d","p":0.5},{"p":0.5,"reward":%d}]`, (s+7)%n, s)
		states = append(states, fmt.Sprintf(`{"name":"%d","start":1,"next":%s}`, s, next))
	}
	p := testutil.Get(problem.Parse("large", []byte(`{"name":"large","states":[`+strings.Join(states, ",")+`]}`)))(t)
	d := mustNew(t, Options{Problem: p})
	if d.Dim() != n || d.Options().Features != "1-hot" {
		t.Fatalf("%+v, %d features", d.Options(), d.Dim())
	}
	for i := range 50 {
		r := d.(Replayer).Replay(1, i).(*ProcessReplay)
		tr := mustDraw(t, d, 1, i)
		for step := range tr.Len() {
			if x := tr.Features(step); slices.Index(x, 1) != r.At[step] || slices.Max(x) != 1 {
				t.Fatalf("trajectory %d, step %d: in state %d", i, step, r.At[step])
			}
		}
	}
}
