package study

import (
	"errors"
	"math"
	"slices"

	"lambdascope/sim/analysis"
)

// CoverageRow says how the λ's that are not ruled out did at one number of
// trajectories: how often the λ that is best on average was among them. Shares are of
// the trials, with their standard errors.
type CoverageRow struct {
	Trajectories, Trials, Lambdas int

	// Best is the λ with the least mean LOTO error over the trials, what the set is
	// about, and Covered in what share of them it is in the set. Which λ is best is
	// taken from the other half of the trials, as on its own half, where chance
	// favours it, it would be in the set more often.
	Best    float64
	Covered Mean
	// BestMSVE and CoveredMSVE are the same by MSVE, of fits to all n trajectories.
	// What is best by it can be another λ: then the set may miss it.
	BestMSVE    float64
	CoveredMSVE Mean

	MeanSize, MedianSize float64 // how many λ's are in the set
	Warned               float64 // the share of trials with Outcome.Warned

	// DiffSD is the spread over trials of the difference of LOTO errors between the
	// last and the first λ of the grid, and DiffSE the mean of the standard error
	// that single trials give it. A few trials with differences that are many times
	// as large as the others' decide both; DiffHalf, half the range of the middle
	// 68 % of the differences, and DiffSEMedian are those of typical trials.
	DiffSD, DiffSE         float64
	DiffHalf, DiffSEMedian float64
}

// Coverage returns a row for each size of a plan, from its trials, in whatever order
// they come; there must be two at least. The error is that of CheckPlan, or names a
// trial that is not one of the plan's, or that is there twice.
func Coverage(e *analysis.Engine, p Plan, trials []*Trial) ([]CoverageRow, error) {
	x, err := newExperiment(e, p)
	if err != nil {
		return nil, err
	}
	if trials, err = inOrder(trials); err != nil {
		return nil, err
	}
	if len(trials) < 2 {
		return nil, errors.New("1 trial: want at least 2, as what is best in one is taken from others")
	}
	rows := make([]CoverageRow, len(x.plan.Sizes))
	for i, n := range x.plan.Sizes {
		rows[i] = outcomesAt(trials, i).coverage(x.lambdas)
		rows[i].Trajectories = n
	}
	return rows, nil
}

// coverage returns what outcomes say of their sets, but for their size.
func (of outcomes) coverage(lambdas []float64) CoverageRow {
	k := len(lambdas)
	r := CoverageRow{Trials: len(of), Lambdas: k}
	r.Best, r.Covered = of.covered(lambdas, byScore)
	r.BestMSVE, r.CoveredMSVE = of.covered(lambdas, byMSVE)
	sizes := of.all(func(o *Outcome) float64 { return float64(o.NotRuledOutCount()) })
	r.MeanSize, r.MedianSize = meanOf(sizes).Mean, median(sizes)
	r.Warned = shareOf(of.count(func(o *Outcome) bool { return o.Warned }), len(of)).Mean
	diffs := of.all(func(o *Outcome) float64 { return o.LotoDiff[k-1] })
	errors := of.all(func(o *Outcome) float64 { return o.LotoDiffSE[k-1] })
	r.DiffSD, r.DiffSE = meanOf(diffs).SE*math.Sqrt(float64(len(of))), meanOf(errors).Mean
	r.DiffHalf, r.DiffSEMedian = (quantileOf(diffs, oneSD)-quantileOf(diffs, 1-oneSD))/2, median(errors)
	return r
}

// oneSD is the share of a normal distribution below one standard deviation over its
// mean.
const oneSD = 0.8413447460685429

// covered returns the λ with the least mean error over all trials, and in what share
// of them that of the other half is not ruled out.
func (of outcomes) covered(lambdas []float64, errors func(o *Outcome) []float64) (best float64, share Mean) {
	least := math.Inf(1)
	among := make([]int, len(lambdas))
	for k, lambda := range lambdas {
		among[k] = k
		if mean := of.mean(func(o *Outcome) float64 { return errors(o)[k] }).Mean; mean < least {
			best, least = lambda, mean
		}
	}
	count := 0
	for i, k := range of.bestOnOtherHalf(among, errors) {
		if of[i].NotRuledOut[k] {
			count++
		}
	}
	return best, shareOf(count, len(of))
}

// shareOf returns the share that a count is of n.
func shareOf(count, n int) Mean {
	p := float64(count) / float64(n)
	return Mean{Mean: p, SE: math.Sqrt(p * (1 - p) / float64(n))}
}

// quantileOf returns what a share of the values are below, between neighbours in
// proportion.
func quantileOf(values []float64, share float64) float64 {
	values = slices.Sorted(slices.Values(values))
	at := float64(share * float64(len(values)-1))
	i := min(int(at), len(values)-1)
	j := min(i+1, len(values)-1)
	return values[i] + float64((at-float64(i))*(values[j]-values[i]))
}

func median(values []float64) float64 { return quantileOf(values, 0.5) }
