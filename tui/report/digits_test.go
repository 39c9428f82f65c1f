package report

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestLevelDigits(t *testing.T) {
	for _, c := range []struct {
		name           string
		values, errors []float64
		want           string
	}{
		{"two digits of the error", []float64{0.5, 0.7, 0.9}, []float64{0.021, 0.022, 0.023}, "0.500 0.700 0.900"},
		{"neighbours differ", []float64{0.5, 0.5003, 0.502}, []float64{0.021, 0.022, 0.023}, "0.5000 0.5003 0.5020"},
		{"where the curve turns", []float64{0.5, 0.4, 0.4 + 1e-6, 0.47}, []float64{0.021, 0.022, 0.023, 0.023}, "0.500 0.400 0.400 0.470"},
		{"neighbours that nearly agree", []float64{0.5, 0.5 + 1e-8, 0.5 + 2e-8}, nil, "0.500000 0.500000 0.500000"},
		{"without errors", []float64{0.07, 0.2, 0.3}, nil, "0.070 0.200 0.300"},
		{"large", []float64{25134.5, 25871.2}, []float64{410, 420}, "25134 25871"},
		{"huge", []float64{2.5e200, 2.6e200}, []float64{4.1e199, 4e199}, "2.50e+200 2.60e+200"},
		{"tiny", []float64{2.5e-20, 2.6e-20}, []float64{4.1e-21, 4e-21}, "2.50e-20 2.60e-20"},
		{"zero", []float64{0, 0}, []float64{0, 0}, "0.000 0.000"},
		{"zero and rounding", []float64{0, -1e-19, 0.5}, []float64{0, 1e-19, 0.1}, "0.00 0.00 0.50"},
		{"not finite", []float64{math.NaN(), math.Inf(1), 2}, []float64{math.Inf(1), 0, 0.5}, "NaN +Inf 2.00"},
		{"nothing finite", []float64{math.NaN()}, []float64{math.NaN()}, "NaN"},
		{"negative", []float64{-2, -1}, nil, "-2.00 -1.00"},
		{"one", []float64{12.345}, nil, "12.3"},
	} {
		d := LevelDigits(c.values, c.errors)
		var got []string
		for _, v := range c.values {
			got = append(got, d.Format(v))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestDifferenceDigits(t *testing.T) {
	for _, c := range []struct {
		name           string
		values, errors []float64
		level          float64
		want           string
	}{
		{"typical", []float64{0, 0.0123, 0.045}, []float64{0, 0.0011, 0.014}, 0.5, "0.000 0.012 0.045"},
		{"one digit of the least", []float64{0, 0.0123, 0.045, 0.05}, []float64{0, 0.0001, 0.014, 0.02}, 0.5, "0.0000 0.0123 0.0450 0.0500"},
		{"rounding", []float64{0, 2.3e-16, -4e-17}, []float64{0, 7e-17, 1e-17}, 0.5, "0.000 0.000 0.000"},
		{"nothing", []float64{0}, []float64{0}, 0, "0.00"},
		{"huge", []float64{0, 2.5e200}, []float64{0, 1e199}, 1e201, "0.000e+00 2.500e+200"},
		{"not finite", []float64{0, math.NaN()}, []float64{0, math.NaN()}, math.NaN(), "0.00 NaN"},
	} {
		d := DifferenceDigits(c.values, c.errors, c.level)
		var got []string
		for _, v := range c.values {
			got = append(got, d.Format(v))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestLambdaDigits(t *testing.T) {
	for _, c := range []struct {
		lambdas []float64
		want    string
	}{
		{[]float64{0, 0.5, 1}, "0.0 0.5 1.0"},
		{[]float64{0, 1}, "0 1"},
		{[]float64{0.125, 0.5}, "0.125 0.500"},
		{[]float64{0, 1e-300}, "0 1e-300"},
	} {
		d := LambdaDigits(c.lambdas)
		var got []string
		for _, l := range c.lambdas {
			got = append(got, d.Format(l))
		}
		if !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%v, want %s", got, c.want)
		}
	}
}

// The best of a column does not look like its neighbours.
func TestDistinct(t *testing.T) {
	for _, c := range []struct {
		values []float64
		best   int
		want   string
	}{
		{[]float64{.2, .1}, 1, "0.1000"},
		{[]float64{.08041, .08032, .08032, .09385}, 1, "0.08032"},
		{[]float64{.080412, .080316, .080324, .093851}, 1, "0.080316"},
		{[]float64{.0803162, .0803164}, 0, "0.0803162"},
		{[]float64{100.00001, 100.00002}, 0, "100.000"}, // no room
	} {
		got := Distinct(c.values, c.best, 4).Format(c.values[c.best])
		if got != c.want {
			t.Errorf("%v: %s, want %s", c.values, got, c.want)
		}
	}
}
