package study

import "math"

// The methods of the paper's figures, as they are named there and here.
const (
	NameALLSTD     = "ALLSTD"
	NameNaive      = "NaiveCV+LSTD"
	NameLSTDBest   = "LSTD(best)"
	NameLSTDWorst  = "LSTD(worst)"
	NameRLSTDBest  = "RLSTD(best)"
	NameRLSTDWorst = "RLSTD(worst)"
	NameRSM        = "ALLSTD (RSM)" // by the paper's algorithm, in figure (c)
	NameLSTD       = "k×LSTD"
	NameRLSTD      = "k×RLSTD"
)

// LambdaRow is a row of figure (a): LSTD(λ) at one λ and one number of
// trajectories.
type LambdaRow struct {
	Trajectories, Trials     int
	Lambda                   float64
	RootMSVE, Low, High      float64 // √(mean MSVE) and its 95 % confidence interval
	MSVE, MSVESE             float64
	Bias2, Variance          float64
	Chosen, NotRuledOut      int
	LotoDiff, LotoSE, LotoSD float64
	MSVEDiff                 float64
}

// MethodRow is a row of figure (b): one method at one number of trajectories.
type MethodRow struct {
	Trajectories, Trials int
	Method               string
	Lambda               float64 // of the best and worst in hindsight; NaN where it is chosen anew in every trial
	RootMSVE, Low, High  float64
	MSVE, MSVESE         float64
	// Ratio is RootMSVE over that of LSTD(best), with its 95 % confidence interval,
	// paired over trials: what their data share moves both and cancels.
	Ratio, RatioLow, RatioHigh float64
}

// TimeRow is a row of figure (c): the training time of one method at one number
// of trajectories, for all λ's of the grid together.
type TimeRow struct {
	Trajectories int
	Method       string
	Seconds      float64 // the median of the runs
	Least        float64
	Most         float64
	Runs         int
	DataSets     int // that the runs were on, one after another
	// Stopped tells that the method was stopped when its budget was used up, after
	// one run, or not begun, after none, as a smaller size had been stopped already.
	// The three times are the budget then: it would take longer.
	Stopped bool
}

// LambdaRows returns the table of figure (a), sizes in order, in each the λ's.
func (s *Summary) LambdaRows() []LambdaRow {
	var rows []LambdaRow
	for i := range s.Sizes {
		z := &s.Sizes[i]
		for k, lambda := range s.Lambdas {
			root, low, high := z.LSTD[k].Root()
			rows = append(rows, LambdaRow{
				Trajectories: z.Trajectories, Trials: s.Trials,
				Lambda:   lambda,
				RootMSVE: root, Low: low, High: high,
				MSVE: z.LSTD[k].Mean, MSVESE: z.LSTD[k].SE,
				Bias2: z.Bias2[k], Variance: z.Variance[k],
				Chosen: z.Chosen[k], NotRuledOut: z.NotRuledOut[k],
				LotoDiff: z.LotoDiff[k].Mean, LotoSE: z.LotoSE[k], LotoSD: z.LotoSD[k],
				MSVEDiff: z.MSVEDiff[k].Mean,
			})
		}
	}
	return rows
}

// MethodRows returns the table of figure (b), method by method, sizes in order.
// NaiveCV+LSTD has rows where it was run, RLSTD where it was asked for.
func (s *Summary) MethodRows() []MethodRow {
	var rows []MethodRow
	for _, name := range []string{NameALLSTD, NameNaive, NameLSTDBest, NameLSTDWorst, NameRLSTDBest, NameRLSTDWorst} {
		for i := range s.Sizes {
			z := &s.Sizes[i]
			of, lambda, ran := z.method(name, s.Lambdas)
			if !ran {
				continue
			}
			msve := of.mean()
			root, low, high := msve.Root()
			ratio, ratioLow, ratioHigh := ratioOf(of, z.at(z.Best))
			rows = append(rows, MethodRow{
				Trajectories: z.Trajectories, Trials: s.Trials,
				Method: name, Lambda: lambda,
				RootMSVE: root, Low: low, High: high,
				MSVE: msve.Mean, MSVESE: msve.SE,
				Ratio: ratio, RatioLow: ratioLow, RatioHigh: ratioHigh,
			})
		}
	}
	return rows
}

// method returns the side of a method of figure (b) and its λ, NaN where that is chosen
// anew in every trial; ran is false where it was not run.
func (z *SizeSummary) method(name string, lambdas []float64) (of side, lambda float64, ran bool) {
	switch name {
	case NameNaive:
		if z.Naive == nil {
			return side{}, 0, false
		}
		return z.chosenByNaive(), math.NaN(), true
	case NameLSTDBest:
		return z.at(z.Best), lambdas[z.Best], true
	case NameLSTDWorst:
		return z.at(z.Worst), lambdas[z.Worst], true
	case NameRLSTDBest, NameRLSTDWorst:
		k := z.RLSTDBest
		if name == NameRLSTDWorst {
			k = z.RLSTDWorst
		}
		if z.RLSTD == nil {
			return side{}, 0, false
		}
		return z.rlstd(k), lambdas[k], true
	}
	return z.chosen(), math.NaN(), true
}

// ratioOf returns √(mean(a)/mean(b)) with its 95 % confidence interval, by the spread of
// a − ratio²·b over trials and what the truth leaves of it; NaN where a mean is not above 0.
func ratioOf(a, b side) (ratio, low, high float64) {
	meanA, meanB := meanOf(a.each).Mean, meanOf(b.each).Mean
	if !(meanA > 0 && meanB > 0) {
		return math.NaN(), math.NaN(), math.NaN()
	}
	square := meanA / meanB
	moves := above(a, square, b) // of mean 0
	return Mean{Mean: square, SE: moves.SE / meanB}.Root()
}
