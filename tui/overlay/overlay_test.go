package overlay

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"lambdascope/tui/chart"
	"lambdascope/tui/export"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

func styles() *screen.Styles {
	return screen.New(screen.ThemeMono, true, chart.Plain, colorprofile.TrueColor)
}

// rows is an overlay of numbered rows that closes by x.
type rows int

func (r rows) Text(*screen.Styles, int) []string {
	out := make([]string, r)
	for i := range out {
		out[i] = fmt.Sprint(i)
	}
	return out
}

func (rows) Press(msg tea.KeyPressMsg) (a page.Action, taken bool) {
	a.Close = msg.String() == "x"
	return a, a.Close
}

func (rows) Hints() []page.Hint { return nil }

// TestStack moves through a text by every key, never beyond the ends. With two texts the upper one
// takes the keys; once it is closed, the lower one shows at the same place as before.
func TestStack(t *testing.T) {
	var k Stack
	k.Open(rows(25))
	size, s := Size{Width: 20, Rows: 10}, styles()
	for _, step := range []struct {
		key   string
		first int
	}{
		{"up", 0},
		{"down", 1},
		{"j", 2},
		{"k", 1},
		{"pgdown", 10},
		{"space", 15},
		{"pgdown", 15},
		{"pgup", 6},
		{"home", 0},
		{"end", 15},
		{"down", 15},
		{"z", 15},
	} {
		a, taken := k.Press(drive.KeyPress(step.key), s, size)
		lines := k.Lines(s, size)
		if a.Close || !taken || len(lines) != 10 || lines[0] != fmt.Sprint(step.first) {
			t.Errorf("after %s: %+v, %q, want 10 lines from %d", step.key, a, lines, step.first)
		}
	}
	if lines := k.Lines(s, Size{Width: 20, Rows: 40}); len(lines) != 25 || lines[0] != "0" {
		t.Errorf("in a window with room for all: %q", lines)
	}
	k.Open(rows(5))
	if k.Scroll(3, s, size); len(k.Lines(s, size)) != 5 {
		t.Error("a short text scrolls")
	}
	if a, _ := k.Press(drive.KeyPress("x"), s, size); !a.Close {
		t.Error("x does not close")
	}
	if a, taken := k.Press(drive.KeyPress("q"), s, size); !a.Close || taken {
		t.Error("q is not the page's")
	}
	k.Press(drive.KeyPress("esc"), s, size)
	if lines := k.Lines(s, size); lines[0] != "15" {
		t.Errorf("the lower one begins at %q, want 15", lines[0])
	}
	k.Clear()
	k.Close() // does nothing without an overlay
	if !k.Empty() {
		t.Error("not empty")
	}
}

// TestSummary wraps prose, and has the command in full.
func TestSummary(t *testing.T) {
	prose := strings.Repeat("word ", 30)
	s := &Summary{Summary: export.Summary{
		Export:  page.Export{Sentences: []string{prose}},
		Command: "lambdascope " + strings.Repeat("--flag ", 10),
	}}
	lines := s.Text(styles(), 40)
	text := strings.Join(lines, "\n")
	if strings.Count(text, "word") != 30 || strings.Count(strings.ReplaceAll(text, "\n", ""), "--flag") != 10 {
		t.Errorf("%s", text)
	}
	copied := ""
	s.Copy = func(text string) page.Action {
		copied = text
		return page.Action{}
	}
	if s.Press(drive.KeyPress("y")); copied != s.Plain() {
		t.Errorf("y copies %q", copied)
	}
}

// TestHelp: the guide explains the charts of each page under its title.
func TestHelp(t *testing.T) {
	for p := range state.NumPages {
		h := &Help{Page: p}
		if lines := h.More().Text(styles(), 80); len(lines) < 8 {
			t.Errorf("%s: %q", p.Title(), lines)
		}
	}
}
