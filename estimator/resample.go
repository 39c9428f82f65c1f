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
	const perTask = 50
	tasks := (count + perTask - 1) / perTask
	winners := make([]int, count)
	do(ctx, tasks, func(task int) {
		random := rand.New(rand.NewPCG(seed, uint64(task)))
		b := newBatch(n, k)
		last := min(count, (task+1)*perTask)
		for first := task * perTask; first < last; first += drawsTogether {
			draws := min(drawsTogether, last-first)
			if !b.draw(ctx, s, random, draws) {
				return
			}
			for d := range draws {
				winners[first+d] = smallestWithin(k, func(j int) float64 { return b.scores[j][d] / b.total[d] }, s.MeanSquaredReturn)
			}
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

// drawsTogether is how many draws go through the folds at once.
const drawsTogether = 4

// batch is some draws and the scores of every λ on them, before division.
type batch struct {
	weights [drawsTogether][]float64 // of each trajectory in a draw
	total   [drawsTogether]float64
	scores  [][drawsTogether]float64
}

func newBatch(n, k int) *batch {
	b := &batch{scores: make([][drawsTogether]float64, k)}
	for d := range b.weights {
		b.weights[d] = make([]float64, n)
	}
	return b
}

// draw makes the draws and weighs the folds; false where ctx ended.
func (b *batch) draw(ctx context.Context, s *Selection, random *rand.Rand, draws int) bool {
	n := s.Trajectories
	for d := range draws {
		clear(b.weights[d])
		b.total[d] = 0
		for step := range n {
			if step&0xfff == 0 && ctx.Err() != nil {
				return false
			}
			i := int(random.Uint64N(uint64(n)))
			b.weights[d][i] += s.weights[i]
			b.total[d] += s.weights[i]
		}
	}
	for j := range b.scores {
		if ctx.Err() != nil {
			return false
		}
		b.scores[j] = b.weigh(s.Candidates[j].Folds)
	}
	return true
}

// weigh returns Σ w_i ℓ_i for the weights of each draw.
func (b *batch) weigh(folds []float64) [drawsTogether]float64 {
	w, x, y, z := b.weights[0][:len(folds)], b.weights[1][:len(folds)], b.weights[2][:len(folds)], b.weights[3][:len(folds)]
	var s0, s1, s2, s3 float64
	for i, l := range folds {
		s0 += w[i] * l
		s1 += x[i] * l
		s2 += y[i] * l
		s3 += z[i] * l
	}
	return [drawsTogether]float64{s0, s1, s2, s3}
}
