package analysis

import (
	"math"

	"lambdascope/estimator"
)

// constantError returns the LOTO error of a constant value: the prediction for each trajectory,
// or group, is the mean return of the steps of the others.
//
// With TailBootstrap the constant c also completes the returns of truncated trajectories. The
// return of a step is then g + c·(1−u), so that the mean return is Σg/Σu and the error cu − g.
func constantError(data []*estimator.Trajectory, opt estimator.Options) float64 {
	completed := func(t *estimator.Trajectory) (g, u []float64) {
		after := 0.0
		if opt.Tail == estimator.TailBootstrap && !t.Terminated() {
			after = 1
		}
		g = t.Returns(opt.Gamma, 0)
		u = t.Returns(opt.Gamma, after)
		for step := range u {
			u[step] = 1 - (u[step] - g[step])
		}
		return g, u
	}
	fold := opt.Groups
	if fold == nil {
		fold = make([]int, len(data))
		for i := range fold {
			fold[i] = i
		}
	}
	var allG, allU float64
	sumG := make([]float64, len(data)) // by fold
	sumU := make([]float64, len(data))
	for i, t := range data {
		g, u := completed(t)
		for step := range g {
			sumG[fold[i]] += g[step]
			sumU[fold[i]] += u[step]
			allG += g[step]
			allU += u[step]
		}
	}
	errors := make([]float64, len(data))
	for i, t := range data {
		c := (allG - sumG[fold[i]]) / (allU - sumU[fold[i]])
		g, u := completed(t)
		for step := range g {
			e := float64(c*u[step]) - g[step]
			errors[i] += float64(e*e) / float64(t.Len())
		}
	}
	out, _, err := estimator.Combine(data, errors, opt.Weighting, opt.Groups)
	if err != nil {
		return math.NaN()
	}
	return out
}
