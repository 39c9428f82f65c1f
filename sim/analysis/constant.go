package analysis

import (
	"slices"

	"lambdascope/estimator"
)

// constant computes the LOTO error of a constant value in two passes over the trajectories, a
// block at a time: the prediction for each trajectory, or group, is the mean return of the steps
// of the others.
//
// With TailBootstrap the constant c also completes the returns of truncated trajectories. The
// return of a step is then g + c·(1−u), so that the mean return is Σg/Σu and the error cu − g.
type constant struct {
	opt           estimator.Options
	of            []returnSums // by group; nil without groups
	all           returnSums
	summed        int     // trajectories of the first pass
	scored        int     // trajectories of the second pass
	error, weight float64 // sums
}

// returnSums are sums over steps.
type returnSums struct{ g, u float64 }

// sumReturns returns the sums over a trajectory.
func sumReturns(g, u []float64) (sums returnSums) {
	for step, v := range g {
		sums.g += v
		sums.u += u[step]
	}
	return sums
}

// completed returns the return g of each step, and u, which is 1 without completion.
func (c *constant) completed(t *estimator.Trajectory) (g, u []float64) {
	g = t.Returns(c.opt.Gamma, 0)
	if c.opt.Tail != estimator.TailBootstrap || t.Terminated() {
		return g, slices.Repeat([]float64{1}, len(g))
	}
	u = t.Returns(c.opt.Gamma, 1)
	for step := range u {
		u[step] = 1 - (u[step] - g[step])
	}
	return g, u
}

// sum is the first pass.
func (c *constant) sum(block []*estimator.Trajectory) {
	for _, t := range block {
		g, u := c.completed(t)
		for step, v := range g {
			c.all.g += v
			c.all.u += u[step]
		}
		if c.opt.Groups != nil {
			fold := c.opt.Groups[c.summed]
			own := sumReturns(g, u)
			for fold >= len(c.of) {
				c.of = append(c.of, returnSums{})
			}
			c.of[fold].g += own.g
			c.of[fold].u += own.u
		}
		c.summed++
	}
}

// score is the second pass.
func (c *constant) score(block []*estimator.Trajectory) {
	for _, t := range block {
		g, u := c.completed(t)
		without := sumReturns(g, u)
		if c.opt.Groups != nil {
			without = c.of[c.opt.Groups[c.scored]]
		}
		value := (c.all.g - without.g) / (c.all.u - without.u)
		sum := 0.0
		for step, v := range g {
			e := float64(value*u[step]) - v
			sum += float64(e * e)
		}
		steps := float64(t.Len())
		weight := c.opt.Weighting.Weight(t.Len())
		c.error += float64(weight * (sum / steps))
		c.weight += weight
		c.scored++
	}
}

// loto returns the error. It is NaN or infinite if the others have no mean return.
func (c *constant) loto() float64 { return c.error / c.weight }

// constantError returns the error for trajectories in memory.
func constantError(data []*estimator.Trajectory, opt estimator.Options) float64 {
	c := &constant{opt: opt}
	c.sum(data)
	c.score(data)
	return c.loto()
}
