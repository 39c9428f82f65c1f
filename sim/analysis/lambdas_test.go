package analysis

import (
	"math"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/must"
)

func TestParseLambdas(t *testing.T) {
	for _, c := range []struct {
		text string
		want []float64
	}{
		{"0.5", []float64{.5}},
		{" 1 , 0,0.25 ", []float64{0, .25, 1}},
		{"0.3,.3,3e-1", []float64{.3}},
		{"-0,0", []float64{0}},
		{"0:1:0.1", []float64{0, .1, .2, .3, .4, .5, .6, .7, .8, .9, 1}},
		{"0:1:.3", []float64{0, .3, .6, .9, 1}}, // both ends are included
		{"0.5:0.5:0.1", []float64{.5}},
		{"0.2:0.4:1", []float64{.2, .4}},
		{"0:.2:.1,0.1:0.3:0.1", []float64{0, .1, .2, .3}},
	} {
		got, err := ParseLambdas(c.text)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, %v, want %v", c.text, got, err, c.want)
		}
		if len(got) > 0 && math.Signbit(got[0]) {
			t.Errorf("%q: negative zero", c.text)
		}
	}
	if got, err := ParseLambdas("0:1:0.001"); err != nil || len(got) != 1001 || got[333] != .333 {
		t.Errorf("0:1:0.001: %d values, %v", len(got), err)
	}
}

func TestParseLambdasErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "want numbers from 0 to 1",
		",":                      "want numbers",
		"0,,1":                   "want numbers",
		"0:1":                    "want numbers",
		"0:1:.1:2":               "want numbers",
		"abc":                    `"abc" is not a number`,
		"0x1p-2":                 "is not a number",
		"inf":                    "is not a number",
		"nan":                    "is not a number",
		"1_0":                    "is not a number",
		"1e999":                  "is not a number",
		"1.5":                    "lambda 1.5: want 0 ≤ λ ≤ 1",
		"-0.1":                   "lambda -0.1: want 0 ≤ λ ≤ 1",
		"0:2:0.1":                "lambda 2: want 0 ≤ λ ≤ 1",
		"0:1:0":                  "want a step above 0",
		"0:1:-0.1":               "want a step above 0",
		"1:0:0.1":                "want the start no larger than the stop",
		"0:1:0.0001":             "more than 1001",
		"0:1:1e-300":             "more than 1001",
		"0:1:0.001,0.0005":       "more than 1001",
		strings.Repeat("9", 999): "…",
	} {
		got, err := ParseLambdas(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, %v, want an error with %q", text, got, err, want)
		} else if len(err.Error()) > 400 || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.40q: the error is no single sentence: %v", text, err)
		}
	}
}

func TestFormatLambdas(t *testing.T) {
	for text, want := range map[string]string{
		"1,0.9,0.8,0.7":         "0.7:1:0.1",
		"0:1:0.1,0.95":          "0:0.9:0.1,0.95,1",
		"0,1":                   "0,1",
		"0,0.5,1":               "0:1:0.5",
		"0:1:0.3":               "0:0.9:0.3,1",
		"0,.1,.2,.5,.6,.7,.71":  "0:0.2:0.1,0.5:0.7:0.1,0.71",
		"0.333333333333333,0.5": "0.333333333333333,0.5",
	} {
		values := must.Have(ParseLambdas(text))(t)
		if got := FormatLambdas(values); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestUniformGrid(t *testing.T) {
	if got := UniformGrid(0.1); got != defaultLambdas {
		t.Errorf("%s, and settings start with %s", got, defaultLambdas)
	}
	for _, step := range []float64{.25, .2, .1, .05, .02, .01, .3} {
		values := must.Have(ParseLambdas(UniformGrid(step)))(t)
		if got, ok := GridStep(values); !ok || got != step {
			t.Errorf("step %v: %v, %v", step, got, ok)
		}
	}
	for _, text := range []string{"0", "0:0.9:0.1", "0.1:1:0.1", "0,0.1,1"} {
		values, _ := ParseLambdas(text)
		if _, ok := GridStep(values); ok {
			t.Errorf("%s is taken for a grid from 0 to 1", text)
		}
	}
}

// FuzzParseLambdas: whatever is accepted is sorted, in range and bounded, and its
// usual text reads back as the same values and is its own usual text.
func FuzzParseLambdas(f *testing.F) {
	for _, s := range []string{"0:1:0.1", "0,0.5,1", "1e-7:1e-5:1e-7", "0:1:1e-300", "0.1:0.3:0.07,0.2", "::", "1e-320", ".5,", "0:0:1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		values, err := ParseLambdas(text)
		if err != nil {
			if len(values) > 0 || err.Error() == "" {
				t.Fatal("values beside an error")
			}
			return
		}
		if len(values) == 0 || len(values) > MaxLambdas || values[0] < 0 || values[len(values)-1] > 1 {
			t.Fatalf("%q: %v", text, values)
		}
		for i := 1; i < len(values); i++ {
			if !(values[i] > values[i-1]) {
				t.Fatalf("%q: %v", text, values)
			}
		}
		usual := FormatLambdas(values)
		again, err := ParseLambdas(usual)
		if err != nil || !slices.Equal(again, values) {
			t.Fatalf("%q: %q reads back as %v, %v, want %v", text, usual, again, err, values)
		}
	})
}
