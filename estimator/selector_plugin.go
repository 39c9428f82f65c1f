package estimator

import "context"

// plugIn chooses by PlugIn.
func (e *evidence) plugIn(ctx context.Context) (Choice, error) {
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
