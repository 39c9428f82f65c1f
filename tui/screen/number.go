package screen

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"lambdascope/sim/words"
)

// Exact writes v exactly, as short as can be.
func Exact(v float64) string { return words.Number(v) }

// Approx writes v with a few significant digits and no leading zero, as the
// axes do. Its minus is that of the keyboard, as on axes, in files and in commands.
func Approx(v float64, digits int) string {
	return words.Rounded(v, digits)
}

// Signed writes v as approximate does, with its sign.
func Signed(v float64, digits int) string {
	if v > 0 {
		return "+" + Approx(v, digits)
	}
	return Approx(v, digits)
}

// Plain writes a number with a few digits, without zeros that say nothing.
func Plain(v float64, digits int) string {
	s := Approx(v, digits)
	if strings.Contains(s, ".") && !strings.Contains(s, "e") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// Decimals returns how many decimals show a number's leading digits; 0 for what
// is no size.
func Decimals(size float64, digits int) int {
	if !(size > 0) || math.IsInf(size, 1) {
		return 0
	}
	return max(0, digits-1-int(math.Floor(math.Log10(size))))
}

// mostDecimals is up to how many decimals a number is written with others of its kind;
// beyond, each has its leading digits.
const mostDecimals = 6

// WithDecimals writes v with some decimals, or, where these are too many to read, with
// three digits.
func WithDecimals(v float64, decimals int) string {
	if decimals > mostDecimals {
		return Approx(v, 3)
	}
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" { // rounding alone is no reason for a minus
		text = strings.TrimPrefix(text, "-")
	}
	return words.WithoutZero(text)
}

// IntervalDecimals returns the decimals of a number with a confidence interval: those
// that show two digits of half its width. False where there is no interval.
func IntervalDecimals(low, high float64) (decimals int, ok bool) {
	if !(high > low) || math.IsInf(high-low, 1) {
		return 0, false
	}
	return Decimals((high-low)/2, 2), true
}

// Interval writes a 95 % confidence interval with some decimals, if there is one.
func Interval(low, high float64, decimals int) string {
	if math.IsNaN(low) || math.IsNaN(high) {
		return ""
	}
	return fmt.Sprintf(" (95 %%: %s to %s)", WithDecimals(low, decimals), WithDecimals(high, decimals))
}

// WithInterval writes a number with its 95 % confidence interval, in as many digits as
// that needs, or alone where there is none.
func WithInterval(v, low, high float64) (number, interval string) {
	decimals, ok := IntervalDecimals(low, high)
	if !ok {
		return Approx(v, 3), ""
	}
	return WithDecimals(v, decimals), Interval(low, high, decimals)
}

// WithError writes a number and its standard error, both with the decimals that show
// two digits of the error.
func WithError(v, se float64) string {
	if !(se > 0) {
		return Approx(v, 2) + " ± " + Approx(se, 2)
	}
	decimals := Decimals(se, 2)
	if decimals > mostDecimals {
		return Approx(v, 2) + " ± " + Approx(se, 2)
	}
	return WithDecimals(v, decimals) + " ± " + WithDecimals(se, decimals)
}
