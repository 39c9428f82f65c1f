package study

import (
	"slices"
	"strings"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim"
)

// TestFieldsRoundTrip: what Get writes Set reads, and a wrong value leaves the
// settings as they were.
func TestFieldsRoundTrip(t *testing.T) {
	for _, f := range Fields() {
		s := defaults(t)
		if !f.Applies(s) {
			t.Errorf("%s does not apply to the walk", f.Name)
			continue
		}
		if err := f.Set(&s, f.Get(s)); err != nil || s != defaults(t) {
			t.Errorf("%s: %v, %+v", f.Name, err, s)
		}
		for _, wrong := range []string{"", "x", "-1", "1e999", "nan", "∞"} {
			before := s
			err := f.Set(&s, wrong)
			if err == nil {
				t.Errorf("%s takes %q", f.Name, wrong)
				continue
			}
			if s != before {
				t.Errorf("%s: %q changes the settings", f.Name, wrong)
			}
			if !strings.Contains(err.Error(), "want ") {
				t.Errorf("%s: %q: %v does not say what is accepted", f.Name, wrong, err)
			}
		}
		if f.Choices != nil {
			for _, c := range f.Choices(s) {
				if err := f.Set(&s, c); err != nil || f.Get(s) != c {
					t.Errorf("%s: %q: %v", f.Name, c, err)
				}
			}
		}
	}
}

func TestArgs(t *testing.T) {
	s := defaults(t)
	if args := s.Args(); len(args) != 0 {
		t.Errorf("the defaults need no flags: %q", args)
	}
	s.Trajectories, s.Gamma, s.Tail = 50, .9, estimator.TailBootstrap
	if got := s.Args(); !slices.Equal(got, []string{"--trajectories", "50", "--gamma", "0.9", "--tail", "bootstrap"}) {
		t.Errorf("%q", got)
	}
}

// TestDomainKeepsTheRest: another domain brings its own problem, n and γ, and
// nothing else.
func TestDomainKeepsTheRest(t *testing.T) {
	s := defaults(t)
	s.Seed, s.Lambdas, s.Ridge = 7, "0:1:0.5", .5
	s.Weighting, s.Tail, s.Method = estimator.ByTrajectory, estimator.TailBootstrap, estimator.Naive
	for _, domain := range sim.Domains() {
		want, err := Defaults(domain)
		if err != nil {
			t.Fatal(err)
		}
		want.Seed, want.Lambdas, want.Ridge = s.Seed, s.Lambdas, s.Ridge
		want.Weighting, want.Tail, want.Method = s.Weighting, s.Tail, s.Method
		got := s
		f, _ := FieldNamed("domain")
		if err := f.Set(&got, domain); err != nil || got != want {
			t.Errorf("%s: %v\ngot  %+v\nwant %+v", domain, err, got, want)
		}
	}
}
