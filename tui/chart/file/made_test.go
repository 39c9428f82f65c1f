package file

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"strings"
	"testing"

	"lambdascope/sim/must"
	"lambdascope/tui/chart"
)

// TestMade: files say what made them, and are as they were but for that.
func TestMade(t *testing.T) {
	spec := &chart.Spec{Series: []chart.Series{{X: []float64{0, 1}, Y: []float64{0, 1}, Line: chart.LineSolid}}}
	const made = "Made by <λ> & co."
	for _, f := range []Format{SVG, PNG} {
		var with, without bytes.Buffer
		for b, o := range map[*bytes.Buffer]Options{&with: {Made: made}, &without: {}} {
			must.Succeed(t, Write(b, spec, f, o))
		}
		switch f {
		case SVG:
			var svg struct {
				Desc string `xml:"desc"`
			}
			if err := xml.Unmarshal(with.Bytes(), &svg); err != nil || svg.Desc != made {
				t.Errorf("says %q: %v", svg.Desc, err)
			}
			if strings.Contains(without.String(), "<desc>") {
				t.Error("says something")
			}
		case PNG:
			if !bytes.Contains(with.Bytes(), []byte(made)) {
				t.Error("does not say it")
			}
			a, err := png.Decode(&with) // which checks the sums of chunks
			if err != nil {
				t.Fatal(err)
			}
			b := must.Have(png.Decode(&without))(t)
			if a.Bounds() != b.Bounds() {
				t.Error("another picture")
			}
		}
	}
}
