package shell

import (
	"slices"
	"testing"
)

func TestEscape(t *testing.T) {
	for text, want := range map[string]string{
		"":              "",
		"plain text, ~": "plain text, ~",
		"λ̂ ρ γ é e\u0301 見本 ½ ≤ ’ ⠿": "λ̂ ρ γ é e\u0301 見本 ½ ≤ ’ ⠿",
		"a\nb\tc\x7f\x1b[31m":         `a\nb\tc\x7f\x1b[31m`,
		"\u0080\u009b2J":              `\u0080\u009b2J`,
		"\u202eabc\u202c":             `\u202eabc\u202c`,
		"\u2066\u2069\u200e\u200f":    `\u2066\u2069\u200e\u200f`,
		"\u061c\u200b\u200d\ufeff":    `\u061c\u200b\u200d\ufeff`,
		"\u2028\u2029":                `\u2028\u2029`,
		"\U000e0001\U000e0041":        `\U000e0001\U000e0041`,
		"\ufe0f\U000e0100\u00ad":      `\ufe0f\U000e0100\u00ad`,
		"\u115f\u3164\u034f":          `\u115f\u3164\u034f`,
		"\xff\xe2\x80 \ufffd":         `\xff\xe2\x80 ` + "\ufffd",
		"é\ue000":                     `é\ue000`,
	} {
		got := Escape(text)
		if got != want {
			t.Errorf("Escape(%+q) = %+q, want %+q", text, got, want)
		}
		if !Plain(got) || Plain(text) != (got == text) {
			t.Errorf("%+q is plain: %t; %+q: %t", text, Plain(text), got, Plain(got))
		}
	}
}

// FuzzQuote reads back every word that is quoted, from a line that is plain.
func FuzzQuote(f *testing.F) {
	for _, word := range []string{"", "a b", "it's", "\x1b'\\", "\u202e.jsonl", "\xff\x80", `\u202e`, "\U000e0041\n", "$'x'", "\"`$"} {
		f.Add(word)
	}
	f.Fuzz(func(t *testing.T, word string) {
		line := Join([]string{word, "x"})
		if !Plain(line) {
			t.Errorf("Join of %+q is %+q", word, line)
		}
		if words, err := Split(line); err != nil || !slices.Equal(words, []string{word, "x"}) {
			t.Errorf("%+q comes back from %+q as %+q, %v", word, line, words, err)
		}
	})
}
