package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	maps "lambdascope/sim/features"
)

// FitVersion changes when a field of a saved fit changes its meaning or goes.
const FitVersion = 1

// fitKind marks a saved fit.
const fitKind = "lambdascope fit"

// fitHead is the beginning of a saved fit of any version.
type fitHead struct {
	Kind    string `json:"kind"`
	Version int    `json:"version"`
}

// fitNumbers are the inputs of a prediction.
type fitNumbers struct {
	Lambda     Number           `json:"lambda"`
	Gamma      Number           `json:"gamma"`
	Theta      []Number         `json:"theta"`
	Covariance [][]Number       `json:"covariance"`
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
	Source   any            `json:"source"` // drawnSource or fileSource
	Settings resultSettings `json:"settings"`
	Data     data           `json:"data"`
}

func numbersOf(values []Number) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = float64(v)
	}
	return out
}

// WriteFit writes the fit of an analysis for ReadFit.
func WriteFit(w io.Writer, a *analysis.Result, fit *analysis.Fit, build string) error {
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
			Theta:     Numbers(fit.Theta),
			Effective: Number(fit.Effective),
			Quantile:  Number(fit.Quantile()),
			Singular:  fit.Singular,
			Map:       fit.Map,
			Hash:      fit.Hash,
		},
	}
	for d := len(fit.Theta); len(out.Covariance) < d; {
		i := len(out.Covariance)
		out.Covariance = append(out.Covariance, Numbers(fit.Covariance[i*d:(i+1)*d]))
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
	var in fitNumbers
	if err := in.read(text); err != nil {
		return nil, err
	}
	return in.fit()
}

// read reads the object of a fit. Each field is required once, in this spelling: encoding/json takes the
// last of many and fills in missing fields, and other programs need not agree.
func (in *fitNumbers) read(text []byte) error {
	all, err := fieldsOf(text)
	if err != nil {
		return err
	}
	var described json.RawMessage
	if err := readFields(all, []field{
		{name: "lambda", to: &in.Lambda, want: "a number"},
		{name: "gamma", to: &in.Gamma, want: "a number"},
		{name: "theta", to: &in.Theta, want: "a list of numbers"},
		{name: "covariance", to: &in.Covariance, want: "a list of lists of numbers"},
		{name: "effective", to: &in.Effective, want: "a number"},
		{name: "singular", to: &in.Singular, want: "true or false"},
		{name: "map", to: &described, want: "an object", texts: true},
	}); err != nil {
		return err
	}
	if hash, ok := all["data_hash"]; ok && json.Unmarshal(hash, &in.Hash) != nil {
		return errors.New("data_hash: want a text")
	}
	parts, err := fieldsOf(described)
	if err == nil {
		m := &in.Map
		err = readFields(parts, []field{
			{name: "kind", to: &m.Kind, want: "a text", texts: true},
			{name: "columns", to: &m.Columns, want: "a list of names", texts: true},
			{name: "low", to: &m.Low, want: "a list of numbers", optional: true},
			{name: "high", to: &m.High, want: "a list of numbers", optional: true},
			{name: "features", to: &m.Features, want: "a list of names", texts: true},
			{name: "parameters", to: &m.Parameters, want: "a list of lists of numbers", optional: true},
			{name: "side", to: &m.Side, want: "a whole number", optional: true},
			{name: "width", to: &m.Width, want: "a number", optional: true},
			{name: "amplitude", to: &m.Amplitude, want: "a number", optional: true},
			{name: "bias", to: &m.Bias, want: "true or false"},
		})
	}
	if err != nil {
		return fmt.Errorf("map: %w", err)
	}
	return nil
}

// field is a field of an object with its destination.
type field struct {
	name     string
	to       any
	want     string
	optional bool
	texts    bool // it has texts, in which null may stand
}

// readFields reads fields of an object. Null is an error, because encoding/json would skip it.
func readFields(all map[string]json.RawMessage, fields []field) error {
	for _, f := range fields {
		value, ok := all[f.name]
		if !ok && f.optional {
			continue
		}
		null := string(value) == "null" || !f.texts && bytes.Contains(value, []byte("null"))
		if err := json.Unmarshal(value, f.to); err != nil || null {
			return fmt.Errorf("%s: want %s", f.name, f.want)
		}
	}
	return nil
}

// fieldsOf returns the fields of an object by name. A name that appears twice, in letters of any case, is an
// error.
func fieldsOf(text []byte) (map[string]json.RawMessage, error) {
	notObject := errors.New("want an object")
	in := json.NewDecoder(bytes.NewReader(text))
	if open, err := in.Token(); err != nil || open != json.Delim('{') {
		return nil, notObject
	}
	out, seen := map[string]json.RawMessage{}, map[string]bool{}
	for in.More() {
		token, err := in.Token()
		name, ok := token.(string)
		if err != nil || !ok {
			return nil, notObject
		}
		var value json.RawMessage
		if err := in.Decode(&value); err != nil {
			return nil, notObject
		}
		if seen[strings.ToLower(name)] {
			return nil, fmt.Errorf("%s: given twice: want it once", name)
		}
		seen[strings.ToLower(name)] = true
		out[name] = value
	}
	return out, nil
}

// fit returns the fit, or an error if the numbers do not belong together.
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
	case !(in.Effective >= 0):
		return nil, fmt.Errorf("effective %v: want a number of trajectories", in.Effective)
	}
	out := &analysis.Fit{Map: in.Map, Hash: in.Hash, Fit: estimator.Fit{
		Lambda: float64(in.Lambda), Gamma: float64(in.Gamma), Theta: numbersOf(in.Theta), Singular: in.Singular, Effective: float64(in.Effective),
	}}
	for i, row := range in.Covariance {
		if len(row) != d {
			return nil, fmt.Errorf("covariance: %d numbers in row %d: want %d", len(row), i+1, d)
		}
		if row[i] < 0 {
			return nil, fmt.Errorf("covariance: the variance in row %d is %v: want a number ≥ 0", i+1, row[i])
		}
		for j := range i {
			if row[j] != in.Covariance[j][i] {
				return nil, fmt.Errorf("covariance: rows %d and %d differ in what they have of each other: want a symmetric matrix", j+1, i+1)
			}
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
	NoError int      `json:"steps_without_error"`
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

// WritePredictions writes predictions as one object of JSON. It names files as the command does.
func WritePredictions(w io.Writer, p *analysis.Predictions, fit *analysis.Fit, files []string, build string) error {
	out := predictionsObject{
		Version: FitVersion, Build: build, Files: files, Steps: p.Steps, Beyond: p.Beyond, NoError: p.WithoutError(),
		Lambda: Number(fit.Lambda), Gamma: Number(fit.Gamma), Episodes: []predictions{},
	}
	out.Calibration, out.Start = newCalibration(p.Calibration(fit))
	for _, e := range p.Episodes {
		out.Episodes = append(out.Episodes, predictions{e.ID, Numbers(e.Values), Numbers(e.Errors), Numbers(e.Returns)})
	}
	return writeObject(w, out)
}
