package features

import (
	"fmt"
	"math"
	"strings"

	"lambdascope/sim/textfmt"
)

// Box is the range of observations: the lowest and the highest number of each column.
type Box struct{ Low, High []float64 }

// Constant returns the columns that never change.
func (b Box) Constant() (columns []int) {
	for j, low := range b.Low {
		if low == b.High[j] {
			columns = append(columns, j)
		}
	}
	return columns
}

// Bounds scale the columns of observations, by one Bound for all columns or one for each.
type Bounds []Bound

// Bound is the range that scales a column: Low becomes 0 and High becomes 1.
type Bound struct {
	Low, High float64
	Data      bool // use the range of the data
}

// FromData is the text of bounds by the range of the data.
const FromData = "data"

// boundsForm describes the input of ParseBounds.
const boundsForm = `data, or ranges LOW:HIGH with LOW < HIGH, comma-separated: one for all columns, or one or "data" for each`

// ParseBounds parses bounds: "data" for the range of each column in the data, or LOW:HIGH for all
// columns, or a comma-separated list with one of the two for each column. The error describes the
// accepted form.
func ParseBounds(text string) (out Bounds, err error) {
	for item := range strings.SplitSeq(text, ",") {
		b, ok := parseBound(strings.TrimSpace(item))
		if !ok {
			return nil, fmt.Errorf("bounds %q: want %s", textfmt.Clip(text), boundsForm)
		}
		out = append(out, b)
	}
	return out, nil
}

func parseBound(item string) (Bound, bool) {
	if item == FromData {
		return Bound{Data: true}, true
	}
	text, rest, _ := strings.Cut(item, ":")
	low, wrongLow := textfmt.ParseNumber(text)
	high, wrongHigh := textfmt.ParseNumber(rest)
	b := Bound{Low: low + 0, High: high + 0} // + 0 makes −0 a 0
	return b, wrongLow == nil && wrongHigh == nil && b.Low < b.High && !math.IsInf(b.High-b.Low, 0)
}

// String returns the text that ParseBounds reads.
func (b Bounds) String() string {
	items := make([]string, len(b))
	data := true
	for i, c := range b {
		if items[i] = FromData; !c.Data {
			items[i] = textfmt.Number(c.Low) + ":" + textfmt.Number(c.High)
			data = false
		}
	}
	if data {
		return FromData
	}
	return strings.Join(items, ",")
}

// Check returns an error unless the bounds suit a number of columns.
func (b Bounds) Check(columns int) error {
	if len(b) == 1 || len(b) == columns {
		return nil
	}
	return fmt.Errorf("bounds: %d ranges for observations of %d numbers: want 1 for all, or one for each", len(b), columns)
}

// Over returns the box that scales observations with a given range, and marks the columns with
// the range of the data. The error names a column without a range, or with numbers outside its
// bound.
func (b Bounds) Over(data Box) (box Box, fromData []bool, err error) {
	if err := b.Check(len(data.Low)); err != nil {
		return box, nil, err
	}
	for j, low := range data.Low {
		bound := b[min(j, len(b)-1)] // a single bound is for all columns
		switch high := data.High[j]; {
		case !bound.Data && low < bound.Low:
			return box, nil, outside(j, low, bound)
		case !bound.Data && high > bound.High:
			return box, nil, outside(j, high, bound)
		case bound.Data && low == high:
			return box, nil, fmt.Errorf("obs_%d is %s in every observation, which leaves no range to scale it by: want bounds for it", j, textfmt.Number(low))
		case bound.Data && math.IsInf(high-low, 0):
			return box, nil, fmt.Errorf("obs_%d goes from %s to %s, too far to be scaled: want smaller numbers", j, textfmt.Number(low), textfmt.Number(high))
		case bound.Data:
			bound.Low, bound.High = low, high
		}
		box.Low, box.High = append(box.Low, bound.Low), append(box.High, bound.High)
		fromData = append(fromData, bound.Data)
	}
	return box, fromData, nil
}

func outside(column int, value float64, b Bound) error {
	return fmt.Errorf("bounds %s:%s: obs_%d is also %s: want bounds that it keeps to", textfmt.Number(b.Low), textfmt.Number(b.High), column, textfmt.Number(value))
}
