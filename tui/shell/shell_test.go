package shell

import (
	"slices"
	"testing"
)

// TestQuote writes words as a shell needs them, and reads them back.
func TestQuote(t *testing.T) {
	for word, want := range map[string]string{
		"":            "''",
		"0:1:0.1":     "0:1:0.1",
		"1-hot+bias":  "1-hot+bias",
		"./a_b/c.gz":  "./a_b/c.gz",
		"two words":   "'two words'",
		"it's":        `'it'\''s'`,
		"$HOME":       "'$HOME'",
		"~":           "'~'",
		"λ":           "'λ'",
		"a\nb":        `$'a\nb'`,
		"\x1b'\\":     `$'\x1b\'\\'`,
		"=ls":         "'=ls'",
		"back\\slash": `'back\slash'`,
	} {
		if got := Quote(word); got != want {
			t.Errorf("Quote(%q) = %s, want %s", word, got, want)
		}
		if words, err := Split(Join([]string{word, "x"})); err != nil || !slices.Equal(words, []string{word, "x"}) {
			t.Errorf("%q comes back as %q, %v", word, words, err)
		}
	}
}

func TestSplit(t *testing.T) {
	for line, want := range map[string][]string{
		"":                nil,
		"  -n 5\t--hide ": {"-n", "5", "--hide"},
		`a"b c"'d e'f\ g`: {"ab cd ef g"},
		`'' ""`:           {"", ""},
		`"\$x \n"`:        {`$x \n`},
		`$'a\tb'`:         {"a\tb"},
		`it\'s`:           {"it's"},
	} {
		if got, err := Split(line); err != nil || !slices.Equal(got, want) {
			t.Errorf("Split(%q) = %q, %v, want %q", line, got, err, want)
		}
	}
	for _, line := range []string{"'", `a "b`, "$'x", `$'\q'`} {
		if got, err := Split(line); err == nil {
			t.Errorf("Split(%q) = %q, want an error", line, got)
		}
	}
}

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
