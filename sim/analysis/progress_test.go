package analysis

import (
	"bytes"
	"context"
	"math"
	"testing"
	"time"

	"lambdascope/sim/must"
	"lambdascope/sim/recorded"
)

// TestProgressOfACommand looks at a command under way from beside: its share grows to 1, whatever
// it asks for, and it says what it computes.
func TestProgressOfACommand(t *testing.T) {
	e := NewEngine(1 << 24)
	s := domainDefaults(t, "mountain-car")
	s.Trajectories, s.Problem.Features = 30, "rbf"
	s = must.Have(e.Check(s))(t)
	for _, c := range []struct {
		asked Extra
		step  string // one of those that are named
		work  func(ctx context.Context) error
	}{
		{Extra{Refine: true, Leverage: true}, "features rbf", func(ctx context.Context) error {
			a, err := e.Analyze(ctx, s)
			if err != nil {
				return err
			}
			if _, err = e.Leverage(ctx, a); err != nil {
				return err
			}
			_, err = e.Refine(ctx, a)
			return err
		}},
		{Extra{Maps: "raw,rbf", Ridges: 1, Nested: 2}, "part 2 of 2, features rbf", func(ctx context.Context) error {
			_, err := e.Compare(ctx, s, []string{"raw", "rbf"}, nil, 2)
			return err
		}},
		{Extra{Maps: "raw,rbf", Ridges: 2, Nested: 2}, "features raw", func(ctx context.Context) error {
			_, err := e.Compare(ctx, s, []string{"raw", "rbf"}, []float64{0, 1}, 2)
			return err
		}},
	} {
		s.Seed++ // nothing is known of it
		steps := map[string]bool{}
		p := Progress{begun: func(what string) { steps[what] = true }}
		ctx := e.Track(t.Context(), &p, s, c.asked)
		end := make(chan error, 1)
		go func() { end <- c.work(ctx) }()
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
				t.Fatalf("%+v: %v after %v", c.asked, share, last)
			}
			last = share
			// Of the selection alone, which ends before the command does.
			if share, under := e.Progress(s); under && (ended || share < 0 || share > 1) {
				t.Fatalf("%+v: ended %t, but %v of the selection is under way", c.asked, ended, share)
			}
			if what := p.Step(); ended && what != "" {
				t.Errorf("%+v: ended, and at step %q", c.asked, what)
			}
		}
		if math.Abs(last-1) > 1e-6 || !steps[c.step] {
			t.Errorf("%+v: ended at %v, steps %v", c.asked, last, steps)
		}
	}
}

// TestExpectedOfAFile: data of a file are priced as those of a domain of their sizes.
func TestExpectedOfAFile(t *testing.T) {
	e := NewEngine(0)
	drawn := must.Have(Defaults("mountain-car"))(t)
	drawn.Trajectories = 50
	var text bytes.Buffer
	must.Have(e.Write(t.Context(), drawn, recorded.JSONL, &text, func(Written) {}))(t)
	s := FileDefaults(load(t, e, "car", text.String()))
	s.Gamma = 1
	s = must.Have(e.Check(s))(t)
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
