// Package words writes numbers, and joins words into parts of sentences. It imports the standard library
// alone, and every package but estimator may import it.
package words

import (
	"math"
	"strconv"
	"strings"
)

// Number returns the shortest text that reads back as v.
func Number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// Rounded writes v with some significant digits and no leading zero; 0 is "0". Its minus is that of the keyboard,
// as on axes, in files and in commands.
func Rounded(v float64, digits int) string {
	if v == 0 {
		return "0"
	}
	if size := math.Abs(v); size >= 1e-4 && size < 1e6 {
		return WithoutZero(strconv.FormatFloat(v, 'f', max(0, digits-1-int(math.Floor(math.Log10(size)))), 64))
	}
	return strconv.FormatFloat(v, 'g', digits, 64)
}

// To writes v to the second digit of an error above 0, without a leading zero.
func To(v, err float64) string {
	size := int(math.Floor(math.Log10(err)))
	if size < -12 || size > 6 {
		return Rounded(v, 3)
	}
	return WithoutZero(strconv.FormatFloat(v, 'f', max(0, 1-size), 64))
}

// WithoutZero leaves out the zero before the point of a number between −1 and 1.
func WithoutZero(number string) string {
	sign := ""
	if rest, ok := strings.CutPrefix(number, "-"); ok {
		sign, number = "-", rest
	}
	if rest, ok := strings.CutPrefix(number, "0."); ok {
		number = "." + rest
	}
	return sign + number
}

// Or joins names as a choice: "a", "a or b", "a, b or c".
func Or(names []string) string { return join(names, " or ") }

// And joins names as a list: "a", "a and b", "a, b and c".
func And(names []string) string { return join(names, " and ") }

func join(names []string, last string) string {
	n := len(names) - 1
	if n < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:n], ", ") + last + names[n]
}

// Count writes how many there are of something: "1 episode", "2 episodes".
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}
