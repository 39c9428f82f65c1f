package study

import (
	"fmt"
	"math"
)

// chooses reports whether the outcome has a selection, not fits alone.
func (o *Outcome) chooses() bool { return o.Loto != nil }

// perLambda returns the slices with a number for each λ.
func (o *Outcome) perLambda() [][]float64 {
	return [][]float64{o.MSVE, o.Loto, o.LotoDiff, o.LotoDiffSE, o.RLSTD}
}

// checkFinite returns an error if a squared error overflows.
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

// bytes returns the approximate memory of the outcome, for the cache.
func (o *Outcome) bytes() int {
	const fixed = 600
	total := fixed + len(o.NotRuledOut)
	for _, theta := range o.Theta {
		total += 24 + 8*len(theta)
	}
	for _, of := range o.perLambda() {
		total += 8 * len(of)
	}
	if o.Refined != nil {
		total += 8 * len(o.Refined.Theta)
	}
	return total
}

// random returns the mean MSVE over the grid.
func (o *Outcome) random() float64 {
	sum := 0.0
	for _, v := range o.MSVE {
		sum += v
	}
	return sum / float64(len(o.MSVE))
}

// NotRuledOutCount returns the number of λ's that are not ruled out, including λ̂.
func (o *Outcome) NotRuledOutCount() (count int) {
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

// outcomes are the outcomes of all trials at a number of trajectories, in order.
type outcomes []*Outcome

// outcomesAt returns the outcomes of trials at the i-th number of trajectories.
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
func (of outcomes) mean(f func(o *Outcome) float64) Mean { return meanOf(of.all(f)) }

// meanOf returns the mean of values and its standard error, NaN for a single value.
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

// count returns the number of trials for which f is true.
func (of outcomes) count(f func(o *Outcome) bool) (count int) {
	for _, o := range of {
		if f(o) {
			count++
		}
	}
	return count
}

// variance returns the variance over trials of the predictions at the k-th λ; NaN with a single
// trial.
func (of outcomes) variance(k int, squaredNorm func(delta []float64) float64) float64 {
	center := make([]float64, len(of[0].Theta[k])) // mean θ
	for _, o := range of {
		for j, v := range o.Theta[k] {
			center[j] += v / float64(len(of))
		}
	}
	delta := make([]float64, len(center))
	sum := 0.0
	for _, o := range of {
		for j, v := range o.Theta[k] {
			delta[j] = v - center[j]
		}
		sum += squaredNorm(delta)
	}
	return sum / float64(len(of)-1)
}

// naive compares NaiveCV+LSTD with ALLSTD.
func (of outcomes) naive(side Side) *NaiveSummary {
	out := &NaiveSummary{Side: side, Same: of.count(func(o *Outcome) bool { return o.Naive.Selected == o.Selected })}
	for _, o := range of {
		out.Apart = max(out.Apart, o.Naive.Apart)
	}
	return out
}
