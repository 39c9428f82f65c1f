package estimator

// SquaredError returns the mean squared difference between the returns of a trajectory
// and their prediction by θ, importance-weighted where it has ratios: ℓ_i where θ is a fit to all other trajectories. Of the options
// it takes γ and the tail.
func SquaredError(t *Trajectory, theta []float64, opt Options) float64 {
	buffer := make([]float64, t.Dim())
	value := func(step int) float64 {
		sum := 0.0
		for j, x := range t.FeaturesInto(buffer, step) {
			sum += float64(x * theta[j])
		}
		return sum
	}
	after := 0.0 // what the fit lets follow a cut
	if opt.Tail == TailBootstrap && !t.Terminated() {
		after = value(t.Len())
	}
	g, sum := after, 0.0
	for step := t.Len() - 1; step >= 0; step-- {
		g = t.Rewards()[step] + float64(opt.Gamma*g)
		if ratios := t.Ratios(); ratios != nil {
			g *= ratios[step]
		}
		e := value(step) - g
		sum += float64(e * e)
	}
	return sum / float64(t.Len())
}

// Combine returns the mean of errors, one of each of two trajectories or more, weighted as the LOTO error
// is, and its standard error over trajectories, or over the groups of the options.
func Combine(data []*Trajectory, errors []float64, opt Options) (score, se float64) {
	weights := make([]float64, len(data))
	for i, t := range data {
		if weights[i] = 1; opt.Weighting == ByStep {
			weights[i] = float64(t.Len())
		}
	}
	if opt.Groups == nil {
		return meanAndError(errors, nil, weights)
	}
	var means, sums []float64
	at := make(map[int]int)
	for i, label := range opt.Groups {
		g, ok := at[label]
		if !ok {
			g = len(at)
			at[label] = g
			means, sums = append(means, 0), append(sums, 0)
		}
		sums[g] += weights[i]
		means[g] += float64(weights[i] / sums[g] * (errors[i] - means[g]))
	}
	return meanAndError(means, nil, sums)
}
