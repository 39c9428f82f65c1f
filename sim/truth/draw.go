package truth

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"sort"
	"sync"
	"sync/atomic"

	"lambdascope/sim"
)

// The streams of a plan, as offsets to its seed. Each is addressed by index, so
// that the same profiles come out however the work is shared.
const (
	streamEpisodes = iota // pooled episodes
	streamPicks           // which of their states are drawn
	streamRollouts        // first half; the second half has the next
)

// Draw draws profiles of a domain's chain; its MaxSteps and feature map play no
// part. If progress is not nil it is called as rollouts are done, with how many
// of how many, by one goroutine at a time. The error is ctx's, or says that the
// plan draws nothing or that a reward is not a whole number.
func Draw(ctx context.Context, d sim.Roller, plan Plan, progress func(done, of int)) (*Profiles, error) {
	if err := plan.check(); err != nil {
		return nil, err
	}
	o := d.Options()
	p := &Profiles{Plan: plan, Domain: o.Domain, Start: o.Start, size: d.StateBytes()}
	p.drawStates(ctx, d)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := p.roll(ctx, d, progress); err != nil {
		return nil, err
	}
	return p, ctx.Err()
}

// drawStates draws the states: uniformly from those of all pooled episodes, so
// that long episodes count by their length, as they do in μ.
func (p *Profiles) drawStates(ctx context.Context, d sim.Roller) {
	ends := make([]int, p.Episodes) // of the episodes, among the pooled states
	each(ctx, p.Episodes, func(i int) {
		ends[i] = len(d.States(p.Seed+streamEpisodes, i, nil)) / p.size
	})
	if ctx.Err() != nil {
		return
	}
	total := 0
	for i, h := range ends {
		p.Longest = max(p.Longest, h)
		total += h
		ends[i] = total
	}
	rng := sim.Stream(p.Seed+streamPicks, 0)
	picks := make([]int, p.States)
	for s := range picks {
		at, _ := bits.Mul64(rng.Uint64(), uint64(total)) // bias: below total/2⁶⁴
		picks[s] = int(at)
	}
	p.states = make([]byte, p.States*p.size)
	each(ctx, p.States, func(s int) {
		i := sort.SearchInts(ends, picks[s]+1)
		states := d.States(p.Seed+streamEpisodes, i, nil)
		back := (ends[i] - picks[s]) * p.size // from the episode's end
		copy(p.state(s), states[len(states)-back:])
	})
}

// roll runs the rollouts.
func (p *Profiles) roll(ctx context.Context, d sim.Roller, progress func(done, of int)) error {
	sums := [2][][]int32{make([][]int32, p.States), make([][]int32, p.States)}
	var (
		mu   sync.Mutex
		done int
		bad  error
	)
	of := 2 * (p.Shown*p.ShownRollouts + (p.States-p.Shown)*p.Rollouts)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	each(ctx, p.States, func(s int) {
		var err error
		for h := range sums {
			rng := sim.Stream(p.Seed+streamRollouts+uint64(h), s)
			var profile []float64
			for range p.rollouts(s) {
				profile = d.Rollout(p.state(s), rng, profile)
			}
			if sums[h][s], err = whole(profile); err != nil {
				break
			}
		}
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			bad = fmt.Errorf("%s: from %s: %w", p.Domain, d.StateLabel(p.state(s)), err)
			cancel()
			return
		}
		if done += 2 * p.rollouts(s); progress != nil {
			progress(done, of)
		}
	})
	if bad != nil {
		return bad
	}
	for h := range p.halves {
		for _, c := range sums[h] {
			p.halves[h].sums = append(p.halves[h].sums, c...)
			p.halves[h].ends = append(p.halves[h].ends, len(p.halves[h].sums))
		}
	}
	return nil
}

// whole returns sums of rewards as whole numbers, without zeros at the end.
func whole(profile []float64) ([]int32, error) {
	out := make([]int32, len(profile))
	used := 0
	for lag, v := range profile {
		if out[lag] = int32(v); float64(out[lag]) != v || out[lag] == math.MinInt32 {
			return nil, fmt.Errorf("rewards at lag %d add up to %v: want a whole number of 32 bits", lag, v)
		}
		if v != 0 {
			used = lag + 1
		}
	}
	return out[:used], nil
}

// each calls f(0) … f(n−1), as many at a time as there are processors, and
// returns when all have ended. Once ctx is done it starts no more.
func each(ctx context.Context, n int, f func(i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		wg.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				f(i)
			}
		})
	}
	wg.Wait()
}
