package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"lambdascope/estimator"
)

// draw returns the trajectories of a point, which have terminated.
func (p point) draw() ([]*estimator.Trajectory, error) {
	const seed = 40000001 // of nothing else that is measured for the guide
	features := correlated
	if p.Features == tiles {
		if side := int(math.Sqrt(float64(p.D) / tilings)); tilings*side*side != p.D {
			return nil, fmt.Errorf("%d features of tiles: want %d times a square", p.D, tilings)
		}
		features = coded
	}
	data := make([]*estimator.Trajectory, p.N)
	for i := range data {
		random := rand.New(rand.NewPCG(seed, uint64(i)))
		x := make([]float64, (p.H+1)*p.D)
		rewards := make([]float64, p.H)
		features(x, rewards, p.D, random)
		clear(x[p.H*p.D:])
		var err error
		if data[i], err = estimator.NewTrajectory(p.D, x, rewards, true); err != nil {
			return nil, err
		}
	}
	return data, nil
}

// correlated sets x to d features a step that follow an autoregressive process, so that
// they are correlated in time, as those of a simulator are, and rewards that depend on
// the first of them.
func correlated(x, rewards []float64, d int, random *rand.Rand) {
	for j := range x {
		x[j] = random.NormFloat64()
		if j >= d {
			x[j] = 0.8*x[j-d] + 0.6*x[j]
		}
	}
	for t := range rewards {
		rewards[t] = 1 + x[t*d] + random.NormFloat64()
	}
}

const tilings = 4

// coded sets x to the tile coding, in four tilings of a torus, of a point that moves on
// it by steps of about a tenth, and rewards that depend on where it is. All tiles are
// visited alike.
func coded(x, rewards []float64, d int, random *rand.Rand) {
	side := int(math.Sqrt(float64(d) / tilings))
	at := [2]float64{random.Float64(), random.Float64()}
	tile := func(axis int, offset float64) int {
		u := at[axis]*float64(side) + offset
		return int(u) % side
	}
	for t := range len(x) / d {
		for i := range tilings {
			index := i*side*side + tile(0, float64(i)/tilings)*side + tile(1, float64(3*i%tilings)/tilings)
			x[t*d+index] = 1
		}
		if t < len(rewards) {
			rewards[t] = math.Sin(2*math.Pi*at[0]) + random.NormFloat64()
		}
		for axis, u := range at {
			_, at[axis] = math.Modf(1 + u + 0.1*random.NormFloat64())
			if at[axis] < 0 {
				at[axis]++
			}
		}
	}
}

// grid returns k λ's between 0 and 1, at equal distances, neither of which it has.
func grid(k int) []float64 {
	out := make([]float64, k)
	for i := range out {
		out[i] = (float64(i) + 0.5) / float64(k)
	}
	return out
}
