package settings

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"lambdascope/estimator"
	"lambdascope/sim/textfmt"
)

// maxLambdas bounds the number of λ's in a grid.
const maxLambdas = 1001

// gridForm describes a grid, for errors.
const gridForm = "want numbers from 0 to 1 and start:stop:step ranges, such as 0:1:0.1 or 0,0.5,0.9:1:0.02"

// ParseLambdas reads a λ grid: comma-separated numbers and start:stop:step
// ranges, both ends of a range included. ParseLambdas returns the values sorted, without
// duplicates. Ranges are worked out in decimals, so 0:1:0.1 holds 0.3 and not
// 0.30000000000000004. The error describes the accepted form.
func ParseLambdas(text string) (out []float64, err error) {
	for item := range strings.SplitSeq(text, ",") {
		item = strings.TrimSpace(item)
		parts := strings.Split(item, ":")
		if item == "" || len(parts) == 2 || len(parts) > 3 {
			return nil, fmt.Errorf("lambdas %q: %s", textfmt.Clip(text), gridForm)
		}
		numbers := make([]float64, len(parts))
		for i, part := range parts {
			v, err := textfmt.ParseNumber(part)
			if err != nil {
				return nil, fmt.Errorf("lambdas %q: %q is not a number: %s", textfmt.Clip(text), textfmt.Clip(part), gridForm)
			}
			if v = v + 0; i < 2 && !(v >= 0 && v <= 1) { // + 0 makes −0 a 0
				return nil, fmt.Errorf("lambda %v: want 0 ≤ λ ≤ 1", v)
			}
			numbers[i] = v
		}
		if len(numbers) == 1 {
			out = append(out, numbers[0])
		} else {
			values, err := expandRange(textfmt.Clip(item), numbers[0], numbers[1], numbers[2])
			if err != nil {
				return nil, err
			}
			out = append(out, values...)
		}
		if len(out) > 4*maxLambdas { // long before duplicates are merged
			return nil, tooMany()
		}
	}
	slices.Sort(out)
	if out = slices.Compact(out); len(out) > maxLambdas {
		return nil, tooMany()
	}
	return out, nil
}

func tooMany() error {
	return fmt.Errorf("lambdas: more than %d values; want at most that", maxLambdas)
}

func expandRange(item string, start, stop, step float64) ([]float64, error) {
	switch {
	case !(step > 0):
		return nil, fmt.Errorf("lambda range %q: step %v: want a step above 0", item, step)
	case stop < start:
		return nil, fmt.Errorf("lambda range %q: want the start no larger than the stop", item)
	case (stop-start)/step > maxLambdas:
		return nil, tooMany()
	}
	from := decimal(start)
	by := decimal(step)
	var out []float64
	for i := int64(0); ; i++ {
		at := new(big.Rat).Mul(by, big.NewRat(i, 1))
		v, _ := at.Add(at, from).Float64()
		if v >= stop {
			return append(out, stop), nil
		}
		out = append(out, v)
	}
}

// decimal returns the shortest decimal that reads back as v.
func decimal(v float64) *big.Rat {
	r, _ := new(big.Rat).SetString(textfmt.Number(v))
	return r
}

// FormatLambdas returns the shortest usual text of a grid: runs of three or
// more evenly spaced values as ranges. values are sorted and without duplicates;
// ParseLambdas reads the text back as the same values.
func FormatLambdas(values []float64) string {
	exact := make([]*big.Rat, len(values))
	for i, v := range values {
		exact[i] = decimal(v)
	}
	var items []string
	for i := 0; i < len(values); {
		end := evenRun(exact, i)
		if item, ok := formatRange(values[i:end]); end-i >= 3 && ok {
			items = append(items, item)
			i = end
			continue
		}
		items = append(items, textfmt.Number(values[i]))
		i++
	}
	return strings.Join(items, ",")
}

// evenRun returns the end of the run of evenly spaced values from i on.
func evenRun(values []*big.Rat, i int) int {
	end := min(i+2, len(values))
	var step, next big.Rat
	if end == i+2 {
		step.Sub(values[i+1], values[i])
	}
	for end < len(values) && next.Sub(values[end], values[end-1]).Cmp(&step) == 0 {
		end++
	}
	return end
}

// formatRange returns evenly spaced values as a range; false if the range would read back as
// other values.
func formatRange(values []float64) (string, bool) {
	if len(values) < 3 {
		return "", false
	}
	step, _ := new(big.Rat).Sub(decimal(values[1]), decimal(values[0])).Float64()
	last := values[len(values)-1]
	back, err := expandRange("", values[0], last, step)
	return textfmt.Number(values[0]) + ":" + textfmt.Number(last) + ":" + textfmt.Number(step), err == nil && slices.Equal(back, values)
}

// UniformGrid returns the text of the grid from 0 to 1 by step.
func UniformGrid(step float64) string {
	values, err := expandRange("", 0, 1, step)
	if err != nil {
		return "0"
	}
	return FormatLambdas(values)
}

// gridStep returns the spacing of a grid from 0 to 1, and false for any other
// grid.
func gridStep(values []float64) (float64, bool) {
	if last := len(values) - 1; last < 1 || values[0] != 0 || values[last] != 1 {
		return 0, false
	}
	step := values[1]
	back, err := expandRange("", 0, 1, step)
	return step, err == nil && slices.Equal(back, values)
}

// nextGrid turns through grids from 0 to 1, from coarse to fine.
func nextGrid(s Settings, steps int) string {
	spacings := []float64{.25, .2, .1, .05, .02, .01}
	spacing, uniform := gridStep(s.Grid())
	if !uniform {
		return UniformGrid(.1)
	}
	at := 0
	for at < len(spacings)-1 && spacings[at] > spacing {
		at++
	}
	return UniformGrid(spacings[max(0, min(len(spacings)-1, at+steps))])
}

// UsualRidges returns the default ridges of a comparison.
func UsualRidges() []float64 { return []float64{0, .01, .1, 1, 10} }

// ParseRidges reads comma-separated ridges and returns them sorted, without
// duplicates. The error describes the accepted form.
func ParseRidges(text string) (out []float64, err error) {
	for item := range strings.SplitSeq(text, ",") {
		v, err := textfmt.ParseNumber(item)
		if err != nil {
			return nil, RangeError("ridges", fmt.Sprintf("%q", textfmt.Clip(text)), "numbers ≥ 0, comma-separated, such as 0,0.01,0.1,1")
		}
		if !(v >= 0) {
			return nil, RangeError("ridge", v, "a number ≥ 0")
		}
		out = append(out, v+0) // + 0 makes −0 a 0
	}
	slices.Sort(out)
	if out = slices.Compact(out); len(out) > estimator.MostRidges {
		return nil, fmt.Errorf("ridges: %d values; want at most %d", len(out), estimator.MostRidges)
	}
	return out, nil
}
