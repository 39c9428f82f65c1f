package estimator

import (
	"context"
	"fmt"
	"testing"
)

// BenchmarkRLSTD measures the recursion on data with as many features as the domains
// have, at 11 λ's.
func BenchmarkRLSTD(b *testing.B) {
	for _, d := range []int{2, 5, 16} {
		data := synthetic(b, 100, d, 118, 1)
		b.Run(fmt.Sprintf("d=%d", d), func(b *testing.B) {
			for b.Loop() {
				if _, err := RLSTD(context.Background(), data, FitOptions{Gamma: 0.95, Lambdas: grid(11), Ridge: 1}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
