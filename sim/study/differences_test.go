package study

import (
	"math"
	"testing"
)

// TestDifferences compares with numbers by hand, and with NaN if nothing differs.
func TestDifferences(t *testing.T) {
	of := func(pairs ...[2]float64) *Differences {
		var s SizeSummary
		for _, p := range pairs {
			s.outcomes = append(s.outcomes, &Outcome{MSVE: []float64{5, 5 + p[0]}, Loto: []float64{7, 7 + p[1]}})
		}
		return s.Differences(1, 0)
	}
	near := func(name string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) < 1e-12) && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	// Moments about the means (1.5, 1.5): Sxx = 5, Sxy = −3, Syy = 5.
	d := of([2]float64{0, 2}, [2]float64{1, 3}, [2]float64{2, 0}, [2]float64{3, 1})
	near("the slope", d.Slope, -.6)
	near("the intercept", d.Intercept, 2.4)
	near("the correlation", d.Correlation, -.6)
	near("its lower end", d.Low, math.Tanh(math.Atanh(-.6)-z95))
	near("its upper end", d.High, math.Tanh(math.Atanh(-.6)+z95))
	near("the mean true difference", d.MSVEMean.Mean, 1.5)
	near("the mean LOTO difference", d.LotoMean.Mean, 1.5)

	nan := math.NaN()
	d = of([2]float64{1, 2}, [2]float64{1, 3}) // one true difference
	near("the slope", d.Slope, nan)
	near("the correlation", d.Correlation, nan)
	d = of([2]float64{1, 2}, [2]float64{2, 2}, [2]float64{3, 2})
	near("the slope", d.Slope, 0)
	near("the correlation", d.Correlation, nan)
	d = of([2]float64{1, 2}, [2]float64{2, 4}, [2]float64{3, 6})
	near("the slope", d.Slope, 2)
	near("the correlation", d.Correlation, 1)
	near("its lower end, of three trials", d.Low, nan)
}
