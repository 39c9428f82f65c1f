package estimator

import (
	"context"
	"math"
	"slices"
	"testing"
)

// TestKeepLoaded checks that episodes that stay loaded are what loading makes of them,
// and that a load after they were dropped leaves what was shown as it is.
func TestKeepLoaded(t *testing.T) {
	ctx := context.Background()
	kinds := cacheKinds(t)
	kinds["sparse"] = tiled(t, 20, 5)
	for name, data := range kinds {
		p, err := newProblem(ctx, data, Options{Gamma: 0.9, Lambdas: grid(3), Tail: TailBootstrap})
		if err != nil {
			t.Fatal(err)
		}
		want := make([]episode, len(data))
		for i := range data {
			p.load(&want[i], i)
		}
		all := p.keepingLoaded(ctx)
		kept := all.loaded
		if kept == nil {
			t.Fatalf("%s: nothing is kept", name)
		}
		var e episode
		for i := range data {
			if kept[i].own != nil || kept[i].buffer != nil {
				t.Fatalf("%s, trajectory %d: scratch is kept, too", name, i+1)
			}
			all.load(&e, i)
			if !sameEpisode(&e, &want[i]) {
				t.Fatalf("%s, trajectory %d: what is kept differs from what is loaded", name, i+1)
			}
		}
		last := len(data) - 1
		if p.load(&e, 0); !sameEpisode(&e, &want[0]) || !sameEpisode(&kept[last], &want[last]) {
			t.Errorf("%s: loading after what was shown changes it, or is wrong", name)
		}
	}
}

// TestKeepLoadedNoRoom checks that episodes are loaded one by one where all of them would
// take too much memory.
func TestKeepLoadedNoRoom(t *testing.T) {
	ctx := context.Background()
	const h = 20
	n := keptLoaded/(h+1)/(2*(4+4)) + 1
	p, err := newProblem(ctx, slices.Repeat(synthetic(t, 1, 3, h, 1), n), Options{Gamma: 0.9, Lambdas: grid(2)})
	if err != nil {
		t.Fatal(err)
	}
	if p.keepingLoaded(ctx).loaded != nil {
		t.Errorf("%d episodes are kept", n)
	}
}

// sameEpisode tells whether two episodes hold the same.
func sameEpisode(a, b *episode) bool {
	return a.index == b.index && a.h == b.h && a.r == b.r && a.ldx == b.ldx && a.ldw == b.ldw && a.poll == b.poll && a.sparse == b.sparse &&
		sameNumbers(a.x, b.x) && sameNumbers(a.w, b.w) && sameNumbers(a.rewards, b.rewards) && sameNumbers(a.carried, b.carried) &&
		sameNumbers(a.g, b.g) && sameNumbers(a.target, b.target) &&
		slices.Equal(a.first, b.first) && slices.Equal(a.at, b.at) && sameNumbers(a.value, b.value)
}

// sameNumbers tells whether numbers are the same to the last bit.
func sameNumbers(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(v, w float64) bool { return math.Float64bits(v) == math.Float64bits(w) })
}
