package study

import (
	"cmp"
	"fmt"
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

// ConsistencySummary is what the outcomes of a ConsistencyPlan say together: how far the
// MSVE is above the least that the features allow.
type ConsistencySummary struct {
	Plan    ConsistencyPlan
	Lambdas []float64
	Least   float64 // the least MSVE
	Sizes   []ConsistencySize
}

// ConsistencySize is what they say at one number of trajectories. Above means MSVE less
// the least.
type ConsistencySize struct {
	Trajectories, Trials int
	LSTD                 []Mean // Above at each λ
	Best, Worst          int    // λ's, by index, with the least and the largest of these: in hindsight
	Step, Trajectory     Mean   // Above at the λ̂ of either weighting
	Apart                Mean   // Trajectory less Step, paired over trials
	// StepLambda and TrajectoryLambda are the means of λ̂.
	StepLambda, TrajectoryLambda float64

	step, trajectory side // Above in each trial
}

// ConsistencyRow is a row of figure (d): one method at one number of trajectories.
type ConsistencyRow struct {
	Trajectories, Trials int
	Method               string
	Lambda               float64 // of the best and worst in hindsight; else the mean λ̂
	// Above is the mean MSVE less the least, with its standard error and 95 % confidence
	// interval.
	Above, SE, Low, High float64
	MSVE, Least          float64
	RootMSVE             float64
	Apart, ApartSE       float64 // of ALLSTD (trajectory): Above less that of ALLSTD (step); NaN of others
}

// SummarizeConsistency returns what outcomes of a plan say together, in whatever order
// they come. The error is that of CheckConsistency.
func SummarizeConsistency(e *analysis.Engine, p ConsistencyPlan, outcomes []*ConsistencyOutcome) (*ConsistencySummary, error) {
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
		// Sums round differently in another order.
		slices.SortFunc(of, func(a, b *ConsistencyOutcome) int { return cmp.Compare(a.Trial, b.Trial) })
		s.Sizes = append(s.Sizes, x.size(n, of))
	}
	return s, nil
}

// size summarises the outcomes at one number of trajectories.
func (x *consistency) size(n int, of []*ConsistencyOutcome) ConsistencySize {
	z := ConsistencySize{Trajectories: n, Trials: len(of)}
	// at returns Above in each trial at that trial's λ.
	at := func(lambda func(o *ConsistencyOutcome) int) side {
		thetas, each := make([][]float64, len(of)), make([]float64, len(of))
		for i, o := range of {
			thetas[i] = o.Theta[lambda(o)]
			each[i] = x.least.Above(thetas[i])
		}
		return side{each, x.least.AboveErrors(thetas...)}
	}
	for k := range x.lambdas {
		z.LSTD = append(z.LSTD, at(func(*ConsistencyOutcome) int { return k }).mean())
	}
	z.Best, z.Worst = extremes(z.LSTD)
	z.step = at(func(o *ConsistencyOutcome) int { return o.Step })
	z.trajectory = at(func(o *ConsistencyOutcome) int { return o.Trajectory })
	z.Step, z.Trajectory, z.Apart = z.step.mean(), z.trajectory.mean(), above(z.trajectory, 1, z.step).Mean
	for _, o := range of {
		z.StepLambda += x.lambdas[o.Step]
		z.TrajectoryLambda += x.lambdas[o.Trajectory]
	}
	z.StepLambda /= float64(len(of))
	z.TrajectoryLambda /= float64(len(of))
	return z
}

// Rows returns the table of figure (d), method by method, sizes in order.
func (s *ConsistencySummary) Rows() []ConsistencyRow {
	none := math.NaN()
	methods := []struct {
		name string
		at   func(z *ConsistencySize) (above Mean, lambda float64)
	}{
		{NameByStep, func(z *ConsistencySize) (Mean, float64) { return z.Step, z.StepLambda }},
		{NameByTrajectory, func(z *ConsistencySize) (Mean, float64) { return z.Trajectory, z.TrajectoryLambda }},
		{NameLSTDBest, func(z *ConsistencySize) (Mean, float64) { return z.LSTD[z.Best], s.Lambdas[z.Best] }},
		{NameLSTDWorst, func(z *ConsistencySize) (Mean, float64) { return z.LSTD[z.Worst], s.Lambdas[z.Worst] }},
	}
	var rows []ConsistencyRow
	for _, m := range methods {
		for i := range s.Sizes {
			z := &s.Sizes[i]
			above, lambda := m.at(z)
			r := ConsistencyRow{
				Trajectories: z.Trajectories, Trials: z.Trials, Method: m.name, Lambda: lambda,
				Above: above.Mean, SE: above.SE, Low: above.Mean - float64(z95*above.SE), High: above.Mean + float64(z95*above.SE),
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

// Slope is by what power of n an error changes: −1 where it falls in proportion to 1/n.
type Slope struct {
	Slope, Low, High float64 // with its 95 % confidence interval
	From, To         int     // numbers of trajectories
}

// slopeRange is over what ratio of numbers of trajectories a slope is measured: the last
// power of ten. Over more, an error that levels off would still seem to fall.
const slopeRange = 10

// fewestOfSlope is how many numbers of trajectories a slope takes.
const fewestOfSlope = 3

// Slopes returns the slopes of Above by step and by trajectory over the largest numbers of
// trajectories, from lines of least squares through the logarithms; ok is false where
// there are too few trials, fewer than three numbers of trajectories, or one at which a
// mean is within chance of 0.
func (s *ConsistencySummary) Slopes() (step, trajectory Slope, ok bool) {
	sizes := s.largest()
	if len(sizes) < fewestOfSlope || sizes[0].Trials < FewestTrials {
		return step, trajectory, false
	}
	for _, z := range sizes {
		if !(z.Step.Mean > z95*z.Step.SE && z.Trajectory.Mean > z95*z.Trajectory.SE) {
			return step, trajectory, false
		}
	}
	step = slopeOf(sizes, func(z *ConsistencySize) side { return z.step })
	trajectory = slopeOf(sizes, func(z *ConsistencySize) side { return z.trajectory })
	return step, trajectory, true
}

// largest returns the sizes that slopes are of.
func (s *ConsistencySummary) largest() []*ConsistencySize {
	var out []*ConsistencySize
	for i := range s.Sizes {
		if z := &s.Sizes[i]; z.Trajectories*slopeRange >= s.Sizes[len(s.Sizes)-1].Trajectories {
			out = append(out, z)
		}
	}
	return out
}

// slopeOf returns the slope of a mean over trials. Its standard error is that of the
// jackknife over trials, as the sizes of a trial share data, with what the truth leaves.
// With 10 to 20 trials the interval was measured to cover the slope of 2400 trials in nine
// cases of ten or somewhat more, as errors are skewed; with 40 and more, in 93 % to 97 %.
func slopeOf(sizes []*ConsistencySize, of func(*ConsistencySize) side) Slope {
	x, sums := make([]float64, len(sizes)), make([]float64, len(sizes))
	for i, z := range sizes {
		x[i] = math.Log(float64(z.Trajectories))
		for _, v := range of(z).each {
			sums[i] += v
		}
	}
	// line returns the slope through the means that change gives of the sums.
	line := func(change func(i int) float64) float64 {
		y := make([]float64, len(sizes))
		for i := range y {
			y[i] = math.Log(change(i))
		}
		mx, my := meanOf(x).Mean, meanOf(y).Mean
		var xx, xy float64
		for i := range x {
			xx, xy = xx+float64((x[i]-mx)*(x[i]-mx)), xy+float64((x[i]-mx)*(y[i]-my))
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
	var moved shared                   // by each part of the truth
	for b := range of(sizes[0]).truth {
		moved = append(moved, line(func(i int) float64 { return sums[i]/n + of(sizes[i]).truth[b] })-slope)
	}
	se = math.Hypot(se, moved.SE())
	t95 := distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(0.975)
	return Slope{Slope: slope, Low: slope - float64(t95*se), High: slope + float64(t95*se), From: sizes[0].Trajectories, To: sizes[len(sizes)-1].Trajectories}
}

// Claims returns what is claimed of figure (d): the paper's theorem, and whether it holds
// for weights by trajectory too. A claim that the error goes to 0 holds where the slope of
// Above is below −½ by more than chance, and does not where it is above: theory has −1
// where it goes to 0, and 0 where it stays above.
func (s *ConsistencySummary) Claims() []Claim {
	step := Claim{Figure: "d", Text: "With more trajectories the MSVE of ALLSTD approaches the lowest that the features allow, weighting by step."}
	other := Claim{Figure: "d", Besides: true, Text: "It does so weighting by trajectory, too."}
	a, b, ok := s.Slopes()
	if !ok {
		step.Measured = s.unmeasured()
		other.Measured = step.Measured
		return []Claim{step, other}
	}
	z := &s.Sizes[len(s.Sizes)-1]
	step.Holds, other.Holds = a.falls(), b.falls()
	step.Measured = fmt.Sprintf("%s At n = %d it is %s (s.e.), %s, with λ̂ = %.2g on average.", a.text(), z.Trajectories, errorText(z.Step), s.ofLeast(z.Step), z.StepLambda)
	other.Measured = fmt.Sprintf("%s At n = %d it is %s (s.e.), %s, with λ̂ = %.2g on average; it differs from that by step by %s.", b.text(), z.Trajectories, errorText(z.Trajectory), s.ofLeast(z.Trajectory), z.TrajectoryLambda, errorText(z.Apart))
	return []Claim{step, other}
}

// unmeasured says why there are no slopes.
func (s *ConsistencySummary) unmeasured() string {
	if last := s.Sizes[len(s.Sizes)-1]; last.Trials < FewestTrials {
		return fmt.Sprintf("%d trials at n = %d decide nothing: at least %d do.", last.Trials, last.Trajectories, FewestTrials)
	}
	if len(s.largest()) < fewestOfSlope {
		return fmt.Sprintf("A slope takes at least %d numbers of trajectories with all trials within the last power of ten.", fewestOfSlope)
	}
	return "At some of the largest n the error is within chance of 0: more trials would tell its slope."
}

// falls tells whether the error goes to 0.
func (l Slope) falls() Holds {
	const halfway = -0.5
	switch {
	case l.High < halfway:
		return DoesHold
	case l.Low > halfway:
		return DoesNotHold
	}
	return Unclear
}

func (l Slope) text() string {
	return fmt.Sprintf("From n = %d to %d the MSVE above the least changes as n to the power of %.2f (95 %%: %.2f to %.2f); theory has -1 where it goes to 0, and 0 where it stays above.", l.From, l.To, l.Slope, l.Low, l.High)
}

// errorText writes a mean and its standard error.
func errorText(m Mean) string { return fmt.Sprintf("%.3g ± %.2g", m.Mean, m.SE) }

// ofLeast writes an error as a share of the least MSVE.
func (s *ConsistencySummary) ofLeast(m Mean) string {
	if s.Least <= roundingShare*m.Mean {
		return "where the least is 0"
	}
	return fmt.Sprintf("%.2g %% of the least", 100*m.Mean/s.Least)
}
