package study

import "math"

// The methods of the paper's figures, by the names there.
const (
	NameALLSTD     = "ALLSTD"
	NameNaive      = "NaiveCV+LSTD"
	NameLSTDBest   = "LSTD(best)"
	NameLSTDWorst  = "LSTD(worst)"
	NameRLSTDBest  = "RLSTD(best)"
	NameRLSTDWorst = "RLSTD(worst)"
	NameRSM        = "ALLSTD (RSM)" // with the paper's rank-one updates, in figure (c)
	NameLSTD       = "k × LSTD"
	NameRLSTD      = "k × RLSTD"
)

// LambdaRow is a row of figure (a): LSTD(λ) at a λ and a number of trajectories.
type LambdaRow struct {
	Trajectories, Trials     int
	Lambda                   float64
	RootMSVE, Low, High      float64 // √(mean MSVE) with the 95 % confidence interval
	MSVE, MSVESE             float64
	Bias2, Variance          float64
	Chosen, NotRuledOut      int
	LotoDiff, LotoSE, LotoSD float64
	MSVEDiff                 float64
}

// MethodRow is a row of figure (b): a method at a number of trajectories.
type MethodRow struct {
	Trajectories, Trials int
	Method               string
	Lambda               float64 // of the best and worst in hindsight; NaN for methods that choose in every trial
	RootMSVE, Low, High  float64
	MSVE, MSVESE         float64
	// Ratio is RootMSVE divided by the RootMSVE of LSTD(best), with the 95 % confidence interval,
	// paired over trials because the effect of shared data cancels.
	Ratio, RatioLow, RatioHigh float64
}

// TimeRow is a row of figure (c): the training time of a method at a number of trajectories,
// for all λ's of the grid together.
type TimeRow struct {
	Trajectories int
	Method       string
	Seconds      float64 // median of the runs
	Least        float64
	Most         float64
	Runs         int
	DataSets     int // of the runs, used in turn
	// Stopped reports whether a run exceeded the budget, here, or at a smaller size, when this row
	// has no runs. The three times are the budget, a lower bound.
	Stopped bool
}

// LambdaRows returns the table of figure (a), by size and λ.
func (s *Summary) LambdaRows() (rows []LambdaRow) {
	for i := range s.Sizes {
		z := &s.Sizes[i]
		for k, lambda := range s.Lambdas {
			root, low, high := z.LSTD[k].MSVE.Root()
			rows = append(rows, LambdaRow{
				Trajectories: z.Trajectories, Trials: s.Trials,
				Lambda:   lambda,
				RootMSVE: root, Low: low, High: high,
				MSVE: z.LSTD[k].MSVE.Mean, MSVESE: z.LSTD[k].MSVE.SE,
				Bias2: z.Bias2[k], Variance: z.Variance[k],
				Chosen: z.Chosen[k], NotRuledOut: z.NotRuledOut[k],
				LotoDiff: z.LotoDiff[k].Mean, LotoSE: z.LotoSE[k], LotoSD: z.LotoSD[k],
				MSVEDiff: z.MSVEDiff[k].Mean,
			})
		}
	}
	return rows
}

// MethodRows returns the table of figure (b), by method and size. NaiveCV+LSTD and RLSTD have rows
// where they were run.
func (s *Summary) MethodRows() (rows []MethodRow) {
	for _, name := range []string{NameALLSTD, NameByTrajectory, NameNaive, NameLSTDBest, NameLSTDWorst, NameRLSTDBest, NameRLSTDWorst} {
		for i := range s.Sizes {
			z := &s.Sizes[i]
			of, lambda, ran := z.method(name, s.Lambdas)
			if !ran {
				continue
			}
			root, low, high := of.MSVE.Root()
			ratio, ratioLow, ratioHigh := ratioOf(of, z.LSTD[z.Best])
			rows = append(rows, MethodRow{
				Trajectories: z.Trajectories, Trials: s.Trials,
				Method: name, Lambda: lambda,
				RootMSVE: root, Low: low, High: high,
				MSVE: of.MSVE.Mean, MSVESE: of.MSVE.SE,
				Ratio: ratio, RatioLow: ratioLow, RatioHigh: ratioHigh,
			})
		}
	}
	return rows
}

// method returns the side of a method of figure (b) with its λ, NaN for methods that choose in
// every trial. ran reports whether the method was run.
func (z *SizeSummary) method(name string, lambdas []float64) (of Side, lambda float64, ran bool) {
	switch name {
	case NameALLSTD:
		return z.ALLSTD, math.NaN(), true
	case NameByTrajectory:
		return z.Printed, math.NaN(), true
	case NameNaive:
		if z.Naive == nil {
			return Side{}, 0, false
		}
		return z.Naive.Side, math.NaN(), true
	case NameLSTDBest:
		return z.LSTD[z.Best], lambdas[z.Best], true
	case NameLSTDWorst:
		return z.LSTD[z.Worst], lambdas[z.Worst], true
	}
	if z.RLSTD == nil {
		return Side{}, 0, false
	}
	k := z.RLSTDBest
	if name == NameRLSTDWorst {
		k = z.RLSTDWorst
	}
	return z.RLSTD[k], lambdas[k], true
}

// ratioOf returns √(mean(a)/mean(b)) with the 95 % confidence interval, from the standard error of
// a − ratio²·b over trials; NaN unless both means are positive.
func ratioOf(a, b Side) (ratio, low, high float64) {
	meanA, meanB := a.MSVE.Mean, b.MSVE.Mean
	if !(meanA > 0 && meanB > 0) {
		return math.NaN(), math.NaN(), math.NaN()
	}
	square := meanA / meanB
	moves := Above(a, square, b) // has mean 0
	return Mean{Mean: square, SE: moves.SE / meanB}.Root()
}
