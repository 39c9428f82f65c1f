package estimator

import (
	"context"
	"testing"
)

// TestTailOfTerminatedData changes nothing where nothing is cut off.
func TestTailOfTerminatedData(t *testing.T) {
	data := synthetic(t, 6, 3, 9, 1)
	opt := Options{Gamma: 0.9, Lambdas: grid(3)}
	a, err := Select(context.Background(), data, opt)
	if err != nil {
		t.Fatal(err)
	}
	opt.Tail = TailBootstrap
	b, err := Select(context.Background(), data, opt)
	if err != nil {
		t.Fatal(err)
	}
	for k := range a.Candidates {
		if a.Candidates[k].LOTO != b.Candidates[k].LOTO {
			t.Errorf("λ = %v: %v and %v", a.Candidates[k].Lambda, a.Candidates[k].LOTO, b.Candidates[k].LOTO)
		}
	}
}
