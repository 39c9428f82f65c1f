package study

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
)

func defaults(t testing.TB) settings.Settings {
	t.Helper()
	return testutil.Get(settings.Defaults(""))(t)
}

func domainDefaults(t testing.TB, domain string) settings.Settings {
	t.Helper()
	return testutil.Get(settings.Defaults(domain))(t)
}

func analyze(t testing.TB, e *analysis.Engine, s settings.Settings) *analysis.Result {
	t.Helper()
	return testutil.Get(e.Run(t.Context(), analysis.Request{Settings: s}))(t)
}

// loadWalk loads a file of random walks.
func loadWalk(t testing.TB, e *analysis.Engine) settings.File {
	t.Helper()
	return testutil.Get(e.Load(t.Context(), analysis.Source{
		Name: "walk.jsonl",
		Open: func() (io.ReadCloser, error) {
			return os.Open(filepath.Join("..", "recorded", "testdata", "no-final-observation.jsonl"))
		},
	}, nil))(t)
}

// drawn draws the trajectories of settings.
func drawn(t *testing.T, s settings.Settings) []*estimator.Trajectory {
	t.Helper()
	domain := testutil.Get(sim.New(s.Problem))(t)
	var data []*estimator.Trajectory
	for i := range s.Trajectories {
		tr := testutil.Get(domain.Trajectory(s.Seed, i))(t)
		data = append(data, tr)
	}
	return data
}
