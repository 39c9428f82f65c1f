package recorded

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"lambdascope/sim/textfmt"
)

// row is a parsed row of a CSV. Its bytes are valid until the next line is read.
type row struct {
	id          []byte
	t           float64
	reward      float64
	final       bool // a final observation, without a reward
	terminated  mark
	truncated   mark
	group       []byte
	ratio       float64
	unweighted  bool // the ratio is empty
	observation []float64
}

// mark is a flag of a row, perhaps empty.
type mark int

const (
	unmarked mark = iota
	markFalse
	markTrue
)

// parse parses the fields of a row, from the left.
func (c *columns) parse(fields [][]byte, r *row) *fault {
	if len(fields) != len(c.roles) {
		return &fault{text: fmt.Sprintf("%s: want %d, as in the header", textfmt.Count(len(fields), "field"), len(c.roles))}
	}
	for i, field := range fields {
		if role := c.roles[i]; role >= 0 {
			var f *fault
			if r.observation[role], f = csvNumber(field); f != nil {
				return f.in(featureName(int(role)))
			}
		} else if f := r.set(role, field); f != nil {
			return f
		}
	}
	switch {
	case c.plain:
		return nil
	case !c.weighted:
	case r.final && !r.unweighted:
		return &fault{fieldRatio, fmt.Sprintf("%v on the row of the final observation: want it empty, as the reward is", r.ratio)}
	case !r.final && r.unweighted:
		return &fault{fieldRatio, "empty: want a number ≥ 0"}
	}
	if f := r.checkMark(r.terminated).in(fieldTerminated); f != nil {
		return f
	}
	return r.checkMark(r.truncated).in(fieldTruncated)
}

// set sets a field other than a feature.
func (r *row) set(role role, field []byte) (f *fault) {
	switch role {
	case roleID:
		if r.id = label(field); len(r.id) == 0 {
			return &fault{fieldID, "empty: want a name or a number"}
		}
	case roleGroup:
		r.group = label(field)
	case roleT:
		r.t, f = csvNumber(field)
		return f.in(fieldT)
	case roleReward:
		if r.final = missing(field); !r.final {
			r.reward, f = csvNumber(field)
		}
		return f.in(fieldReward)
	case roleRatio:
		if r.unweighted = missing(field); !r.unweighted {
			if r.ratio, f = csvNumber(field); f == nil && r.ratio < 0 {
				f = negativeRatio(r.ratio)
			}
		}
		return f.in(fieldRatio)
	case roleTerminated:
		r.terminated, f = csvFlag(field)
		return f.in(fieldTerminated)
	case roleTruncated:
		r.truncated, f = csvFlag(field)
		return f.in(fieldTruncated)
	}
	return nil
}

// missing reports whether a field is empty, or a word of R, pandas and databases for an empty field.
func missing(field []byte) bool {
	switch string(field) {
	case "", "NA", "N/A", "NaN", "nan", "null", "NULL", "None":
		return true
	}
	return false
}

// checkMark returns the fault of a flag, given the kind of its row.
func (r *row) checkMark(m mark) *fault {
	switch {
	case r.final && m == markTrue:
		return &fault{text: "true on the row of the final observation: want it on the row before, of the last transition"}
	case !r.final && m == unmarked:
		return &fault{text: "empty: want true or false"}
	}
	return nil
}

// csvNumber parses a decimal number.
func csvNumber(field []byte) (float64, *fault) {
	const want = "want a number"
	if bytes.Count(field, []byte(",")) == 1 {
		return 0, &fault{text: describeField(field) + ": " + want + " with a point in place of a comma"}
	}
	for _, c := range field {
		if !digit(c) && c != '.' && c != '-' && c != '+' && c|0x20 != 'e' {
			// strconv would accept hexadecimal numbers, infinities and NaN.
			return 0, &fault{text: describeField(field) + ": " + want}
		}
	}
	switch x, err := strconv.ParseFloat(string(field), 64); {
	case err == nil:
		return x, nil
	case errors.Is(err, strconv.ErrRange):
		return 0, &fault{text: clip(string(field)) + " is too large: want a number below 1.8e308 in size"}
	}
	return 0, &fault{text: describeField(field) + ": " + want}
}

// csvFlag parses a flag, which may be empty.
func csvFlag(field []byte) (mark, *fault) {
	switch string(field) {
	case "false", "False", "FALSE", "0", "0.0":
		return markFalse, nil
	case "true", "True", "TRUE", "1", "1.0":
		return markTrue, nil
	}
	if missing(field) {
		return unmarked, nil
	}
	return 0, &fault{text: describeField(field) + ": want true or false, or 1 or 0"}
}

// describeField describes a field in an error.
func describeField(field []byte) string {
	text := string(field)
	if text == "" {
		return "empty"
	}
	if notFinite(text) {
		return clip(text) + " is not a finite number"
	}
	return `"` + clip(text) + `"`
}
