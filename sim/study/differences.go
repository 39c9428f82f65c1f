package study

import "math"

// Differences compare two λ's in each data set of a summary, by LOTO error and by MSVE.
type Differences struct {
	Loto, MSVE []float64 // by trial

	LotoMean, MSVEMean Mean
	// Slope and Intercept belong to the line of least squares Loto ≈ Intercept + Slope·MSVE;
	// NaN if all MSVE are equal.
	Slope, Intercept float64
	// Correlation is the correlation of Loto and MSVE, with the 95 % confidence interval by
	// Fisher's transformation. NaN if all of either are equal; the interval also with fewer
	// than four trials.
	Correlation, Low, High float64
}

// Differences returns the k-th λ minus the λ of index against.
func (s *SizeSummary) Differences(k, against int) *Differences {
	d := &Differences{
		Loto: s.outcomes.all(func(o *Outcome) float64 { return o.Loto[k] - o.Loto[against] }),
		MSVE: s.outcomes.all(func(o *Outcome) float64 { return o.MSVE[k] - o.MSVE[against] }),
	}
	d.LotoMean = meanOf(d.Loto)
	d.MSVEMean = meanOf(d.MSVE)
	var xx, xy, yy float64
	for i, x := range d.MSVE {
		x, y := x-d.MSVEMean.Mean, d.Loto[i]-d.LotoMean.Mean
		xx += float64(x * x)
		xy += float64(x * y)
		yy += float64(y * y)
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
			z := math.Atanh(d.Correlation)
			half := z95 / math.Sqrt(n-3)
			d.Low, d.High = math.Tanh(z-half), math.Tanh(z+half)
		}
	}
	return d
}
