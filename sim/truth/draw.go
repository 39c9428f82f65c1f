package truth

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"lambdascope/sim"
	"lambdascope/sim/random"
)

// The random streams of a plan, as offsets to its seed. Draws address each stream by index, so
// that moments do not depend on the division of work.
const (
	streamEpisodes = iota
	streamPicks    // choose the shown states
	streamRollouts // from the shown states, first half; the next offset is the second half
	_
	streamBranches // choose where an episode branches, and roll out from there
	streamReturns  // roll out the target policy, if it differs from the behaviour
)

// units is the number of parts of the episodes, each the work of one processor: a multiple of
// batches.
const units = 4 * batches

// targetStride is the distance of the states of an episode from which the target policy rolls
// out: neighbouring states are alike, so that every state would cost more than it tells.
const targetStride = 4

// Maps returns the domain of the options with every feature map, for Draw; nothing for a domain
// with exact values. Errors are as in sim.New.
func Maps(o sim.Options) (out []sim.Roller, err error) {
	features, err := sim.FeatureMaps(o)
	if err != nil {
		return nil, err
	}
	for _, f := range features {
		o.Features = f
		d, err := sim.New(o)
		if err != nil {
			return nil, err
		}
		if r, ok := d.(sim.Roller); ok {
			out = append(out, r)
		}
	}
	return out, nil
}

// Draw draws the moments of a chain. The domains are the chain with a feature map each; their
// step cap must not cut episodes. Draw returns an error for an empty plan, and for an episode
// that is cut or too long.
func Draw(maps []sim.Roller, plan Plan) (*Moments, error) {
	if err := plan.check(); err != nil {
		return nil, err
	}
	d := &drawing{Plan: plan, maps: maps, chain: maps[0], size: maps[0].StateBytes(), gammas: nodeGammas()}
	for _, m := range maps {
		d.offsets = append(d.offsets, d.dim)
		d.dim += m.Dim()
	}
	if next, ok := d.chain.(sim.RewardModel); ok {
		d.next = next
		d.dim++
	}
	d.dim++ // the bias
	if plane, ok := d.chain.(sim.Plane); ok {
		d.plane = plane
		x, y := plane.PlaneAxes()
		d.cells = newCellSums(x.Cells*y.Cells, d.dim)
	}
	for b := range d.batches {
		d.batches[b] = batch{all: newSums(d.dim), branched: newSums(d.dim)}
	}
	if err := d.run(); err != nil {
		return nil, err
	}
	m := d.moments()
	d.drawStates(m)
	return m, nil
}

// drawing is the state of Draw.
type drawing struct {
	Plan
	maps    []sim.Roller
	chain   sim.Roller      // the first of maps
	plane   sim.Plane       // nil if states are not points of a plane
	next    sim.RewardModel // nil if the mean next reward is unknown
	size    int             // bytes of a state
	offsets []int           // of the features of each map
	dim     int             // features of all maps, perhaps the next reward, and the bias
	gammas  *series

	batches [batches]batch
	cells   *cellSums
}

// batch holds the sums of a batch of episodes.
type batch struct {
	all      *sums // over states, with one return of the target each
	branched *sums // over some states, with two independent estimates each
	longest  int
}

// run runs the episodes, unit by unit.
func (d *drawing) run() error {
	// Add units in order, so that rounding does not depend on the scheduler.
	var turns [units + 1]chan struct{}
	for u := range turns {
		turns[u] = make(chan struct{})
	}
	close(turns[0])
	workers := sync.Pool{New: func() any { return newWorker(d) }}
	return each(units, func(u int) error {
		w := workers.Get().(*worker)
		err := w.run(u*d.Episodes/units, (u+1)*d.Episodes/units)
		<-turns[u]
		defer close(turns[u+1])
		if err != nil {
			return err
		}
		b := &d.batches[u*batches/units]
		b.all.merge(w.all)
		b.branched.merge(w.branched)
		b.longest = max(b.longest, w.longest)
		if d.cells != nil {
			d.cells.merge(w.cells)
		}
		workers.Put(w)
		return nil
	})
}

// worker runs episodes.
type worker struct {
	*drawing
	batch
	cells *cellSums

	states  []byte
	x       []float64
	f       features
	profile []float64
}

func newWorker(d *drawing) *worker {
	w := &worker{drawing: d, batch: batch{all: newSums(d.dim), branched: newSums(d.dim)}, x: make([]float64, d.dim)}
	if d.cells != nil {
		w.cells = newCellSums(len(d.cells.count), d.dim)
	}
	return w
}

// run runs episodes first to end−1.
func (w *worker) run(first, end int) error {
	for i := first; i < end; i++ {
		if err := w.episode(i); err != nil {
			return err
		}
	}
	return nil
}

// episode runs an episode, with branches if its index is a multiple of Every.
//
// It branches at a state T transitions before the end with probability 1/√T, and so with weight
// √T. That is the best rule if all states tell equally much and rollouts take time in proportion
// to T; it also branches often near the end, where discounted values tend to change most. It
// branches where the sum of the probabilities, from the end on and from a random number between 0
// and 1, passes a whole number.
func (w *worker) episode(i int) error {
	w.states = w.chain.States(w.Seed+streamEpisodes, i, w.states[:0])
	t, err := w.chain.Trajectory(w.Seed+streamEpisodes, i)
	if err != nil {
		return err
	}
	length := len(w.states) / w.size
	switch {
	case t.Len() != length:
		return fmt.Errorf("an episode of %d transitions is cut: want a larger step cap", length)
	case length > longestEpisode:
		return fmt.Errorf("an episode of %d transitions: want at most %d", length, longestEpisode)
	}
	w.longest = max(w.longest, length)
	branches := i%w.Every == 0
	rng := random.Stream(w.Seed+streamBranches, i)
	passed := random.Unit(rng)
	rewards := t.Rewards()
	var target *rand.Rand // nil for the behaviour, because the episode has the returns
	stride := 1
	next := length - 1
	if w.chain.Options().Target != 0 {
		target = random.Stream(w.Seed+streamReturns, i)
		stride = targetStride
		next -= target.IntN(stride)
	}
	var nu series
	for step := length - 1; step >= 0; step-- {
		state := w.states[step*w.size : (step+1)*w.size]
		w.features(state)
		if target == nil {
			nu.step(w.gammas, rewards[step])
		}
		if step == next {
			next -= stride
			if target != nil {
				w.profile = w.chain.Rollout(state, target, w.profile[:0])
				nu.discount(w.gammas, w.profile, 1)
			}
			w.all.add(1, &w.f, &nu)
			if w.cells != nil {
				w.cells.add(w.cell(state), &w.f, &nu)
			}
		}
		if !branches {
			continue
		}
		root := math.Sqrt(float64(length - step))
		if passed += 1 / root; passed < 1 {
			continue
		}
		passed--
		var halves [2]series
		for h := range halves {
			w.profile = w.profile[:0]
			for range w.Rollouts {
				w.profile = w.chain.Rollout(state, rng, w.profile)
			}
			halves[h].discount(w.gammas, w.profile, w.Rollouts)
		}
		w.branched.addSquare(root, &halves[0], &halves[1])
		for k := range halves[0] {
			halves[0][k] = (halves[0][k] + halves[1][k]) / 2
		}
		w.branched.add(root, &w.f, &halves[0])
	}
	return nil
}

// features sets the features of a state.
func (w *worker) features(state []byte) {
	for i, m := range w.maps {
		m.StateFeatures(state, w.x[w.offsets[i]:w.offsets[i]+m.Dim()])
	}
	if w.next != nil {
		w.x[w.dim-2] = w.next.NextReward(state)
	}
	w.x[w.dim-1] = 1
	w.f.set(w.x)
}

// cell returns the number of a state's cell, row by row.
func (d *drawing) cell(state []byte) int {
	axisX, axisY := d.plane.PlaneAxes()
	x, y := d.plane.StatePoint(state)
	return part(axisY, y)*axisX.Cells + part(axisX, x)
}

// drawStates draws the states of charts, with values: uniformly from the states of the pool, so
// that episodes count by length, as in μ.
func (d *drawing) drawStates(m *Moments) {
	ends := make([]int, d.Pool) // number of pooled states up to the end of each episode
	_ = each(d.Pool, func(i int) error {
		ends[i] = len(d.chain.States(d.Seed+streamEpisodes, i, nil)) / d.size
		return nil
	})
	total := 0
	for i, h := range ends {
		total += h
		ends[i] = total
	}
	rng := random.Stream(d.Seed+streamPicks, 0)
	picks := make([]int, d.States)
	for s := range picks {
		at, _ := bits.Mul64(rng.Uint64(), uint64(total)) // bias: below total/2⁶⁴
		picks[s] = int(at)
	}
	m.Encoded = make([]byte, d.States*d.size)
	m.Values = make([]float32, d.States*nodes)
	apart := make([]series, d.States)
	_ = each(d.States, func(s int) error {
		i, _ := slices.BinarySearch(ends, picks[s]+1)
		states := d.chain.States(d.Seed+streamEpisodes, i, nil)
		back := (ends[i] - picks[s]) * d.size // from the end of the episode
		copy(m.state(s), states[len(states)-back:])
		halves := d.stateValues(d.chain, m.state(s), s)
		for k := range apart[s] {
			m.Values[s*nodes+k] = float32((halves[0][k] + halves[1][k]) / 2)
			apart[s][k] = (halves[0][k] - halves[1][k]) / 2
		}
		return nil
	})
	for s := range apart {
		for k, a := range apart[s] {
			m.ValueMSE[k] += float64(a*a) / float64(d.States)
		}
	}
}

// stateValues returns two independent estimates of the value of a shown state.
func (p *Plan) stateValues(d sim.Roller, state []byte, s int) (halves [2]series) {
	gammas := nodeGammas()
	for h := range halves {
		rng := random.Stream(p.Seed+streamRollouts+uint64(h), s)
		var profile []float64
		for range p.StateRollouts {
			profile = d.Rollout(state, rng, profile)
		}
		halves[h].discount(gammas, profile, p.StateRollouts)
	}
	return halves
}

// each calls f(0) to f(n−1), in this order, in parallel on all processors. After an error it
// starts no more calls.
func each(n int, f func(i int) error) error {
	group, ctx := errgroup.WithContext(context.Background())
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := 0; i < n && ctx.Err() == nil; i++ {
		group.Go(func() error { return f(i) })
	}
	return group.Wait()
}

// Plan determines moments, together with a chain and feature maps.
type Plan struct {
	Seed     uint64 // of the streams
	Episodes int    // for all moments except E[ν²]
	Every    int    // every Every-th episode branches
	Rollouts int    // from each branching state, in each of two halves

	States        int // shown in charts
	Pool          int // episodes from which the shown states are drawn
	StateRollouts int // from each shown state, in each of two halves
}

// check returns an error for a plan without draws.
func (p *Plan) check() error {
	if min(p.Every, p.Rollouts, p.States, p.Pool, p.StateRollouts) < 1 || p.Pool > p.Episodes || p.Episodes/p.Every < batches {
		return fmt.Errorf("plan %+v: want at least %d episodes that branch, 1 of all else, and no larger a pool than episodes", *p, batches)
	}
	return nil
}
