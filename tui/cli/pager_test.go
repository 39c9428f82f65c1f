package cli

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/testutil"
	"lambdascope/tui/chart"
	"lambdascope/tui/guide"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/screen"
)

// TestPager turns and scrolls pages at every size, and quits.
func TestPager(t *testing.T) {
	topics := guide.Topics()
	end := len(topics) - 1
	turns := strings.Repeat("right ", end+1)
	for _, size := range [][2]int{{60, 20}, {200, 60}, {20, 4}, {5, 3}, {1, 1}} {
		for _, c := range []struct{ topic, keys, header, first string }{
			{"data", "", "data", "Your own data"},
			{"data", "down up", "data", "Your own data"},
			{"data", "end home", "data", "Your own data"},
			{"lecture", "", "lessons", "A lecture of"},
			{"lecture", "right left", "lessons", "Lessons"},
			{topics[0].Name, "left", topics[0].Name, topics[0].Title},
			{topics[0].Name, "end " + turns, topics[end].Name, topics[end].Title},
		} {
			p := testutil.Get(newPager(c.topic, screen.ThemeMono, chart.Braille))(t)
			p.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			for k := range strings.FieldsSeq(c.keys) {
				if _, cmd := p.Update(drive.KeyPress(k)); cmd != nil {
					t.Errorf("%s quits", k)
				}
			}
			lines := strings.Split(ansi.Strip(p.View().Content), "\n")
			for _, l := range lines {
				if len(lines) > size[1] || ansi.StringWidth(l) > size[0] {
					t.Errorf("%v: %d lines, %q", size, len(lines), l)
				}
			}
			if size[0] >= 60 && (!strings.HasPrefix(lines[0], " guide "+c.header+" ") || !strings.HasPrefix(lines[1], "  "+c.first) || !strings.HasSuffix(strings.TrimRight(lines[size[1]-1], " "), "q quit")) {
				t.Errorf("%s after %s is\n%s", c.topic, c.keys, strings.Join(lines, "\n"))
			}
		}
	}
	for _, k := range []string{"q", "esc", "ctrl+c"} {
		p := testutil.Get(newPager("data", screen.ThemeAuto, chart.Braille))(t)
		if p.Init() == nil {
			t.Error("the background is not asked for")
		}
		if _, cmd := p.Update(drive.KeyPress(k)); cmd == nil || cmd() != tea.Quit() {
			t.Errorf("%s does not quit", k)
		}
	}
}
