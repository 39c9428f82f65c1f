package features

import (
	"fmt"
	"strconv"
	"strings"

	"lambdascope/sim/textfmt"
)

// Columns returns the names of the columns of recorded observations: obs_0, obs_1, …
func Columns(n int) []string {
	out := make([]string, n)
	for j := range out {
		out[j] = "obs_" + strconv.Itoa(j)
	}
	return out
}

// Bias is the name of the constant 1 of +bias.
const Bias = "bias"

// FeatureNames returns the names of the features for named columns, in the order of Map.Set:
//
//	identity      obs_0
//	poly          obs_0²·obs_3      of columns scaled to [−1, 1]
//	fourier       cos(2·obs_0+obs_3)    of columns scaled to [0, π]; constant for 1
//	rbf           rbf 1,3           the first Gaussian along the first column, the third along the next
//	tile-coding   tiling 2 tile 1,3
//	rff           rff 1
//	1-hot         obs_0=3           or obs_1 for a column of quantities
//	+bias         bias
//
// Errors are those of Dim.
func (s Spec) FeatureNames(columns []string) ([]string, error) {
	dim, err := s.Dim(len(columns))
	if err != nil {
		return nil, err
	}
	out := make([]string, 0, dim)
	switch s.kind {
	case identity:
		out = append(out, columns...)
	case poly:
		for _, exponents := range exponents(len(columns), s.size) {
			out = append(out, product(columns, exponents))
		}
	case fourier:
		grid(len(columns), s.size+1, func(at []int) { out = append(out, wave(columns, at)) })
	case rbf:
		grid(len(columns), s.size, func(at []int) { out = append(out, "rbf "+places(at)) })
	case tileCoding:
		for k := range s.tilings {
			grid(len(columns), s.size, func(at []int) { out = append(out, fmt.Sprintf("tiling %d tile %s", k+1, places(at))) })
		}
	case rff:
		for k := range s.size {
			out = append(out, fmt.Sprintf("rff %d", k+1))
		}
	case oneHot:
		for _, p := range s.levelRows() {
			name := columns[int(p[0])]
			if p[2] != 0 {
				name += "=" + textfmt.Number(p[1])
			}
			out = append(out, name)
		}
	}
	if s.bias {
		out = append(out, Bias)
	}
	return out, nil
}

// grid calls f with all vectors of whole numbers from 0 to side − 1, the last number running
// fastest. f must not keep the vector.
func grid(columns, side int, f func(at []int)) {
	at := make([]int, columns)
	for {
		f(at)
		j := columns - 1
		for ; j >= 0 && at[j] == side-1; j-- {
			at[j] = 0
		}
		if j < 0 {
			return
		}
		at[j]++
	}
}

// exponents returns the exponents of all monomials, in the order of monomials.
func exponents(columns, order int) (out [][]int) {
	for _, m := range monomials(columns, order) {
		one := make([]int, columns)
		if m.rest >= 0 {
			copy(one, out[m.rest])
		}
		one[m.variable]++
		out = append(out, one)
	}
	return out
}

// superscripts returns an exponent above 1 in superscripts.
func superscripts(n int) (out string) {
	digits := []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")
	for _, c := range strconv.Itoa(n) {
		out += string(digits[c-'0'])
	}
	return out
}

// product returns the name of a monomial.
func product(columns []string, exponents []int) string {
	var factors []string
	for j, e := range exponents {
		if e == 1 {
			factors = append(factors, columns[j])
		} else if e > 1 {
			factors = append(factors, columns[j]+superscripts(e))
		}
	}
	return strings.Join(factors, "·")
}

// wave returns the name of a cosine.
func wave(columns []string, c []int) string {
	var terms []string
	for j, times := range c {
		if times == 1 {
			terms = append(terms, columns[j])
		} else if times > 1 {
			terms = append(terms, strconv.Itoa(times)+"·"+columns[j])
		}
	}
	if terms == nil {
		return "constant"
	}
	return "cos(" + strings.Join(terms, "+") + ")"
}

// places returns positions along columns, counted from 1.
func places(at []int) string {
	out := make([]string, len(at))
	for j, v := range at {
		out[j] = strconv.Itoa(v + 1)
	}
	return strings.Join(out, ",")
}
