package sim

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"lambdascope/sim/problem"
	"lambdascope/sim/testutil"
)

func mustNew(t testing.TB, o Options) Domain {
	t.Helper()
	d, err := New(o)
	if err != nil {
		t.Fatalf("New(%+v): %v", o, err)
	}
	return d
}

// TestDefaults: zero fields take the defaults of the domain, and other fields stay. The behaviour as
// a target counts as no target.
func TestDefaults(t *testing.T) {
	for _, c := range []struct {
		given                      Options
		features                   string
		behaviour, maxSteps, gamma float64
	}{
		{Options{Domain: "random-walk", States: 7, Features: "dependent+bias", MaxSteps: 12, Target: 0.3}, "1-hot", 0.5, 100_000, 0.95},
		{Options{Domain: "2048", Features: "log-tiles", MaxSteps: 9}, "tiles", 0, 100_000, 0.95},
		{Options{Domain: "mountain-car", Start: "uniform", Features: "rbf+bias", MaxSteps: 150}, "raw", 0.25, 5000, 1},
	} {
		domain := Options{Domain: c.given.Domain}
		p := testutil.Get(Defaults(domain))(t)
		if o := p.Options; o.Features != c.features || float64(o.MaxSteps) != c.maxSteps || p.Gamma != c.gamma || p.Trajectories != 20 {
			t.Errorf("%s: %+v", o.Domain, p)
		}
		domain.Target = c.behaviour
		if got := mustNew(t, domain).Options(); got != p.Options {
			t.Errorf("%+v has %+v, want %+v", domain, got, p.Options)
		}
		got := reflect.ValueOf(mustNew(t, c.given).Options())
		given, defaults := reflect.ValueOf(c.given), reflect.ValueOf(p.Options)
		for i := range got.NumField() {
			want := given.Field(i)
			if want.IsZero() {
				want = defaults.Field(i)
			}
			if !got.Field(i).Equal(want) {
				t.Errorf("%+v has %s %v, want %v", c.given, got.Type().Field(i).Name, got.Field(i), want)
			}
		}
	}
	if mustNew(t, Options{}).Options().Domain != "random-walk" {
		t.Error("another domain is the default")
	}
}

func TestNewErrors(t *testing.T) {
	const observed = `, each with or without +bias, or a map of observations, such as poly:2`
	const features = `want 1-hot or dependent` + observed
	maze := testutil.Get(problem.Shipped("t-maze"))(t)
	bare := testutil.Get(problem.Parse("bare", []byte(`{"name":"bare","states":[{"name":"a","start":1,"next":[{"p":1}]}]}`)))(t)
	for _, c := range []struct {
		options Options
		want    string
	}{
		{Options{Domain: "randomwalk"}, `domain "randomwalk": want random-walk, 2048 or mountain-car`},
		{Options{States: 4}, "states 4: want an odd number from 3 to 51"},
		{Options{Features: "tiles"}, `features "tiles": ` + features},
		{Options{Start: "uniform"}, `start "uniform": want none for random-walk`},
		{Options{Domain: "2048", States: 5}, "states 5: want none for 2048"},
		{Options{Domain: "mountain-car", Start: "bottom"}, `start "bottom": want default or uniform`},
		{Options{MaxSteps: 10_000_001}, "max-steps 10000001: want 1 to 10000000"},
		{Options{Target: math.NaN()}, "target NaN: want 0.05 to 0.95"},
		{Options{Domain: "mountain-car", Target: 0.1}, "target 0.1: want 0.15, 0.2 or 0.25"},
		{Options{Domain: "mountain-car", Start: "uniform", Target: 0.2}, "target 0.2: want 0.25 with start uniform"},
		{Options{Domain: "2048", Target: 0.5}, "target 0.5: want none for 2048"},
		{Options{Problem: maze, Domain: "2048"}, `domain "2048": want none for problem t-maze`},
		{Options{Problem: maze, Features: "poly:2"}, `features "poly:2": want given or 1-hot, with or without +bias`},
		{Options{Problem: bare, Features: "given"}, `features "given": want 1-hot, with or without +bias`},
	} {
		if d, err := New(c.options); err == nil || err.Error() != c.want || d != nil {
			t.Errorf("New(%+v) = %v, %v; want %q", c.options, d, err, c.want)
		}
	}
	const want = `domain "x": want random-walk, 2048 or mountain-car`
	x := Options{Domain: "x"}
	_, maps := FeatureMaps(x)
	_, defaults := Defaults(x)
	_, targets := TargetsOf(x)
	for _, err := range []error{maps, defaults, targets} {
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestMeanSteps compares known mean lengths with episodes.
func TestMeanSteps(t *testing.T) {
	for _, o := range []Options{
		{Domain: "random-walk", States: 5},
		{Domain: "random-walk", States: 19},
		{Domain: "2048"},
		{Domain: "mountain-car"},
		{Domain: "mountain-car", Start: "uniform"},
		{Domain: "mountain-car", MaxSteps: 50},
	} {
		d := mustNew(t, o)
		var length sample
		for i := range 4000 {
			length.add(float64(mustDraw(t, d, 1, i).Len()))
		}
		length.want(t, fmt.Sprintf("%+v", o), MeanSteps(d.Options()))
	}
	if got := MeanSteps(Options{Domain: "no such"}); got != 0 {
		t.Errorf("no domain: %v", got)
	}
}
