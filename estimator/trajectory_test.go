package estimator

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"
)

// TestTrajectory makes one trajectory in every way. The state after a terminated episode has zero
// features, even if NaN was recorded.
func TestTrajectory(t *testing.T) {
	rewards, rows := []float64{.5, 1}, []float64{1, 2, 3, 4, 5, 6}
	row := func(step int, out []float64) { copy(out, rows[2*step:2*step+2]) }
	for what, got := range map[string]*Trajectory{
		"left out":             must(NewTrajectory(2, rows[:4], rewards, true))(t),
		"zeros":                must(NewTrajectory(2, []float64{1, 2, 3, 4, 0, 0}, rewards, true))(t),
		"recorded":             must(NewTrajectory(2, rows, rewards, true))(t),
		"no number":            must(NewTrajectory(2, []float64{1, 2, 3, 4, nan, inf}, rewards, true))(t),
		"computed":             must(NewComputedTrajectory(2, row, 0, rewards, true))(t),
		"truncated":            must(NewTrajectory(2, rows, rewards, false))(t),
		"truncated, computed":  must(NewComputedTrajectory(2, row, 0, rewards, false))(t),
		"truncated, by ratios": must(must(NewTrajectory(2, rows, rewards, false))(t).WithRatios([]float64{1, 1}))(t),
	} {
		want := slices.Clone(rows)
		truncated := strings.HasPrefix(what, "truncated")
		if !truncated {
			want[4], want[5] = 0, 0
		}
		var features []float64
		for step := range 3 {
			features = append(features, got.Features(step)...)
		}
		if !slices.Equal(features, want) || got.Len() != 2 || got.Dim() != 2 || got.Terminated() == truncated || !slices.Equal(got.Rewards(), rewards) || got.Ratios() != nil {
			t.Errorf("%s: %v, want %v; %+v", what, features, want, got)
		}
	}
	plain := must(NewTrajectory(2, rows, rewards, false))(t)
	some := must(plain.WithRatios([]float64{0, 2}))(t)
	if !slices.Equal(some.Ratios(), []float64{0, 2}) || plain.Ratios() != nil || some.Bytes() != plain.Bytes()+2*8 {
		t.Errorf("ratios %v, %v of the trajectory without; %d bytes, %d without", some.Ratios(), plain.Ratios(), some.Bytes(), plain.Bytes())
	}
}

// TestTrajectoryAliases: memory beyond the features given, or a last row that is
// dropped, is the caller's.
func TestTrajectoryAliases(t *testing.T) {
	backing := []float64{1, 2, 3, 4, 77, 88}
	trajectory := must(NewTrajectory(2, backing[:4], []float64{1, 1}, true))(t)
	if backing[4] != 77 || backing[5] != 88 {
		t.Error("appended into the caller's memory")
	}
	backing[4] = 5
	if trajectory.Features(2)[0] != 0 {
		t.Error("the terminal features are the caller's memory")
	}

	features := []float64{1, 2, 9}
	trajectory = must(NewTrajectory(1, features, []float64{1, 1}, true))(t)
	if features[2] != 9 {
		t.Error("the caller's last row was zeroed")
	}
	features[0] = 5
	if trajectory.Features(0)[0] != 1 {
		t.Error("features that had to be copied are shared")
	}
	row := trajectory.Features(0)
	if _ = append(row, 123); trajectory.Features(1)[0] != 2 {
		t.Error("appending to a row overwrites the next")
	}
}

// TestComputedFeatures: computed features that are NaN or infinite give an error with the place,
// from every function that computes them.
func TestComputedFeatures(t *testing.T) {
	ctx := context.Background()
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		data := synthetic(t, 3, 2, 4, 1)
		data[1] = must(NewComputedTrajectory(2, func(step int, out []float64) {
			if out[0], out[1] = 1, float64(step); step == 2 {
				out[1] = bad
			}
		}, 0, []float64{1, 2, 3}, false))(t)
		for _, err := range []error{
			failure(Select(ctx, data, Options{})), failure(LSTD(ctx, data, Options{})), must(NewSums(2, Options{Gamma: 1}))(t).Add(ctx, data),
		} {
			saying(t, err, "…trajectory 1, step 3, feature 2")
		}
	}
}
