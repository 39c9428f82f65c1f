package room

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/shell"
)

func TestCleanName(t *testing.T) {
	for name, want := range map[string]string{
		"":                             "",
		"  Ana  María ":                "Ana María",
		"a\x1b]0;x\x07b\n\tc":          "a]0;xbc",
		"\u202eevil\u202c\u200b\ufeff": "evil",
		"見本見本見本見本見本見本見本":                          "見本見本見本見本見本見本",
		"e\u0301\u0301\u0301\u0301":               "e\u0301\u0301",
		"\u0301x":                                 "x",
		"\xff\xfe":                                "",
		strings.Repeat("n", 100):                  strings.Repeat("n", MaxName),
		"\u1161" + strings.Repeat("\u1161", 1000): strings.Repeat("\u1161", maxRunes),
	} {
		if got := CleanName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// FuzzCleanName: a name is plain, short, and clean once it has been cleaned.
func FuzzCleanName(f *testing.F) {
	for _, name := range []string{"Ana", " \x1b[2J\u202e", "見本 é", "\U0001f468\u200d\U0001f469"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		got := CleanName(name)
		if !shell.Plain(got) || ansi.StringWidth(got) > MaxName || len([]rune(got)) > maxRunes || CleanName(got) != got {
			t.Errorf("%+q becomes %+q", name, got)
		}
	})
}
