package recorded

import (
	"fmt"
	"strings"

	"lambdascope/sim/textfmt"
)

// Format is a format of written files.
type Format int

// The formats.
const (
	JSONL Format = iota
	CSV
)

// Suffixes returns the endings of file names that FormatOf accepts.
func Suffixes() []string { return []string{".jsonl", ".csv", ".jsonl.gz", ".csv.gz"} }

// FormatOf returns the format for the ending of a file name, and whether to compress with gzip.
// The error lists the endings.
func FormatOf(name string) (f Format, gzipped bool, err error) {
	plain, gzipped := strings.CutSuffix(name, ".gz")
	switch {
	case strings.HasSuffix(plain, ".jsonl"):
		return JSONL, gzipped, nil
	case strings.HasSuffix(plain, ".csv"):
		return CSV, gzipped, nil
	}
	return 0, false, fmt.Errorf("%q: want a name that ends in %s", name, textfmt.Or(Suffixes()))
}
