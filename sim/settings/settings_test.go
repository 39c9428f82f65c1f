package settings

import (
	"slices"
	"strings"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/problem"
	"lambdascope/sim/testutil"
)

// TestKnobsRoundTrip: Set reads the text of Get, and a wrong value changes nothing.
func TestKnobsRoundTrip(t *testing.T) {
	applied := map[string]bool{}
	file := FileDefaults(File{Name: "a", Hash: "h", Trajectories: 20, Features: 2, Groups: 4})
	file.Features = "poly:2"
	sources := map[string]Settings{"a file": file}
	for _, domain := range sim.Domains() {
		sources[domain] = testutil.Get(Defaults(domain))(t)
	}
	for _, p := range problems(t) {
		sources[p.Source] = ProblemDefaults(p)
	}
	for domain, chosen := range sources {
		for _, f := range Knobs() {
			s := chosen
			if !f.Applies(s) {
				continue
			}
			applied[f.Name] = true
			if err := f.Set(&s, f.Get(s)); err != nil || s != chosen {
				t.Errorf("%s: %s: %v, %+v", domain, f.Name, err, s)
			}
			for _, wrong := range []string{"", "x", "-1", "1e999", "nan", "∞"} {
				before := s
				err := f.Set(&s, wrong)
				if err == nil {
					t.Errorf("%s: %s takes %q", domain, f.Name, wrong)
					continue
				}
				if s != before {
					t.Errorf("%s: %s: %q changes the settings", domain, f.Name, wrong)
				}
				if !strings.Contains(err.Error(), "want ") {
					t.Errorf("%s: %s: %q: %v does not say what is accepted", domain, f.Name, wrong, err)
				}
			}
			if f.Choices != nil {
				for _, c := range f.Choices(s) {
					s := s // as a problem of a file can't be gone back to
					if err := f.Set(&s, c); err != nil || f.Get(s) != c {
						t.Errorf("%s: %s: %q: %v", domain, f.Name, c, err)
					}
				}
			}
		}
	}
	for _, f := range Knobs() {
		if !applied[f.Name] {
			t.Errorf("%s applies to nothing", f.Name)
		}
	}
}

// problems returns the shipped problems and one from a file.
func problems(t testing.TB) []*problem.Problem {
	t.Helper()
	all := []*problem.Problem{testutil.Get(problem.Parse("mine.json", []byte(`{"name":"mine","gamma":0.5,"max_steps":9,"states":[{"name":"a","start":1,"next":[{"to":"a","p":0.5,"reward":1},{"p":0.5}]}]}`)))(t)}
	for _, name := range problem.Names() {
		all = append(all, testutil.Get(problem.Shipped(name))(t))
	}
	return all
}

// TestSources: a domain and a problem replace each other, with their defaults.
func TestSources(t *testing.T) {
	mine := problems(t)[0]
	s := ProblemDefaults(mine)
	if s.Gamma != 0.5 || s.Problem.MaxSteps != 9 || s.Problem.Features != "1-hot" || s.Source() != "mine.json" {
		t.Fatalf("%+v", s)
	}
	s.Seed, s.Lambdas, s.Ridge = 7, "0:1:0.5", .5 // which do not depend on the source
	s.Weighting, s.Tail, s.Method = estimator.ByTrajectory, estimator.TailBootstrap, Naive
	all := s.Sources()
	if want := append(append(sim.Domains(), problem.Names()...), "mine.json"); !slices.Equal(all, want) {
		t.Fatalf("%q, want %q", all, want)
	}
	for _, name := range all {
		next := s
		if err := next.SetSource(name); err != nil || next.Source() != name || next.Seed != 7 {
			t.Errorf("%s: %v, %+v", name, err, next)
		}
		want := testutil.Get(next.Start())(t)
		want.Seed, want.Lambdas, want.Ridge, want.Weighting, want.Tail, want.Method = s.Seed, s.Lambdas, s.Ridge, s.Weighting, s.Tail, s.Method
		if next != want {
			t.Errorf("%s: %+v, want %+v", name, next, want)
		}
	}
	before := s
	for _, wrong := range []string{"", "walk", "other.json"} {
		if err := s.SetSource(wrong); err == nil || s != before {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}
