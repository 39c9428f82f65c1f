package study

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"lambdascope/sim/analysis"
	"lambdascope/sim/truth"
)

// Estimates are the values of single states, or of groups of states, that each trial of a summary
// estimates, at a number of trajectories and all λ's. Estimates are immutable.
type Estimates struct {
	Labels []string      // of the groups; nil if only true values tell the groups apart
	True   []float64     // by group, mean over its states
	At     [][][]float64 // by λ, group and trial, likewise
	// Each has the true values of a group's states if they share an estimate, otherwise the mean.
	Each [][]float64
}

// A few states have their own estimates; states that look alike share one. Many states stand in
// groups of equal size, by true value.
const (
	maxSingleStates = 7
	numGroups       = 5
)

// StateEstimates returns the estimates at the i-th size of the summary's plan, in O(trials · λ's
// · groups · d) because values are linear in θ. Errors are as in CheckPlan, or ctx's.
func StateEstimates(ctx context.Context, e *analysis.Engine, s *Summary, i int) (*Estimates, error) {
	x, err := newExperiment(e, s.Plan)
	if err != nil {
		return nil, err
	}
	at := x.truth
	groups, labels := estimateGroups(at)
	out := &Estimates{Labels: labels, At: make([][][]float64, len(s.Lambdas))}
	features := make([][]float64, len(groups))
	for g, states := range groups {
		n := float64(len(states))
		features[g] = make([]float64, at.Refs.Dim)
		nu := 0.0
		for _, state := range states {
			nu += at.Nu[state] / n
			for j, x := range at.Refs.Features(state) {
				features[g][j] += x / n
			}
		}
		out.True = append(out.True, nu)
		each := []float64{nu}
		if alike(at, states) {
			each = nil
			for _, state := range states {
				each = append(each, at.Nu[state])
			}
		}
		out.Each = append(out.Each, each)
	}
	for k := range s.Lambdas {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out.At[k] = make([][]float64, len(groups))
		for g, x := range features {
			out.At[k][g] = s.Sizes[i].outcomes.values(k, x)
		}
	}
	return out, nil
}

// estimateGroups returns the reference states of each group and the labels of the groups, if
// any. Groups of several states are in the order of true values.
func estimateGroups(at *truth.Values) (groups [][]int, labels []string) {
	states := valueStates(at)
	if same := lookAlikes(at, states); len(states) > maxSingleStates && len(same) <= maxSingleStates {
		return same, alikeLabels(at, same)
	}
	n := numGroups
	if at.Kind == truth.KindExact {
		if len(states) <= maxSingleStates {
			n = len(states)
		} else {
			slices.SortStableFunc(states, func(a, b int) int { return cmp.Compare(at.Nu[a], at.Nu[b]) })
		}
	}
	n = min(n, len(states))
	for g := range n {
		groups = append(groups, states[g*len(states)/n:(g+1)*len(states)/n])
	}
	if at.Refs.Labels == nil || !slices.IsSorted(states) {
		return groups, nil
	}
	for _, of := range groups {
		label := at.Refs.Labels[of[0]]
		if len(of) > 1 {
			label += "–" + at.Refs.Labels[of[len(of)-1]]
		}
		labels = append(labels, label)
	}
	return groups, labels
}

// alike reports whether states have the same features, and therefore the same estimate.
func alike(at *truth.Values, states []int) bool {
	x := at.Refs.Features(states[0])
	return !slices.ContainsFunc(states, func(s int) bool { return !slices.Equal(at.Refs.Features(s), x) })
}

// lookAlikes groups states with the same features, and therefore the same estimate, in the order of
// the groups' mean true values.
func lookAlikes(at *truth.Values, states []int) [][]int {
	var groups [][]int
	for _, state := range states {
		x := at.Refs.Features(state)
		g := slices.IndexFunc(groups, func(of []int) bool { return slices.Equal(at.Refs.Features(of[0]), x) })
		if g < 0 {
			if len(groups) > maxSingleStates {
				return groups // too many already
			}
			g = len(groups)
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], state)
	}
	mean := func(of []int) float64 {
		sum := 0.0
		for _, state := range of {
			sum += at.Nu[state]
		}
		return sum / float64(len(of))
	}
	slices.SortStableFunc(groups, func(a, b []int) int { return cmp.Compare(mean(a), mean(b)) })
	return groups
}

// alikeLabels returns the common beginning of the names of the states in each group; nil if states
// have no names, or a group's names have no common beginning.
func alikeLabels(at *truth.Values, groups [][]int) (labels []string) {
	if at.Refs.Labels == nil {
		return nil
	}
	for _, of := range groups {
		label := at.Refs.Labels[of[0]]
		for _, state := range of[1:] {
			for !strings.HasPrefix(at.Refs.Labels[state], label) {
				label = label[:len(label)-1]
			}
		}
		if label = strings.ToValidUTF8(strings.TrimSpace(label), ""); label == "" {
			return nil
		}
		labels = append(labels, label)
	}
	return labels
}
