package markdown

import (
	"strings"
	"testing"

	"lambdascope/sim/testutil"
)

// TestNesting draws the deepest texts, and refuses deeper ones.
func TestNesting(t *testing.T) {
	for _, sign := range []string{">", "> ", "+ ", "1. ", "- + ", "+ > "} {
		deepest := strings.Repeat(sign, maxNesting/nesting([]byte(sign)))
		text := strings.Repeat(deepest+"a\n\n", 200)
		checkLines(t, testutil.Get(Parse([]byte(text)))(t).Lines(60, Style{}), 60)
		const want = "line 2: 32 nested lists and quotes: want at most 16"
		if _, err := Parse([]byte("\n" + deepest + deepest + "a")); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %q", deepest+deepest, err, want)
		}
	}
	for _, rule := range []string{strings.Repeat("- ", 100), strings.Repeat("-", 100), strings.Repeat("*", 100), strings.Repeat("=", 100)} {
		testutil.Get(Parse([]byte(rule)))(t)
	}
}
