package dial

import (
	"cmp"
	"slices"
	"strings"

	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/study"
	"lambdascope/sim/truth"
)

// estimates are the values of single states, or of groups of states, that each data set estimates,
// at all λ's. An estimates is immutable.
type estimates struct {
	labels []string      // of the groups; nil if only true values distinguish the groups
	truth  []float64     // by group, mean over its states
	at     [][][]float64 // by λ, group and data set, likewise
	// each has the true values of a group's states if they share an estimate, otherwise the mean.
	each [][]float64
}

// A few states have their own estimates; states that look alike share one. Many states stand in
// groups of equal size, by true value.
const (
	maxSingleStates = 7
	numGroups       = 5
)

// newEstimates returns the estimates of trials of settings, each at its only size, in O(trials · λ's
// · groups · d) because values are linear in θ.
func newEstimates(e *analysis.Engine, s settings.Settings, trials []*study.Trial) (*estimates, error) {
	domain, err := sim.New(s.Problem)
	if err != nil {
		return nil, err
	}
	at, err := e.Truth(domain, s.Gamma)
	if err != nil {
		return nil, err
	}
	groups, labels := estimateGroups(at)
	out := &estimates{labels: labels, at: make([][][]float64, len(s.Grid()))}
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
		out.truth = append(out.truth, nu)
		each := []float64{nu}
		if alike(at, states) {
			each = nil
			for _, state := range states {
				each = append(each, at.Nu[state])
			}
		}
		out.each = append(out.each, each)
	}
	for k := range out.at {
		out.at[k] = make([][]float64, len(groups))
		for g, x := range features {
			for _, t := range trials {
				v := 0.0
				for j, theta := range t.Outcomes[0].Theta[k] {
					v += float64(x[j] * theta)
				}
				out.at[k][g] = append(out.at[k][g], v)
			}
		}
	}
	return out, nil
}

// estimateGroups returns the reference states of each group and the labels of the groups, if
// any. Groups of several states are in the order of true values.
func estimateGroups(at *truth.Values) (groups [][]int, labels []string) {
	states := at.Spread()
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
func lookAlikes(at *truth.Values, states []int) (groups [][]int) {
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
