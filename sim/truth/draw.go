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

// The streams of a plan, as offsets to its seed. Each is addressed by index, so
// that the same moments come out however the work is shared.
const (
	streamEpisodes = iota
	streamPicks    // which of their states are shown
	streamRollouts // from these, first half; the second half has the next
	_
	streamBranches // where an episode branches, and the rollouts from there
	streamReturns  // the target's rollouts from its states, where that is not the behaviour
)

// units is into how many parts the episodes are divided, which are the work of one
// processor each: a multiple of batches.
const units = 4 * batches

// targetStride is how many states are passed for one that counts where a rollout of the
// target starts from it: neighbours are alike, and tell less than they take.
const targetStride = 4

// Maps returns the domain that the options choose with each of its feature maps, for
// Draw; none where its values do not come from moments. The error is that of sim.New.
func Maps(o sim.Options) ([]sim.Roller, error) {
	o.Features = ""
	if _, err := sim.New(o); err != nil {
		return nil, err
	}
	features, err := sim.FeatureMaps(o)
	if err != nil {
		return nil, err
	}
	var out []sim.Roller
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

// Draw draws the moments of a chain. The domains are the chain with one feature map
// each; no step cap may cut their episodes. The error says that the plan draws nothing or
// that an episode is cut or too long.
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

// drawing is the work of Draw.
type drawing struct {
	Plan
	maps    []sim.Roller
	chain   sim.Roller      // any of the maps
	plane   sim.Plane       // nil where states are no points of a plane
	next    sim.RewardModel // nil where the mean next reward is not known
	size    int             // bytes of a state
	offsets []int           // where each map's features begin
	dim     int             // of all maps' features together, perhaps the next reward, and a bias
	gammas  *series

	batches [batches]batch
	cells   *cellSums
}

// batch is what a batch of the episodes adds up to.
type batch struct {
	all      *sums // all states, or every so many-th, with one return of the target each
	branched *sums // some, with two independent estimates
	longest  int
}

// run runs the episodes, unit by unit.
func (d *drawing) run() error {
	// Units are added up in their order, whenever they end.
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

// run runs episodes first … end−1.
func (w *worker) run(first, end int) error {
	for i := first; i < end; i++ {
		if err := w.episode(i); err != nil {
			return err
		}
	}
	return nil
}

// episode runs an episode and, for every so many-th, branches from it.
//
// It branches at a state T transitions from its end with probability 1/√T, so with
// weight √T: that is the best where what a state tells is the same everywhere and
// its rollouts take time in proportion to T, and it is often where discounted
// values change most, near the end. The sum of the probabilities, from the end and
// a random number between 0 and 1 on, passes a whole number at these states.
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
	passed := float64(rng.Uint64()>>11) * 0x1p-53
	rewards := t.Rewards()
	var target *rand.Rand // nil where that is the behaviour, whose returns are the episode's own
	stride, next := 1, length-1
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

// features takes the features of a state.
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

// cell returns the number of the cell that a state lies in, row by row.
func (d *drawing) cell(state []byte) int {
	axisX, axisY := d.plane.PlaneAxes()
	x, y := d.plane.StatePoint(state)
	return part(axisY, y)*axisX.Cells + part(axisX, x)
}

// drawStates draws the states that charts show, uniformly from those of the pool,
// so that long episodes count by their length, as they do in μ, and their values.
func (d *drawing) drawStates(m *Moments) {
	ends := make([]int, d.Pool) // of the episodes, among the pooled states
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
		back := (ends[i] - picks[s]) * d.size // from the episode's end
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
func (p *Plan) stateValues(d sim.Roller, state []byte, s int) [2]series {
	gammas := nodeGammas()
	var halves [2]series
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

// each calls f(0) … f(n−1), in this order, as many at a time as there are processors. After
// an error it starts no more.
func each(n int, f func(i int) error) error {
	group, ctx := errgroup.WithContext(context.Background())
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := 0; i < n && ctx.Err() == nil; i++ {
		group.Go(func() error { return f(i) })
	}
	return group.Wait()
}
