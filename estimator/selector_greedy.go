package estimator

import (
	"context"
	"math"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
	"lambdascope/estimator/internal/memory"
)

// greedyRefits is how often Greedy refits.
const greedyRefits = 4

// greedy chooses by Greedy.
func (e *evidence) greedy(ctx context.Context) (Choice, error) {
	c, err := e.contrasted(ctx)
	if err != nil {
		return Choice{}, err
	}
	theta := c.zeros
	for range greedyRefits {
		if theta, err = c.refit(ctx, c.difference(theta)); err != nil {
			return Choice{}, err
		}
	}
	out := Choice{Lambda: math.NaN()}
	out.Theta, err = e.weights(theta)
	return out, err
}

// refit returns θ of LSTD with λ(x) by the difference between LSTD(1) and an estimate.
func (c *contrast) refit(ctx context.Context, difference []float64) ([]float64, error) {
	s, err := c.sumTrajectories(ctx, c.systemSize(), func(ws *workspace, e *episode, sum []float64) {
		variance := c.variances(ws, e)
		decays := memory.Resize(ws.decays, e.h)
		ws.decays = decays
		for t := range decays {
			d := kernels.Dot(e.state(t), difference)
			decays[t] = e.decayInto(t, c.opt.Gamma*c.trust(float64(d*d), variance[t], c.floor))
		}
		e.varying(sum, ws, decays)
	})
	if err != nil {
		return nil, err
	}
	theta := c.fit(ctx, s)
	return theta, ctx.Err()
}

// varying adds A_i and b_i to s, where the trace decays by another factor at each step.
func (e *episode) varying(s dense.System, ws *workspace, decays []float64) {
	if e.sparse {
		e.varyingSparse(s.Matrix(e.r), s.Vector(e.r), ws.z, decays)
		return
	}
	sum := e.paddedBy(&ws.pass, func(z []float64, first, n int) {
		kernels.Traces(z, e.x[first*e.ldx:], e.ldx, n, decays[first:first+n])
	})
	s.AddPadded(sum, e.r, e.ldw)
}

// varyingSparse is varying over the numbers of w that are not zero.
func (e *episode) varyingSparse(a, b, z, decays []float64) {
	clear(z)
	for t, decay := range decays {
		if t%e.poll == e.poll-1 && e.stop() {
			return
		}
		e.trace(z, t, decay)
		if reward := e.rewards[t]; reward != 0 {
			kernels.Axpy(reward, z, b)
		}
		at, value := e.at[e.first[t]:e.first[t+1]], e.value[e.first[t]:e.first[t+1]]
		for j, v := range z {
			if v == 0 {
				continue
			}
			row := a[j*e.r : (j+1)*e.r]
			for i, c := range at {
				row[c] += float64(v * value[i])
			}
		}
	}
}
