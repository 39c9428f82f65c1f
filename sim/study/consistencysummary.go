package study

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"lambdascope/sim/analysis"
)

// The methods of figure (d) besides LSTD(best) and LSTD(worst).
const (
	NameByStep       = "ALLSTD (step)"
	NameByTrajectory = "ALLSTD (trajectory)"
)

// ConsistencySummary summarizes the outcomes of a plan by Above, the MSVE minus the
// least MSVE that the features allow.
type ConsistencySummary struct {
	Plan    Plan
	Lambdas []float64
	Least   float64 // least MSVE
	Sizes   []ConsistencySize
}

// ConsistencySize summarizes the outcomes at a number of trajectories.
type ConsistencySize struct {
	Trajectories, Trials int
	LSTD                 []Mean // Above at each λ
	Best, Worst          int    // indices of the λ's with the lowest and the highest Above, in hindsight
	Step, Trajectory     WeightingSummary
	Apart                Mean // Above of Trajectory minus Above of Step, paired over trials
}

// WeightingSummary summarizes the selections by one weighting.
type WeightingSummary struct {
	Above  Mean
	Lambda float64 // mean λ̂
	side   Side    // Above in each trial
}

// ConsistencyRow is a row of figure (d): a method at a number of trajectories.
type ConsistencyRow struct {
	Trajectories, Trials int
	Method               string
	Lambda               float64 // of the best and worst in hindsight; else the mean λ̂
	// Above has its standard error and 95 % confidence interval.
	Above, SE, Low, High float64
	MSVE, Least          float64
	RootMSVE             float64
	Apart, ApartSE       float64 // ALLSTD (trajectory): Above minus Above of ALLSTD (step); other methods: NaN
}

// SummarizeConsistency summarizes outcomes of a plan, in any order. Errors are as in
// CheckConsistency.
func SummarizeConsistency(e *analysis.Engine, p Plan, outcomes []*ConsistencyOutcome) (*ConsistencySummary, error) {
	x, err := newConsistency(e, p)
	if err != nil {
		return nil, err
	}
	s := &ConsistencySummary{Plan: x.plan, Lambdas: x.lambdas, Least: x.least.MSVE()}
	for _, n := range x.plan.Sizes {
		var of []*ConsistencyOutcome
		for _, o := range outcomes {
			if o.Trajectories == n {
				of = append(of, o)
			}
		}
		// Sort, because sums in another order round differently.
		slices.SortFunc(of, func(a, b *ConsistencyOutcome) int { return cmp.Compare(a.Trial, b.Trial) })
		s.Sizes = append(s.Sizes, x.size(n, of))
	}
	return s, nil
}

// size summarizes the outcomes at a number of trajectories.
func (x *consistency) size(n int, of []*ConsistencyOutcome) ConsistencySize {
	z := ConsistencySize{Trajectories: n, Trials: len(of)}
	// at returns the summary at a λ for each trial.
	at := func(lambda func(o *ConsistencyOutcome) int) WeightingSummary {
		thetas := make([][]float64, len(of))
		each := make([]float64, len(of))
		sum := 0.0
		for i, o := range of {
			k := lambda(o)
			thetas[i] = o.Theta[k]
			each[i] = x.least.Above(thetas[i])
			sum += x.lambdas[k]
		}
		s := Side{each, x.least.AboveErrors(thetas...)}
		return WeightingSummary{s.Mean(), sum / float64(len(of)), s}
	}
	for k := range x.lambdas {
		z.LSTD = append(z.LSTD, at(func(*ConsistencyOutcome) int { return k }).Above)
	}
	z.Best, z.Worst = extremes(z.LSTD)
	z.Step = at(func(o *ConsistencyOutcome) int { return o.Step })
	z.Trajectory = at(func(o *ConsistencyOutcome) int { return o.Trajectory })
	z.Apart = Above(z.Trajectory.side, 1, z.Step.side).Mean
	return z
}

// Rows returns the table of figure (d), by method and size.
func (s *ConsistencySummary) Rows() []ConsistencyRow {
	none := math.NaN()
	methods := []struct {
		name string
		at   func(z *ConsistencySize) (above Mean, lambda float64)
	}{
		{NameByStep, func(z *ConsistencySize) (Mean, float64) { return z.Step.Above, z.Step.Lambda }},
		{NameByTrajectory, func(z *ConsistencySize) (Mean, float64) { return z.Trajectory.Above, z.Trajectory.Lambda }},
		{NameLSTDBest, func(z *ConsistencySize) (Mean, float64) { return z.LSTD[z.Best], s.Lambdas[z.Best] }},
		{NameLSTDWorst, func(z *ConsistencySize) (Mean, float64) { return z.LSTD[z.Worst], s.Lambdas[z.Worst] }},
	}
	var rows []ConsistencyRow
	for _, m := range methods {
		for i := range s.Sizes {
			z := &s.Sizes[i]
			above, lambda := m.at(z)
			low, high := above.Interval()
			r := ConsistencyRow{
				Trajectories: z.Trajectories, Trials: z.Trials, Method: m.name, Lambda: lambda,
				Above: above.Mean, SE: above.SE, Low: low, High: high,
				MSVE: above.Mean + s.Least, Least: s.Least, RootMSVE: analysis.RootMSVE(above.Mean + s.Least),
				Apart: none, ApartSE: none,
			}
			if m.name == NameByTrajectory {
				r.Apart, r.ApartSE = z.Apart.Mean, z.Apart.SE
			}
			rows = append(rows, r)
		}
	}
	return rows
}

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
	if len(sizes) < MinSlopeSizes || sizes[0].Trials < FewestTrials {
		return Slope{}, Slope{}, false
	}
	for _, z := range sizes {
		step, trajectory := z.Step.Above, z.Trajectory.Above
		if !(step.Mean > z95*step.SE && trajectory.Mean > z95*trajectory.SE) {
			return Slope{}, Slope{}, false
		}
	}
	step = slopeOf(sizes, func(z *ConsistencySize) Side { return z.Step.side })
	trajectory = slopeOf(sizes, func(z *ConsistencySize) Side { return z.Trajectory.side })
	return step, trajectory, true
}

// Largest returns the sizes of the slopes.
func (s *ConsistencySummary) Largest() []*ConsistencySize {
	var out []*ConsistencySize
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
