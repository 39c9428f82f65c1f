package chart

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// TestWidth compares with the library's, of what screens have and of anything else.
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

// TestNarrow: each narrow character takes one cell beside any other, and is a cell of a
// text as it would be if it were none of them.
func TestNarrow(t *testing.T) {
	n := 0
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if !narrow(r) {
			continue
		}
		n++
		s := string(r)
		if ansi.StringWidth(s) != 1 || ansi.StringWidth(s+s) != 2 || ansi.StringWidth("a"+s+"λ") != 3 || ansi.StringWidth(s+"\u0302") != 1 {
			t.Errorf("%U %s is not narrow", r, s)
		}
		if !unicode.IsGraphic(r) || unicode.IsMark(r) {
			t.Errorf("%U %s is not drawn", r, s)
		}
		for _, text := range []string{s, s + "\u0302"} {
			want, ok := newCell(text, 1)
			if got := new(Workspace).text(text); !ok || !slices.Equal(got, []cell{want}) {
				t.Errorf("%q is %v, want %v", text, got, want)
			}
		}
	}
	if n < 700 {
		t.Errorf("%d narrow characters", n)
	}
}
