package estimator

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"
)

// TestTerminalFeatures: the state after the last transition of a terminated
// episode has features zero, whatever was recorded and though it be no number.
func TestTerminalFeatures(t *testing.T) {
	for what, features := range map[string][]float64{
		"left out":  {1, 2, 3, 4},
		"zeros":     {1, 2, 3, 4, 0, 0},
		"recorded":  {1, 2, 3, 4, 5, 6},
		"no number": {1, 2, 3, 4, nan, inf},
	} {
		given := slices.Clone(features)
		trajectory, err := NewTrajectory(2, features, []float64{1, 1}, true)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if got := trajectory.Features(2); !slices.Equal(got, []float64{0, 0}) {
			t.Errorf("%s: terminal features %v", what, got)
		}
		if got := trajectory.Features(1); !slices.Equal(got, []float64{3, 4}) {
			t.Errorf("%s: features %v", what, got)
		}
		for i, v := range given {
			if features[i] != v && v == v {
				t.Errorf("%s: the caller's features changed to %v", what, features)
			}
		}
		if trajectory.Len() != 2 || trajectory.Dim() != 2 || !trajectory.Terminated() {
			t.Errorf("%s: %+v", what, trajectory)
		}
	}
	kept, err := NewTrajectory(1, []float64{1, 2}, []float64{1}, false)
	if err != nil || kept.Features(1)[0] != 2 || kept.Terminated() {
		t.Error("the end of a truncated episode is lost", err)
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

// TestSelectLeavesInputsAlone runs all methods and compares the data after.
func TestSelectLeavesInputsAlone(t *testing.T) {
	data := append(oneHot(t, 4, 5, 3), truncatedSynthetic(t, 2, 5, 3, 1)...)
	var before [][]float64
	for _, trajectory := range data {
		before = append(before, slices.Concat(trajectory.features, trajectory.rewards))
	}
	for _, method := range methods {
		for _, ridge := range []float64{0, 1} {
			lambdas := grid(3)
			s := mustSelect(t, data, Options{Gamma: 0.9, Lambdas: lambdas, Method: method, Ridge: ridge})
			again := mustSelect(t, data, Options{Gamma: 0.9, Lambdas: lambdas, Method: method, Ridge: ridge})
			if bits(s) != bits(again) || !slices.Equal(lambdas, grid(3)) {
				t.Errorf("%v: a second run differs", method)
			}
		}
	}
	must(LSTD(context.Background(), data, FitOptions{Lambdas: grid(2)}))(t)
	for i, trajectory := range data {
		if !slices.Equal(before[i], slices.Concat(trajectory.features, trajectory.rewards)) {
			t.Errorf("trajectory %d changed", i+1)
		}
	}
}

// TestComputedFeatures: features that are no numbers are an error wherever they are first
// asked for, which names where they are.
func TestComputedFeatures(t *testing.T) {
	ctx := context.Background()
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		data := synthetic(t, 3, 2, 4, 1)
		odd, err := NewComputedTrajectory(2, func(step int, out []float64) {
			if out[0], out[1] = 1, float64(step); step == 2 {
				out[1] = bad
			}
		}, 0, []float64{1, 2, 3}, false)
		if err != nil {
			t.Fatal(err)
		}
		data[1] = odd
		for what, f := range map[string]func() error{
			"Select": func() error { _, err := Select(ctx, data, Options{}); return err },
			"LSTD":   func() error { _, err := LSTD(ctx, data, FitOptions{}); return err },
			"Sums":   func() error { return must(NewSums(2, 1, nil))(t).Add(ctx, data, nil) },
		} {
			if err := f(); err == nil || !strings.Contains(err.Error(), "trajectory 1, step 3, feature 2") {
				t.Errorf("%s of %v: error %v", what, bad, err)
			}
		}
	}
}
