package recorded

import (
	"math"
	"slices"
	"strconv"

	"lambdascope/estimator"
)

// AppendHeader appends what a file of trajectories with dim features starts
// with; ratios tells whether it has those of Append.
func (f Format) AppendHeader(out []byte, dim int, ratios bool) []byte {
	if f == JSONL {
		return out
	}
	out = append(out, fieldID+","+fieldT+","+fieldReward+","+fieldTerminated+","+fieldTruncated...)
	if ratios {
		out = append(out, ","+fieldRatio...)
	}
	for j := range dim {
		out = append(append(out, ','), featureName(j)...)
	}
	return append(out, '\n')
}

// Append appends a trajectory as episode id. Numbers have the fewest digits that
// read back to the same bits. The final observation is written of a truncated
// trajectory, and left out of a terminated one, of which it is not known. Where ratios
// is set, as for all trajectories of a file or for none, importance ratios are written,
// 1 where a trajectory has none.
func (f Format) Append(out []byte, id int, t *estimator.Trajectory, ratios bool) []byte {
	if f == JSONL {
		return appendJSONL(out, id, t, ratios)
	}
	return appendCSV(out, id, t, ratios)
}

// ratiosOf returns the importance ratio of each transition.
func ratiosOf(t *estimator.Trajectory) []float64 {
	if r := t.Ratios(); r != nil {
		return r
	}
	return slices.Repeat([]float64{1}, t.Len())
}

// rows returns how many observations of a trajectory are written.
func rows(t *estimator.Trajectory) int {
	if t.Terminated() {
		return t.Len()
	}
	return t.Len() + 1
}

func appendJSONL(out []byte, id int, t *estimator.Trajectory, ratios bool) []byte {
	out = strconv.AppendInt(append(out, `{"id":`...), int64(id), 10)
	out = append(out, `,"`+fieldObservations+`":[`...)
	x := make([]float64, t.Dim())
	for step := range rows(t) {
		if step > 0 {
			out = append(out, ',')
		}
		out = append(appendNumbers(append(out, '['), t.FeaturesInto(x, step)), ']')
	}
	out = append(out, `],"`+fieldRewards+`":[`...)
	out = append(appendNumbers(out, t.Rewards()), ']')
	if ratios {
		out = append(out, `,"`+fieldRatios+`":[`...)
		out = append(appendNumbers(out, ratiosOf(t)), ']')
	}
	out = append(out, `,"`+fieldTerminations+`":[`...)
	out = append(appendFlags(out, t.Len(), t.Terminated()), ']')
	out = append(out, `,"`+fieldTruncations+`":[`...)
	return append(appendFlags(out, t.Len(), !t.Terminated()), "]}\n"...)
}

func appendCSV(out []byte, id int, t *estimator.Trajectory, ratios bool) []byte {
	h, each := t.Len(), ratiosOf(t)
	x := make([]float64, t.Dim())
	for step := range rows(t) {
		out = append(strconv.AppendInt(out, int64(id), 10), ',')
		out = append(strconv.AppendInt(out, int64(step), 10), ',')
		if step < h {
			out = appendNumber(out, t.Rewards()[step])
		}
		// The row of the final observation has false rather than nothing: a
		// column of flags alone is one for other programs too.
		last := step == h-1
		out = strconv.AppendBool(append(out, ','), last && t.Terminated())
		out = strconv.AppendBool(append(out, ','), last && !t.Terminated())
		if ratios {
			if out = append(out, ','); step < h {
				out = appendNumber(out, each[step])
			}
		}
		out = appendNumbers(append(out, ','), t.FeaturesInto(x, step))
		out = append(out, '\n')
	}
	return out
}

// appendNumbers appends numbers with commas between them.
func appendNumbers(out []byte, x []float64) []byte {
	for i, v := range x {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendNumber(out, v)
	}
	return out
}

// appendNumber appends a number. Whole numbers, which features and rewards often
// are, take a quicker way, to the same value.
func appendNumber(out []byte, v float64) []byte {
	const most = 1e9
	if i := int64(v); v < most && v > -most && float64(i) == v && (i != 0 || !math.Signbit(v)) {
		return strconv.AppendInt(out, i, 10)
	}
	return strconv.AppendFloat(out, v, 'g', -1, 64)
}

// appendFlags appends n flags with commas between them, all false but the last.
func appendFlags(out []byte, n int, last bool) []byte {
	for range n - 1 {
		out = append(out, "false,"...)
	}
	return strconv.AppendBool(out, last)
}
