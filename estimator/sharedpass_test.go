package estimator

import (
	"math"
	"math/rand/v2"
	"testing"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/memory"
)

// TestLags compares one pass for many λ's with a pass for each, over sizes that
// do and do not fill tiles and blocks.
func TestLags(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, r := range []int{1, 2, 3, 7, 8, 16, 17} {
		for _, h := range []int{1, 2, 3, 15, 16, 17, 118} {
			for _, k := range []int{1, 2, 11, 101} {
				e := &episode{rewards: make([]float64, h), stop: func() bool { return false }}
				e.shape(h, r)
				e.x = memory.Resize(e.x, (h+1)*e.ldx)
				for t := range h {
					for j := range r {
						e.state(t)[j], e.change(t)[j] = random.NormFloat64(), random.NormFloat64()
					}
					e.rewards[t] = random.NormFloat64()
					e.w[t*e.ldw+r] = e.rewards[t]
				}
				var l lags
				l.fillBlocks(e, blockSize(k, e.h))
				for _, decay := range []float64{0, .3, .95, 1} {
					want, got := make(dense.System, r*r+r), make(dense.System, r*r+r)
					// What is there already stays.
					for i := range want {
						want[i] = float64(i)
						got[i] = float64(i)
					}
					e.accumulate(want.Matrix(r), want.Vector(r), make([]float64, r), decay)
					var scratch passScratch
					l.addTo(got, e, &scratch, decay)
					also := make(dense.System, r*r+r)
					e.direct(also, &scratch, decay)
					// Each number is a sum of h(h+1)/2 products of size about 1, and of i.
					tolerance := 1e-15 * (float64(r*r) + float64(h*h))
					for i := range want {
						if math.Abs(got[i]-want[i]) > tolerance {
							t.Fatalf("r = %d, h = %d, k = %d, λγ = %v: number %d is %v, want %v", r, h, k, decay, i, got[i], want[i])
						}
						if v := also[i] + float64(i); math.Abs(v-want[i]) > tolerance {
							t.Fatalf("r = %d, h = %d, λγ = %v: number %d of a direct pass is %v, want %v", r, h, decay, i, v, want[i])
						}
					}
				}
			}
		}
	}
}
