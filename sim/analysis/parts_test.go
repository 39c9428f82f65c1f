package analysis

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"
)

// slowSettings are of analyses that take seconds.
func slowSettings(t testing.TB, e *Engine, domain, features string, n int, lambdas string) Settings {
	t.Helper()
	s, err := Defaults(domain)
	if err == nil {
		s.Problem.Features, s.Trajectories, s.Lambdas = features, n, lambdas
		s, err = e.Check(s)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestParts(t *testing.T) {
	e := NewEngine(DefaultCacheBytes)
	long := 0
	for _, n := range []int{20, 100, 1000, 12345, 100_000} {
		for _, of := range [][2]string{{"random-walk", "1-hot"}, {"2048", "log-tiles"}, {"mountain-car", "raw"}, {"mountain-car", "rbf"}, {"mountain-car", "tile-coding"}} {
			s := slowSettings(t, e, of[0], of[1], n, "0:1:0.01")
			whole := e.Expected(s, Extra{})
			parts := e.Parts(s)
			var all time.Duration
			for _, m := range parts {
				p := s
				p.Trajectories = m
				all += e.Expected(p, Extra{})
			}
			switch {
			case len(parts) > 0 && (whole < partsWorth || parts[0] < fewestOfPart || parts[len(parts)-1] > n/5 || !slices.IsSorted(parts)):
				t.Errorf("%v, n = %d, which takes %v: parts %v", of, n, whole, parts)
			case float64(all) > partsShare*float64(whole):
				t.Errorf("%v, n = %d, which takes %v: parts %v take %v", of, n, whole, parts, all)
			case whole > time.Second && n >= 1000 && len(parts) == 0:
				t.Errorf("%v, n = %d, which takes %v: parts %v", of, n, whole, parts)
			}
			long += len(parts)
		}
	}
	if long == 0 {
		t.Error("there are no parts")
	}
	s := slowSettings(t, e, "random-walk", "1-hot", 1000, "0:1:0.005")
	if parts := e.Parts(s); len(parts) == 0 {
		t.Error("no parts")
	}
	analyze(t, e, s)
	if parts := e.Parts(s); parts != nil {
		t.Errorf("parts %v of what is in the cache", parts)
	}
}

// BenchmarkParts tells by how much the parts delay the whole, by processor time as well.
func BenchmarkParts(b *testing.B) {
	for _, of := range []struct {
		domain, features string
		n                int
		lambdas          string
	}{
		{"random-walk", "1-hot", 20_000, "0:1:0.01"},
		{"2048", "log-tiles", 1000, "0:1:0.05"},
		{"mountain-car", "rbf", 1000, "0:1:0.1"},
		{"mountain-car", "tile-coding", 100, "0:1:0.5"},
	} {
		for _, parts := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s-%s/n=%d/parts=%t", of.domain, of.features, of.n, parts), func(b *testing.B) {
				var total time.Duration
				for b.Loop() {
					e := NewEngine(DefaultCacheBytes)
					s := slowSettings(b, e, of.domain, of.features, of.n, of.lambdas)
					took, err := Limited(b.Context(), 0, func(ctx context.Context) error {
						if parts {
							for _, m := range e.Parts(s) {
								p := s
								p.Trajectories = m
								if _, err := e.Analyze(ctx, p); err != nil {
									return err
								}
							}
						}
						_, err := e.Analyze(ctx, s)
						return err
					})
					if err != nil {
						b.Fatal(err)
					}
					total += took
				}
				b.ReportMetric(float64(total.Milliseconds())/float64(b.N), "cpu-ms/op")
			})
		}
	}
}
