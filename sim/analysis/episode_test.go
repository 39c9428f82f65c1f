package analysis

import (
	"math"
	"slices"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
)

// leftOut returns the episode of a fold, left out at the k-th λ.
func leftOut(t *testing.T, e *Engine, s settings.Settings, fold, k int) *Episode {
	t.Helper()
	return testutil.Get(e.Run(t.Context(), Request{Settings: s, Episodes: []int{fold}, LeaveOut: true, Candidate: k}))(t).Episodes[0]
}

// TestEpisode compares an episode with plain sums, and the predictions without the episode
// with the LOTO error.
func TestEpisode(t *testing.T) {
	for _, domain := range []string{"random-walk", "2048", "mountain-car"} {
		s := defaults(t, domain)
		s.Trajectories, s.Gamma = 9, .9
		s.Problem.MaxSteps = 140 // cuts some episodes of Mountain Car
		e := NewEngine(1 << 20)
		a := analyze(t, e, s)
		for i := range s.Trajectories {
			ep := leftOut(t, e, s, i, 0)
			tr := ep.Trajectory
			if ep.Replay.Len() != tr.Len() {
				t.Fatalf("%s: %d transitions replayed of %d", domain, ep.Replay.Len(), tr.Len())
			}
			for step, g := range ep.Returns {
				sum := 0.0
				for j, r := range tr.Rewards()[step:] {
					sum += math.Pow(.9, float64(j)) * r
				}
				if math.Abs(g-sum) > 1e-12*max(1, math.Abs(sum)) {
					t.Fatalf("%s: return %v from step %d, want %v", domain, g, step, sum)
				}
			}
			for _, k := range []int{0, 6, 10} {
				ep := leftOut(t, e, s, i, k)
				checkPredictions(t, a, ep, i, k)
				checkTrace(t, tr, ep.Trace, .9*a.Selection.Candidates[k].Lambda)
			}
		}
	}
}

func checkPredictions(t *testing.T, a *Result, out *Episode, i, k int) {
	t.Helper()
	c := &a.Selection.Candidates[k]
	h := out.Trajectory.Len()
	if len(out.With) != h+1 || len(out.Without) != h+1 {
		t.Fatalf("%d and %d predictions for %d states", len(out.With), len(out.Without), h+1)
	}
	for step, v := range out.With {
		want := 0.0
		for j, x := range out.Trajectory.Features(step) {
			want += x * c.Theta[j]
		}
		if math.Abs(v-want) > 1e-12*math.Abs(want) {
			t.Fatalf("step %d: predicted %v, want %v", step, v, want)
		}
	}
	if c.Status[i] == estimator.FoldDeficient {
		return
	}
	sum := 0.0
	for step, g := range out.Returns {
		sum += (out.Without[step] - g) * (out.Without[step] - g)
	}
	if loto := sum / float64(h); math.Abs(loto-c.Folds[i]) > 1e-8*c.Folds[i] {
		t.Errorf("trajectory %d, λ = %v: squared error %v, ℓ_i %v", i, c.Lambda, loto, c.Folds[i])
	}
	if out.Trajectory.Terminated() && (out.With[h] != 0 || out.Without[h] != 0) {
		t.Errorf("a terminal state has the values %v and %v", out.With[h], out.Without[h])
	}
}

func checkTrace(t *testing.T, tr *estimator.Trajectory, z *Trace, decay float64) {
	t.Helper()
	want, sizes, most := make([]float64, tr.Dim()), make([]float64, tr.Dim()), make([]float64, tr.Dim())
	negative := false
	for step := range tr.Len() {
		for j, x := range tr.Features(step) {
			want[j] = float64(decay*want[j]) + x
			sizes[j], most[j] = max(sizes[j], math.Abs(x)), max(most[j], math.Abs(want[j]))
			negative = negative || want[j] < 0
		}
		if step%13 != 0 && step != tr.Len()-1 {
			continue
		}
		for j, v := range z.At(step) {
			if v != want[j] { // the same operations in the same order
				t.Fatalf("step %d: trace %v, want %v", step, z.At(step), want)
			}
		}
	}
	if !slices.Equal(z.Sizes, sizes) || !slices.Equal(z.Peaks, most) {
		t.Errorf("sizes %v and peaks %v, want %v and %v", z.Sizes, z.Peaks, sizes, most)
	}
	if z.Signed != negative || z.Decay != decay {
		t.Errorf("signed %v, decay %v; want %v, %v", z.Signed, z.Decay, negative, decay)
	}
}
