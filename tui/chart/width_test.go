package chart

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// TestWidth compares Width with ansi.StringWidth on common screen text and on random text.
func TestWidth(t *testing.T) {
	pieces := []string{"a", "Z ", "~", "λ̂", "λ", "·", "…", "─", "⠿", "█", "▼", "×", "½", "₂", "≤", "→", "\u0302",
		"\x1b[m", "\x1b[1;38;2;10;20;30m", "\x1b[38:5:1m", "\x1b[2K", "\x1b]0;t\a", "\x1b", "\x1b[", "\u0301", "\u200d", "\ufe0f",
		"見", "👍🏽", "🇩🇪", "\t", "\n", "\x7f", "\x80", "\u00ad", "\u2028", "é", "e\u0301", "®"}
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 8).Draw(t, "pieces"), "")
		if got, want := Width(s), ansi.StringWidth(s); got != want {
			t.Fatalf("Width(%q) = %d, want %d", s, got, want)
		}
	})
}
