package report

import (
	"math"
	"slices"
	"strconv"

	"lambdascope/sim/textfmt"
)

// Digits is the format of the numbers of a column. All numbers have the same decimals, so that readers can
// compare them at a glance.
type Digits struct {
	verb     byte // 'f', or 'e' because plain decimals would be too long
	decimals int
}

const (
	// maxSignificant is the largest number of digits of the largest number of a column.
	maxSignificant = 6
	// minSignificant is the smallest number of digits of a typical number without an error.
	minSignificant = 3
	// noise is the share of a number that may be rounding error.
	noise = 1e-9
	// maxPlace is the last decimal place, on either side of the point, without an exponent.
	maxPlace = 9
)

// LevelDigits chooses the decimals of a column of levels, in the order of λ: enough decimals
// for two digits of the typical standard error and to tell neighbours apart. It ignores the smallest gaps, because neighbours at a
// turn of the curve are nearly equal. The errors may be nil.
func LevelDigits(values, errors []float64) Digits {
	sizes := magnitudes(append(slices.Clone(values), errors...), 0)
	if len(sizes) == 0 {
		return Digits{'f', minSignificant}
	}
	largest := sizes[len(sizes)-1]
	decimals := minSignificant - 1 - place(sizes[len(sizes)/2])
	if errors = magnitudes(errors, noise*largest); len(errors) > 0 {
		decimals = 1 - place(errors[len(errors)/2])
	}
	var gaps []float64
	for i := 1; i < len(values); i++ {
		gaps = append(gaps, values[i]-values[i-1])
	}
	if gaps = magnitudes(gaps, noise*largest); len(gaps) > 0 {
		turn := gaps[len(gaps)-1] / 100
		i := slices.IndexFunc(gaps, func(g float64) bool { return g > turn })
		decimals = max(decimals, -place(gaps[i]))
	}
	return fitting(decimals, largest)
}

// DifferenceDigits chooses the decimals of a column of differences between numbers of some level: two digits
// of the typical standard error, and at least one digit of the smallest.
func DifferenceDigits(values, errors []float64, level float64) Digits {
	sizes := magnitudes(append(slices.Clone(values), errors...), noise*level)
	errors = magnitudes(errors, noise*level)
	if len(errors) == 0 || len(sizes) == 0 {
		return fitting(minSignificant-1-place(level), level)
	}
	return fitting(max(1-place(errors[len(errors)/2]), -place(errors[0])), sizes[len(sizes)-1])
}

// fitting returns digits with a number of decimals, or fewer if the largest number is too long.
func fitting(decimals int, largest float64) Digits {
	decimals = min(decimals, maxSignificant-1-place(largest))
	if place(largest) >= maxPlace || decimals > maxPlace {
		return Digits{'e', max(0, decimals+place(largest))}
	}
	return Digits{'f', max(0, decimals)}
}

// place returns the power of ten of the first digit of v > 0; 0 for other numbers.
func place(v float64) int {
	if !(v > 0) || math.IsInf(v, 1) {
		return 0
	}
	return int(math.Floor(math.Log10(v)))
}

// magnitudes returns the sorted absolute values of the finite numbers above a limit.
func magnitudes(values []float64, above float64) (out []float64) {
	for _, v := range values {
		if v = math.Abs(v); v > above && !math.IsInf(v, 0) { // NaN is not
			out = append(out, v)
		}
	}
	slices.Sort(out)
	return out
}

// LevelCells are the cells of a column of levels without errors.
func LevelCells(values []float64) []string { return LevelDigits(values, nil).Cells(values) }

// Cells writes the numbers of a column. A dash stands for NaN and infinities.
func (d Digits) Cells(values []float64) []string {
	cells := make([]string, len(values))
	for i, v := range values {
		cells[i] = "-"
		if finite(v) {
			cells[i] = d.Format(v)
		}
	}
	return cells
}

// Format writes a number of the column.
func (d Digits) Format(v float64) string {
	if d.verb == 'f' {
		return textfmt.Fixed(v, d.decimals)
	}
	return strconv.FormatFloat(v+0, d.verb, d.decimals, 64) // 0 for −0
}

// LambdaDigits returns the decimals that write every λ of a grid exactly.
func LambdaDigits(lambdas []float64) Digits {
	decimals := 0
	for _, l := range lambdas {
		decimals = max(decimals, len(textfmt.Fixed(l, -1))-len("0."))
	}
	if decimals > 2*maxPlace {
		return Digits{'g', -1}
	}
	return Digits{'f', decimals}
}

// Significant returns digits with n significant places for the smallest number.
func Significant(values []float64, n int) Digits {
	sizes := magnitudes(values, 0)
	if len(sizes) == 0 {
		return Digits{'f', n - 1}
	}
	return fitting(n-1-place(sizes[0]), sizes[len(sizes)-1])
}

// Distinct returns digits of at least n significant places, and more, up to maxSignificant, if values[one]
// would otherwise print like a different value.
func Distinct(values []float64, one, n int) Digits {
	for ; ; n++ {
		d := Significant(values, n)
		same := slices.ContainsFunc(values, func(v float64) bool {
			return v != values[one] && d.Format(v) == d.Format(values[one])
		})
		if !same || n >= maxSignificant {
			return d
		}
	}
}
