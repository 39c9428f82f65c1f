package estimator

import (
	"context"
	"math"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
	"lambdascope/estimator/internal/memory"
)

// Greedy lets λ depend on the state, λ(x) = e²/(e² + xᵀΣx): e = xᵀ(θ₁ − θ) is how far
// LSTD(1) is from the estimate so far, taken for the bias of bootstrapping there, and
// xᵀΣx the variance of LSTD(1) there, by the infinitesimal jackknife over trajectories (groups,
// where Options.Groups has any),
//
//	Σ = n/(n−1) · A₁⁻¹ (Σ_i (g_i − ḡ)(g_i − ḡ)ᵀ) A₁⁻ᵀ, g_i = b_i − A_iθ₁ at λ = 1.
//
// From LSTD(0) it refits four times with z_t = γλ(x_t)z_{t−1} + x_t, off-policy with the
// ratio of the step before beside γ. It is λ-greedy of
// White and White, which goes step by step, as a rule for a fixed set of data. Where |e|
// is up to 1e−9 of the root mean squared return, λ(x) is 0. Lambda is NaN.
//
// With a ridge, every fit has it, and Σ says how a shrunken LSTD(1) varies: ḡ is ρθ₁/n
// then, and 0 without. It takes six passes over the data, all but one with an
// outer product a step, and O(n·d² + d³).
type Greedy struct{}

// Name returns greedy.
func (Greedy) Name() string { return "greedy" }

// Source returns the paper of λ-greedy.
func (Greedy) Source() string {
	return "White, White: A Greedy Approach to Adapting the Trace Parameter for Temporal Difference Learning, AAMAS 2016"
}

// greedyRefits is how often Greedy refits.
const greedyRefits = 4

func (Greedy) choose(ctx context.Context, e *evidence) (Choice, error) {
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
	sum := ws.pass.clean(e)
	ws.pass.z = memory.Resize(ws.pass.z, (min(e.h, chunkSteps)+1)*e.ldx)
	z := ws.pass.z
	clear(z[:e.ldx])
	for first := 0; first < e.h && !e.stop(); first += chunkSteps {
		n := min(chunkSteps, e.h-first)
		kernels.Traces(z, e.x[first*e.ldx:], e.ldx, n, decays[first:first+n])
		kernels.Tiles(sum, e.ldw, e.ldx, e.r+1, z[e.ldx:], e.ldx, e.w[first*e.ldw:], e.ldw, n)
		copy(z, z[n*e.ldx:(n+1)*e.ldx])
	}
	s.AddPadded(sum, e.r, e.ldw)
}

// varyingSparse is varying over the numbers of w that are not zero.
func (e *episode) varyingSparse(a, b, z, decays []float64) {
	clear(z)
	for t, decay := range decays {
		if t%e.poll == e.poll-1 && e.stop() {
			return
		}
		for j, v := range e.state(t) {
			z[j] = float64(decay*z[j]) + v
		}
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
