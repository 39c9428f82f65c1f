package textfmt

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Number returns the shortest text that reads back as v, and "0" for −0.
func Number(v float64) string { return strconv.FormatFloat(v+0, 'g', -1, 64) }

// ParseNumber parses a finite decimal number. The check is needed because strconv
// accepts infinities, NaN, hexadecimal numbers and underscores.
func ParseNumber(text string) (float64, error) {
	text = strings.TrimSpace(text)
	for _, c := range text {
		if !strings.ContainsRune("0123456789.eE+-", c) {
			return 0, strconv.ErrSyntax
		}
	}
	return strconv.ParseFloat(text, 64)
}

// Fixed returns v with a number of decimals, or with all decimals for -1. A number that rounds to
// 0 has no minus.
func Fixed(v float64, decimals int) string {
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return text
}

// FixedSigned is Fixed with a plus before numbers without a minus.
func FixedSigned(v float64, decimals int) string {
	text := Fixed(v, decimals)
	if strings.HasPrefix(text, "-") {
		return text
	}
	return "+" + text
}

// Significant returns v with a number of significant digits; 0 is "0".
func Significant(v float64, digits int) string {
	switch size := math.Abs(v); {
	case v == 0:
		return "0"
	case size >= 1e-4 && size < 1e6:
		return Fixed(v, Decimals(size, digits))
	}
	return strconv.FormatFloat(v, 'g', digits, 64)
}

// Short is Significant without zeros at the end of the decimals, for sentences.
func Short(v float64, digits int) string {
	text := Significant(v, digits)
	if strings.Contains(text, ".") && !strings.Contains(text, "e") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// Rounded is Significant without a leading zero, because space on axes is short.
func Rounded(v float64, digits int) string { return WithoutZero(Significant(v, digits)) }

// Trimmed is Short without a leading zero.
func Trimmed(v float64, digits int) string { return WithoutZero(Short(v, digits)) }

// Signed is Rounded with a plus before positive numbers.
func Signed(v float64, digits int) string {
	if v > 0 {
		return "+" + Rounded(v, digits)
	}
	return Rounded(v, digits)
}

// WithoutZero drops the zero before the point of a number between −1 and 1.
func WithoutZero(number string) string {
	rest, negative := strings.CutPrefix(number, "-")
	switch decimals, small := strings.CutPrefix(rest, "0."); {
	case small && negative:
		return "-." + decimals
	case small:
		return "." + decimals
	}
	return number
}

// Decimals returns the number of decimals that shows the leading digits of a size; 0 unless the
// size is positive and finite.
func Decimals(size float64, digits int) int {
	if !(size > 0) || math.IsInf(size, 1) {
		return 0
	}
	return max(0, digits-1-int(math.Floor(math.Log10(size))))
}

// maxDecimals is the largest readable number of decimals.
const maxDecimals = 6

// WithDecimals returns v with a number of decimals and no leading zero, or with three significant
// digits if the decimals are too many to read.
func WithDecimals(v float64, decimals int) string {
	if decimals > maxDecimals {
		return Rounded(v, 3)
	}
	return WithoutZero(Fixed(v, decimals))
}

// IntervalDecimals returns the decimals that show two digits of half the width of an interval, and
// whether there is an interval.
func IntervalDecimals(low, high float64) (decimals int, ok bool) {
	if !(high > low) || math.IsInf(high-low, 1) {
		return 0, false
	}
	return Decimals((high-low)/2, 2), true
}

// Interval returns a 95 % confidence interval in parentheses, or "" without one.
func Interval(low, high float64, decimals int) string {
	if math.IsNaN(low) || math.IsNaN(high) {
		return ""
	}
	return fmt.Sprintf(" (95 %%: %s to %s)", WithDecimals(low, decimals), WithDecimals(high, decimals))
}

// WithInterval returns a number and its 95 % confidence interval with the decimals that the
// interval needs.
func WithInterval(v, low, high float64) (number, interval string) {
	decimals, ok := IntervalDecimals(low, high)
	if !ok {
		return Rounded(v, 3), ""
	}
	return WithDecimals(v, decimals), Interval(low, high, decimals)
}

// WithError returns a number and its standard error with enough decimals for two digits of the
// error, because further digits of the number mean nothing.
func WithError(v, se float64) string {
	decimals := Decimals(se, 2)
	if !(se > 0) || decimals > maxDecimals {
		return Rounded(v, 2) + " ± " + Rounded(se, 2)
	}
	return WithDecimals(v, decimals) + " ± " + WithDecimals(se, decimals)
}
