package report

import (
	"encoding/json"
	"math"
	"strconv"

	"lambdascope/sim/words"
)

// Number is a float64 that JSON gets as null where it has no number for it: NaN,
// which stands for a truth that is not known, and infinities.
type Number float64

// MarshalJSON writes the shortest text that reads back as n, or null.
func (n Number) MarshalJSON() ([]byte, error) {
	if v := float64(n); finite(v) {
		return json.Marshal(v)
	}
	return []byte("null"), nil
}

// Numbers returns values as Numbers, nil for nil.
func Numbers(values []float64) []Number {
	if values == nil {
		return nil
	}
	out := make([]Number, len(values))
	for i, v := range values {
		out[i] = Number(v)
	}
	return out
}

// Tenth writes a share that is rounded to 10 %.
func Tenth(share float64) string {
	if share == 0 {
		return "under 5 %"
	}
	return strconv.FormatFloat(100*share, 'f', 0, 64) + " %"
}

// Exact returns the shortest text that reads back as v, empty for what is not a
// number: a cell of a CSV.
func Exact(v float64) string {
	if !finite(v) {
		return ""
	}
	return words.Number(v)
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
