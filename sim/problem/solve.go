package problem

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"
)

// Values returns ν_γ at each state, the expected discounted return of uncut episodes: (I − γP)ν =
// r. The error names a γ outside [0, 1], or a γ of 1 if some episodes never, or hardly ever, end.
// The cost is a dense solve, N³/3 multiplications for N states.
func (p *Problem) Values(gamma float64) ([]float64, error) {
	if err := p.CheckGamma(gamma); err != nil {
		return nil, err
	}
	n := len(p.States)
	a := mat.NewDense(n, n, nil)
	r := mat.NewVecDense(n, nil)
	for s, state := range p.States {
		a.Set(s, s, 1)
		for _, b := range state.Next {
			if b.To != End {
				a.Set(s, b.To, a.At(s, b.To)-float64(gamma*b.P))
			}
		}
		r.SetVec(s, p.MeanReward(s))
	}
	var lu mat.LU
	lu.Factorize(a)
	nu := mat.NewVecDense(n, nil)
	// The probabilities of a file sum to 1 within 1e-9, so that lengths beyond 1e9 are not
	// determined. The condition number has another scale.
	const longest = 1e9
	length := mat.NewVecDense(n, nil)
	ones := mat.NewVecDense(n, nil)
	for s := range n {
		ones.SetVec(s, 1)
	}
	if err := solve(&lu, length, ones); err != nil {
		return nil, err
	}
	if !(mat.Max(length) < longest && mat.Min(length) > .5) { // at least one step; a singular matrix gives 0
		return nil, fmt.Errorf("%s: episodes hardly ever end, so that these probabilities do not determine the values at γ = %v", p.Name, gamma)
	}
	return nu.RawVector().Data, solve(&lu, nu, r)
}

// solve is SolveVecTo that accepts ill-conditioned matrices, because long episodes make them so.
func solve(lu *mat.LU, x, b *mat.VecDense) error {
	err := lu.SolveVecTo(x, false, b)
	if _, conditioned := errors.AsType[mat.Condition](err); conditioned {
		return nil
	}
	return err
}

// Visits returns μ, the shares of the states in the expected visits of an episode that is cut
// after maxSteps transitions: μ ∝ Σ_{t<maxSteps} (Pᵀ)ᵗ·start. It also returns the mean length of
// an episode in transitions, and the share of cut episodes. The cost is a pass over all branches
// for each step of the longest episode; Visits keeps the last result. Callers share the slice and
// must not change it.
func (p *Problem) Visits(maxSteps int) (mu []float64, length, cut float64) {
	v := p.visited.Load()
	if v == nil || v.maxSteps != maxSteps {
		v = &visits{maxSteps: maxSteps}
		v.mu, v.length, v.cut = p.visit(maxSteps)
		p.visited.Store(v)
	}
	return v.mu, v.length, v.cut
}

// visits are a result of Visits.
type visits struct {
	maxSteps    int
	mu          []float64
	length, cut float64
}

func (p *Problem) visit(maxSteps int) (mu []float64, length, cut float64) {
	n := len(p.States)
	mu = make([]float64, n)
	rest := make([]float64, n)
	now := make([]float64, n)
	next := make([]float64, n)
	for s := range now {
		now[s] = p.States[s].Start
	}
	alive := 1.0
	for range maxSteps {
		if alive < negligible*length {
			alive = 0
			break
		}
		clear(next)
		for s, mass := range now {
			if mass == 0 {
				continue
			}
			add(&mu[s], &rest[s], mass)
			for _, b := range p.States[s].Next {
				if b.To != End {
					next[b.To] += float64(mass * b.P)
				}
			}
		}
		length += alive
		now, next = next, now
		alive = 0
		for _, mass := range now {
			alive += mass
		}
	}
	sum := 0.0
	for s := range mu {
		mu[s] += rest[s]
		sum += mu[s]
	}
	for s := range mu {
		mu[s] /= sum
	}
	return mu, sum, alive
}

// negligible is the ratio of running episodes to the mean length below which further visits are
// beyond the precision of μ, because the number of running episodes shrinks by a constant factor
// every few steps.
const negligible = 0x1p-80

// add adds a term to a sum with a remainder (Neumaier).
func add(sum, rest *float64, term float64) {
	t := *sum + term
	if *sum >= term {
		*rest += (*sum - t) + term
	} else {
		*rest += (term - t) + *sum
	}
	*sum = t
}
