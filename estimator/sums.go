package estimator

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
)

// Sums are the first pass of a selection in passes: over all trajectories and for each
// λ, the sums of A_i and b_i that fits are made of, and the Gram matrix of the features,
// from which their scales and their rank come. They take memory for some k·d² numbers,
// however many trajectories there are.
//
// They are exact, without rounding: the same however the trajectories are divided into
// parts, and in whatever order these are added and merged. So the second pass can take
// each trajectory away again, however much it outweighs all others.
//
// A Sums is not safe for concurrent use; Add itself works in parallel.
type Sums struct {
	gamma     float64
	lambdas   []float64
	dim       int
	processor string // what kind it was made on: others round A_i otherwise

	trajectories, steps, truncated int
	reward                         reward       // the first other than zero, but for ratios of zero
	gram                           *exactSums   // Σ x xᵀ, d×d
	systems                        []*exactSums // per λ, d×(d+1), each row of A with b after it
}

// reward is where a reward is, from 1; the zero reward is none.
type reward struct {
	trajectory, step int
	value            float64
}

// mostSums is how many numbers Sums may add up: 2 GiB and more.
const mostSums = 1 << 26

// NewSums returns the sums of no trajectories yet, of so many features, at γ and the
// λ's of the options. What else these have plays no part.
func NewSums(dim int, opt Options) (*Sums, error) {
	opt = Options{Gamma: opt.Gamma, Lambdas: opt.Lambdas}
	if err := opt.validate(); err != nil {
		return nil, err
	}
	if err := checkSumsSize(dim, len(opt.Lambdas)); err != nil {
		return nil, err
	}
	s := &Sums{gamma: opt.Gamma, lambdas: slices.Clone(opt.Lambdas), dim: dim, processor: runtime.GOARCH}
	s.gram = newExactSums(dim * dim)
	for range s.lambdas {
		s.systems = append(s.systems, newExactSums(dim*(dim+1)))
	}
	return s, nil
}

// checkSumsSize returns the error of sums that do not fit.
func checkSumsSize(dim, lambdas int) error {
	if dim < 1 {
		return fmt.Errorf("%d features: want at least 1", dim)
	}
	if most := int(math.Sqrt(mostSums / float64(lambdas+1))); dim > most {
		return fmt.Errorf("%d features at %d λ's: want at most %d to add up in passes", dim, lambdas, most)
	}
	return nil
}

// Trajectories, Steps, Truncated and Dim return how many trajectories, transitions,
// truncated trajectories and features there are.
func (s *Sums) Trajectories() int { return s.trajectories }

// Steps returns Σ H_i.
func (s *Sums) Steps() int { return s.steps }

// Truncated returns how many trajectories were cut off.
func (s *Sums) Truncated() int { return s.truncated }

// Dim returns d, the number of features.
func (s *Sums) Dim() int { return s.dim }

// Gamma returns γ.
func (s *Sums) Gamma() float64 { return s.gamma }

// Lambdas returns the λ's. The slice is shared: do not change it.
func (s *Sums) Lambdas() []float64 { return s.lambdas }

// Add adds trajectories, using do as Options.Do. After an error, which is ctx's or
// names a trajectory, counted from the first that was added, and a step, the sums
// are of no use.
func (s *Sums) Add(ctx context.Context, data []*Trajectory, do func(ctx context.Context, n int, f func(i int))) error {
	if do == nil {
		do = goroutines
	}
	p := s.problem(ctx, data)
	for i, t := range data {
		if err := s.count(i, t); err != nil {
			return err
		}
	}
	items, _ := p.distinct()
	locks := make([]sync.Mutex, len(s.systems)+1)
	errs := make([]error, len(items))
	do(ctx, len(items), func(at int) {
		errs[at] = s.addOne(p, items[at], locks)
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	s.trajectories += len(data)
	return nil
}

// problem returns a problem over all features, as they are, to accumulate trajectories in.
func (s *Sums) problem(ctx context.Context, data []*Trajectory) *problem {
	p := &problem{
		data:     data,
		opt:      Options{Gamma: s.gamma, Lambdas: s.lambdas},
		features: s.dim,
		d:        s.dim,
		r:        s.dim,
		done:     ctx.Done(),
		stop:     func() bool { return ctx.Err() != nil },
	}
	p.scale = make([]float64, s.dim)
	for j := range p.scale {
		p.scale[j] = 1
	}
	p.settle()
	return p
}

// count counts the i-th of the trajectories to be added.
func (s *Sums) count(i int, t *Trajectory) error {
	number := s.trajectories + i + 1
	if t.Dim() != s.dim {
		return fmt.Errorf("trajectory %d has %d features, the first %d: want the same", number, t.Dim(), s.dim)
	}
	if _, err := t.checkedReturns(number, s.gamma); err != nil {
		return err
	}
	s.steps += t.Len()
	if !t.Terminated() {
		s.truncated++
	}
	if s.reward.trajectory == 0 {
		if at := t.firstReward(); at >= 0 {
			s.reward = reward{number, at + 1, t.Rewards()[at]}
		}
	}
	return nil
}

// addOne adds an item. Its features are scaled by powers of two of its own, so that
// nothing overflows on the way; elsewhere scales change no digit.
func (s *Sums) addOne(p *problem, same item, locks []sync.Mutex) error {
	ws := p.borrow()
	defer p.giveBack(ws)
	d := s.dim
	own := *p
	exponents := make([]int32, d+1) // of the rewards 0
	own.inverse = make([]float64, d)
	ownScale(p.data[same.index], exponents[:d], own.inverse, ws.left[:d])
	own.load(&ws.episode, same.index)
	e := &ws.episode
	overflow := fmt.Errorf("trajectory %d: its sums overflow; scale the rewards down", s.trajectories+same.index+1)

	gram := resize(ws.own, d*d)
	ws.own = gram
	clear(gram)
	ws.gram(gram, e.x, e.h+1, d, e.ldx, e.sparse)
	add := func(sums *exactSums, lock *sync.Mutex, rows []float64, ld, columns int) bool {
		lock.Lock()
		defer lock.Unlock()
		for a := range d {
			if !sums.add(a*columns, rows[a*ld:a*ld+columns], int(exponents[a]), exponents[:columns], same.count) {
				return false
			}
		}
		return true
	}
	if !add(s.gram, &locks[len(s.systems)], gram, d, d) {
		return overflow
	}
	shared := own.shared(ws, len(s.lambdas))
	for j := range s.systems {
		k := (j + same.index) % len(s.systems) // so that workers do not wait for each other
		if !add(s.systems[k], &locks[k], own.padded(ws, shared, k), e.ldw, d+1) {
			return overflow
		}
		if p.stop() {
			return nil
		}
	}
	return nil
}

// ownScale sets exponents to those of the largest features of a trajectory, and inverse
// to what takes them to about 1.
func ownScale(t *Trajectory, exponents []int32, inverse, largest []float64) {
	clear(largest)
	buffer := make([]float64, len(largest))
	for step := 0; step <= t.Len(); step++ {
		for j, v := range t.FeaturesInto(buffer, step) {
			if v = math.Abs(v); v > largest[j] {
				largest[j] = v
			}
		}
	}
	for j, v := range largest {
		_, exponent := math.Frexp(v) // 0 of 0
		exponent = max(-maxScale, min(maxScale, exponent))
		exponents[j], inverse[j] = int32(exponent), math.Ldexp(1, -exponent)
	}
}

// Merge adds the sums of other trajectories, which follow these where trajectories are
// counted. The error names a setting that differs. o is carried, but stays what it is.
func (s *Sums) Merge(o *Sums) error {
	switch {
	case o.gamma != s.gamma:
		return fmt.Errorf("sums at γ = %v and at γ = %v: want the same", s.gamma, o.gamma)
	case !slices.Equal(o.lambdas, s.lambdas):
		return fmt.Errorf("sums at different λ's: want the same grid")
	case o.dim != s.dim:
		return fmt.Errorf("sums of %d features and of %d: want the same", s.dim, o.dim)
	case o.processor != s.processor:
		return fmt.Errorf("sums made on %s and on %s, which round differently: want the same kind of processor", s.processor, o.processor)
	}
	if s.reward.trajectory == 0 && o.reward.trajectory > 0 {
		s.reward = o.reward
		s.reward.trajectory += s.trajectories
	}
	s.trajectories += o.trajectories
	s.steps += o.steps
	s.truncated += o.truncated
	s.gram.merge(o.gram)
	for k, sums := range o.systems {
		s.systems[k].merge(sums)
	}
	return nil
}

// carry brings all sums to their one form.
func (s *Sums) carry() {
	s.gram.carry()
	for _, sums := range s.systems {
		sums.carry()
	}
}
