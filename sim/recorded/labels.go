package recorded

import (
	"bytes"
	"regexp"

	"golang.org/x/text/unicode/norm"
)

// label returns the name of an episode or a group without white space around it, with a single
// space between words, and with composed accents.
func label(text []byte) []byte {
	for _, c := range text {
		if c <= ' ' || c > '~' {
			return norm.NFC.Bytes(bytes.Join(bytes.Fields(text), []byte(" ")))
		}
	}
	return text // without allocations
}

// wholeNumber matches a whole number, perhaps with zeros before it or as a fraction, because tables
// that are merged or opened in a spreadsheet make 1.0 of 1, and 1 of 01.
var wholeNumber = regexp.MustCompile(`^(-?)0*([0-9]+?)(\.0*)?$`)

// key returns the form that all spellings of a label share.
func key(label string) string { return wholeNumber.ReplaceAllString(label, "$1$2") }
