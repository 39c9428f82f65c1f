package analysis

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"lambdascope/sim/must"
)

// slowSettings are of analyses that take seconds.
func slowSettings(t testing.TB, e *Engine, domain, features string, n int, lambdas string) Settings {
	t.Helper()
	s := must.Have(Defaults(domain))(t)
	s.Problem.Features, s.Trajectories, s.Lambdas = features, n, lambdas
	return must.Have(e.Check(s))(t)
}

func TestParts(t *testing.T) {
	e := NewEngine(DefaultCacheBytes)
	long := 0
	for _, n := range []int{20, 100, 1000, 12345, 100_000} {
		for _, of := range [][2]string{{"random-walk", "1-hot"}, {"2048", "log-tiles"}, {"mountain-car", "raw"}, {"mountain-car", "rbf"}, {"mountain-car", "tile-coding"}} {
			for _, lambdas := range []string{"0:1:0.1", "0:1:0.01"} {
				s := slowSettings(t, e, of[0], of[1], n, lambdas)
				whole := e.Expected(s, Extra{}) - starting
				parts := e.Parts(s)
				var all time.Duration
				for i, part := range parts {
					all += e.Expected(part, Extra{}) - starting
					m, least := part.Trajectories, fewestOfPart
					if i > 0 {
						least = 2 * parts[i-1].Trajectories
					}
					same := part
					same.Trajectories, same.Lambdas = s.Trajectories, s.Lambdas
					if m < least || m > n/partsRatio || same != s {
						t.Errorf("%v, n = %d: part %d has %d trajectories, want %d to %d", of, n, i, m, least, n/partsRatio)
					}
				}
				switch {
				case len(parts) > 0 && whole < partsWorth:
					t.Errorf("%v, n = %d, which takes %v: %d parts", of, n, whole, len(parts))
				case float64(all) > partsShare*float64(whole):
					t.Errorf("%v, n = %d, which takes %v: %d parts take %v", of, n, whole, len(parts), all)
				case whole > time.Second && n >= 1000 && (len(parts) == 0 || !e.PictureSoon(s)) && of[1] != "tile-coding":
					t.Errorf("%v, n = %d, which takes %v: %d parts, soon %t", of, n, whole, len(parts), e.PictureSoon(s))
				}
				long += len(parts)
			}
		}
	}
	if long < 50 {
		t.Errorf("%d parts in all: they tell little", long)
	}
	s := slowSettings(t, e, "random-walk", "1-hot", 1000, "0:1:0.005")
	if parts := e.Parts(s); len(parts) == 0 {
		t.Error("no parts")
	}
	analyze(t, e, s)
	if parts := e.Parts(s); parts != nil {
		t.Errorf("%d parts of what is in the cache", len(parts))
	}
}

// TestAnalyzeInParts asks for the bits of Analyze, and for all parts before it, in order,
// each as it is by itself.
func TestAnalyzeInParts(t *testing.T) {
	e := NewEngine(DefaultCacheBytes)
	s := slowSettings(t, e, "2048", "log-tiles", 500, "0:1:0.01")
	parts := e.Parts(s)
	var shown []*Result
	a := must.Have(e.AnalyzeInParts(t.Context(), s, 0, nil, func(a *Result) { shown = append(shown, a) }))(t)
	if want := analyze(t, NewEngine(0), s); !reflect.DeepEqual(a.Selection.Candidates, want.Selection.Candidates) || !reflect.DeepEqual(a.MSVE, want.MSVE) {
		t.Error("other bits than those of Analyze")
	}
	if len(parts) == 0 || len(shown) != len(parts) {
		t.Fatalf("%d parts shown, want %d, one at least", len(shown), len(parts))
	}
	for i, part := range shown {
		want := analyze(t, NewEngine(0), parts[i])
		if part.Settings != parts[i] || !reflect.DeepEqual(part.Selection.Candidates, want.Selection.Candidates) {
			t.Errorf("part %d is %+v", i, part.Settings)
		}
	}
	again, err := e.AnalyzeInParts(t.Context(), s, 0, nil, func(*Result) { t.Error("a part of what is known") })
	if again != a || err != nil {
		t.Errorf("computed again, %v", err)
	}
}

// TestAnalyzeInPartsKnown leaves out parts of which as much is known, and ends with its
// context.
func TestAnalyzeInPartsKnown(t *testing.T) {
	e := NewEngine(DefaultCacheBytes)
	s := slowSettings(t, e, "2048", "log-tiles", 2500, "0:1:0.01")
	parts := e.Parts(s)
	ctx, cancel := context.WithCancel(t.Context())
	var shown []int
	_, err := e.AnalyzeInParts(ctx, s, parts[0].Trajectories, nil, func(a *Result) {
		shown = append(shown, a.Settings.Trajectories)
		cancel()
	})
	if !errors.Is(err, context.Canceled) || len(parts) < 2 || !slices.Equal(shown, []int{parts[1].Trajectories}) {
		t.Errorf("%d parts, shown %v, %v", len(parts), shown, err)
	}
	bad := s
	bad.Gamma = 2
	if _, err := e.AnalyzeInParts(t.Context(), bad, 0, nil, func(*Result) {}); err == nil {
		t.Error("no error for γ = 2")
	}
}
