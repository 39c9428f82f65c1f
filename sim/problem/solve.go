package problem

import (
	"fmt"

	"gonum.org/v1/gonum/mat"
)

// Values returns ν_γ at each state, the expected discounted return of episodes that are
// never cut: (I − γP)ν = r. The error names a γ outside [0, 1], or a γ of 1 where some
// episodes never, or hardly ever, end. It costs a dense solve, N³/3 multiplications for N
// states.
func (p *Problem) Values(gamma float64) ([]float64, error) {
	if err := p.CheckGamma(gamma); err != nil {
		return nil, err
	}
	n := len(p.States)
	a, r := mat.NewDense(n, n, nil), mat.NewVecDense(n, nil)
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
	// Probabilities of a file sum to 1 within 1e-9, so that they leave open how long episodes
	// are whose ends are rarer than that. The condition number has another scale.
	const longest = 1e9
	length, ones := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	for s := range n {
		ones.SetVec(s, 1)
	}
	if err := solve(&lu, length, ones); err != nil {
		return nil, err
	}
	if !(mat.Max(length) < longest && mat.Min(length) > .5) { // an episode has a step; a singular matrix leaves 0
		return nil, fmt.Errorf("%s: episodes hardly ever end, so that these probabilities do not determine the values at γ = %v", p.Name, gamma)
	}
	return nu.RawVector().Data, solve(&lu, nu, r)
}

// solve is SolveVecTo of a matrix that may be as ill-conditioned as episodes are long.
func solve(lu *mat.LU, x, b *mat.VecDense) error {
	err := lu.SolveVecTo(x, false, b)
	if _, conditioned := err.(mat.Condition); conditioned {
		return nil
	}
	return err
}

// Visits returns μ, the expected visits of each state in an episode that is cut after
// maxSteps transitions, as shares: μ ∝ Σ_{t<maxSteps} (Pᵀ)ᵗ·start. It also returns the
// mean number of transitions of an episode, and the share of episodes that are cut. It
// costs one pass over all branches for each step that some episode takes, and nothing when
// it is asked for again. The slice is shared: do not change it.
func (p *Problem) Visits(maxSteps int) (mu []float64, length, cut float64) {
	v := p.visited.Load()
	if v == nil || v.maxSteps != maxSteps {
		v = &visits{maxSteps: maxSteps}
		v.mu, v.length, v.cut = p.visit(maxSteps)
		p.visited.Store(v)
	}
	return v.mu, v.length, v.cut
}

// visits are what Visits returns for episodes of at most so many steps.
type visits struct {
	maxSteps    int
	mu          []float64
	length, cut float64
}

func (p *Problem) visit(maxSteps int) (mu []float64, length, cut float64) {
	n := len(p.States)
	mu, rest := make([]float64, n), make([]float64, n)
	now, next := make([]float64, n), make([]float64, n)
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

// negligible is the share of episodes under way, as part of the mean length, below which
// what they go on to visit is beyond the precision of μ: where episodes end, what is left
// shrinks by a constant factor in each few steps.
const negligible = 0x1p-80

// add adds a term to a sum that is kept with its rest (Neumaier).
func add(sum, rest *float64, term float64) {
	t := *sum + term
	if *sum >= term {
		*rest += (*sum - t) + term
	} else {
		*rest += (term - t) + *sum
	}
	*sum = t
}
