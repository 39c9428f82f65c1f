package analysis

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

	"lambdascope/sim/engine"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
)

// longSettings are settings of an analysis of a second or more.
func longSettings(t testing.TB, e *Engine) settings.Settings {
	t.Helper()
	s := defaults(t, "2048")
	s.Trajectories, s.Lambdas = 3000, "0:1:0.01"
	return checked(t, e, s)
}

// TestRunWithPreviews checks that the result equals the result without previews, and that the
// previews come before, in order, each equal to a separate analysis. A cached result has no
// previews.
func TestRunWithPreviews(t *testing.T) {
	e := NewEngine(engine.DefaultCacheBytes)
	s := longSettings(t, e)
	parts := e.previews(s, nil)
	var shown []*Result
	a := testutil.Get(e.Run(t.Context(), Request{Settings: s, Preview: func(a *Result) { shown = append(shown, a) }}))(t)
	if want := analyze(t, NewEngine(0), s); !reflect.DeepEqual(a.Selection.Candidates, want.Selection.Candidates) || !reflect.DeepEqual(a.MSVE, want.MSVE) {
		t.Error("other bits than without previews")
	}
	if len(shown) == 0 || len(shown) > len(parts) {
		t.Fatalf("%d previews shown, want 1 to %d", len(shown), len(parts))
	}
	for i, part := range shown {
		want := analyze(t, NewEngine(0), parts[i])
		if part.Settings != parts[i] || !reflect.DeepEqual(part.Selection.Candidates, want.Selection.Candidates) {
			t.Errorf("preview %d is %+v", i, part.Settings)
		}
	}
	none := func(*Result) { t.Error("a preview of what is known") }
	again, err := e.Run(t.Context(), Request{Settings: s, Preview: none})
	if again != a || err != nil {
		t.Errorf("computed again, %v", err)
	}
	s.Gamma = 2
	if _, err := e.Run(t.Context(), Request{Settings: s, Preview: none}); err == nil {
		t.Error("no error for γ = 2")
	}
}

// TestPreviewsKnown checks that sizes up to Request.Known have no previews, and that the analysis
// ends with the context.
func TestPreviewsKnown(t *testing.T) {
	e := NewEngine(engine.DefaultCacheBytes)
	s := longSettings(t, e)
	ctx, cancel := context.WithCancel(t.Context())
	var shown []int
	_, err := e.Run(ctx, Request{Settings: s, Known: s.Trajectories / 27, Preview: func(a *Result) {
		shown = append(shown, a.Settings.Trajectories)
		cancel()
	}})
	if want := s.Trajectories / 9; !errors.Is(err, context.Canceled) || !slices.Equal(shown, []int{want}) {
		t.Errorf("shown %v, %v, want %d", shown, err, want)
	}
}
