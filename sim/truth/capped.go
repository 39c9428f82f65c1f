package truth

import (
	"context"
	"fmt"

	"lambdascope/sim"
	"lambdascope/sim/random"
)

// Capped scores estimates where a step cap cuts the episodes of a domain, at the
// states that they visit up to the cap, against the returns that they would have had
// without it. It is immutable.
type Capped struct {
	dim   int
	gram  []float64 // E[xxᵀ], the upper triangle
	cross []float64 // E[xG]
	// E[G²]. It has the variance of the return, which no estimate can take away.
	square float64
}

// How a Capped is drawn. The seed spells "capped"; like that of ShippedPlan it is far
// from those that people choose. Units are added up in order, so that the same numbers
// come out on any number of processors.
const (
	cappedSeed     = 0x636170706564
	cappedEpisodes = 51_200
	cappedUnits    = 64
	// cappedTargetShare is how many times fewer episodes do with a target policy, which
	// is run from every so many-th of their states: that takes its time and tells more
	// than returns that share their end.
	cappedTargetShare = 8
)

// DrawCapped draws the moments of the states and returns of a domain at γ. do runs
// its parts, see estimator.Options. The error is ctx's, or names a γ outside [0, 1].
func DrawCapped(ctx context.Context, do func(ctx context.Context, n int, f func(i int)), d sim.Domain, gamma float64) (*Capped, error) {
	if !(gamma >= 0 && gamma <= 1) {
		return nil, fmt.Errorf("gamma %v: want 0 ≤ γ ≤ 1", gamma)
	}
	limit := d.Options().MaxSteps
	whole := d.Options()
	whole.MaxSteps = 0 // the default, which cuts none
	uncut, err := sim.New(whole)
	if err != nil {
		return nil, err
	}
	dim := d.Dim()
	episodes := cappedEpisodes
	target, off := uncut.(sim.Roller)
	if off = off && whole.Target != 0; off {
		episodes /= cappedTargetShare
	}
	units := make([]*cappedSums, cappedUnits)
	errs := make([]error, cappedUnits)
	do(ctx, cappedUnits, func(u int) {
		s := &cappedSums{Capped: Capped{dim: dim, gram: make([]float64, dim*dim), cross: make([]float64, dim)}, row: make([]float64, dim)}
		if off {
			s.target = target
		}
		each := episodes / cappedUnits
		for i := u * each; i < (u+1)*each && errs[u] == nil; i++ {
			if errs[u] = ctx.Err(); errs[u] == nil {
				errs[u] = s.episode(uncut, i, limit, gamma)
			}
		}
		units[u] = s
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	out := units[0]
	for _, s := range units[1:] {
		out.plus(s)
	}
	for i := range out.gram {
		out.gram[i] /= out.visits
	}
	for i := range out.cross {
		out.cross[i] /= out.visits
	}
	out.square /= out.visits
	return &out.Capped, nil
}

// cappedSums are sums over states, as many as visits.
type cappedSums struct {
	Capped
	visits float64
	target sim.Roller // whose policy the returns are of; nil where that is the behaviour
	states []byte
	x      features
	row    []float64
	g      []float64
}

// episode adds the states of an episode up to a limit.
func (s *cappedSums) episode(d sim.Domain, i, limit int, gamma float64) error {
	t, err := d.Trajectory(cappedSeed, i)
	if err != nil {
		return err
	}
	limit = min(limit, t.Len())
	first, stride := 0, 1
	if s.target != nil {
		first, stride = i%targetStride, targetStride
		s.roll(i, limit, gamma)
	} else {
		s.g = discounted(append(s.g[:0], t.Rewards()...), gamma)
	}
	for step := first; step < limit; step += stride {
		s.x.set(t.FeaturesInto(s.row, step))
		g := s.g[step]
		s.visits++
		s.square += float64(g * g)
		for a, j := range s.x.at {
			v := s.x.x[a]
			s.cross[j] += float64(v * g)
			row := s.gram[j*s.dim : (j+1)*s.dim]
			for b, k := range s.x.at[a:] {
				row[k] += float64(v * s.x.x[a+b])
			}
		}
	}
	return nil
}

// roll sets g to a return of the target from each state that counts of an episode up to
// a limit.
func (s *cappedSums) roll(i, limit int, gamma float64) {
	rng := random.Stream(cappedSeed+1, i)
	size := s.target.StateBytes()
	s.states = s.target.States(cappedSeed, i, s.states[:0])
	s.g = append(s.g[:0], make([]float64, limit)...)
	var rewards []float64
	for step := i % targetStride; step < limit; step += targetStride {
		rewards = s.target.Rollout(s.states[step*size:(step+1)*size], rng, rewards[:0])
		s.g[step] = discounted(rewards, gamma)[0]
	}
}

// discounted turns rewards into the returns from each on, in place.
func discounted(rewards []float64, gamma float64) []float64 {
	for k := len(rewards) - 2; k >= 0; k-- {
		rewards[k] += float64(gamma * rewards[k+1])
	}
	return rewards
}

// plus adds other sums.
func (s *cappedSums) plus(other *cappedSums) {
	s.visits += other.visits
	s.square += other.square
	for i, v := range other.gram {
		s.gram[i] += v
	}
	for i, v := range other.cross {
		s.cross[i] += v
	}
}

// Error returns E[(xᵀθ − G)²]: the MSVE of θ plus the variance of the return, which is
// the same for every θ. theta has d numbers.
func (c *Capped) Error(theta []float64) float64 {
	sum := c.square
	for j, v := range theta {
		row := c.gram[j*c.dim : (j+1)*c.dim]
		products := float64(v * row[j])
		for k := j + 1; k < c.dim; k++ {
			products += float64(2 * float64(row[k]*theta[k]))
		}
		sum += float64(v * float64(products-float64(2*c.cross[j])))
	}
	return sum
}

// Bytes returns roughly how much memory the moments hold.
func (c *Capped) Bytes() int { return 8 * (len(c.gram) + len(c.cross)) }
