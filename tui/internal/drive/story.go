package drive

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
)

// App is the app of a story.
type App interface {
	testing.TB
	Send(msg tea.Msg)
	Check() string // the complete screen as plain text
	Args() string  // the flags that open the current view
}

// Story tells a story in a separate test for each window of sizes, such as "80x24 120x36". Open
// opens the app.
func Story[A App](t *testing.T, name, sizes string, open func(t *testing.T, width, height int) A, told string) {
	t.Helper()
	each(t, name+"/%s", sizes, open, func(_ *testing.T, a A) { Tell(a, told) })
}

// Screens checks the screen after keys in a separate test for each window. The name of the test has
// %s for the size, because the size names a golden file.
func Screens[A App](t *testing.T, name, sizes string, open func(t *testing.T, width, height int) A, keys string, look func(testing.TB, string)) {
	t.Helper()
	each(t, name, sizes, open, func(t *testing.T, a A) {
		Tell(a, keys)
		look(t, a.Check())
	})
}

// GlyphName returns the name of a glyph set in the names of golden screens.
func GlyphName(g chart.Glyphs) string { return [...]string{"braille", "ascii"}[g] }

// ViewSizes returns the windows of the golden screens of a view: the smallest with charts, also in
// ASCII, and a common size.
func ViewSizes() map[chart.Glyphs]string {
	return map[chart.Glyphs]string{chart.Braille: "60x20 120x36", chart.Plain: "60x20"}
}

// PageSizes returns the windows for the first view of a page: ViewSizes and a large one.
func PageSizes() map[chart.Glyphs]string {
	sizes := ViewSizes()
	sizes[chart.Braille] += " 200x60"
	return sizes
}

func each[A App](t *testing.T, name, sizes string, open func(t *testing.T, width, height int) A, do func(*testing.T, A)) {
	t.Helper()
	for size := range strings.FieldsSeq(sizes) {
		t.Run(fmt.Sprintf(name, size), func(t *testing.T) {
			t.Parallel()
			var width, height int
			if _, err := fmt.Sscanf(size, "%dx%d", &width, &height); err != nil {
				t.Fatal(err)
			}
			synctest.Test(t, func(t *testing.T) { // since the app rests before some work
				do(t, open(t, width, height))
			})
		})
	}
}

// Tell presses the keys of each line of a story and compares the screen with the texts of the line:
//
//	keys | a text on the screen | !a text not on the screen | $ the flags of the app
//
// KeyPress names the keys. right*3 presses a key three times, "n 50" types, <"n 50" pastes and
// @"u undo" clicks on a text. $ lists all flags, $ … some, and !$ flags that the app must lack.
func Tell(a App, story string) {
	a.Helper()
	for line := range strings.SplitSeq(story, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		keys, texts := cut(line)
		for _, k := range words(a, keys) {
			act(a, k)
		}
		screen := a.Check()
		for text := range strings.SplitSeq(texts, "|") {
			if text = strings.TrimSpace(text); !matches(text, screen, a.Args()) {
				a.Fatalf("%s: %s\nflags %q\n%s", strings.TrimSpace(line), text, a.Args(), screen)
			}
		}
	}
}

// matches reports whether a screen and the flags of the app agree with a text of a story.
func matches(text, screen, flags string) bool {
	if absent, ok := strings.CutPrefix(text, "!$ "); ok {
		return !strings.Contains(flags, absent)
	}
	if some, ok := strings.CutPrefix(text, "$ … "); ok {
		return strings.Contains(flags, some)
	}
	if all, ok := strings.CutPrefix(text, "$ "); ok {
		return flags == all
	}
	if absent, ok := strings.CutPrefix(text, "!"); ok {
		return !strings.Contains(screen, absent)
	}
	return strings.Contains(screen, text)
}

// TellAll tells a story of several apps. Each line begins with the names of some apps, or with all:
//
//	leads: V 1 | a text on the screen of leads
//	all: | a text on each screen
func TellAll[A App](apps map[string]A, story string) {
	for line := range strings.SplitSeq(story, "\n") {
		names, rest, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			continue
		}
		about := strings.Fields(names)
		if names == "all" {
			about = slices.Sorted(maps.Keys(apps))
		}
		for _, name := range about {
			a, ok := apps[name]
			if !ok {
				panic("unknown app: " + line)
			}
			a.Helper()
			Tell(a, rest)
		}
	}
}

// cut splits a line into keys and texts, at the first | outside quotes.
func cut(line string) (keys, texts string) {
	quoted := false
	for i, r := range line {
		if r == '"' {
			quoted = !quoted
		}
		if r == '|' && !quoted {
			return line[:i], line[i+1:]
		}
	}
	return line, ""
}

// act presses, types, pastes or clicks a word of a story.
func act(a App, word string) {
	a.Helper()
	mark, quoted, isQuoted := strings.Cut(word, `"`)
	switch text := strings.TrimSuffix(quoted, `"`); {
	case isQuoted && mark == "@":
		x, y := Find(a, a.Check(), text)
		a.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
		a.Send(tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
	case isQuoted && mark == "<":
		a.Send(tea.PasteMsg{Content: text})
	case isQuoted && mark != "":
		a.Fatalf("%s: want a space before the quote", word)
	case isQuoted:
		for _, r := range text {
			a.Send(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	default:
		times := 1
		if key, n, ok := strings.Cut(word, "*"); ok {
			word = key
			times, _ = strconv.Atoi(n)
		}
		for range times {
			a.Send(KeyPress(word))
		}
	}
}

// words splits keys at spaces outside of quotes.
func words(a App, keys string) (out []string) {
	for rest := strings.TrimSpace(keys); rest != ""; rest = strings.TrimSpace(rest) {
		end := strings.IndexByte(rest+" ", ' ')
		if quote := strings.IndexByte(rest, '"'); quote >= 0 && quote < end {
			last := strings.IndexByte(rest[quote+1:], '"')
			if last < 0 {
				a.Fatalf("a quote without an end: %s", keys)
			}
			end = quote + last + 2
		}
		out = append(out, rest[:end])
		rest = rest[end:]
	}
	return out
}
