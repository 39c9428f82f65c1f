package study

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
)

func defaults(t testing.TB) analysis.Settings {
	t.Helper()
	return must.Have(analysis.Defaults(""))(t)
}

func domainDefaults(t testing.TB, domain string) analysis.Settings {
	t.Helper()
	return must.Have(analysis.Defaults(domain))(t)
}

func analyze(t testing.TB, e *analysis.Engine, s analysis.Settings) *analysis.Result {
	t.Helper()
	return must.Have(e.Analyze(t.Context(), s))(t)
}

// loadWalk gives an engine a file of random walks.
func loadWalk(t testing.TB, e *analysis.Engine) analysis.File {
	t.Helper()
	r := must.Have(os.Open(filepath.Join("..", "recorded", "testdata", "no-final-observation.jsonl")))(t)
	defer r.Close()
	return must.Have(e.Load("walk.jsonl", r))(t)
}

// drawn returns the trajectories of settings, drawn directly.
func drawn(t *testing.T, s analysis.Settings) []*estimator.Trajectory {
	t.Helper()
	domain := must.Have(sim.New(s.Problem))(t)
	var data []*estimator.Trajectory
	for i := range s.Trajectories {
		tr := must.Have(domain.Trajectory(s.Seed, i))(t)
		data = append(data, tr)
	}
	return data
}

// wantFaults changes copies of what is right: check has an error that starts with the text of
// each change, none where that is empty.
func wantFaults[T any](t *testing.T, right T, check func(x *T) error, changes map[string]func(x *T)) {
	t.Helper()
	text := toJSON(t, right)
	for want, change := range changes {
		var x T
		must.Succeed(t, json.Unmarshal([]byte(text), &x))
		change(&x)
		if err := check(&x); want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%v\nwant %s…", err, want)
		}
	}
}
