package features

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lambdascope/sim/textfmt"
)

// BiasSuffix, after the name of a feature map, appends a constant 1.
const BiasSuffix = "+bias"

// Most is the largest number of features of a map, because memory grows with the square. It also
// bounds each number of a name.
const Most = 1024

// kind is a family of feature maps.
type kind int

const (
	identity kind = iota
	poly
	fourier
	rbf
	tileCoding
	rff
	oneHot
)

// Names returns an example of each family, in the order of the constants.
func Names() []string {
	return []string{"identity", "poly:2", "fourier:3", "rbf:5", "tile-coding:4x8", "rff:100", "1-hot"}
}

// families returns the names without numbers.
func families() []string {
	out := Names()
	for i, name := range out {
		out[i], _, _ = strings.Cut(name, ":")
	}
	return out
}

// Spec names a feature map. It is comparable; the zero Spec is identity.
type Spec struct {
	kind    kind
	size    int    // order of poly and fourier, Gaussians or tiles along a column, number of features of rff
	tilings int    // tileCoding
	seed    uint64 // rff
	levels  Levels // oneHot
	bias    bool
}

// defaultSeed is the seed of rff without one.
const defaultSeed = 1

// Parse parses the name of a feature map:
//
//	identity              the observations, unchanged
//	poly:ORDER            all monomials of degree 1 to ORDER
//	fourier:ORDER         the Fourier basis
//	rbf:SIDE              Gaussians on a grid, SIDE along each column
//	tile-coding:KxSIDE    K tilings of SIDE tiles along each column
//	rff:COUNT[:SEED]      random Fourier features
//	1-hot                 a feature for each value of each column of labels
//
// perhaps with +bias for a constant 1. The error describes the accepted form.
func Parse(text string) (Spec, error) {
	base, bias := strings.CutSuffix(strings.TrimSpace(text), BiasSuffix)
	name, rest, given := strings.Cut(base, ":")
	i := slices.Index(families(), name)
	if i < 0 {
		return Spec{}, fmt.Errorf("features %q: want %s, or other numbers in these, each with or without %s", textfmt.Clip(text), textfmt.Or(Names()), BiasSuffix)
	}
	s := Spec{kind: kind(i), bias: bias}
	if given != s.Scaled() || !s.parse(rest) {
		return Spec{}, fmt.Errorf("features %q: want %s", textfmt.Clip(text), s.kind.form())
	}
	return s, nil
}

// form describes the names of a family.
func (k kind) form() string {
	sizes := func(least int) string { return fmt.Sprintf("a whole number from %d to %d", least, Most) }
	switch k {
	case poly:
		return "poly:ORDER, " + sizes(1)
	case fourier:
		return "fourier:ORDER, " + sizes(1)
	case rbf:
		return "rbf:SIDE, " + sizes(2)
	case tileCoding:
		return fmt.Sprintf("tile-coding:KxSIDE, K tilings of SIDE tiles along each column: whole numbers, K from 1 and SIDE from 2, to %d", Most)
	case rff:
		return "rff:COUNT or rff:COUNT:SEED, COUNT " + sizes(1) + ", SEED a whole number ≥ 0"
	}
	return families()[k] + ", without a number"
}

// parse parses the text after the colon.
func (s *Spec) parse(text string) (ok bool) {
	switch s.kind {
	case identity, oneHot:
		return text == ""
	case poly, fourier:
		s.size, ok = size(text, 1)
	case rbf:
		s.size, ok = size(text, 2)
	case tileCoding:
		k, side, _ := strings.Cut(text, "x")
		if s.tilings, ok = size(k, 1); ok {
			s.size, ok = size(side, 2)
		}
	case rff:
		count, seed, named := strings.Cut(text, ":")
		if s.size, ok = size(count, 1); ok && named {
			v, err := strconv.ParseUint(seed, 10, 64)
			s.seed = v
			return err == nil
		}
		s.seed = defaultSeed
	}
	return ok
}

// size parses a whole number from least to Most.
func size(text string, least int) (int, bool) {
	v, err := strconv.Atoi(text)
	return v, err == nil && v >= least && v <= Most
}

// String returns the name that Parse reads.
func (s Spec) String() string {
	out := families()[s.kind]
	switch s.kind {
	case poly, fourier, rbf:
		out += ":" + strconv.Itoa(s.size)
	case tileCoding:
		out += fmt.Sprintf(":%dx%d", s.tilings, s.size)
	case rff:
		out += ":" + strconv.Itoa(s.size)
		if s.seed != defaultSeed {
			out += ":" + strconv.FormatUint(s.seed, 10)
		}
	}
	if s.bias {
		out += BiasSuffix
	}
	return out
}

// Scaled reports whether the map scales observations, and therefore depends on bounds. The names of
// these maps have numbers.
func (s Spec) Scaled() bool { return s.kind != identity && s.kind != oneHot }

// Metric reports whether the map takes observations for quantities, so that near ones have near
// values.
func (s Spec) Metric() bool { return s.kind != oneHot && s.kind != tileCoding }

// SpansConstant reports whether a combination of the features is 1 everywhere, for any
// observations.
func (s Spec) SpansConstant() bool {
	return s.bias || s.kind == fourier || s.kind == tileCoding || s.kind == oneHot
}

// Plain reports whether the map leaves observations unchanged.
func (s Spec) Plain() bool { return s == Spec{} }

// Dim returns the number of features of observations with a number of columns, or an error if
// there would be more than Most.
func (s Spec) Dim(columns int) (int, error) {
	if s.kind == oneHot && s.levels == "" {
		return 0, fmt.Errorf("features %s: no column of the observations has few, whole values that recur: want another map", s)
	}
	n := s.count(columns)
	if s.bias {
		n++
	}
	if n > Most {
		return 0, fmt.Errorf("features %s: %s features of observations of %d numbers: want at most %d", s, countText(n), columns, Most)
	}
	return int(n), nil
}

// count returns the number of features without the bias, as a float64 because an int could
// overflow.
func (s Spec) count(columns int) float64 {
	switch c := float64(columns); s.kind {
	case poly:
		n := 1.0 // (columns + order) over order
		for i := 1.0; i <= float64(s.size); i++ {
			n = n * (c + i) / i
		}
		return math.Round(n) - 1
	case fourier:
		return math.Pow(float64(s.size+1), c)
	case rbf:
		return math.Pow(float64(s.size), c)
	case tileCoding:
		return float64(s.tilings) * math.Pow(float64(s.size), c)
	case rff:
		return float64(s.size)
	case oneHot:
		return float64(len(s.levelRows()))
	default:
		return c
	}
}

func countText(n float64) string {
	switch {
	case n < 1e9:
		return strconv.FormatFloat(n, 'f', -1, 64)
	case math.IsInf(n, 1):
		return "over 1e308"
	}
	return strconv.FormatFloat(n, 'g', 3, 64)
}
