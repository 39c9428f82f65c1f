package recorded

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestWithin compares words at, and one beyond, the distance that is allowed.
func TestWithin(t *testing.T) {
	for _, c := range []struct {
		a, b string
		most int
		want bool
	}{
		{"obs", "obs", 0, true}, {"obz", "obs", 1, true}, {"obz", "obs", 0, false},
		{"ob", "obs", 1, true}, {"o", "obs", 1, false}, {"bos", "obs", 1, true},
		{"observaton", "observation", 2, true}, {"obsrvaton", "observation", 2, true}, {"obsrvton", "observation", 2, false},
		{"observationss", "observation", 2, true}, {"observationsss", "observation", 2, false},
	} {
		if got := within(c.a, c.b, c.most); got != c.want {
			t.Errorf("%q is within %d of %q: %t", c.a, c.most, c.b, got)
		}
		if got := within(c.b, c.a, c.most); got != c.want {
			t.Errorf("%q is within %d of %q: %t", c.b, c.most, c.a, got)
		}
	}
}

// TestDepth skips values nested as deep as encoding/json allows, and none deeper.
func TestDepth(t *testing.T) {
	for _, depth := range []int{maxDepth, maxDepth + 1} {
		text := []byte(strings.Repeat("[", depth) + strings.Repeat("]", depth))
		s := scanner{b: text}
		if ok := s.skip(0) == nil; ok != json.Valid(text) {
			t.Errorf("%d deep: skipped: %t", depth, ok)
		}
	}
}
