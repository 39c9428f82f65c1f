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
