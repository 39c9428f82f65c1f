package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	maps "lambdascope/sim/features"
)

// FitVersion rises when a field of a saved fit changes in meaning or goes.
const FitVersion = 1

// fitKind marks a saved fit.
const fitKind = "lambdascope fit"

// fitHead begins a saved fit of any version.
type fitHead struct {
	Kind    string `json:"kind"`
	Version int    `json:"version"`
}

// fitNumbers are the inputs of a prediction.
type fitNumbers struct {
	Lambda     Number           `json:"lambda"`
	Gamma      Number           `json:"gamma"`
	Theta      Numbers          `json:"theta"`
	Covariance []Numbers        `json:"covariance"`
	Effective  Number           `json:"effective"`
	Quantile   Number           `json:"quantile"`
	Singular   bool             `json:"singular"`
	Map        maps.Description `json:"map"`
	Hash       string           `json:"data_hash,omitempty"`
}

// fitObject is a saved fit. The order of the fields is the order in the file.
type fitObject struct {
	fitHead
	Build string `json:"build"`
	fitNumbers
	Source   any    `json:"source"` // drawnSource or fileSource
	Settings object `json:"settings"`
	Data     data   `json:"data"`
}

// WriteFit writes the fit of an analysis for ReadFit.
func WriteFit(w io.Writer, a *analysis.Result, build string) error {
	fit := a.Fit
	from := newOpening(a, build)
	out := fitObject{
		fitHead:  fitHead{fitKind, FitVersion},
		Build:    build,
		Source:   from.Source,
		Settings: from.Settings,
		Data:     from.Data,
		fitNumbers: fitNumbers{
			Lambda:    Number(fit.Lambda),
			Gamma:     Number(fit.Gamma),
			Theta:     fit.Theta,
			Effective: Number(fit.Effective),
			Quantile:  Number(fit.Quantile()),
			Singular:  fit.Singular,
			Map:       fit.Map,
			Hash:      fit.Hash,
		},
	}
	for d := len(fit.Theta); len(out.Covariance) < d; {
		i := len(out.Covariance)
		out.Covariance = append(out.Covariance, fit.Covariance[i*d:(i+1)*d])
	}
	return writeObject(w, out)
}

// ReadFit reads a saved fit. The error is a sentence.
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
	fit, err := estimator.LoadFit(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	var in struct {
		Map  maps.Description `json:"map"`
		Hash string           `json:"data_hash"`
	}
	err = json.Unmarshal(text, &in)
	if mismatch, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return nil, fmt.Errorf("%s: %s: want a saved fit", mismatch.Field, mismatch.Value)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: want a saved fit", err)
	}
	d := in.Map.Dim()
	if err := in.Map.Check(); err != nil {
		return nil, fmt.Errorf("map: %w", err)
	}
	if len(fit.Theta) != d || len(fit.Covariance) != d*d {
		return nil, fmt.Errorf("theta: %d numbers, covariance: %d, for %d features: want one for each, and for each pair", len(fit.Theta), len(fit.Covariance), d)
	}
	return &analysis.Fit{Fit: *fit, Map: in.Map, Hash: in.Hash}, nil
}

// WritePredictionsCSV writes a row for each step.
func WritePredictionsCSV(w io.Writer, p *analysis.Predictions) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"episode_id", "t", "value", "value_se", "return"}) // out.Error returns the error
	for _, e := range p.Episodes {
		for t, v := range e.Values {
			_ = out.Write([]string{e.ID, fmt.Sprint(t), Exact(v), Exact(e.Errors[t]), Exact(e.Returns[t])})
		}
	}
	out.Flush()
	return out.Error()
}

// predictionsObject is the JSON of predictions.
type predictionsObject struct {
	Version int      `json:"version"`
	Build   string   `json:"build"`
	Files   []string `json:"files"`
	Steps   int      `json:"steps"`
	Beyond  int      `json:"steps_beyond_bounds"`
	NoError int      `json:"steps_without_error"`
	Lambda  Number   `json:"lambda"`
	Gamma   Number   `json:"gamma"`

	Calibration []calibrated  `json:"calibration"`
	Start       *calibrated   `json:"start"`
	Episodes    []predictions `json:"episodes"`
}

type predictions struct {
	ID     string  `json:"episode_id"`
	Value  Numbers `json:"value"`
	SE     Numbers `json:"value_se"`
	Return Numbers `json:"return"`
}

// WritePredictions writes predictions as one JSON object, with the names of their files.
func WritePredictions(w io.Writer, p *analysis.Predictions, fit *analysis.Fit, files []string, build string) error {
	out := predictionsObject{
		Version: FitVersion, Build: build, Files: files, Steps: p.Steps, Beyond: p.Beyond, NoError: p.WithoutError(),
		Lambda: Number(fit.Lambda), Gamma: Number(fit.Gamma), Episodes: []predictions{},
	}
	out.Calibration, out.Start = newCalibration(p.Calibration(fit))
	for _, e := range p.Episodes {
		out.Episodes = append(out.Episodes, predictions{e.ID, e.Values, e.Errors, e.Returns})
	}
	return writeObject(w, out)
}
