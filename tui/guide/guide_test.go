package guide

import (
	"fmt"
	"image/color"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	tables "github.com/yuin/goldmark/extension/ast"

	"lambdascope/sim/must"
	"lambdascope/tui/chart"
	"lambdascope/tui/markdown"
)

// folder has the pages.
const folder = "../../assets/guide"

// TestTopics compares the topics with the files, whose first line is the title.
func TestTopics(t *testing.T) {
	files := must.Have(filepath.Glob(folder + "/*.md"))(t)
	var have, want []string
	for _, f := range files {
		want = append(want, strings.TrimSuffix(filepath.Base(f), ".md"))
	}
	for _, topic := range Topics() {
		have = append(have, topic.Name)
		page := must.Have(Page(topic.Name))(t)
		if topic.Title == "" || topic.Title != page.Title() {
			t.Errorf("%s: title %q, want %q", topic.Name, topic.Title, page.Title())
		}
	}
	slices.Sort(have)
	if !slices.Equal(have, want) {
		t.Errorf("topics %q, files %q", have, want)
	}
}

func TestUnknownPage(t *testing.T) {
	for _, name := range []string{"", "nothing", "../guide/data", "data.md"} {
		if _, err := Page(name); err == nil {
			t.Errorf("%q is a page", name)
		}
		if _, err := NewPager(name, nil, false); err == nil {
			t.Errorf("%q opens", name)
		}
	}
	if _, err := Source("nothing"); err == nil || !strings.Contains(err.Error(), "nothing") {
		t.Errorf("%v, want it to name the page", err)
	}
}

func TestTarget(t *testing.T) {
	for destination, want := range map[string]string{
		"data.md": "guide data", "data.md#csv": "guide data", "#csv": "", "https://a.b/c.md": "https://a.b/c.md",
		"../study-2048-a.png": "", "../x.md": "", "../reports/growth.md#theory": "assets/reports/growth.md",
	} {
		if got := Target(destination); got != want {
			t.Errorf("%q: %q, want %q", destination, got, want)
		}
	}
}

// TestPagesFit draws every page at the sizes of terminals.
func TestPagesFit(t *testing.T) {
	for _, topic := range Topics() {
		page := must.Have(Page(topic.Name))(t)
		for _, width := range []int{40, 56, 76, 116} {
			for name, characters := range map[string]func(string) string{"unicode": nil, "ascii": chart.ASCII} {
				for _, l := range page.Lines(width, markdown.Style{Target: Target, Characters: characters}) {
					if ansi.StringWidth(l) > width {
						t.Fatalf("%s, %s: wider than %d: %q", topic.Name, name, width, l)
					}
					if i := strings.IndexFunc(l, func(r rune) bool { return r > 126 }); name == "ascii" && i >= 0 {
						t.Fatalf("%s: %q in %q", topic.Name, l[i:], l)
					}
				}
			}
		}
	}
}

// TestPagesAreWhole looks for what a page must not lose at any width: the text of
// each table at 56 columns, by the words of its source.
func TestPagesAreWhole(t *testing.T) {
	for _, topic := range Topics() {
		page := must.Have(Page(topic.Name))(t)
		var all strings.Builder
		for _, l := range page.Lines(56, markdown.Style{}) {
			all.WriteString(ansi.Strip(l) + " ")
		}
		words := strings.Fields(all.String())
		for _, table := range page.In(page.Tree) {
			if table.Kind() != tables.KindTable {
				continue
			}
			for _, row := range page.In(table) {
				for _, cell := range page.In(row) {
					for _, w := range strings.Fields(page.TextOf(cell)) {
						if len(w) < 12 && !slices.Contains(words, w) {
							t.Fatalf("%s: %q is lost", topic.Name, w)
						}
					}
				}
			}
		}
	}
}

// open returns a pager of a size.
func open(t *testing.T, topic string, width, height int) *Pager {
	t.Helper()
	p := must.Have(NewPager(topic, func(bool) markdown.Style { return markdown.Style{Target: Target} }, false))(t)
	p.Init()
	p.Update(tea.WindowSizeMsg{Width: width, Height: height})
	return p
}

// shown returns what the pager shows, which must fit.
func shown(t *testing.T, p *Pager) []string {
	t.Helper()
	lines := strings.Split(ansi.Strip(p.View().Content), "\n")
	if len(lines) > max(1, p.height) {
		t.Fatalf("%d lines, want %d", len(lines), p.height)
	}
	for i, l := range lines {
		if ansi.StringWidth(l) > p.width {
			t.Fatalf("%q is wider than %d", l, p.width)
		}
		lines[i] = strings.TrimRight(l, " ")
	}
	return lines
}

// press presses keys by their names.
func press(p *Pager, keys ...string) (last tea.Cmd) {
	special := map[string]rune{
		"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
		"home": tea.KeyHome, "end": tea.KeyEnd, "esc": tea.KeyEscape, "space": tea.KeySpace,
	}
	for _, k := range keys {
		msg := tea.KeyPressMsg{Code: special[k]}
		switch {
		case k == "ctrl+c":
			msg = tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl}
		case msg.Code == 0:
			msg = tea.KeyPressMsg{Code: []rune(k)[0], Text: k}
		}
		_, last = p.Update(msg)
	}
	return last
}

func TestPager(t *testing.T) {
	p := open(t, "data", 60, 20)
	first := shown(t, p)
	if len(first) != 20 || !strings.HasPrefix(first[0], " guide data ") || !strings.HasSuffix(first[0], " 0 %") || first[1] != "  Your own data" {
		t.Fatalf("the first screen is\n%s", strings.Join(first, "\n"))
	}
	if want := " ↑↓ scroll  space more  ←→ other pages  q quit"; first[19] != want {
		t.Errorf("footer %q, want %q", first[19], want)
	}
	for _, c := range []struct {
		keys string
		from int // the line of the first screen that is now on top
	}{
		{"down", 2}, {"j", 2}, {"space", 19}, {"pgdown", 19}, {"down down up", 2}, {"j j k", 2}, {"space pgup", 1}, {"end home", 1}, {"G g", 1}, {"up", 1},
	} {
		p := open(t, "data", 60, 20)
		press(p, strings.Fields(c.keys)...)
		at := open(t, "data", 60, 60)
		if got, want := shown(t, p)[1], shown(t, at)[c.from]; got != want {
			t.Errorf("after %s the screen begins with %q, want %q", c.keys, got, want)
		}
	}
	press(p, "end")
	if last := shown(t, p); !strings.HasSuffix(last[0], " 100 %") || last[18] == "" {
		t.Errorf("the last screen is\n%s", strings.Join(last, "\n"))
	}
	for _, k := range []string{"q", "esc", "ctrl+c"} {
		if cmd := press(open(t, "data", 60, 20), k); cmd == nil || cmd() != tea.Quit() {
			t.Errorf("%s does not quit", k)
		}
	}
}

// TestPagerOpensSections opens a page at the section that is asked for.
func TestPagerOpensSections(t *testing.T) {
	p := open(t, "lecture", 60, 20)
	if s := shown(t, p); !strings.HasPrefix(s[0], " guide lessons ") || s[1] != "  A lecture of 45 minutes" {
		t.Fatalf("the first screen is\n%s", strings.Join(s, "\n"))
	}
	press(p, "right", "left")
	if s := shown(t, p); s[1] != "  Lessons" {
		t.Errorf("the page opens again at %q", s[1])
	}
}

// TestPagerTurns goes through all pages and back.
func TestPagerTurns(t *testing.T) {
	topics := Topics()
	p := open(t, topics[0].Name, 80, 24)
	seen := func(i int) {
		t.Helper()
		s := shown(t, p)
		if !strings.HasPrefix(s[0], " guide "+topics[i].Name+" ") || s[1] != "  "+topics[i].Title {
			t.Fatalf("the screen of %s is\n%s", topics[i].Name, strings.Join(s, "\n"))
		}
	}
	press(p, "left")
	seen(0)
	for i := 1; i < len(topics); i++ {
		press(p, "end", "right")
		seen(i)
	}
	press(p, "right")
	seen(len(topics) - 1)
	press(p, "left", "p", "n", "h", "l")
	seen(len(topics) - 2)
}

// TestPagerSizes keeps the place when the size changes, and draws any.
func TestPagerSizes(t *testing.T) {
	p := open(t, "numbers", 80, 24)
	for !slices.Contains(shown(t, p), "  True values") {
		press(p, "space")
	}
	p.Update(tea.WindowSizeMsg{Width: 60, Height: 40})
	if s := shown(t, p); !slices.Contains(s, "  True values") {
		t.Errorf("after a change of size the screen is\n%s", strings.Join(s, "\n"))
	}
	for _, size := range [][2]int{{0, 0}, {1, 1}, {2, 2}, {5, 3}, {10, 4}, {44, 15}, {400, 120}} {
		p.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		shown(t, p)
	}
}

// TestPagerBackground draws anew when the terminal tells its background.
func TestPagerBackground(t *testing.T) {
	var asked []bool
	style := func(dark bool) markdown.Style {
		asked = append(asked, dark)
		return markdown.Style{}
	}
	for _, auto := range []bool{true, false} {
		p := must.Have(NewPager("data", style, auto))(t)
		if asks := p.Init() != nil; asks != auto {
			t.Errorf("auto %v: asks for the background: %v", auto, asks)
		}
		p.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		p.Update(tea.BackgroundColorMsg{Color: color.White})
		if last := asked[len(asked)-1]; last == auto {
			t.Errorf("auto %v: drawn for a dark background: %v", auto, last)
		}
	}
}

// TestLength: the guide is read, not searched. Bars of tables are no words.
func TestLength(t *testing.T) {
	pages, words := 0, 0
	for _, topic := range Topics() {
		source := must.Have(Source(topic.Name))(t)
		pages++
		for _, w := range strings.Fields(string(source)) {
			if strings.Trim(w, "|-:") != "" {
				words++
			}
		}
	}
	if pages > 13 || words > 18_000 {
		t.Errorf("%d pages, %d words: want at most 13 and 18000", pages, words)
	}
}

// TestReadme holds the README to a front page.
func TestReadme(t *testing.T) {
	info := must.Have(fs.Stat(os.DirFS("../.."), "README.md"))(t)
	const most = 8_192
	if info.Size() > most {
		t.Errorf("README.md has %d bytes: want at most %d", info.Size(), most)
	}
	text := must.Have(os.ReadFile("../../README.md"))(t)
	for _, topic := range Topics() {
		if want := fmt.Sprintf("(assets/guide/%s.md)", topic.Name); !strings.Contains(string(text), want) {
			t.Errorf("README.md has no link %s", want)
		}
	}
}
