package recorded

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestDepth skips values as deep as encoding/json, and no deeper.
func TestDepth(t *testing.T) {
	for _, depth := range []int{maxDepth, maxDepth + 1} {
		text := []byte(strings.Repeat("[", depth) + strings.Repeat("]", depth))
		s := scanner{b: text}
		if ok := s.skip(0) == nil; ok != json.Valid(text) {
			t.Errorf("%d deep: skipped: %t", depth, ok)
		}
	}
}
