package analysis

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/recorded"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
)

// offPolicyWalk returns settings of a walk with the values of another policy.
func offPolicyWalk(t *testing.T, n int) settings.Settings {
	t.Helper()
	s := defaults(t, "random-walk")
	s.Problem.Target, s.Trajectories, s.Lambdas = 0.7, n, "0:1:0.25"
	return s
}

// weightedFile writes the trajectories of an off-policy walk as a file, and returns the name.
func weightedFile(t *testing.T, s settings.Settings, f recorded.Format, name string) string {
	t.Helper()
	var text bytes.Buffer
	testutil.Get(NewEngine(0).Write(t.Context(), s, f, &text, nil))(t)
	name = filepath.Join(t.TempDir(), name)
	testutil.Check(t, os.WriteFile(name, text.Bytes(), 0o600))
	return name
}

// TestRatiosInAllFilesOrNone checks that either all joined files have ratios, or no file.
func TestRatiosInAllFilesOrNone(t *testing.T) {
	with := weightedFile(t, offPolicyWalk(t, 5), recorded.JSONL, "with.jsonl")
	s := offPolicyWalk(t, 5)
	s.Problem.Target = 0
	without := weightedFile(t, s, recorded.JSONL, "without.jsonl")
	for i, names := range [][]string{{with, without}, {without, with}} {
		source := Source{Name: settings.JoinFiles(names), Parts: []Source{sourceOf(names[0]), sourceOf(names[1])}}
		want := names[1] + ": line 1: ratios: " + []string{"missing, though given in the files before", "given, though the files before have none"}[i] + ": want ratios for each episode, or for none"
		if _, err := NewEngine(1).Load(t.Context(), source, nil); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
		stream, _, _ := testStream(t, 100)
		if _, err := NewEngine(1).Load(t.Context(), source, stream); err == nil || err.Error() != want {
			t.Errorf("streamed: %v, want %s", err, want)
		}
	}
}

// TestWeightedEpisode checks that the returns and traces of an episode include the ratios.
func TestWeightedEpisode(t *testing.T) {
	e := NewEngine(1 << 20)
	lines := strings.Repeat(`{"observations":[[1],[2],[4]],"rewards":[1,10,100],"ratios":[2,0.5,3],"terminated":true}`+"\n", 2)
	s := settings.FileDefaults(load(t, e, "it", lines))
	s.Gamma, s.Lambdas = 0.5, "0.5"
	a := analyze(t, e, s)
	episode := leftOut(t, e, s, 0, 0)
	if want := []float64{2 * (1 + 0.5*80), 0.5 * (10 + 0.5*300), 300}; !slices.Equal(episode.Returns, want) {
		t.Errorf("returns %v, want %v", episode.Returns, want)
	}
	for step, want := range []float64{1, 0.25*2*1 + 2, 0.25*0.5*2.5 + 4} {
		if got := episode.Trace.At(step)[0]; got != want {
			t.Errorf("the trace at step %d is %v, want %v", step, got, want)
		}
	}
	if want := []float64{82, 80, 300}; !slices.Equal(a.Sample.Returns[:3], want) {
		t.Errorf("sampled returns %v, want %v", a.Sample.Returns, want)
	}
}
