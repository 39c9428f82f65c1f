package analysis

import (
	"bytes"
	"testing"

	"lambdascope/sim/must"
	"lambdascope/sim/recorded"
)

// TestExpectedOfAFile: data of a file are priced as those of a domain of their sizes.
func TestExpectedOfAFile(t *testing.T) {
	e := NewEngine(0)
	drawn := must.Have(Defaults("mountain-car"))(t)
	drawn.Trajectories = 50
	var text bytes.Buffer
	must.Have(e.Write(t.Context(), drawn, recorded.JSONL, &text, func(Written) {}))(t)
	s := FileDefaults(load(t, e, "car", text.String()))
	s.Gamma = 1
	s = must.Have(e.Check(s))(t)
	got, want := e.Expected(s, Extra{}), e.Expected(drawn, Extra{})
	if got < want/2 || got > 2*want {
		t.Errorf("%v, %v of the domain", got, want)
	}
	if Cost(s, Extra{}) != 0 {
		t.Error("recorded data have a price")
	}
	if poly := e.Expected(s.WithFeatures("poly:5"), Extra{}); poly <= got {
		t.Errorf("%v with more features, %v without", poly, got)
	}
}
