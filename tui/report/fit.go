package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	maps "lambdascope/sim/features"
)

// FitVersion changes when a field of a saved fit changes its meaning or goes.
const FitVersion = 1

// fitKind is what a saved fit says it is.
const fitKind = "lambdascope fit"

// fitHead is what every version of a saved fit starts with.
type fitHead struct {
	Kind    string `json:"kind"`
	Version int    `json:"version"`
}

// fitNumbers are what values are computed from.
type fitNumbers struct {
	Lambda     wanted           `json:"lambda"`
	Gamma      wanted           `json:"gamma"`
	Theta      []wanted         `json:"theta"`
	Covariance [][]wanted       `json:"covariance"`
	Effective  wanted           `json:"effective"`
	Quantile   wanted           `json:"quantile"`
	Singular   bool             `json:"singular"`
	Map        maps.Description `json:"map"`
	Hash       string           `json:"data_hash,omitempty"`
}

// fitObject is a saved fit, its fields in their order.
type fitObject struct {
	fitHead
	Build string `json:"build"`
	fitNumbers
	Source   any      `json:"source"` // drawnSource or fileSource
	Settings settings `json:"settings"`
	Data     data     `json:"data"`
}

// wanted is a number that JSON must have.
type wanted float64

func (w wanted) MarshalJSON() ([]byte, error) { return appendJSON(nil, float64(w)), nil }

func (w *wanted) UnmarshalJSON(text []byte) error {
	v := math.NaN()
	if err := json.Unmarshal(text, &v); err != nil || math.IsNaN(v) {
		return fmt.Errorf("%s: want a number", text)
	}
	*w = wanted(v)
	return nil
}

func wantedOf(values []float64) []wanted {
	out := make([]wanted, len(values))
	for i, v := range values {
		out[i] = wanted(v)
	}
	return out
}

func numbersOf(values []wanted) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = float64(v)
	}
	return out
}

// WriteFit writes the fit of an analysis as ReadFit reads it.
func WriteFit(w io.Writer, a *analysis.Result, fit *analysis.Fit, build string) error {
	from := newOpening(a, build)
	out := fitObject{
		fitHead:  fitHead{fitKind, FitVersion},
		Build:    build,
		Source:   from.Source,
		Settings: from.Settings,
		Data:     from.Data,
		fitNumbers: fitNumbers{
			Lambda:    wanted(fit.Lambda),
			Gamma:     wanted(fit.Gamma),
			Theta:     wantedOf(fit.Theta),
			Effective: wanted(fit.Effective),
			Quantile:  wanted(fit.Quantile()),
			Singular:  fit.Singular,
			Map:       fit.Map,
			Hash:      fit.Hash,
		},
	}
	for d := len(fit.Theta); len(out.Covariance) < d; {
		i := len(out.Covariance)
		out.Covariance = append(out.Covariance, wantedOf(fit.Covariance[i*d:(i+1)*d]))
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(out)
}

// ReadFit reads a saved fit. The error says in a sentence what is wrong with it.
func ReadFit(r io.Reader) (*analysis.Fit, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	var head fitHead
	if err := json.Unmarshal(bytes.TrimSpace(text), &head); err != nil || head.Kind != fitKind {
		return nil, errors.New("not a saved fit: want the JSON that run --save writes")
	}
	if head.Version != FitVersion {
		return nil, fmt.Errorf("a fit of version %d: want version %d, which run --save of this build writes", head.Version, FitVersion)
	}
	var in fitNumbers
	if err := json.Unmarshal(text, &in); err != nil {
		return nil, fmt.Errorf("not a saved fit: %w", err)
	}
	return in.fit()
}

// fit returns what the numbers are of, if they belong together.
func (in *fitNumbers) fit() (*analysis.Fit, error) {
	d := in.Map.Dim()
	if err := in.Map.Check(); err != nil {
		return nil, fmt.Errorf("map: %w", err)
	}
	switch {
	case !(in.Lambda >= 0 && in.Lambda <= 1):
		return nil, fmt.Errorf("lambda %v: want 0 ≤ λ ≤ 1", in.Lambda)
	case !(in.Gamma >= 0 && in.Gamma <= 1):
		return nil, fmt.Errorf("gamma %v: want 0 ≤ γ ≤ 1", in.Gamma)
	case len(in.Theta) != d:
		return nil, fmt.Errorf("theta: %d numbers for %d features: want one for each", len(in.Theta), d)
	case len(in.Covariance) != d:
		return nil, fmt.Errorf("covariance: %d rows for %d features: want one for each", len(in.Covariance), d)
	}
	out := &analysis.Fit{Map: in.Map, Hash: in.Hash, Fit: estimator.Fit{
		Lambda: float64(in.Lambda), Gamma: float64(in.Gamma), Theta: numbersOf(in.Theta), Singular: in.Singular, Effective: float64(in.Effective),
	}}
	for i, row := range in.Covariance {
		if len(row) != d {
			return nil, fmt.Errorf("covariance: %d numbers in row %d: want %d", len(row), i+1, d)
		}
		out.Covariance = append(out.Covariance, numbersOf(row)...)
	}
	return out, nil
}

// WritePredictionsCSV writes a row for each step.
func WritePredictionsCSV(w io.Writer, p *analysis.Predictions) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"episode_id", "t", "value", "value_se", "return"}) // its error comes from Flush, too
	for _, e := range p.Episodes {
		for t, v := range e.Values {
			_ = out.Write([]string{e.ID, fmt.Sprint(t), Exact(v), Exact(e.Errors[t]), Exact(e.Returns[t])})
		}
	}
	out.Flush()
	return out.Error()
}

// predictionsObject are predictions as JSON.
type predictionsObject struct {
	Version int      `json:"version"`
	Build   string   `json:"build"`
	Files   []string `json:"files"`
	Steps   int      `json:"steps"`
	Beyond  int      `json:"steps_beyond_bounds"`
	Lambda  Number   `json:"lambda"`
	Gamma   Number   `json:"gamma"`

	Calibration []calibrated  `json:"calibration"`
	Start       *calibrated   `json:"start"`
	Episodes    []predictions `json:"episodes"`
}

type predictions struct {
	ID     string   `json:"episode_id"`
	Value  []Number `json:"value"`
	SE     []Number `json:"value_se"`
	Return []Number `json:"return"`
}

// WritePredictions writes predictions as one object of JSON, of files as they were named.
func WritePredictions(w io.Writer, p *analysis.Predictions, fit *analysis.Fit, files []string, build string) error {
	out := predictionsObject{
		Version: FitVersion, Build: build, Files: files, Steps: p.Steps, Beyond: p.Beyond,
		Lambda: Number(fit.Lambda), Gamma: Number(fit.Gamma), Episodes: []predictions{},
	}
	out.Calibration, out.Start = newCalibration(p.Calibration(fit))
	for _, e := range p.Episodes {
		out.Episodes = append(out.Episodes, predictions{e.ID, Numbers(e.Values), Numbers(e.Errors), Numbers(e.Returns)})
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(out)
}
