package features

import (
	"math"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/testutil"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"identity": "identity", "identity+bias": "identity+bias", " poly:2 ": "poly:2", "poly:02+bias": "poly:2+bias",
		"fourier:3": "fourier:3", "rbf:5": "rbf:5", "tile-coding:4x8": "tile-coding:4x8", "rff:100": "rff:100",
		"rff:100:1": "rff:100", "rff:100:0+bias": "rff:100:0+bias", "rff:9:18446744073709551615": "rff:9:18446744073709551615",
	} {
		if got, err := Parse(text); err != nil || got.String() != want {
			t.Errorf("%q: %v, %v, want %s", text, got, err, want)
		}
	}
	for _, name := range Names() {
		if got, err := Parse(name); err != nil || got.String() != name {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	for text, want := range map[string]string{
		"":                         `features "": want identity, poly:2, fourier:3, rbf:5, tile-coding:4x8, rff:100 or 1-hot, or other numbers in these, each with or without +bias`,
		"poly":                     `features "poly": want poly:ORDER, a whole number from 1 to 1024`,
		"identity:1":               "want identity, without a number",
		"rbf:1":                    "want rbf:SIDE, a whole number from 2 to 1024",
		"tile-coding:4x1":          "want tile-coding:KxSIDE",
		"rff:10:-1":                "SEED a whole number ≥ 0",
		strings.Repeat("x", 10000): "…",
	} {
		got, err := Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) || got != (Spec{}) {
			t.Errorf("%.40q: %v, %v, want %s", text, got, err, want)
		} else if len(err.Error()) > 300 {
			t.Errorf("%.40q: %v is long", text, err)
		}
	}
}

func TestParseBounds(t *testing.T) {
	for text, want := range map[string]string{
		"data": "data", "data,data": "data", " 0:1 ": "0:1", "-1.2:0.6,-0.07:.07": "-1.2:0.6,-0.07:0.07",
		"data, -0:1e3": "data,0:1000", "-1e-5:0,data": "-1e-05:0,data",
	} {
		if got, err := ParseBounds(text); err != nil || got.String() != want {
			t.Errorf("%q: %v, %v, want %s", text, got, err, want)
		}
	}
	for _, text := range []string{
		"", ",", "1", "0:", ":1", "0:1:2", "1:0", "1:1", "nan:1", "0:inf", "0x1p0:2", "1_0:20", "0:1,", "-1e308:1e308", "0:1e999", "date",
	} {
		got, err := ParseBounds(text)
		if err == nil || got != nil || !strings.HasPrefix(err.Error(), "bounds ") || !strings.Contains(err.Error(), "want data, or ranges LOW:HIGH") {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

func TestBoundsOverData(t *testing.T) {
	data := Box{[]float64{-1, 5, 0}, []float64{1, 5, 8}}
	for _, c := range []struct {
		text      string
		low, high []float64
		fromData  []bool
		err       string
	}{
		{"-2:9", []float64{-2, -2, -2}, []float64{9, 9, 9}, []bool{false, false, false}, ""},
		{"data,0:5,0:8", []float64{-1, 0, 0}, []float64{1, 5, 8}, []bool{true, false, false}, ""},
		{"data", nil, nil, nil, "obs_1 is 5 in every observation, which leaves no range to scale it by: want bounds for it"},
		{"data,0:1,data", nil, nil, nil, "bounds 0:1: obs_1 is also 5: want bounds that it keeps to"},
		{"-0.5:9", nil, nil, nil, "bounds -0.5:9: obs_0 is also -1"},
		{"0:1,0:1", nil, nil, nil, "bounds: 2 ranges for observations of 3 numbers: want 1 for all, or one for each"},
	} {
		bounds := testutil.Get(ParseBounds(c.text))(t)
		box, fromData, err := bounds.Over(data)
		if c.err != "" {
			if err == nil || !strings.HasPrefix(err.Error(), c.err) {
				t.Errorf("%s: %v, want %s", c.text, err, c.err)
			}
			continue
		}
		if err != nil || !slices.Equal(box.Low, c.low) || !slices.Equal(box.High, c.high) || !slices.Equal(fromData, c.fromData) {
			t.Errorf("%s: %v, %v, %v", c.text, box, fromData, err)
		}
	}
	far := Box{[]float64{-math.MaxFloat64}, []float64{math.MaxFloat64}}
	if _, _, err := (Bounds{{Data: true}}).Over(far); err == nil || !strings.Contains(err.Error(), "obs_0 goes from") {
		t.Errorf("a range that overflows: %v", err)
	}
}

// FuzzParse: String reads back to the same map, which maps observations to finite numbers. Any
// other text gives an error of one short sentence.
func FuzzParse(f *testing.F) {
	for _, name := range Names() {
		f.Add(name+"+bias", "data", 3)
		f.Add(name, "0:1,-2:5e3,data", 1)
	}
	f.Add("rff:1:00018446744073709551615", "-0:1", 70)
	f.Fuzz(func(t *testing.T, name, ranges string, columns int) {
		s, err := Parse(name)
		if err != nil {
			checkSentence(t, err)
		} else if again, err := Parse(s.String()); err != nil || again != s {
			t.Errorf("%q is written as %q, which is %v, %v", name, s, again, err)
		}
		bounds, wrong := ParseBounds(ranges)
		if wrong != nil {
			checkSentence(t, wrong)
		} else if again, err := ParseBounds(bounds.String()); err != nil || again.String() != bounds.String() {
			t.Errorf("%q is written as %q, which is %v, %v", ranges, bounds, again, err)
		}
		if err != nil || wrong != nil || columns < 1 || columns > 100 {
			return
		}
		d, err := s.Dim(columns)
		if err != nil {
			checkSentence(t, err)
			return
		}
		data := Box{slices.Repeat([]float64{.25}, columns), slices.Repeat([]float64{.75}, columns)}
		box, _, err := bounds.Over(data)
		if err != nil {
			checkSentence(t, err)
			return
		}
		m, err := New(s, columns, box)
		if err != nil || m.Dim() != d || s.Scaled() && d > Most {
			t.Fatalf("%s of %d columns: %d features, %v", s, columns, d, err)
		}
		out := slices.Repeat([]float64{math.NaN()}, d)
		for _, x := range [][]float64{data.Low, data.High} {
			m.Set(x, out)
			for i, v := range out {
				if math.IsNaN(v) || math.Abs(v) > 2 {
					t.Fatalf("%s over %v: feature %d of %v is %v", s, box, i, x, v)
				}
			}
		}
	})
}

func checkSentence(t *testing.T, err error) {
	t.Helper()
	if text := err.Error(); len(text) > 400 || strings.Contains(text, "\n") || !strings.Contains(text, "want ") {
		t.Errorf("%q is no short sentence that says what is accepted", text)
	}
}
