package analysis

import (
	"bytes"
	"math"
	"testing"
	"time"

	"lambdascope/sim/recorded"
)

// TestProgressOfACommand looks at a command under way from beside: its share grows to 1, whatever
// it asks for, and it says what it computes.
func TestProgressOfACommand(t *testing.T) {
	e := NewEngine(1 << 24)
	s, err := Defaults("mountain-car")
	if err == nil {
		s.Trajectories, s.Problem.Features = 30, "rbf"
		s, err = e.Check(s)
	}
	if err != nil {
		t.Fatal(err)
	}
	x := Extra{Ridges: 2, Refine: true, Leverage: true, Maps: "raw,rbf", Nested: 2}
	steps := map[string]bool{}
	p := Progress{begun: func(what string) { steps[what] = true }}
	ctx := e.Track(t.Context(), &p, s, x)
	end := make(chan error, 1)
	go func() {
		end <- func() error {
			a, err := e.Analyze(ctx, s)
			if err != nil {
				return err
			}
			if _, err = e.Leverage(ctx, a); err != nil {
				return err
			}
			if _, err = e.Refine(ctx, a); err != nil {
				return err
			}
			if _, err = e.RidgeSurface(ctx, s, []float64{0, 1}); err != nil {
				return err
			}
			_, err = e.Maps(ctx, s, []string{"raw", "rbf"}, 2)
			return err
		}()
	}()
	last := 0.
	for ended := false; !ended; time.Sleep(100 * time.Microsecond) {
		select {
		case err := <-end:
			if err != nil {
				t.Fatal(err)
			}
			ended = true
		default:
		}
		share := p.Share()
		if share < last || share > 1 {
			t.Fatalf("%v after %v", share, last)
		}
		last = share
		// Of the selection alone, which ends before the command does.
		if share, under := e.Progress(s); under && (ended || share < 0 || share > 1) {
			t.Fatalf("ended %t, but %v of the selection is under way", ended, share)
		}
		if what := p.Step(); ended && what != "" {
			t.Errorf("ended, and at step %q", what)
		}
	}
	if math.Abs(last-1) > 1e-6 || !steps["features rbf"] || !steps["ridges"] {
		t.Errorf("ended at %v, steps %v", last, steps)
	}
}

// TestExpectedOfAFile: data of a file are priced as those of a domain of their sizes.
func TestExpectedOfAFile(t *testing.T) {
	e := NewEngine(0)
	drawn, err := Defaults("mountain-car")
	if err != nil {
		t.Fatal(err)
	}
	drawn.Trajectories = 50
	var text bytes.Buffer
	if _, err := e.Write(t.Context(), drawn, recorded.JSONL, &text, func(Written) {}); err != nil {
		t.Fatal(err)
	}
	s := FileDefaults(load(t, e, "car", text.String()))
	s.Gamma = 1
	if s, err = e.Check(s); err != nil {
		t.Fatal(err)
	}
	got, want := e.Expected(s, Extra{}), e.Expected(drawn, Extra{})
	if got < want/2 || got > 2*want {
		t.Errorf("%v, %v of the domain", got, want)
	}
	if Cost(s, Extra{}) != 0 {
		t.Error("recorded data have a price")
	}
	if poly := e.Expected(s.WithFeatures("poly:5"), Extra{}); poly <= got {
		t.Errorf("%v with more features, %v without", poly, got)
	}
}
