package estimator

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
)

// savedFit is the JSON of a fit.
type savedFit struct {
	Lambda     *float64     `json:"lambda"`
	Gamma      *float64     `json:"gamma"`
	Theta      []*float64   `json:"theta"`
	Covariance [][]*float64 `json:"covariance"`
	Effective  *float64     `json:"effective"`
	Singular   *bool        `json:"singular"`
}

// Save writes the fit as a JSON object for LoadFit. It returns an error for a number that is NaN
// or infinite, such as the λ of an average of fits.
func (f *Fit) Save(w io.Writer) error {
	out := savedFit{Lambda: &f.Lambda, Gamma: &f.Gamma, Effective: &f.Effective, Singular: &f.Singular, Covariance: [][]*float64{}}
	for j := range f.Theta {
		out.Theta = append(out.Theta, &f.Theta[j])
	}
	for d := len(f.Theta); len(f.Covariance) == d*d && len(out.Covariance) < d; {
		row := make([]*float64, d)
		for j := range row {
			row[j] = &f.Covariance[len(out.Covariance)*d+j]
		}
		out.Covariance = append(out.Covariance, row)
	}
	return json.NewEncoder(w).Encode(out)
}

// LoadFit reads a fit from a JSON object of Save, or of the command run --save. Other fields play
// no part. The error names a field that is missing, null or out of range.
func LoadFit(r io.Reader) (*Fit, error) {
	var in savedFit
	err := json.NewDecoder(r).Decode(&in)
	if mismatch, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return nil, fmt.Errorf("%s: %s: want a saved fit", mismatch.Field, mismatch.Value)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: want a saved fit", err)
	}
	for _, field := range []struct {
		name    string
		missing bool
	}{
		{"lambda", in.Lambda == nil}, {"gamma", in.Gamma == nil}, {"theta", in.Theta == nil},
		{"covariance", in.Covariance == nil}, {"effective", in.Effective == nil}, {"singular", in.Singular == nil},
	} {
		if field.missing {
			return nil, fmt.Errorf("%s: missing or null: want a saved fit", field.name)
		}
	}
	f := &Fit{Lambda: *in.Lambda, Gamma: *in.Gamma, Effective: *in.Effective, Singular: *in.Singular}
	d := len(in.Theta)
	switch {
	case !(f.Lambda >= 0 && f.Lambda <= 1):
		return nil, fmt.Errorf("lambda %v: want 0 ≤ λ ≤ 1", f.Lambda)
	case !(f.Gamma >= 0 && f.Gamma <= 1):
		return nil, fmt.Errorf("gamma %v: want 0 ≤ γ ≤ 1", f.Gamma)
	case len(in.Covariance) != d && len(in.Covariance) != 0:
		return nil, fmt.Errorf("covariance: %d rows for %d features: want one for each", len(in.Covariance), d)
	case !(f.Effective >= 0):
		return nil, fmt.Errorf("effective %v: want a number of trajectories", f.Effective)
	}
	if f.Theta, err = numbers(nil, "theta", in.Theta); err != nil {
		return nil, err
	}
	for i, row := range in.Covariance {
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
	return f, nil
}

// numbers appends the values of a list. The error names a list with a null.
func numbers(to []float64, name string, from []*float64) ([]float64, error) {
	for _, v := range from {
		if v == nil {
			return nil, fmt.Errorf("%s: missing or null: want a saved fit", name)
		}
		to = append(to, *v)
	}
	return to, nil
}
