// Package textfmt formats numbers, and joins words to parts of sentences. The package imports
// the standard library alone. Every package but estimator may import textfmt.
package textfmt

import (
	"strconv"
	"strings"
)

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

// Count returns a number with its noun: "1 episode", "2 episodes", "2 addresses".
func Count(n int, noun string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(noun, "s"):
		noun += "es"
	default:
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// Clip shortens user input for a one-line error.
func Clip(text string) string {
	const limit = 60
	if r := []rune(text); len(r) > limit {
		return string(r[:limit]) + "…"
	}
	return text
}
