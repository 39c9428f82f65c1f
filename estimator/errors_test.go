package estimator

import (
	"context"
	"math"
	"strings"
	"testing"
)

// saying checks that err holds every word.
func saying(t *testing.T, what string, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: no error", what)
		return
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%s: error %q does not say %q", what, err, w)
		}
	}
}

var nan, inf = math.NaN(), math.Inf(1)

func TestTrajectoryErrors(t *testing.T) {
	one := []float64{1}
	for _, c := range []struct {
		what              string
		dim               int
		features, rewards []float64
		terminated        bool
		words             []string
	}{
		{"no features", 0, nil, one, true, []string{"0 features"}},
		{"negative dim", -1, one, one, true, []string{"-1 features"}},
		{"no transitions", 1, one, nil, true, []string{"no transitions"}},
		{"truncated without its end", 2, []float64{1, 2, 3, 4}, []float64{1, 1}, false, []string{"truncated", "2 observations", "want 3"}},
		{"too few numbers", 2, []float64{1, 2, 3}, []float64{1, 1}, true, []string{"3 numbers", "2 transitions of 2 features", "want 6"}},
		{"too many numbers", 1, []float64{1, 2, 3, 4}, []float64{1, 1}, false, []string{"4 numbers", "want 3"}},
		{"nothing", 1, nil, one, true, []string{"0 numbers"}},
		{"NaN feature", 2, []float64{1, 2, 3, nan, 5, 6}, []float64{1, 1}, false, []string{"step 2", "feature 2", "NaN"}},
		{"infinite last feature", 1, []float64{1, 2, inf}, []float64{1, 1}, false, []string{"step 3", "feature 1", "Inf"}},
		{"infinite feature, no end", 1, []float64{1, -inf}, []float64{1, 1}, true, []string{"step 2", "feature 1", "-Inf"}},
		{"NaN reward", 1, []float64{1, 2, 3}, []float64{1, nan}, false, []string{"step 2", "reward", "NaN"}},
		{"infinite reward", 1, []float64{1, 2, 3}, []float64{-inf, 1}, true, []string{"step 1", "reward", "-Inf"}},
	} {
		got, err := NewTrajectory(c.dim, c.features, c.rewards, c.terminated)
		saying(t, c.what, err, c.words...)
		if got != nil {
			t.Errorf("%s: a trajectory beside the error", c.what)
		}
	}
}

func TestOptionErrors(t *testing.T) {
	ok := Options{Gamma: 0.9, Lambdas: grid(3)}
	data := synthetic(t, 3, 2, 4, 1)
	for what, c := range map[string]struct {
		change func(o *Options)
		words  string
	}{
		"NaN γ":             {func(o *Options) { o.Gamma = nan }, "gamma NaN"},
		"γ < 0":             {func(o *Options) { o.Gamma = -0.1 }, "gamma -0.1"},
		"γ > 1":             {func(o *Options) { o.Gamma = math.Nextafter(1, 2) }, "gamma 1.0000000000000002"},
		"no λ":              {func(o *Options) { o.Lambdas = []float64{} }, "no lambdas"},
		"NaN λ":             {func(o *Options) { o.Lambdas = []float64{0, nan} }, "lambda NaN"},
		"λ < 0":             {func(o *Options) { o.Lambdas = []float64{-1e-9, 1} }, "lambda -1e-09"},
		"λ > 1":             {func(o *Options) { o.Lambdas = []float64{0, 1.5} }, "lambda 1.5"},
		"unsorted λ":        {func(o *Options) { o.Lambdas = []float64{0, 0.5, 0.3} }, "lambda 0.3 after 0.5"},
		"λ twice":           {func(o *Options) { o.Lambdas = []float64{0, 0.5, 0.5} }, "lambda 0.5 after 0.5"},
		"negative ridge":    {func(o *Options) { o.Ridge = -1 }, "ridge -1"},
		"NaN ridge":         {func(o *Options) { o.Ridge = nan }, "ridge NaN"},
		"infinite ridge":    {func(o *Options) { o.Ridge = inf }, "ridge +Inf"},
		"weighting":         {func(o *Options) { o.Weighting = 2 }, "weighting 2"},
		"negative weighing": {func(o *Options) { o.Weighting = -1 }, "weighting -1"},
		"method":            {func(o *Options) { o.Method = 99 }, "method 99"},
		"negative method":   {func(o *Options) { o.Method = -1 }, "method -1"},
	} {
		opt := ok
		c.change(&opt)
		_, err := Select(context.Background(), data, opt)
		saying(t, what, err, c.words)
		if opt.Weighting == ok.Weighting && opt.Method == ok.Method {
			_, err = LSTD(context.Background(), data, fitOf(opt))
			saying(t, what+", LSTD", err, c.words)
		}
		if opt.Ridge == 0 {
			opt.Ridge = 1
		}
		if opt.Weighting == ok.Weighting && opt.Method == ok.Method {
			_, err = RLSTD(context.Background(), data, fitOf(opt))
			saying(t, what+", RLSTD", err, c.words)
		}
	}
	_, err := RLSTD(context.Background(), data, fitOf(ok))
	saying(t, "RLSTD without a ridge", err, "ridge 0: want a finite number > 0, the inverse of RLSTD's initial variance")
	for want, groups := range map[string][]int{"all 3 trajectories are of one group": {4, 4, 4}, "groups of 2 trajectories": {1, 2}} {
		opt := ok
		opt.Groups = groups
		_, err := Select(context.Background(), data, opt)
		saying(t, "groups", err, want)
		_, err = SelectRidge(context.Background(), data, ridgesOf(opt, []float64{0, 1}))
		saying(t, "groups, ridges", err, want)
	}
	for want, ridges := range map[string][]float64{
		"0 ridges: want 1 to 100": nil, "ridge -1: want": {-1}, "ridge +Inf: want": {inf}, "ridge NaN: want": {nan},
		"ridge 0 after 1": {1, 0}, "ridge 1 after 1": {1, 1}, "101 ridges: want": make([]float64, MostRidges+1),
	} {
		_, err := SelectRidge(context.Background(), data, ridgesOf(ok, ridges))
		saying(t, "ridges", err, want)
	}
	for _, lambda := range []float64{-1, 2, nan} {
		_, err := Leverage(context.Background(), data, nil, FitOptions{Gamma: 0.9, Lambdas: []float64{lambda}})
		saying(t, "leverage", err, "lambda")
	}
}

func TestDataErrors(t *testing.T) {
	opt := Options{Gamma: 1, Lambdas: grid(2)}
	big := func(rewards ...float64) *Trajectory {
		return mustTrajectory(t, make2d(len(rewards), 1), rewards, true)
	}
	fine := big(1, 1)
	half := math.Sqrt(math.MaxFloat64) * 0.8
	for what, c := range map[string]struct {
		data  []*Trajectory
		words []string
	}{
		"none":                  {nil, []string{"0 trajectories", "at least 2"}},
		"one":                   {[]*Trajectory{fine}, []string{"1 trajectories", "at least 2"}},
		"features differ":       {[]*Trajectory{fine, fine, mustTrajectory(t, make2d(2, 3), []float64{1, 1}, true)}, []string{"trajectory 2", "3 features", "first 1"}},
		"a squared return":      {[]*Trajectory{fine, big(0, 1e200, 0)}, []string{"trajectory 1", "step 2", "overflow"}},
		"a return":              {[]*Trajectory{fine, big(0, 1e308, 1e308)}, []string{"trajectory 1", "step 3", "overflow"}},
		"a sum over steps":      {[]*Trajectory{fine, big(0, 0, half, -0.1*half)}, []string{"trajectory 1", "step", "overflow"}},
		"sum over trajectories": {[]*Trajectory{big(half), big(half), fine}, []string{"trajectory 1", "overflow"}},
	} {
		_, err := Select(context.Background(), c.data, opt)
		saying(t, what, err, c.words...)
	}
	_, err := LSTD(context.Background(), nil, fitOf(opt))
	saying(t, "LSTD of nothing", err, "no trajectories")
	if _, err := LSTD(context.Background(), []*Trajectory{fine}, fitOf(opt)); err != nil {
		t.Errorf("LSTD of one trajectory: %v", err)
	}
}

// make2d returns n feature vectors of ones.
func make2d(n, d int) [][]float64 {
	out := make([][]float64, n)
	for i := range out {
		for range d {
			out[i] = append(out[i], 1)
		}
	}
	return out
}

// TestNames checks that names and values go both ways.
func TestNames(t *testing.T) {
	for _, name := range MethodNames() {
		if m, err := ParseMethod(name); err != nil || m.String() != name {
			t.Errorf("method %q: %v, %v", name, m, err)
		}
	}
	for _, name := range WeightingNames() {
		if w, err := ParseWeighting(name); err != nil || w.String() != name {
			t.Errorf("weighting %q: %v, %v", name, w, err)
		}
	}
	_, err := ParseMethod("lu")
	saying(t, "method", err, `"lu"`, "auto, cached, woodbury, rsm or naive")
	_, err = ParseWeighting("Step")
	saying(t, "weighting", err, `"Step"`, "step or trajectory")
	MethodNames()[0] = "changed"
	WeightingNames()[0] = "changed"
	if MethodNames()[0] != "auto" || WeightingNames()[0] != "step" {
		t.Error("a caller can change the names")
	}
}
