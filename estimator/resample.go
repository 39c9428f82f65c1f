package estimator

import (
	"context"
	"fmt"
	"math/rand/v2"
)

// Resample draws as many trajectories as there are, with replacement, count
// times, and returns how often each λ would have been selected on the draw, one
// number per candidate. The folds are not refitted, so it takes
// O(count·n·k). The same seed gives the same counts.
//
// It returns ctx's error when ctx ends first.
func (s *Selection) Resample(ctx context.Context, count int, seed uint64, do func(ctx context.Context, n int, f func(i int))) ([]int, error) {
	if count < 0 {
		return nil, fmt.Errorf("%d resamples: want at least 0", count)
	}
	if do == nil {
		do = goroutines
	}
	n, k := s.Trajectories, len(s.Candidates)
	loss := make([]float64, n*k) // by trajectory, so that a draw adds one row
	for j := range s.Candidates {
		for i, l := range s.Candidates[j].Folds {
			loss[i*k+j] = s.weights[i] * l
		}
	}
	const perTask = 50
	tasks := (count + perTask - 1) / perTask
	winners := make([]int, count)
	do(ctx, tasks, func(task int) {
		random := rand.New(rand.NewPCG(seed, uint64(task)))
		sum := make([]float64, k)
		for draw := task * perTask; draw < min(count, (task+1)*perTask); draw++ {
			clear(sum)
			var weight float64
			for step := range n {
				if step&0xfff == 0 && ctx.Err() != nil {
					return
				}
				i := int(random.Uint64N(uint64(n)))
				weight += s.weights[i]
				add(sum, loss[i*k:(i+1)*k])
			}
			winners[draw] = smallestWithin(k, func(j int) float64 { return sum[j] / weight }, s.MeanSquaredReturn)
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	wins := make([]int, k)
	for _, j := range winners {
		wins[j]++
	}
	return wins, nil
}
