package study

import (
	"fmt"
	"math"
)

// chooses tells whether a selection is in the outcome, not fits alone.
func (o *Outcome) chooses() bool { return o.Loto != nil }

// perLambda returns the slices with a number per λ.
func (o *Outcome) perLambda() [][]float64 {
	return [][]float64{o.MSVE, o.Loto, o.LotoDiff, o.LotoDiffSE, o.RLSTD}
}

// checkFinite returns an error for an outcome that overflows; θ never does.
func (o *Outcome) checkFinite(lambdas []float64) error {
	for _, of := range o.perLambda() {
		for k, v := range of {
			if math.IsInf(v, 0) || math.IsNaN(v) {
				return fmt.Errorf("λ = %v: the squared error overflows; scale the rewards down", lambdas[k])
			}
		}
	}
	return nil
}

// selected returns the MSVE at λ̂.
func (o *Outcome) selected() float64 { return o.MSVE[o.Selected] }

// random returns the mean MSVE over the grid.
func (o *Outcome) random() float64 {
	sum := 0.0
	for _, v := range o.MSVE {
		sum += v
	}
	return sum / float64(len(o.MSVE))
}

// NotRuledOutCount counts the λ's that are not ruled out, λ̂ among them.
func (o *Outcome) NotRuledOutCount() int {
	count := 0
	for _, not := range o.NotRuledOut {
		if not {
			count++
		}
	}
	return count
}

// notRuledOutShare returns the share of the λ's that are not ruled out.
func (o *Outcome) notRuledOutShare() float64 {
	return float64(o.NotRuledOutCount()) / float64(len(o.NotRuledOut))
}

// outcomes are those of all trials at one number of trajectories, in order.
type outcomes []*Outcome

// outcomesAt returns those of trials at the i-th number of trajectories.
func outcomesAt(trials []*Trial, i int) outcomes {
	of := make(outcomes, len(trials))
	for j, t := range trials {
		of[j] = &t.Outcomes[i]
	}
	return of
}

// all returns f of each trial.
func (of outcomes) all(f func(o *Outcome) float64) []float64 {
	out := make([]float64, len(of))
	for i, o := range of {
		out[i] = f(o)
	}
	return out
}

// mean returns the mean of f over the trials.
func (of outcomes) mean(f func(o *Outcome) float64) Mean {
	return meanOf(of.all(f))
}

// meanOf returns the mean of values and its standard error, which is NaN of one.
func meanOf(values []float64) Mean {
	n := float64(len(values))
	var sum, squares float64
	for _, v := range values {
		sum += v
	}
	mean := sum / n
	for _, v := range values {
		squares += float64((v - mean) * (v - mean))
	}
	return Mean{Mean: mean, SE: math.Sqrt(squares / (n - 1) / n)}
}

// count returns for how many trials f is true.
func (of outcomes) count(f func(o *Outcome) bool) int {
	count := 0
	for _, o := range of {
		if f(o) {
			count++
		}
	}
	return count
}

// variance returns the variance over trials of what θ at the k-th λ predicts; NaN
// with one trial.
func (of outcomes) variance(k int, squaredNorm func(delta []float64) float64) float64 {
	center := of.center(k)
	delta, sum := make([]float64, len(center)), 0.0
	for _, o := range of {
		for j, v := range o.Theta[k] {
			delta[j] = v - center[j]
		}
		sum += squaredNorm(delta)
	}
	return sum / float64(len(of)-1)
}

// thetas returns θ at the k-th λ in each trial.
func (of outcomes) thetas(k int) [][]float64 {
	return of.thetasAt(func(*Outcome) int { return k })
}

// thetasAt returns θ in each trial at that trial's λ.
func (of outcomes) thetasAt(lambda func(o *Outcome) int) [][]float64 {
	out := make([][]float64, len(of))
	for i, o := range of {
		out[i] = o.Theta[lambda(o)]
	}
	return out
}

// center returns the mean θ at the k-th λ.
func (of outcomes) center(k int) []float64 {
	out := make([]float64, len(of[0].Theta[k]))
	for _, o := range of {
		for j, v := range o.Theta[k] {
			out[j] += v / float64(len(of))
		}
	}
	return out
}

// naive compares NaiveCV+LSTD with ALLSTD.
func (z *SizeSummary) naive() *NaiveSummary {
	out := &NaiveSummary{
		Same: z.outcomes.count(func(o *Outcome) bool { return o.Naive.Selected == o.Selected }),
	}
	for _, o := range z.outcomes {
		out.Apart = max(out.Apart, o.Naive.Apart)
	}
	return out
}
