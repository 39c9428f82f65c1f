package truth

import (
	"math"
	"testing"
)

// TestInterpolation compares series with exact functions: returns of episodes of any length that
// pay 1 at each transition, a single reward, and products of two returns.
func TestInterpolation(t *testing.T) {
	at := nodeGammas()
	lengths := []int{1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 200, 300, 400, longestEpisode}
	var returns, lasts []series
	for _, length := range lengths {
		rewards := make([]float64, length)
		var last series
		rewards[length-1] = 1
		last.discount(at, rewards, 1)
		for i := range rewards {
			rewards[i] = 1
		}
		var g series
		g.discount(at, rewards, 1)
		returns, lasts = append(returns, g), append(lasts, last)
	}
	var gammas []float64
	for i := range 1001 {
		gammas = append(gammas, float64(i)/1000, 1-math.Pow(10, -float64(i)/200))
	}
	off := func(weights, of *series, want float64) float64 { return math.Abs(weights.dot(of[:]) - want) }
	worst, worstLast, worstProduct := 0.0, 0.0, 0.0
	for _, gamma := range gammas {
		linear, quadratic := interpolation(gamma, 1), interpolation(gamma, 2)
		size := 1 / (1 + shift - gamma)
		g := make([]float64, len(lengths))
		for i, length := range lengths {
			if g[i] = float64(length); gamma < 1 {
				g[i] = (1 - math.Pow(gamma, float64(length))) / (1 - gamma)
			}
			worst = max(worst, off(linear, &returns[i], g[i])/size)
			worstLast = max(worstLast, off(linear, &lasts[i], math.Pow(gamma, float64(length-1)))/size)
			for j := range i + 1 {
				var product series
				for k := range product {
					product[k] = returns[i][k] * returns[j][k]
				}
				worstProduct = max(worstProduct, off(quadratic, &product, g[i]*g[j])/size/size)
			}
		}
	}
	t.Logf("off by %.2g, %.2g for single rewards, %.2g for products", worst, worstLast, worstProduct)
	if worst > 1e-7 || worstLast > 1e-7 || worstProduct > 1e-6 {
		t.Errorf("interpolation is off by %.2g, %.2g for single rewards and %.2g for products", worst, worstLast, worstProduct)
	}
}
