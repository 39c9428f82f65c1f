package analysis

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/settings"
)

// groupedFile writes episodes as a file, each with a group.
func groupedFile(observations [][][]float64, rewards [][]float64, groups []string) string {
	lines := strings.Split(fileOf(observations, rewards), "\n")
	for i, g := range groups {
		lines[i] = strings.Replace(lines[i], "{", fmt.Sprintf(`{"group":%q,`, g), 1)
	}
	return strings.Join(lines, "\n")
}

// dealt deals n trajectories into groups of different sizes.
func dealt(n int) (names []string, members map[string][]int, order []string) {
	members = make(map[string][]int)
	for i := range n {
		name := "g" + string(rune('a'+i*i%7))
		if members[name] == nil {
			order = append(order, name)
		}
		names, members[name] = append(names, name), append(members[name], i)
	}
	return names, members, order
}

// TestGroups compares an analysis of groups, and all derived results, with selections without
// the trajectories of each fold.
func TestGroups(t *testing.T) {
	e := NewEngine(1 << 24)
	observations, rewards := someEpisodes(15)
	names, members, order := dealt(len(rewards))
	f := load(t, e, "a", groupedFile(observations, rewards, names))
	if f.Groups != len(order) || f.Groups == len(rewards) {
		t.Fatalf("%d groups, want %d", f.Groups, len(order))
	}
	plain := settings.FileDefaults(load(t, e, "b", fileOf(observations, rewards)))
	for _, weighting := range []estimator.Weighting{estimator.ByStep, estimator.ByTrajectory} {
		s := settings.FileDefaults(f)
		s.Weighting, plain.Weighting = weighting, weighting
		a := analyze(t, e, s)
		if !slices.Equal(a.Groups, order) || a.Selection.Folds != len(order) || a.Selection.Trajectories != len(rewards) {
			t.Errorf("groups %q of %d trajectories, %d folds", a.Groups, a.Selection.Trajectories, a.Selection.Folds)
		}
		folds := foldsOf(t, e, Request{Settings: s, Leverage: true})
		for k, c := range a.Selection.Candidates {
			mean := 0.0
			for g := range order {
				mean += folds.Contribution(g, k) / float64(len(order))
			}
			if math.Abs(mean-c.Diff) > 1e-12*a.Selection.MeanSquaredReturn {
				t.Errorf("λ = %v: contributions have the mean %v, the score differs by %v", c.Lambda, mean, c.Diff)
			}
		}
		const k = 3
		for g, name := range order {
			steps, sum, weights := 0, 0.0, 0.0
			for at, i := range members[name] {
				steps += len(rewards[i])
				ep := leftOut(t, e, s, g, k)
				if at > 0 {
					continue
				}
				if !slices.Equal(ep.Trajectory.Rewards(), rewards[i]) {
					t.Errorf("%s: the episode is not its first", name)
				}
				if len(members[name]) > 1 {
					continue
				}
				for step, v := range ep.Without[:len(rewards[i])] {
					sum += (v - ep.Returns[step]) * (v - ep.Returns[step])
					weights++
				}
			}
			if folds.Steps[g] != steps || folds.Sizes[g] != len(members[name]) {
				t.Errorf("%s: %d trajectories of %d steps, want %d of %d", name, folds.Sizes[g], folds.Steps[g], len(members[name]), steps)
			}
			if want := a.Selection.Candidates[k].Folds[g]; weights > 0 && math.Abs(sum/weights-want) > 1e-9*want {
				t.Errorf("%s: error %v, the fold %v", name, sum/weights, want)
			}
		}
		if _, err := e.Run(t.Context(), Request{Settings: s, Episodes: []int{len(order)}}); err == nil || !strings.HasPrefix(err.Error(), "group ") {
			t.Errorf("a group too many: %v", err)
		}
		if len(folds.Leverage) != len(order) {
			t.Errorf("%d leverages", len(folds.Leverage))
		}

		// Ignored groups change nothing.
		want := analyze(t, e, plain)
		s.IgnoreGroups = true
		got := analyze(t, e, s)
		if got.Groups != nil || !slices.Equal(got.Selection.Best().Folds, want.Selection.Best().Folds) || got.Selection.Best().SE != want.Selection.Best().SE {
			t.Errorf("ignored groups %q: %v, want %v", got.Groups, got.Selection.Best(), want.Selection.Best())
		}
	}
}
