package settings

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestParse reads grids of λ's and lists of ridges.
func TestParse(t *testing.T) {
	for _, c := range []struct {
		parse func(string) ([]float64, error)
		text  string
		want  []float64
	}{
		{ParseLambdas, "0.5", []float64{.5}},
		{ParseLambdas, " 1 , 0,0.25 ", []float64{0, .25, 1}},
		{ParseLambdas, "0:1:0.1", []float64{0, .1, .2, .3, .4, .5, .6, .7, .8, .9, 1}},
		{ParseLambdas, "0:1:.3", []float64{0, .3, .6, .9, 1}}, // both ends are included
		{ParseLambdas, "0.5:0.5:0.1", []float64{.5}},
		{ParseLambdas, "0:.2:.1,0.1:0.3:0.1", []float64{0, .1, .2, .3}},
		{ParseRidges, " 10 , 0,0.25 ", []float64{0, .25, 10}},
		{ParseRidges, "1e-3,.001,0.0010", []float64{.001}},
		{ParseRidges, "-0,0", []float64{0}},
	} {
		got, err := c.parse(c.text)
		if err != nil || !slices.Equal(got, c.want) || math.Signbit(got[0]) {
			t.Errorf("%q: %v, %v, want %v", c.text, got, err, c.want)
		}
	}
	if got, err := ParseLambdas("0:1:0.001"); err != nil || len(got) != 1001 || got[333] != .333 {
		t.Errorf("0:1:0.001: %d values, %v", len(got), err)
	}
	if got, err := ParseRidges(numbered(100)); err != nil || len(got) != 100 {
		t.Errorf("%d ridges, %v", len(got), err)
	}
}

// numbered returns the list 0, 1, …, n−1.
func numbered(n int) string {
	var items []string
	for i := range n {
		items = append(items, strconv.Itoa(i))
	}
	return strings.Join(items, ",")
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]struct{ lambdas, ridges string }{
		"":                       {"want numbers from 0 to 1", `ridges "": want numbers ≥ 0, comma-separated, such as 0,0.01,0.1,1`},
		"0:1":                    {"want numbers", "want numbers"},
		"abc":                    {`"abc" is not a number`, `ridges "abc": want numbers ≥ 0`},
		"0x1p-2":                 {"is not a number", "want numbers"},
		"-0.1":                   {"lambda -0.1: want 0 ≤ λ ≤ 1", "ridge -0.1: want a number ≥ 0"},
		"0:1:0":                  {"want a step above 0", "want numbers"},
		"1:0:0.1":                {"want the start no larger than the stop", "want numbers"},
		"0:1:0.0001":             {"more than 1001", "want numbers"},
		numbered(101):            {"lambda 2: want", "ridges: 101 values; want at most 100"},
		strings.Repeat("9", 999): {"…", "…"},
	} {
		check := func(got []float64, err error, want string) {
			t.Helper()
			switch {
			case want == "":
			case err == nil || got != nil || !strings.Contains(err.Error(), want):
				t.Errorf("%.40q: %v, %v, want an error with %q", text, got, err, want)
			case len(err.Error()) > 400 || strings.Contains(err.Error(), "\n"):
				t.Errorf("%.40q: the error is no single sentence: %v", text, err)
			}
		}
		got, err := ParseLambdas(text)
		check(got, err, want.lambdas)
		got, err = ParseRidges(text)
		check(got, err, want.ridges)
	}
}

// FuzzParseLambdas: accepted grids are sorted, in range and bounded, and their canonical text
// reads back as the same values.
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
		if len(values) == 0 || len(values) > maxLambdas || values[0] < 0 || values[len(values)-1] > 1 {
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
