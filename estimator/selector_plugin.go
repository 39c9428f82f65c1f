package estimator

import "context"

// PlugIn chooses one λ for all states by the rule of Greedy,
// λ = Σe²/(Σe² + Σ xᵀΣx): the sums are over all states that transitions start from, and
// e = xᵀ(θ₁ − θ₀) is how far LSTD(1) is from LSTD(0). Estimates of bias and variance
// are plugged into the λ that would balance them; no fold is refitted. The λ is mostly
// none of the grid, and LSTD is fitted at it. Where Σe² is negligible, λ is 0.
//
// e is negligible up to 1e−9 of the root mean squared return, in the mean. With a ridge,
// every fit has it, as in Greedy. It takes four passes over the data, all but one with an
// outer product a step, and O(n·d² + d³); three of them are Greedy's or Bellman's, too.
type PlugIn struct{}

// Name returns plug-in.
func (PlugIn) Name() string { return "plug-in" }

// Source returns the paper of λ-greedy, whose rule it applies once.
func (PlugIn) Source() string {
	return "the rule of White and White 2016 for all states at once"
}

func (PlugIn) choose(ctx context.Context, e *evidence) (Choice, error) {
	c, err := e.contrasted(ctx)
	if err != nil {
		return Choice{}, err
	}
	squared, variance, err := c.totals(ctx)
	if err != nil {
		return Choice{}, err
	}
	out := Choice{Lambda: c.trust(squared, variance, c.floor*float64(c.steps))}
	s, err := e.at(ctx, out.Lambda)
	if err != nil {
		return Choice{}, err
	}
	theta := e.fit(ctx, s)
	if err := ctx.Err(); err != nil {
		return Choice{}, err
	}
	out.Theta, err = e.weights(theta)
	return out, err
}
