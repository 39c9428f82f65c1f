package estimator

import (
	"slices"
	"testing"
)

// TestWarnings meets each that is about the set of λ's not ruled out, alone and beside others.
func TestWarnings(t *testing.T) {
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
		want []WarningKind
	}{
		"none":                 {varied, opt(plain), nil},
		"equal lengths":        {equal, opt(func(o *Options) { o.Weighting = ByTrajectory }), nil},
		"varied lengths":       {varied, opt(func(o *Options) { o.Weighting = ByTrajectory }), []WarningKind{WarnByTrajectory}},
		"cut":                  {cut, opt(plain), []WarningKind{WarnCutReturns}},
		"completed":            {cut, opt(func(o *Options) { o.Tail = TailBootstrap }), []WarningKind{WarnBootstrappedReturns}},
		"cut, but hardly":      {cut, opt(func(o *Options) { o.Gamma = 0.04 }), nil},
		"no rewards":           {zero, opt(plain), []WarningKind{WarnNoRewards, WarnCutReturns}},
		"a ridge that shrinks": {varied, opt(func(o *Options) { o.Ridge = 10 }), []WarningKind{WarnShrunk}},
		"a small ridge":        {varied, opt(func(o *Options) { o.Ridge = 1e-6 }), nil},
		"two":                  {varied[:2], opt(plain), []WarningKind{WarnFew}},
		"three":                {varied[:3], opt(plain), []WarningKind{WarnFew}},
		"four":                 {varied[:4], opt(plain), []WarningKind{WarnFew}},
		"five":                 {varied[:5], opt(plain), nil},
	} {
		var got []WarningKind
		for _, w := range mustSelect(t, c.data, c.opt).Warnings() {
			if w.Text == "" || w.String() != w.Text {
				t.Errorf("%s: no words", name)
			}
			if w.Kind.OfSet() || w.Kind == WarnFew {
				got = append(got, w.Kind)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
