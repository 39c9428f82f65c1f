package recorded

import (
	"bytes"
	"regexp"

	"golang.org/x/text/unicode/norm"
)

// wholeNumber matches a whole number with a fraction of zeros, such as an integer after a merge of
// tables that made floats of integers.
var wholeNumber = regexp.MustCompile(`^(-?[0-9]+)\.0*$`)

// label returns the one spelling of the name of an episode or a group: without white space around
// it, a single space between words, letters with their accents composed, and whole numbers without
// a fraction.
func label(text []byte) []byte {
	usual := true
	for _, c := range text {
		usual = usual && c > ' ' && c <= '~' && c != '.'
	}
	if usual { // without allocations
		return text
	}
	text = norm.NFC.Bytes(bytes.Join(bytes.Fields(text), []byte(" ")))
	if m := wholeNumber.FindSubmatch(text); m != nil {
		return m[1]
	}
	return text
}
