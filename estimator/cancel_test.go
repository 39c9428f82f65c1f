package estimator

import (
	"context"
	"testing"
	"time"
)

// TestCancelIsQuick cancels work whose single steps are long: many features, one
// huge trajectory, and matrices whose singular values are asked for.
func TestCancelIsQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	wide := synthetic(t, 30, 256, 40, 1)
	deficient := synthetic(t, 3, 200, 120, 2) // each fold lacks directions, none clearly
	long := append(synthetic(t, 1, 32, 50_000, 3), synthetic(t, 3, 32, 10, 4)...)
	for name, c := range map[string]struct {
		data   []*Trajectory
		method Method
	}{
		"wide cached": {wide, Cached}, "wide rsm": {wide, RSM}, "wide naive": {wide, Naive}, "wide woodbury": {wide, Woodbury},
		"deficient cached": {deficient, Cached}, "deficient rsm": {deficient, RSM},
		"long cached": {long, Cached}, "long rsm": {long, RSM}, "long naive": {long, Naive}, "long woodbury": {long, Woodbury},
	} {
		for _, after := range []time.Duration{time.Millisecond, 30 * time.Millisecond, 150 * time.Millisecond} {
			ctx, cancel := context.WithCancel(context.Background())
			ended := make(chan time.Time, 1)
			go func() {
				Select(ctx, c.data, Options{Gamma: 0.9, Lambdas: grid(5), Method: c.method})
				ended <- time.Now()
			}()
			time.Sleep(after)
			start := time.Now()
			cancel()
			// The target is 20 ms; a busy machine may be late itself.
			if late := (<-ended).Sub(start); late > 20*time.Millisecond {
				t.Logf("%s, after %v: %v late", name, after, late)
				if late > 250*time.Millisecond {
					t.Errorf("%s, after %v: returned %v after the cancellation", name, after, late)
				}
			}
		}
	}
}
