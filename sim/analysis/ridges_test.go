package analysis

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestParseRidges(t *testing.T) {
	for _, c := range []struct {
		text string
		want []float64
	}{
		{"0", []float64{0}},
		{"0.5", []float64{.5}},
		{" 10 , 0,0.25 ", []float64{0, .25, 10}},
		{"1e-3,.001,0.0010", []float64{.001}},
		{"-0,0", []float64{0}},
		{"1e300,1", []float64{1, 1e300}},
	} {
		got, err := ParseRidges(c.text)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, %v, want %v", c.text, got, err, c.want)
		}
		if len(got) > 0 && math.Signbit(got[0]) {
			t.Errorf("%q: negative zero", c.text)
		}
	}
}

func TestParseRidgesErrors(t *testing.T) {
	counted := func(n int) string {
		var items []string
		for i := range n {
			items = append(items, strconv.Itoa(i))
		}
		return strings.Join(items, ",")
	}
	if got, err := ParseRidges(counted(100)); err != nil || len(got) != 100 {
		t.Errorf("%d ridges, %v", len(got), err)
	}
	for text, want := range map[string]string{
		"":                       `ridges "": want numbers ≥ 0, comma-separated, such as 0,0.01,0.1,1`,
		",":                      "want numbers",
		"0,,1":                   "want numbers",
		"a":                      `ridges "a": want numbers ≥ 0`,
		"0:1:0.1":                "want numbers",
		"0x1p-2":                 "want numbers",
		"inf":                    "want numbers",
		"nan":                    "want numbers",
		"1e999":                  "want numbers",
		"-0.1":                   "ridge -0.1: want a number ≥ 0",
		counted(101):             "ridges: 101 values; want at most 100",
		strings.Repeat("9", 999): "…",
	} {
		got, err := ParseRidges(text)
		if err == nil || got != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, %v, want an error with %q", text, got, err, want)
		} else if len(err.Error()) > 400 || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.40q: the error is no single sentence: %v", text, err)
		}
	}
}
