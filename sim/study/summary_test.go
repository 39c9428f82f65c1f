package study

import (
	"fmt"
	"math"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/testutil"
)

func summarizeTrials(t *testing.T, e *analysis.Engine, p Plan, trials []*Trial) *Summary {
	t.Helper()
	return testutil.Get(Summarize(e, p, trials))(t)
}

// closeTo reports whether two numbers differ by rounding alone.
func closeTo(got, want, scale float64) bool { return math.Abs(got-want) <= 1e-12*scale }

// handMade returns trials with given MSVE, a row for each trial, and given selected λ's. The
// single feature is 1, and the true value is 0.
func handMade(p *Plan, msve [][]float64, selected []int) []*Trial {
	trials := make([]*Trial, len(msve))
	for j, row := range msve {
		o := Outcome{Trajectories: p.Sizes[0], Selected: selected[j], MSVE: row}
		for k, v := range row {
			o.Theta = append(o.Theta, []float64{math.Sqrt(v)})
			o.Loto = append(o.Loto, 10+v)
			o.LotoDiff = append(o.LotoDiff, v-row[0])
			o.LotoDiffSE = append(o.LotoDiffSE, float64(k*(j+1)))
			o.NotRuledOut = append(o.NotRuledOut, k == selected[j] || k == 1)
		}
		trials[j] = &Trial{Index: j, Seed: p.Settings.Seed + uint64(j), Outcomes: []Outcome{o}}
	}
	p.Trials = len(trials)
	return trials
}

// exactly scores a single feature with an exact truth.
type exactly struct{}

func (exactly) SquaredNorm(delta []float64) float64      { return delta[0] * delta[0] }
func (exactly) MSVEErrors(thetas ...[]float64) []float64 { return nil }

func TestSummarizeByHand(t *testing.T) {
	p := Plan{Settings: defaults(t), Sizes: []int{7}, RLSTD: true, NaiveTo: 7}
	trials := handMade(&p, [][]float64{{4, 1, 9}, {1, 4, 16}, {4, 1, 4}}, []int{0, 1, 2})
	for j, x := range trials {
		x.Outcomes[0].RLSTD = []float64{float64(3 - j), 5, 1}
		x.Outcomes[0].Naive = &Naive{Selected: []int{0, 1, 1}[j], Apart: []float64{0, 3e-14, 1e-14}[j]}
	}
	s := summarize(p, []float64{0, .5, 1}, trials, exactly{})
	z := s.Sizes[0]
	root := math.Sqrt
	want := SizeSummary{
		Trajectories: 7,
		LSTD:         sides(Mean{3, 1}, Mean{2, 1}, Mean{29. / 3, root(109. / 9)}),
		// θ: 2, 1, 2; 1, 2, 1; 3, 4, 2.
		Bias2: []float64{3 - 1./3, 2 - 1./3, 29./3 - 1}, Variance: []float64{1. / 3, 1. / 3, 1},
		Chosen: []int{1, 1, 1}, NotRuledOut: []int{1, 3, 1},
		// Of λ = 0.5 −3, 3, −3; of λ = 1 5, 15, 0.
		LotoDiff: []Mean{{0, 0}, {-1, 2}, {20. / 3, root(175. / 9)}},
		MSVEDiff: []Mean{{0, 0}, {-1, 2}, {20. / 3, root(175. / 9)}},
		LotoSE:   []float64{0, root(14. / 3), 2 * root(14./3)},
		LotoSD:   []float64{0, root(12), root(175. / 3)},
		Best:     1, Worst: 2,
		ALLSTD: Side{MSVE: Mean{4, 0}},                     // 4, 4, 4
		Regret: Mean{2, 1},                                 // 3, 0, 3
		Random: Side{MSVE: Mean{44. / 9, root(109. / 81)}}, // 14/3, 7, 3
		// 2/3, 3, −1.
		RandomLoss:       Mean{8. / 9, root(109. / 81)},
		NotRuledOutShare: Mean{5. / 9, 1. / 9}, AtEnd: 2,
		RLSTD: sides(Mean{2, root(1. / 3)}, Mean{5, 0}, Mean{1, 0}), RLSTDBest: 2, RLSTDWorst: 1,
		Naive: &NaiveSummary{Same: 2, Apart: 3e-14},
	}
	z.outcomes, z.yardstick = nil, nil
	if got, want := rounded(z), rounded(want); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if s.Trials != 3 || len(s.Sizes) != 1 {
		t.Errorf("%d trials, %d sizes", s.Trials, len(s.Sizes))
	}
	one := summarize(p, []float64{0, .5, 1}, trials[:1], exactly{}).Sizes[0]
	if one.LSTD[1].MSVE.Mean != 1 || !math.IsNaN(one.LSTD[1].MSVE.SE) || !math.IsNaN(one.Variance[0]) || !math.IsNaN(one.Bias2[0]) || !math.IsNaN(one.LotoSD[2]) {
		t.Errorf("one trial: %+v", one)
	}
}

// sides returns sides with means alone.
func sides(means ...Mean) (out []Side) {
	for _, m := range means {
		out = append(out, Side{MSVE: m})
	}
	return out
}

// rounded writes all numbers of a summary with ten digits.
func rounded(z SizeSummary) string {
	naive := *z.Naive
	z.Naive = nil
	alone := func(s Side) Side { return Side{MSVE: s.MSVE} }
	naive.Side, z.Printed, z.ALLSTD, z.Random = Side{}, Side{}, alone(z.ALLSTD), alone(z.Random)
	for _, of := range [][]Side{z.LSTD, z.RLSTD} {
		for k, s := range of {
			of[k] = alone(s)
		}
	}
	return fmt.Sprintf("%.10v %.10v", z, naive)
}
