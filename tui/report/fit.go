package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	maps "lambdascope/sim/features"
)

// FitVersion rises when a field of a saved fit changes in meaning or goes.
const FitVersion = 1

// fitKind marks a saved fit.
const fitKind = "lambdascope fit"

// WriteFit writes the fit of an analysis for ReadFit.
func WriteFit(w io.Writer, a *analysis.Result, build string) error {
	fit := a.Fit
	out := object{
		{"kind", fitKind},
		{"version", FitVersion},
		{"build", build},
		{"lambda", fit.Lambda},
		{"gamma", fit.Gamma},
		{"theta", fit.Theta},
		{"covariance", slices.Collect(slices.Chunk(fit.Covariance, len(fit.Theta)))},
		{"effective", fit.Effective},
		{"quantile", fit.Quantile()},
		{"singular", fit.Singular},
		{"map", fit.Map},
	}
	out.addIf(fit.Hash != "", "data_hash", fit.Hash)
	out = append(out, object{{"source", source(a, true)}, {"settings", settingsObject(a.Settings)}, {"data", dataObject(a)}}...)
	var text bytes.Buffer
	if err := writeObject(&text, out); err != nil {
		return err
	}
	_, err := w.Write(append(text.Bytes()[:text.Len()-len("}\n")], fmt.Sprintf(`%s%x"}`+"\n", checksumField, sha256.Sum256(text.Bytes()))...))
	return err
}

// checksumField starts the last field of a saved fit: the SHA-256 of the line without the field.
const checksumField = `,"checksum":"`

// verifyChecksum returns an error if valid JSON is not a fit as written, except for white space.
func verifyChecksum(text []byte) error {
	var line bytes.Buffer
	_ = json.Compact(&line, text)
	before, sum, found := bytes.Cut(line.Bytes(), []byte(checksumField))
	if !found {
		return errors.New("checksum: missing: want a whole saved fit")
	}
	if want := fmt.Sprintf(`%x"}`, sha256.Sum256(append(before, "}\n"...))); string(sum) != want {
		return errors.New("changed since run --save wrote it: its checksum differs; want the fit as it was")
	}
	return nil
}

// ReadFit reads a saved fit. The error is a sentence.
func ReadFit(r io.Reader) (*analysis.Fit, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	fit, err := parseFit(text)
	if err == nil {
		err = verifyChecksum(text)
	}
	return fit, err
}

// parseFit is ReadFit without the checksum.
func parseFit(text []byte) (*analysis.Fit, error) {
	var head struct {
		Kind    string
		Version int
	}
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

// weightedColumn is the index of weighted_return, a column of data with importance ratios.
const weightedColumn = 5

// WritePredictionsCSV writes a row for each step, and one without a return for the final observation
// of a truncated episode. The flags are of the last step. States without rewards have a row each.
func WritePredictionsCSV(w io.Writer, p *analysis.Predictions) error {
	out := csv.NewWriter(w)
	write := func(row ...string) {
		if !p.Weighted {
			row = slices.Delete(row, weightedColumn, weightedColumn+1)
		}
		_ = out.Write(row) // out.Error returns the error
	}
	if p.States != nil {
		_ = out.Write([]string{"state", "value", "value_se"})
		for i, v := range p.States {
			_ = out.Write([]string{fmt.Sprint(i), Exact(v), Exact(p.StateErrors[i])})
		}
		out.Flush()
		return out.Error()
	}
	write("episode_id", "t", "value", "value_se", "return", "weighted_return", "terminated", "truncated")
	at := func(returns []float64, t int) string {
		if t >= len(returns) {
			return ""
		}
		return Exact(returns[t])
	}
	for _, e := range p.Episodes {
		for t, v := range e.Values {
			last := t == len(e.Returns)-1
			write(e.ID, fmt.Sprint(t), Exact(v), Exact(e.Errors[t]), at(e.Returns, t), at(e.Weighted, t), fmt.Sprint(last && e.Terminated), fmt.Sprint(last && !e.Terminated))
		}
	}
	out.Flush()
	return out.Error()
}

// WritePredictions writes predictions as one JSON object, with the names of their files.
func WritePredictions(w io.Writer, p *analysis.Predictions, fit *analysis.Fit, files []string, build string) error {
	out := object{
		{"version", FitVersion},
		{"build", build},
		{"files", files},
		{"steps", p.Steps},
		{"steps_beyond_bounds", p.Beyond},
		{"steps_without_error", p.WithoutError()},
		{"lambda", fit.Lambda},
		{"gamma", fit.Gamma},
	}
	if p.States != nil {
		return writeObject(w, append(out, field{"states", object{{"value", p.States}, {"value_se", p.StateErrors}}}))
	}
	parts, start := calibrationValues(p.Calibration(fit))
	return writeObject(w, append(out, object{
		{"calibration", parts},
		{"start", start},
		{"episodes", list{len(p.Episodes), func(i int) any {
			e := &p.Episodes[i]
			h := len(e.Returns)
			out := object{{"episode_id", e.ID}, {"value", e.Values[:h]}, {"value_se", e.Errors[:h]}, {"return", e.Returns}}
			out.addIf(p.Weighted, "weighted_return", e.Weighted)
			out = append(out, field{"terminated", e.Terminated})
			if !e.Terminated {
				out = append(out, field{"final_value", e.Values[h]}, field{"final_value_se", e.Errors[h]})
			}
			return out
		}}},
	}...))
}
