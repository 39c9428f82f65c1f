package features

import (
	"fmt"
	"math"
	"slices"

	"lambdascope/sim/textfmt"
)

// Description is a complete map. A reader can compute the features of an observation from it by
// the formula of its kind, without random numbers or choices. Let u be the observation with each
// column scaled from [Low, High] to [0, 1], and p the feature's row of Parameters. With sums and
// products over columns, a feature is
//
//	identity      the observation's number
//	poly          ∏ (2u−1)^p
//	fourier       cos(π Σ p·u)
//	rbf           exp(−Σ (u−p)²/(2·Width²))
//	tile-coding   1 if every ⌊Side·u + p⌋, kept to 0 … Side−1, equals the p after that of the
//	last column; otherwise 0
//	rff           Amplitude·cos(Σ p·u + the p after that of the last column)
//	1-hot         1 if the number of column p₀ is p₁, otherwise 0; that number if p₂ is 0
//
// and a bias, as the last feature, is 1.
type Description struct {
	Kind       string      `json:"kind"`
	Columns    []string    `json:"columns"`
	Low        []float64   `json:"low,omitempty"` // by column, where the kind scales them
	High       []float64   `json:"high,omitempty"`
	Features   []string    `json:"features"` // names, the bias's included
	Parameters [][]float64 `json:"parameters,omitempty"`
	Side       int         `json:"side,omitempty"`
	Width      float64     `json:"width,omitempty"`
	Amplitude  float64     `json:"amplitude,omitempty"`
	Bias       bool        `json:"bias"`
}

// Describe returns the description of a map, given the names of the columns.
func (m *Map) Describe(columns []string) Description {
	s := m.spec
	names, err := s.FeatureNames(columns)
	if err != nil {
		panic(err) // because New has checked the map
	}
	d := Description{Kind: families()[s.kind], Columns: columns, Features: names, Bias: s.bias}
	if s.Scaled() {
		d.Low, d.High = m.box.Low, m.box.High
	}
	row := func(values ...float64) { d.Parameters = append(d.Parameters, values) }
	numbers := func(at []int, scale float64) []float64 {
		out := make([]float64, len(at))
		for j, v := range at {
			out[j] = float64(v) / scale
		}
		return out
	}
	switch s.kind {
	case poly:
		for _, e := range exponents(m.columns, s.size) {
			row(numbers(e, 1)...)
		}
	case fourier:
		grid(m.columns, s.size+1, func(at []int) { row(numbers(at, 1)...) })
	case rbf:
		spacings := float64(s.size - 1)
		d.Width = rbfWidth / spacings
		grid(m.columns, s.size, func(at []int) { row(numbers(at, spacings)...) })
	case tileCoding:
		d.Side = s.size
		for k := range s.tilings {
			shifts := make([]float64, m.columns)
			for j := range shifts {
				shifts[j] = tileShift(j, k, s.tilings)
			}
			grid(m.columns, s.size, func(at []int) { row(append(slices.Clone(shifts), numbers(at, 1)...)...) })
		}
	case rff:
		d.Amplitude = math.Sqrt(2 / float64(s.size))
		for k := range s.size {
			row(m.waves[k*(m.columns+1) : (k+1)*(m.columns+1)]...)
		}
	case oneHot:
		d.Parameters = m.levels
	}
	return d
}

// tileShift returns the displacement of tiling k along column j, in tiles.
func tileShift(j, k, tilings int) float64 {
	return float64((2*j+1)*k%tilings) / float64(tilings)
}

// parameters returns the number of parameters of a feature.
func (k kind) parameters(columns int) int {
	switch k {
	case identity:
		return 0
	case tileCoding:
		return 2 * columns
	case rff:
		return columns + 1
	case oneHot:
		return 3
	default:
		return columns
	}
}

// kind returns the kind of a description, and whether its name is known.
func (d *Description) kind() (kind, bool) {
	i := slices.Index(families(), d.Kind)
	return kind(i), i >= 0
}

// Check returns an error for a description whose parts do not fit together, so that Set cannot
// fail. The numbers themselves are not checked, because the checksum of a saved fit covers them.
func (d *Description) Check() error {
	k, ok := d.kind()
	columns := len(d.Columns)
	features := len(d.Features)
	if d.Bias {
		features--
	}
	bounds := columns
	rows := features
	if k == identity || k == oneHot {
		bounds = 0
	}
	if k == identity {
		rows = 0
	}
	switch {
	case !ok:
		return fmt.Errorf("kind %q: want %s", textfmt.Clip(d.Kind), textfmt.Or(families()))
	case columns == 0 || features < 1 || k == identity && features != columns:
		return fmt.Errorf("%d columns, %d features: want one or more of both, and as many for identity", columns, features)
	case len(d.Low) != bounds || len(d.High) != bounds:
		return fmt.Errorf("low and high: %d and %d numbers: want %d of each", len(d.Low), len(d.High), bounds)
	case len(d.Parameters) != rows:
		return fmt.Errorf("parameters: %d rows: want %d", len(d.Parameters), rows)
	}
	for i, row := range d.Parameters {
		if len(row) != k.parameters(columns) || k == oneHot && !(row[0] >= 0 && row[0] < float64(columns)) {
			return fmt.Errorf("parameters of feature %d: %v: want %d numbers of the %d columns", i+1, row, k.parameters(columns), columns)
		}
	}
	return nil
}

// Dim returns the number of features.
func (d *Description) Dim() int { return len(d.Features) }

// Set sets out, Dim numbers, to the features of an observation, by the formula of the
// description, which must pass Check.
func (d *Description) Set(observation, out []float64) {
	k, _ := d.kind()
	if d.Bias {
		out[len(out)-1] = 1
		out = out[:len(out)-1]
	}
	if k == identity {
		copy(out, observation)
		return
	}
	if k == oneHot {
		for i, p := range d.Parameters {
			out[i] = level(p, observation)
		}
		return
	}
	columns := len(d.Columns)
	u := make([]float64, columns)
	for j, x := range observation {
		u[j] = (x - d.Low[j]) / (d.High[j] - d.Low[j])
	}
	for i, p := range d.Parameters {
		sum := 0.0
		product := 1.0
		for j, v := range u {
			switch k {
			case poly:
				product *= math.Pow(float64(2*v)-1, p[j])
			case fourier, rff:
				sum += float64(p[j] * v)
			case rbf:
				sum += float64((v - p[j]) * (v - p[j]))
			case tileCoding:
				tile := min(max(math.Floor(float64(float64(d.Side)*v)+p[j]), 0), float64(d.Side-1))
				if tile != p[columns+j] {
					product = 0
				}
			}
		}
		switch k {
		case poly, tileCoding:
			out[i] = product
		case fourier:
			out[i] = math.Cos(math.Pi * sum)
		case rbf:
			out[i] = math.Exp(-sum / float64(2*d.Width*d.Width))
		case rff:
			out[i] = d.Amplitude * math.Cos(sum+p[columns])
		}
	}
}
