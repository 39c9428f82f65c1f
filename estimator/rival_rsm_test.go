package estimator

import (
	"context"
	"testing"

	"lambdascope/estimator/internal/dense"
)

// TestFromZero follows the updates from A_0⁻¹ to A_λ⁻¹, where wrong ones would hide behind
// the inverse of A_λ itself.
func TestFromZero(t *testing.T) {
	ctx := context.Background()
	data := append(synthetic(t, 6, 4, 7, 1), truncatedSynthetic(t, 3, 4, 5, 2)...)
	for _, data := range [][]*Trajectory{data, offPolicy(t, data, 1)} {
		p := must(newProblem(ctx, data, Options{Gamma: 0.9, Lambdas: grid(4)}))(t)
		v, ws := p.at(0), newWorkspace(p.d, nil)
		start := p.with([]float64{0}).inverseAt(ctx, ws, v, 0, nil)
		for k, lambda := range p.opt.Lambdas {
			s := make(dense.System, p.systemSize())
			if inverse := p.retrace(ctx, ws, k, start, s); start == nil || !isInverse(inverse, s, ws.rsm.residue) {
				t.Errorf("λ = %v: updates do not lead to A_λ⁻¹", lambda)
			}
		}
	}
}

// statuses counts the folds of a selection by status.
func statuses(s *Selection) (ok, refit, deficient int) {
	for k := range s.Candidates {
		for _, status := range s.Candidates[k].Status {
			switch status {
			case FoldOK:
				ok++
			case FoldRefit:
				refit++
			default:
				deficient++
			}
		}
	}
	return ok, refit, deficient
}

// TestUpdatesAreUsed: the inverses of most folds, of trajectories and groups, off-policy, too,
// come from updates, which solutions from their own systems would hide.
func TestUpdatesAreUsed(t *testing.T) {
	all := differentiated(t)
	for _, name := range []string{"mixed", "long", "wide", "wide off-policy"} {
		data := all[name]
		for _, groups := range [][]int{nil, groupLabels(len(data))} {
			opt := Options{Gamma: 0.9, Lambdas: []float64{0, 0.7}, Ridge: 2, Groups: groups, Method: RSM}
			if ok, refit, deficient := statuses(mustSelect(t, data, opt)); 10*(refit+deficient) > ok { // large ratios need some
				t.Errorf("%s, groups %v: %d updates, %d refits, %d deficient", name, groups, ok, refit, deficient)
			}
		}
	}
}
