package tui

import (
	"math"
	"strconv"
	"strings"
)

// formatNumber writes v exactly, as short as can be.
func formatNumber(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// approximate writes v with a few significant digits and no leading zero, as the
// axes do.
func approximate(v float64, digits int) string {
	s := strconv.FormatFloat(v, 'g', digits, 64)
	if math.Abs(v) >= 1e-4 && math.Abs(v) < 1e6 {
		exponent := int(math.Floor(math.Log10(math.Abs(v))))
		s = strconv.FormatFloat(v, 'f', max(0, digits-1-exponent), 64)
	}
	if v == 0 {
		return "0"
	}
	return withoutZero(s)
}

// withoutZero leaves out the zero before the point of a number between −1 and 1.
func withoutZero(number string) string {
	sign := ""
	if rest, ok := strings.CutPrefix(number, "-"); ok {
		sign, number = "-", rest
	}
	if rest, ok := strings.CutPrefix(number, "0."); ok {
		number = "." + rest
	}
	return sign + number
}

// signed writes v as approximate does, with its sign.
func signed(v float64, digits int) string {
	if v > 0 {
		return "+" + approximate(v, digits)
	}
	return strings.Replace(approximate(v, digits), "-", "−", 1)
}
