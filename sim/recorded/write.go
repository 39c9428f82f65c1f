package recorded

import (
	"math"
	"slices"
	"strconv"

	"lambdascope/estimator"
)

// AppendHeader appends the start of a file of trajectories with dim features, with or without
// importance ratios.
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

// Append appends a trajectory as episode id. Numbers have the fewest digits that read back to the
// same bits. Only a truncated trajectory has a final observation. With ratios, set for all
// trajectories of a file or for none, Append writes importance ratios, 1 for a trajectory
// without.
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

// numRows returns the number of observations that are written.
func numRows(t *estimator.Trajectory) int {
	if t.Terminated() {
		return t.Len()
	}
	return t.Len() + 1
}

func appendJSONL(out []byte, id int, t *estimator.Trajectory, ratios bool) []byte {
	out = strconv.AppendInt(append(out, `{"id":`...), int64(id), 10)
	out = append(out, `,"`+fieldObservations+`":[`...)
	x := make([]float64, t.Dim())
	for step := range numRows(t) {
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
	h := t.Len()
	each := ratiosOf(t)
	x := make([]float64, t.Dim())
	for step := range numRows(t) {
		out = append(strconv.AppendInt(out, int64(id), 10), ',')
		out = append(strconv.AppendInt(out, int64(step), 10), ',')
		if step < h {
			out = appendNumber(out, t.Rewards()[step])
		}
		// The row of the final observation has false, not nothing, because other programs then
		// read a column of booleans.
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

// appendNumbers appends comma-separated numbers.
func appendNumbers(out []byte, x []float64) []byte {
	for i, v := range x {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendNumber(out, v)
	}
	return out
}

// appendNumber appends a number. Whole numbers, common in features and rewards, take a faster way
// to the same value.
func appendNumber(out []byte, v float64) []byte {
	const most = 1e9
	if i := int64(v); v < most && v > -most && float64(i) == v && (i != 0 || !math.Signbit(v)) {
		return strconv.AppendInt(out, i, 10)
	}
	return strconv.AppendFloat(out, v, 'g', -1, 64)
}

// appendFlags appends n comma-separated flags, all false except the last.
func appendFlags(out []byte, n int, last bool) []byte {
	for range n - 1 {
		out = append(out, "false,"...)
	}
	return strconv.AppendBool(out, last)
}
