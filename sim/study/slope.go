package study

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Slope is the exponent p in error ∝ nᵖ: −1 for an error in proportion to 1/n.
type Slope struct {
	Slope, Low, High float64 // with the 95 % confidence interval
	From, To         int     // numbers of trajectories
}

// slopeRange is the ratio of numbers of trajectories over which a slope is measured: the last
// power of ten, because over more an error that levels off would still seem to fall.
const slopeRange = 10

// MinSlopeSizes is the smallest number of sizes for a slope.
const MinSlopeSizes = 3

// Slopes returns the slopes of Above by step and by trajectory over the largest sizes, from lines
// of least squares through the logarithms. ok is false with too few trials, fewer than three
// sizes, or a mean that is within chance of 0.
func (s *ConsistencySummary) Slopes() (step, trajectory Slope, ok bool) {
	sizes := s.Largest()
	if len(sizes) < MinSlopeSizes || s.Trials < FewestTrials {
		return Slope{}, Slope{}, false
	}
	for _, z := range sizes {
		step := z.Step.Above.MSVE
		trajectory := z.Trajectory.Above.MSVE
		if !(step.Mean > z95*step.SE && trajectory.Mean > z95*trajectory.SE) {
			return Slope{}, Slope{}, false
		}
	}
	step = slopeOf(sizes, func(z *ConsistencySize) Side { return z.Step.Above })
	trajectory = slopeOf(sizes, func(z *ConsistencySize) Side { return z.Trajectory.Above })
	return step, trajectory, true
}

// Largest returns the sizes of the slopes.
func (s *ConsistencySummary) Largest() (out []*ConsistencySize) {
	for i := range s.Sizes {
		if z := &s.Sizes[i]; z.Trajectories*slopeRange >= s.Sizes[len(s.Sizes)-1].Trajectories {
			out = append(out, z)
		}
	}
	return out
}

// slopeOf returns the slope of a mean over trials. The standard error is the jackknife over trials,
// because the sizes of a trial share data, with the error of the truth. With 10 to 20 trials
// the interval covered the slope of 2400 trials in nine of ten cases or somewhat more, because
// errors are skewed; with 40 and more in 93 % to 97 %.
func slopeOf(sizes []*ConsistencySize, of func(*ConsistencySize) Side) Slope {
	x := make([]float64, len(sizes))
	sums := make([]float64, len(sizes))
	for i, z := range sizes {
		x[i] = math.Log(float64(z.Trajectories))
		for _, v := range of(z).each {
			sums[i] += v
		}
	}
	// line returns the slope through the means of some sizes.
	line := func(mean func(i int) float64) float64 {
		y := make([]float64, len(sizes))
		for i := range y {
			y[i] = math.Log(mean(i))
		}
		mx, my := meanOf(x).Mean, meanOf(y).Mean
		var xx, xy float64
		for i := range x {
			xx += float64((x[i] - mx) * (x[i] - mx))
			xy += float64((x[i] - mx) * (y[i] - my))
		}
		return xy / xx
	}
	without := make([]float64, len(of(sizes[0]).each))
	n := float64(len(without))
	slope := line(func(i int) float64 { return sums[i] / n })
	for t := range without {
		without[t] = line(func(i int) float64 { return (sums[i] - of(sizes[i]).each[t]) / (n - 1) })
	}
	se := meanOf(without).SE * (n - 1) // √((n−1)/n · Σ(s − mean)²)
	var moved truthError               // of the slope
	for b := range of(sizes[0]).truth {
		moved = append(moved, line(func(i int) float64 { return sums[i]/n + of(sizes[i]).truth[b] })-slope)
	}
	se = math.Hypot(se, moved.SE())
	t95 := distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(0.975)
	return Slope{Slope: slope, Low: slope - float64(t95*se), High: slope + float64(t95*se), From: sizes[0].Trajectories, To: sizes[len(sizes)-1].Trajectories}
}

// Falls decides whether the error goes to 0.
func (l Slope) Falls() Holds {
	const halfway = -0.5
	switch {
	case l.High < halfway:
		return DoesHold
	case l.Low > halfway:
		return DoesNotHold
	}
	return Unclear
}
