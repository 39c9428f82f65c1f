package truth

import "fmt"

// Profiles are states of a chain, a sample from μ, with the rewards at each lag
// after them, from which their values follow for every γ. They are immutable.
//
// From each state come two independent halves of R rollouts; half h gives
// r̄⁽ʰ⁾_s(τ), the reward at lag τ summed over the rollouts and divided by R,
// whether they lasted that long or not, and ν⁽ʰ⁾_γ(s) = Σ_τ γ^τ r̄⁽ʰ⁾_s(τ). The
// value ν is the mean of the two, and the mean of (ν⁽¹⁾ − ν⁽²⁾)²/4 over states is
// an unbiased estimate of its mean squared error.
//
// Two ends pull apart. A value that is shown should be near the truth, which takes
// many rollouts. A mean over μ, as the MSVE is, should rest on many states, and
// hardly gains from more than a rollout or two from each: on 2048 what tells two
// estimates apart is how they do on the few states with a large tile. So the
// first states have many rollouts, and the others few.
type Profiles struct {
	Plan
	Domain  string // of the chain's options
	Start   string
	Longest int // transitions of the longest episode among Plan.Episodes

	size   int    // bytes of an encoded state
	states []byte // Plan.States of them
	halves [2]half
}

// Plan says how profiles are drawn; with the chain it determines them.
type Plan struct {
	Seed     uint64 // of the streams
	Episodes int    // whose states are pooled, to draw from
	States   int    // M, drawn from the pool
	Rollouts int    // R, from each state in each half …

	Shown         int // but for the first states, which are the reference states:
	ShownRollouts int // so many from each of these
}

// check returns an error unless the plan draws anything.
func (p *Plan) check() error {
	if min(p.Episodes, p.States-1, p.Rollouts, p.Shown, p.ShownRollouts) < 1 || p.Shown > p.States {
		return fmt.Errorf("plan %+v: want at least 2 states and 1 of all else", *p)
	}
	return nil
}

// rollouts returns R of state s.
func (p *Plan) rollouts(s int) int {
	if s < p.Shown {
		return p.ShownRollouts
	}
	return p.Rollouts
}

// half holds the sums of rewards at each lag over R rollouts. Rewards are whole
// numbers, so that the sums are exact whatever the order of adding up.
type half struct {
	sums []int32 // lag by lag, state by state; without the zeros after the last
	ends []int   // where each state's sums end
}

// of returns the sums of state s.
func (h *half) of(s int) []int32 {
	first := 0
	if s > 0 {
		first = h.ends[s-1]
	}
	return h.sums[first:h.ends[s]]
}

// state returns encoded state s.
func (p *Profiles) state(s int) []byte {
	return p.states[s*p.size : (s+1)*p.size : (s+1)*p.size]
}

// values returns ν_γ of each state, and half the difference between its two
// estimates.
func (p *Profiles) values(gamma float64) (nu, apart []float64) {
	nu, apart = make([]float64, p.States), make([]float64, p.States)
	for s := range nu {
		n := float64(p.rollouts(s))
		a, b := horner(p.halves[0].of(s), gamma)/n, horner(p.halves[1].of(s), gamma)/n
		nu[s], apart[s] = (a+b)/2, (a-b)/2
	}
	return nu, apart
}

// horner returns Σ_τ γ^τ c_τ.
func horner(c []int32, gamma float64) float64 {
	sum := 0.0
	for i := len(c) - 1; i >= 0; i-- {
		sum = float64(sum*gamma) + float64(c[i])
	}
	return sum
}
