package report

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
)

// savedFits are fits of a domain, one with each kind of numbers.
func savedFits(t testing.TB) [][]byte {
	t.Helper()
	var out [][]byte
	for _, args := range [][2]string{{"random-walk", "1-hot"}, {"mountain-car", "raw+bias"}} {
		s := testutil.Get(settings.Defaults(args[0]))(t)
		s.Problem.Features, s.Trajectories, s.Lambdas = args[1], 5, "0.5"
		e := analysis.NewEngine(1 << 20)
		a := testutil.Get(e.Run(context.Background(), analysis.Request{Settings: s, Fit: true}))(t)
		fit := a.Fit
		var b bytes.Buffer
		testutil.Check(t, WriteFit(&b, a, "v1"))
		again := testutil.Get(ReadFit(bytes.NewReader(b.Bytes())))(t)
		if again.Lambda != fit.Lambda || again.Gamma != s.Gamma || !slices.Equal(again.Theta, fit.Theta) || !slices.Equal(again.Covariance, fit.Covariance) ||
			again.Effective != fit.Effective || !slices.Equal(again.Map.Features, s.FeatureNames()) {
			t.Fatalf("%s reads back as %+v", b.String(), again)
		}
		out = append(out, b.Bytes())
	}
	return out
}

// TestFitReadsBack, also with other white space, but not with another number.
func TestFitReadsBack(t *testing.T) {
	for _, fit := range savedFits(t) {
		var indented bytes.Buffer
		testutil.Check(t, json.Indent(&indented, fit, "", "  "))
		testutil.Get(ReadFit(&indented))(t)
		other := bytes.Replace(fit, []byte(`"effective":`), []byte(`"effective":1`), 1)
		if _, err := ReadFit(bytes.NewReader(other)); err == nil || !strings.Contains(err.Error(), "its checksum differs") {
			t.Errorf("a changed fit: %v", err)
		}
	}
}

// FuzzReadFit: a valid fit has a value for any observation; any other text gives an error of one
// sentence.
func FuzzReadFit(f *testing.F) {
	for _, fit := range savedFits(f) {
		f.Add(fit)
	}
	for _, kind := range []string{
		`{"kind":"poly","columns":["obs_0"],"low":[0],"high":[1],"features":["obs_0","bias"],"parameters":[[1]],"bias":true}`,
		`{"kind":"tile-coding","columns":["obs_0"],"low":[0],"high":[1],"features":["a","b"],"parameters":[[0,0],[0,1]],"side":2,"bias":false}`,
		`{"kind":"rff","columns":["obs_0"],"low":[0],"high":[1],"features":["a","b"],"parameters":[[1,2],[3,4]],"amplitude":1,"bias":false}`,
		`{"kind":"rbf","columns":["obs_0"],"low":[0],"high":[1],"features":["a","b"],"parameters":[[0],[1]],"width":0.7,"bias":false}`,
	} {
		text := `{"kind":"lambdascope fit","version":1,"lambda":0,"gamma":1,"theta":[1,2],"covariance":[[1,0],[0,1]],"effective":3,"quantile":2,"singular":false,"map":` + kind + `}`
		testutil.Get(parseFit([]byte(text)))(f)
		f.Add([]byte(text))
	}
	f.Add([]byte(`{"kind":"lambdascope fit","version":7}`))
	f.Add([]byte(`[]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		fit, err := parseFit(text)
		if err != nil {
			if message := err.Error(); strings.Contains(message, "\n") || !strings.Contains(message, "want ") && !strings.Contains(message, "not a saved fit") {
				t.Errorf("%q is no sentence", message)
			}
			return
		}
		if !json.Valid(text) {
			t.Fatalf("%q is a fit", text)
		}
		x := make([]float64, fit.Map.Dim())
		fit.Map.Set(make([]float64, len(fit.Map.Columns)), x)
		fit.Value(x)
		if se := fit.StandardError(x); se < 0 {
			t.Errorf("a standard error of %v", se)
		}
		fit.Quantile()
	})
}
