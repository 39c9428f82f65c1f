package estimator

import (
	"slices"
	"testing"
)

// TestCaveats meets each, alone and beside others.
func TestCaveats(t *testing.T) {
	equal := synthetic(t, 6, 2, 8, 1)
	varied := append(synthetic(t, 3, 2, 8, 1), synthetic(t, 3, 2, 5, 2)...)
	cut := append(synthetic(t, 3, 2, 8, 1), truncatedSynthetic(t, 3, 2, 8, 2)...)
	zero := mapped(t, cut, same, func(float64) float64 { return 0 })
	opt := func(change func(o *Options)) Options {
		o := Options{Gamma: 0.9, Lambdas: grid(3)}
		change(&o)
		return o
	}
	plain := func(*Options) {}
	for name, c := range map[string]struct {
		data []*Trajectory
		opt  Options
		want []Caveat
	}{
		"none":                 {varied, opt(plain), nil},
		"equal lengths":        {equal, opt(func(o *Options) { o.Weighting = ByTrajectory }), nil},
		"varied lengths":       {varied, opt(func(o *Options) { o.Weighting = ByTrajectory }), []Caveat{CaveatOwnScore}},
		"cut":                  {cut, opt(plain), []Caveat{CaveatCutReturns}},
		"completed":            {cut, opt(func(o *Options) { o.Tail = TailBootstrap }), []Caveat{CaveatBootstrappedReturns}},
		"cut, but hardly":      {cut, opt(func(o *Options) { o.Gamma = 0.04 }), nil},
		"no rewards":           {zero, opt(plain), []Caveat{CaveatNoRewards, CaveatCutReturns}},
		"a ridge that shrinks": {varied, opt(func(o *Options) { o.Ridge = 10 }), []Caveat{CaveatShrunk}},
		"a small ridge":        {varied, opt(func(o *Options) { o.Ridge = 1e-6 }), nil},
		"two":                  {varied[:2], opt(plain), []Caveat{CaveatFew}},
		"three":                {varied[:3], opt(plain), []Caveat{CaveatFew}},
		"four":                 {varied[:4], opt(plain), []Caveat{CaveatFew}},
		"five":                 {varied[:5], opt(plain), nil},
	} {
		got := mustSelect(t, c.data, c.opt).Caveats()
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		for _, caveat := range got {
			if caveat.String() == "" {
				t.Errorf("%s: no words", name)
			}
		}
	}
}
