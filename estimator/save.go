package estimator

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// number is a number in JSON. It refuses null, because encoding/json takes null for 0.
type number float64

func (n *number) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return errors.New("null")
	}
	return json.Unmarshal(text, (*float64)(n))
}

// Save writes the fit as a JSON object for LoadFit. It returns an error for a number that is NaN
// or infinite, such as the λ of an average of fits.
func (f *Fit) Save(w io.Writer) error {
	rows := [][]float64{}
	if d := len(f.Theta); d > 0 {
		rows = slices.AppendSeq(rows, slices.Chunk(f.Covariance, d))
	}
	return json.NewEncoder(w).Encode(map[string]any{
		"lambda": f.Lambda, "gamma": f.Gamma, "theta": f.Theta,
		"covariance": rows, "effective": f.Effective, "singular": f.Singular,
	})
}

// LoadFit reads a fit from a JSON object of Save, or of the command run --save. Other fields play
// no part. The error names a field that is missing, null or out of range.
func LoadFit(r io.Reader) (*Fit, error) {
	// A map, because a struct would take "Gamma" for "gamma".
	var fields map[string]json.RawMessage
	if err := json.NewDecoder(r).Decode(&fields); err != nil {
		return nil, fmt.Errorf("%w: want a saved fit", err)
	}
	f := &Fit{}
	var theta []number
	var covariance [][]number
	for _, field := range []struct {
		name string
		to   any
	}{
		{"lambda", (*number)(&f.Lambda)},
		{"gamma", (*number)(&f.Gamma)},
		{"theta", &theta},
		{"covariance", &covariance},
		{"effective", (*number)(&f.Effective)},
		{"singular", &f.Singular},
	} {
		raw := fields[field.name]
		if err := json.Unmarshal(raw, field.to); err != nil || string(raw) == "null" {
			return nil, fmt.Errorf("%s: missing, null or of another type: want a saved fit", field.name)
		}
	}
	for _, v := range theta {
		f.Theta = append(f.Theta, float64(v))
	}
	d := len(f.Theta)
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
		if row[i] < 0 {
			return nil, fmt.Errorf("covariance: the variance in row %d is %v: want a number ≥ 0", i+1, row[i])
		}
		for _, v := range row {
			f.Covariance = append(f.Covariance, float64(v))
		}
	}
	return f, nil
}
