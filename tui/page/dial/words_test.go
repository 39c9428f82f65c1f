package dial

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// randomFound returns data sets with random errors over five λ's. Some estimates of bias² are negative.
func randomFound(random *rand.Rand) *found {
	s := &study.Summary{Lambdas: []float64{0, .25, .5, .75, 1}, Trials: dataSets, Sizes: make([]study.SizeSummary, 1)}
	z := &s.Sizes[0]
	scale := math.Pow10(random.IntN(7) - 3)
	slope := []float64{-.1, 0, .02, .2}[random.IntN(4)]
	bend := []float64{0, 0, .1}[random.IntN(3)]
	bias := []float64{0, .1, 1}[random.IntN(3)]
	for k, lambda := range s.Lambdas {
		variance := scale * (1 + slope*float64(k) + bend*math.Abs(float64(k-2)) + .01*random.Float64())
		bias2 := scale * (bias*(1-lambda) + .1*(random.Float64()-.5))
		z.Variance = append(z.Variance, variance)
		z.Bias2 = append(z.Bias2, bias2)
		z.LSTD = append(z.LSTD, study.Side{MSVE: study.Mean{Mean: bias2 + variance}})
		if z.LSTD[k].MSVE.Mean < z.LSTD[z.Best].MSVE.Mean {
			z.Best = k
		}
	}
	return &found{summary: s}
}

// claimsOf returns the condition of each claim that a headline at the k-th λ can make.
func claimsOf(v *view, f *found, k int, text string) map[string]func() bool {
	z := &f.summary.Sizes[0]
	drawn := v.columns(v.split(f), 0).Stack
	column := func(part, k int) float64 { return max(0, drawn.Parts[part].Y[k]) }
	named := func(least int) bool { return strings.Contains(text, " λ = "+textfmt.Number(f.summary.Lambdas[least])) }
	ends := func(k int) bool {
		return strings.HasSuffix(text, textfmt.WithDecimals(z.Variance[k], textfmt.Decimals(slices.Max(z.Variance), 3))+".")
	}
	seen := z.Variance[:k+1]
	low, high := slices.Min(seen), slices.Max(seen)
	const near = .0201
	return map[string]func() bool{
		"error is lowest": func() bool {
			for j := range z.LSTD {
				if column(0, z.Best)+column(1, z.Best) > (1+1e-12)*(column(0, j)+column(1, j)) {
					return false
				}
			}
			return named(z.Best) && !v.Hidden
		},
		"Bias falls, variance rises": func() bool { return column(0, 0) > column(0, 4) && column(1, 4) > column(1, 0) },
		"Are they right":             func() bool { return k == 0 && z.Variance[0] == slices.Min(z.Variance) },
		"Turn λ":                     func() bool { return math.IsNaN(column(1, 4)) }, // not drawn
		"agree best at": func() bool {
			if k == 0 {
				seen = z.Variance
			}
			least := slices.Index(seen, slices.Min(seen))
			return named(least) && ends(least)
		},
		"more they disagree": func() bool {
			return seen[k] > 1.08*seen[0] && seen[0]-low <= near*high && high-seen[k] <= near*high && ends(k)
		},
		"better they agree": func() bool {
			return seen[0] > 1.08*seen[k] && seen[k]-low <= near*high && high-seen[0] <= near*high && ends(k)
		},
		"as well": func() bool {
			return high <= 1.1*low && (ends(k) && seen[k] >= seen[0] || ends(0) && seen[0] >= seen[k])
		},
	}
}

// TestHeadlineHolds recomputes the condition of each headline from the errors and from the drawn columns,
// over random ones.
func TestHeadlineHolds(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	met := make(map[string]int)
	for range 2000 {
		f := randomFound(random)
		z := &f.summary.Sizes[0]
		k := random.IntN(len(f.summary.Lambdas))
		p := &Page{story: story{hi: max(k, random.IntN(len(f.summary.Lambdas)))}}
		v := p.view(&page.Snapshot{State: state.State{Hidden: random.IntN(4) > 0, Cursor: state.Some(f.summary.Lambdas[k])}})
		text := v.headline(f)[0]
		claims := claimsOf(v, f, k, text)
		told := 0
		for claim, holds := range claims {
			if strings.Contains(text, claim) {
				told++
				met[claim]++
				if !holds() {
					t.Errorf("%q at λ %v, of bias² %v, variance %v", text, f.summary.Lambdas[k], z.Bias2, z.Variance)
				}
			}
		}
		if told == 0 || len(strings.Fields(text)) > 12 || strings.Contains(text, "-") {
			t.Errorf("%q", text)
		}
	}
	const claims = 8
	if len(met) < claims {
		t.Errorf("random states make %d of %d claims: %v", len(met), claims, met)
	}
}
