package study

import "math"

// Differences compare two λ's in each data set of a summary: by how much the LOTO error
// of the one exceeds that of the other, and by how much the MSVE does.
type Differences struct {
	Loto, MSVE []float64 // per trial, in order

	LotoMean, MSVEMean Mean
	// Slope and Intercept are of the line Loto ≈ Intercept + Slope·MSVE with the least
	// squares; NaN where the MSVE's do not differ.
	Slope, Intercept float64
	// Correlation is that of the two over data sets, with the ends of its 95 % confidence
	// interval by Fisher's transformation. NaN where either does not differ; the interval
	// with fewer than four trials.
	Correlation, Low, High float64
}

// Differences returns those of the k-th λ from the one of another index.
func (s *SizeSummary) Differences(k, against int) *Differences {
	d := &Differences{
		Loto: s.outcomes.all(func(o *Outcome) float64 { return o.Loto[k] - o.Loto[against] }),
		MSVE: s.outcomes.all(func(o *Outcome) float64 { return o.MSVE[k] - o.MSVE[against] }),
	}
	d.LotoMean, d.MSVEMean = meanOf(d.Loto), meanOf(d.MSVE)
	var xx, xy, yy float64
	for i, x := range d.MSVE {
		x, y := x-d.MSVEMean.Mean, d.Loto[i]-d.LotoMean.Mean
		xx, xy, yy = xx+float64(x*x), xy+float64(x*y), yy+float64(y*y)
	}
	nan := math.NaN()
	d.Slope, d.Intercept, d.Correlation, d.Low, d.High = nan, nan, nan, nan, nan
	if xx > 0 {
		d.Slope = xy / xx
		d.Intercept = d.LotoMean.Mean - float64(d.Slope*d.MSVEMean.Mean)
	}
	if xx > 0 && yy > 0 {
		d.Correlation = max(-1, min(1, xy/math.Sqrt(xx)/math.Sqrt(yy)))
		if n := float64(len(d.Loto)); n > 3 {
			z, half := math.Atanh(d.Correlation), z95/math.Sqrt(n-3)
			d.Low, d.High = math.Tanh(z-half), math.Tanh(z+half)
		}
	}
	return d
}
