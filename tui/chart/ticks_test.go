package chart

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func names(ts []Tick) (s []string) {
	for _, t := range ts {
		s = append(s, t.Name)
	}
	return s
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		log    bool
		n      int
		want   string
	}{
		{0, 1, false, 6, "0 .2 .4 .6 .8 1"},
		{0, 1, false, 12, "0 .1 .2 .3 .4 .5 .6 .7 .8 .9 1"},
		{.1335, .1445, false, 5, ".1350 .1375 .1400 .1425"},
		{100.00001, 100.00005, false, 5, "100.00001 100.00002 100.00003 100.00004 100.00005"},
		{0, 1000, false, 5, "0 250 500 750 1000"},
		{0, 1.2e7, false, 4, "0 5e6 1e7"},
		{-1e99, 1e99, false, 5, "-1e99 -5e98 0 5e98 1e99"},
		{-1e300, 1e300, false, 5, "0 .25 .50 .75 1"}, // too large for an axis
		{.001, 1000, true, 7, ".001 .01 .1 1 10 100 1000"},
		{1e-8, 1, true, 5, "1e-8 1e-6 .0001 .01 1"},
		{2, 100, true, 6, "2 5 10 20 50 100"},
		{3, 4, true, 3, "3 3.5 4"},
	} {
		a := Axis{Min: c.lo, Max: c.hi, Log: c.log}
		if got := strings.Join(names(a.ticks(newScale(a, Range{}, 0), c.n)), " "); got != c.want {
			t.Errorf("%v to %v: %s, want %s", c.lo, c.hi, got, c.want)
		}
	}
	five, given := newScale(Axis{Min: 1, Max: 5}, Range{}, 0), []float64{5, 1, math.NaN(), 3, 3, 99}
	for want, a := range map[string]*Axis{"1 3 5": {Ticks: given}, "one  five": {Ticks: given, Names: []string{"five", "one"}}} {
		if got := strings.Join(names(a.ticks(five, 1)), " "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestNumber names single values.
func TestNumber(t *testing.T) {
	for v, want := range map[float64]string{math.Copysign(0, -1): "0", -.5: "-.5", -2.5e-7: "-2.5e-7", 1234567: "1.23457e6"} {
		if got := number(v, 6); got != want {
			t.Errorf("%v: %q, want %q", v, got, want)
		}
	}
}

func TestTicksTellTheTruth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-1, 1)).Draw(t, "lo")
		size := math.Pow(10, rapid.Float64Range(-8, 3).Draw(t, "size"))
		hi := lo + math.Abs(lo)*size
		a := Axis{Min: lo, Max: hi, Log: rapid.Bool().Draw(t, "log")}
		s := newScale(a, Range{1, 2}, 0)
		n := rapid.IntRange(2, 12).Draw(t, "n")
		ts := a.ticks(s, n)
		if len(ts) > n {
			t.Fatalf("%d ticks, want at most %d", len(ts), n)
		}
		if !s.log && len(ts) == 0 && n > 3 {
			t.Fatal("no ticks")
		}
		seen, decimals := map[string]bool{}, -1
		for i, k := range ts {
			gap := math.Abs(k.Value)
			if i > 0 {
				gap = k.Value - ts[i-1].Value
			}
			v, err := strconv.ParseFloat(k.Name, 64)
			switch f := s.Place(k.Value); {
			case err != nil || math.Abs(v-k.Value) > 2e-3*math.Abs(gap):
				t.Fatalf("%v is labelled %s", k.Value, k.Name)
			case f < -1e-3 || f > 1+1e-3:
				t.Fatalf("%v is outside %v", k.Value, s)
			case seen[k.Name] || gap <= 0 && i > 0:
				t.Fatalf("%v doesn't ascend", names(ts))
			}
			seen[k.Name] = true
			if _, d, _ := strings.Cut(k.Name, "."); !s.log && d != "" && !strings.Contains(k.Name, "e") {
				if decimals >= 0 && len(d) != decimals {
					t.Fatalf("%v have other numbers of decimals", names(ts))
				}
				decimals = len(d)
			}
		}
	})
}
