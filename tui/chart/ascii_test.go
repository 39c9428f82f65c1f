package chart

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestASCII(t *testing.T) {
	for in, want := range map[string]string{
		"":                "",
		"plain\n\x1b[1mx": "plain\n\x1b[1mx",
		"λ̂ = .2":         "lambda^ = .2",
		"γ² ± θ₃…":        "gamma^2 +/- theta_3...",
		"ν — 3 × 4 · 5":   "v - 3 x 4 . 5",
		"┤○━░▼●▁█⠀⠒":      "+o=/v*.@ -",
		"日\xff":           "??",
	} {
		if got := ASCII(in); got != want {
			t.Errorf("ASCII(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestASCIIIsASCII(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "s")
		if got := ASCII(s); strings.IndexFunc(got, func(r rune) bool { return r >= 0x80 }) >= 0 {
			t.Fatalf("%q", got)
		}
	})
}
