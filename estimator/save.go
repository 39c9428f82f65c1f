package estimator

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// savedFit is the JSON of a fit.
type savedFit struct {
	Lambda     float64     `json:"lambda"`
	Gamma      float64     `json:"gamma"`
	Theta      []float64   `json:"theta"`
	Covariance [][]float64 `json:"covariance"`
	Effective  float64     `json:"effective"`
	Singular   bool        `json:"singular"`
}

// Save writes the fit as a JSON object for LoadFit. It returns an error for a number that is NaN
// or infinite, such as the λ of an average of fits.
func (f *Fit) Save(w io.Writer) error {
	rows := [][]float64{}
	if d := len(f.Theta); d > 0 {
		rows = slices.AppendSeq(rows, slices.Chunk(f.Covariance, d))
	}
	return json.NewEncoder(w).Encode(savedFit{f.Lambda, f.Gamma, f.Theta, rows, f.Effective, f.Singular})
}

// LoadFit reads a fit from a JSON object of Save, or of the command run --save. Other fields play
// no part. The error names a field that is missing, null or out of range.
func LoadFit(r io.Reader) (*Fit, error) {
	// A map, because a struct would take "Gamma" for "gamma".
	var fields map[string]json.RawMessage
	if err := json.NewDecoder(r).Decode(&fields); err != nil {
		return nil, fmt.Errorf("%w: want a saved fit", err)
	}
	var f Fit
	var theta []*float64
	var covariance [][]*float64
	for _, field := range []struct {
		name string
		to   any
	}{
		{"lambda", &f.Lambda}, {"gamma", &f.Gamma}, {"theta", &theta},
		{"covariance", &covariance}, {"effective", &f.Effective}, {"singular", &f.Singular},
	} {
		if err := readField(fields[field.name], field.to); err != nil {
			return nil, fmt.Errorf("%s: %w: want a saved fit", field.name, err)
		}
	}
	var err error
	if f.Theta, err = numbers(nil, "theta", theta); err != nil {
		return nil, err
	}
	d := len(theta)
	switch {
	case !(f.Lambda >= 0 && f.Lambda <= 1):
		return nil, fmt.Errorf("lambda %v: want 0 ≤ λ ≤ 1", f.Lambda)
	case !(f.Gamma >= 0 && f.Gamma <= 1):
		return nil, fmt.Errorf("gamma %v: want 0 ≤ γ ≤ 1", f.Gamma)
	case len(covariance) != d && len(covariance) != 0:
		return nil, fmt.Errorf("covariance: %d rows for %d features: want one for each", len(covariance), d)
	case !(f.Effective >= 0):
		return nil, fmt.Errorf("effective %v: want a number of trajectories", f.Effective)
	}
	for i, row := range covariance {
		if len(row) != d {
			return nil, fmt.Errorf("covariance: %d numbers in row %d: want %d", len(row), i+1, d)
		}
		if f.Covariance, err = numbers(f.Covariance, "covariance", row); err != nil {
			return nil, err
		}
		if v := *row[i]; v < 0 || math.IsNaN(v) {
			return nil, fmt.Errorf("covariance: the variance in row %d is %v: want a number ≥ 0", i+1, v)
		}
	}
	return &f, nil
}

// errMissing is the error of a field without a value.
var errMissing = errors.New("missing or null")

// readField decodes the value of a field. The error has no name of the field.
func readField(raw json.RawMessage, to any) error {
	if len(raw) == 0 || string(raw) == "null" {
		return errMissing
	}
	err := json.Unmarshal(raw, to)
	if mismatch, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return errors.New(mismatch.Value)
	}
	return err
}

// numbers appends the values of a list. The error names a list with a null.
func numbers(to []float64, name string, from []*float64) ([]float64, error) {
	for _, v := range from {
		if v == nil {
			return nil, fmt.Errorf("%s: %w: want a saved fit", name, errMissing)
		}
		to = append(to, *v)
	}
	return to, nil
}
