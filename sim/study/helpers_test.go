package study

import (
	"os"
	"path/filepath"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/analysis"
)

func defaults(t testing.TB) analysis.Settings {
	t.Helper()
	s, err := analysis.Defaults("")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func domainDefaults(t testing.TB, domain string) analysis.Settings {
	t.Helper()
	s, err := analysis.Defaults(domain)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func analyze(t testing.TB, e *analysis.Engine, s analysis.Settings) *analysis.Result {
	t.Helper()
	a, err := e.Analyze(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// loadWalk gives an engine a file of random walks.
func loadWalk(t testing.TB, e *analysis.Engine) analysis.File {
	t.Helper()
	r, err := os.Open(filepath.Join("..", "recorded", "testdata", "no-final-observation.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	f, err := e.Load("walk.jsonl", r)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// drawn returns the trajectories of settings, drawn directly.
func drawn(t *testing.T, s analysis.Settings) []*estimator.Trajectory {
	t.Helper()
	domain, err := sim.New(s.Problem)
	if err != nil {
		t.Fatal(err)
	}
	var data []*estimator.Trajectory
	for i := range s.Trajectories {
		tr, err := domain.Trajectory(s.Seed, i)
		if err != nil {
			t.Fatal(err)
		}
		data = append(data, tr)
	}
	return data
}
