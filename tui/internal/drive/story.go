package drive

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
)

// App is an app in a story.
type App interface {
	testing.TB
	Send(msg tea.Msg)
	Check() string // the screen as plain text, whole
	Args() string  // the flags that open the app as it is
}

// Story tells a story in a test of its own for each window, such as "80x24 120x36". open opens the
// app.
func Story[A App](t *testing.T, name, sizes string, open func(t *testing.T, width, height int) A, told string) {
	t.Helper()
	each(t, name+"/%s", sizes, open, func(_ *testing.T, a A) { Tell(a, told) })
}

// Screens looks at the screen after keys in a test of its own for each window. The name of the test
// has %s for the size.
func Screens[A App](t *testing.T, name, sizes string, open func(t *testing.T, width, height int) A, keys string, look func(testing.TB, string)) {
	t.Helper()
	each(t, name, sizes, open, func(t *testing.T, a A) {
		Tell(a, keys)
		look(t, a.Check())
	})
}

// GlyphName returns the name of a glyph set, for the names of golden screens.
func GlyphName(g chart.Glyphs) string { return [...]string{"braille", "ascii"}[g] }

// ViewSizes returns the windows of the golden screens of a view: the smallest with charts, also in
// ASCII, and a usual one.
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
			do(t, open(t, width, height))
		})
	}
}

// Tell does what each line of a story says, and holds the screen to it:
//
//	keys | a text that is on the screen | !one that is not | $ flags that open the app
//
// Keys are named as KeyPress has them. right*3 is pressed three times, "n 50" is typed,
// <"n 50" is pasted and @"u undo" is clicked on where that text is. Flags are all that
// there are, or behind $ … some of them; behind !$ are some that there are not.
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
			text = strings.TrimSpace(text)
			without, isWithout := strings.CutPrefix(text, "!$ ")
			lacks, isLack := strings.CutPrefix(text, "!")
			flags, isFlags := strings.CutPrefix(text, "$ ")
			some, isSome := strings.CutPrefix(flags, "… ")
			switch args := a.Args(); {
			case isWithout && strings.Contains(args, without):
				a.Fatalf("%s: the flags are %q", strings.TrimSpace(line), args)
			case isWithout:
			case isLack && strings.Contains(screen, lacks), !isLack && !isFlags && !strings.Contains(screen, text):
				a.Fatalf("%s: %s\n%s", strings.TrimSpace(line), text, screen)
			case isSome && !strings.Contains(args, some), isFlags && !isSome && args != flags:
				a.Fatalf("%s: the flags are %q", strings.TrimSpace(line), args)
			}
		}
	}
}

// TellAll tells a story of several apps. Each line begins with the names of those that it
// is about, or with all:
//
//	leads: V 1 | a text on the screen of leads
//	all: | one that is on each screen
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
				panic("a story of nobody: " + line)
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

// act does one word of a story.
func act(a App, word string) {
	a.Helper()
	mark, quoted, isQuoted := strings.Cut(word, `"`)
	text := strings.TrimSuffix(quoted, `"`)
	switch {
	case isQuoted && mark == "@":
		clickOn(a, text)
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

// clickOn clicks on the first occurrence of a text.
func clickOn(a App, text string) {
	a.Helper()
	screen := a.Check() // the zones are those of the screen
	lines := strings.Split(screen, "\n")
	y := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, text) })
	if y < 0 {
		a.Fatalf("no %q to click on:\n%s", text, screen)
	}
	before, _, _ := strings.Cut(lines[y], text)
	x := len([]rune(before))
	a.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	a.Send(tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
}

// words splits keys at spaces outside of quotes.
func words(a App, keys string) []string {
	var out []string
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
