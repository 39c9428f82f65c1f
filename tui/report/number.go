package report

import (
	"math"
	"strconv"

	"lambdascope/sim/textfmt"
)

// Number is a float64 that JSON writes as null if NaN, for an unknown truth, or infinite.
type Number float64

// Numbers are float64s that JSON writes like Number; nil becomes null.
type Numbers []float64

// MarshalJSON writes the shortest text that reads back as n, or null.
func (n Number) MarshalJSON() ([]byte, error) { return appendJSON(nil, float64(n)), nil }

// appendJSON appends a number in the format of encoding/json, or null. It is faster than json.Marshal, because
// lists are as long as the data.
func appendJSON(out []byte, v float64) []byte {
	if !finite(v) {
		return append(out, "null"...)
	}
	format := byte('f')
	if size := math.Abs(v); size != 0 && (size < 1e-6 || size >= 1e21) {
		format = 'e'
	}
	out = strconv.AppendFloat(out, v, format, -1, 64)
	if n := len(out); format == 'e' && n >= 4 && out[n-4] == 'e' && out[n-3] == '-' && out[n-2] == '0' {
		out = append(out[:n-2], out[n-1]) // e-07 is e-7
	}
	return out
}

// MarshalJSON writes a list like []Number, without an allocation for each number.
func (n Numbers) MarshalJSON() ([]byte, error) {
	if n == nil {
		return []byte("null"), nil
	}
	out := []byte{'['}
	for i, v := range n {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendJSON(out, v)
	}
	return append(out, ']'), nil
}

// Exact returns a cell of a CSV: the shortest text that reads back as v, empty for NaN and infinities.
func Exact(v float64) string {
	if !finite(v) {
		return ""
	}
	return textfmt.Number(v)
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
