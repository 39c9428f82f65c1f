package truth

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim"
)

// chains are the domains whose values are shipped.
func chains() []sim.Options {
	return []sim.Options{
		{Domain: "2048"},
		{Domain: "mountain-car"},
		{Domain: "mountain-car", Start: "uniform"},
	}
}

func domain(t testing.TB, o sim.Options) sim.Domain {
	t.Helper()
	d, err := sim.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func roller(t testing.TB, o sim.Options) sim.Roller {
	t.Helper()
	return domain(t, o).(sim.Roller)
}

// TestSameBytesOnAnyCores draws small profiles on one processor and on four.
func TestSameBytesOnAnyCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, o := range chains() {
		var first []byte
		for _, processors := range []int{1, 4} {
			runtime.GOMAXPROCS(processors)
			p, err := Draw(t.Context(), roller(t, o), Plan{Seed: 5, Episodes: 40, States: 24, Rollouts: 2, Shown: 7, ShownRollouts: 5}, nil)
			if err != nil {
				t.Fatal(err)
			}
			file, err := p.Encode()
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = file
			} else if !bytes.Equal(file, first) {
				t.Errorf("%s: other bytes on %d processors", ShippedName(o), processors)
			}
		}
	}
}

// TestFeaturesAndCapPlayNoPart draws the same with every feature map.
func TestFeaturesAndCapPlayNoPart(t *testing.T) {
	plan := Plan{Seed: 5, Episodes: 10, States: 8, Rollouts: 1, Shown: 8, ShownRollouts: 2}
	want, err := Draw(t.Context(), roller(t, sim.Options{Domain: "mountain-car"}), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	d := roller(t, sim.Options{Domain: "mountain-car", Features: "rbf+bias", MaxSteps: 3})
	got, err := Draw(t.Context(), d, plan, nil)
	if err != nil || !bytes.Equal(got.states, want.states) || !slices.Equal(got.halves[1].sums, want.halves[1].sums) {
		t.Errorf("another feature map or step cap changes the profiles: %v", err)
	}
	source := got.Source(d)
	x := make([]float64, d.Dim())
	for s := range got.States {
		d.StateFeatures(got.state(s), x)
		if !slices.Equal(source.refs.Features(s), x) || source.refs.Labels[s] != d.StateLabel(got.state(s)) {
			t.Fatalf("state %d: %v %q", s, source.refs.Features(s), source.refs.Labels[s])
		}
	}
}

func TestDrawProgress(t *testing.T) {
	w := newRolledWalk(t, sim.Options{})
	plan := Plan{Episodes: 10, States: 30, Rollouts: 2, Shown: 10, ShownRollouts: 7}
	last := 0
	_, err := Draw(t.Context(), w, plan, func(done, of int) {
		if done <= last || of != 220 {
			t.Errorf("%d of %d rollouts after %d", done, of, last)
		}
		last = done
	})
	if err != nil || last != 220 {
		t.Errorf("ended at %d, %v", last, err)
	}
}

func TestDrawErrors(t *testing.T) {
	w := newRolledWalk(t, sim.Options{})
	plan := Plan{Episodes: 10, States: 30, Rollouts: 2, Shown: 1, ShownRollouts: 1}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := Draw(ctx, w, plan, func(int, int) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled on the way: %v", err)
	}
	if _, err := Draw(ctx, w, plan, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before: %v", err)
	}
	for name, spoil := range map[string]func(*Plan){
		"no episodes":     func(p *Plan) { p.Episodes = 0 },
		"one state":       func(p *Plan) { p.States = 1 },
		"no rollouts":     func(p *Plan) { p.Rollouts = 0 },
		"none shown":      func(p *Plan) { p.Shown = 0 },
		"too many shown":  func(p *Plan) { p.Shown = 31 },
		"shown unwatched": func(p *Plan) { p.ShownRollouts = 0 },
	} {
		wrong := plan
		spoil(&wrong)
		if _, err := Draw(t.Context(), w, wrong, nil); err == nil || !strings.Contains(err.Error(), "want at least 2 states") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, reward := range []float64{0.5, 3e9} {
		w.reward = reward
		_, err := Draw(t.Context(), w, plan, nil)
		if err == nil || !strings.Contains(err.Error(), "want a whole number of 32 bits") {
			t.Errorf("reward %v: %v", reward, err)
		}
	}
	w.reward = -1
	if _, err := Draw(t.Context(), w, plan, nil); err != nil {
		t.Error(err)
	}
}

func BenchmarkAt(b *testing.B) {
	for _, o := range chains() {
		b.Run(ShippedName(o), func(b *testing.B) {
			source, err := New(domain(b, o))
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := source.At(0.95); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkMSVE(b *testing.B) {
	for _, o := range []sim.Options{{Domain: "2048"}, {Domain: "mountain-car"}, {Domain: "mountain-car", Features: "tile-coding"}} {
		b.Run(fmt.Sprint(o.Domain, " ", o.Features), func(b *testing.B) {
			d := domain(b, o)
			v, err := Of(d, 0.95)
			if err != nil {
				b.Fatal(err)
			}
			theta := make([]float64, d.Dim())
			for b.Loop() {
				v.MSVE(theta)
			}
		})
	}
}

func BenchmarkMSVEError(b *testing.B) {
	d := domain(b, sim.Options{Domain: "2048"})
	v, err := Of(d, 0.95)
	if err != nil {
		b.Fatal(err)
	}
	theta := make([]float64, d.Dim())
	for b.Loop() {
		v.MSVEError(theta)
	}
}

func BenchmarkSource(b *testing.B) {
	for _, features := range []string{"raw", "rbf", "tile-coding"} {
		b.Run(features, func(b *testing.B) {
			d := domain(b, sim.Options{Domain: "mountain-car", Features: features})
			for b.Loop() {
				if _, err := New(d); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	p, err := Shipped(domain(b, sim.Options{Domain: "2048"}).Options())
	if err != nil {
		b.Fatal(err)
	}
	file, err := p.Encode()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Decode(file); err != nil {
			b.Fatal(err)
		}
	}
}
