package terminal

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"lambdascope/sim/testutil"
)

// randomView is a screen of random lines, some styled, some with wide and combining
// characters, some longer than the screen.
func randomView(random *rand.Rand, width, height int) string {
	pieces := []string{
		" ", "a", "b", "⠒", "λ̂", "▼", "見", "é", "\x1b[1m", "\x1b[31m", "\x1b[38;5;99mx\x1b[m", "\x1b[48;2;1;2;3m \x1b[m", "\x1b[m", "     ", "\x1b[0m",
		"\x1b[m\x1b[38;2;4;5;6;48;2;4;5;6m", "\x1b[m\x1b[38;2;7;8;9;48;2;4;5;6m", "░",
	}
	var lines []string
	for range height {
		var b strings.Builder
		for range random.IntN(width) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		lines = append(lines, b.String()+"\x1b[m")
	}
	return strings.Join(lines, "\n")
}

// screenOf returns the visible cells of a terminal, with styles. A blank has no foreground, and a
// character in the colour of its background is a blank.
func screenOf(e *vt.Emulator, width, height int) string {
	var b strings.Builder
	for y := range height {
		for x := range width {
			c := e.CellAt(x, y)
			if c == nil {
				b.WriteString("| ")
				continue
			}
			content, foreground, attrs := c.Content, c.Style.Fg, c.Style.Attrs
			if c.Style.Attrs == 0 && foreground != nil && foreground == c.Style.Bg {
				content = " "
			}
			if content == " " {
				foreground, attrs = nil, attrs&^uv.AttrBold
			}
			fmt.Fprintf(&b, "|%s%v%v%d", content, foreground, c.Style.Bg, attrs)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestLineRenderer draws screens one after the other: the terminal shows each as if
// it had been drawn afresh.
func TestLineRenderer(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		width, height := 1+random.IntN(40), 1+random.IntN(8)
		on := NewWindow(width, height)
		e, fresh := vt.NewEmulator(width, height), vt.NewEmulator(width, height)
		view := randomView(random, width, height)
		for step := range 12 {
			switch random.IntN(6) {
			case 0:
				width, height = 1+random.IntN(40), 1+random.IntN(8)
				e.Resize(width, height)
				view = randomView(random, width, height)
			case 1, 2: // a few lines change
				lines := strings.Split(view, "\n")
				lines[random.IntN(len(lines))] = randomView(random, width, 1)
				view = strings.Join(lines, "\n")
			default:
				view = randomView(random, width, height)
			}
			on.Width, on.Height = width, height
			sent := on.Draw(tea.View{Content: view})
			testutil.Get(e.WriteString(sent))(t)
			fresh.Resize(width, height)
			_, _ = fresh.WriteString(ansi.EraseEntireScreen)
			for y, line := range strings.Split(view, "\n") {
				if y < height {
					_, _ = fresh.WriteString(ansi.CursorPosition(1, y+1) + ansi.Truncate(line, width, "") + "\x1b[m")
				}
			}
			if got, want := screenOf(e, width, height), screenOf(fresh, width, height); got != want {
				t.Fatalf("step %d, %d×%d: the view\n%q\nafter\n%q\ngives\n%s\nwant\n%s", step, width, height, view, sent, got, want)
			}
		}
	}
}

// TestLineRendererIdle writes nothing where nothing changes, and little where little
// does.
func TestLineRendererIdle(t *testing.T) {
	on := NewWindow(400, 120)
	lines := slices.Repeat([]string{strings.Repeat("x", 400)}, 120)
	draw := func() int {
		return len(on.Draw(tea.View{Content: strings.Join(lines, "\n"), MouseMode: tea.MouseModeCellMotion}))
	}
	if first, same := draw(), draw(); first < 48_000 || first > 50_000 || same != 0 {
		t.Errorf("%d bytes for 48000 characters, %d where nothing changes", first, same)
	}
	lines[7] = strings.Repeat("x", 200) + "y" + strings.Repeat("x", 199)
	if n := draw(); n == 0 || n > 12 {
		t.Errorf("%d bytes for one character", n)
	}
}

// TestLineRendererForgets draws after other output has changed the screen and the modes.
func TestLineRendererForgets(t *testing.T) {
	on, e := NewWindow(30, 4), vt.NewEmulator(30, 4)
	view := tea.View{Content: "one\n\x1b[31mtwo\x1b[m\nthree\nfour", MouseMode: tea.MouseModeCellMotion}
	first := on.Draw(view)
	_, _ = e.WriteString(first)
	want := screenOf(e, 30, 4)
	if text := on.Draw(view); text != "" {
		t.Errorf("%q where nothing changes", text)
	}
	_, _ = e.WriteString(ansi.ResetModeAltScreenSaveCursor + ansi.CursorHomePosition + "$ fg" + ansi.ResetModeMouseButtonEvent)
	on.r.forget()
	again := on.Draw(view)
	_, _ = e.WriteString(again)
	if got := screenOf(e, 30, 4); again != first || got != want || !e.IsAltScreen() {
		t.Errorf("drawn again: %q, at first %q; the terminal shows\n%s\nwant\n%s", again, first, got, want)
	}
}

// TestHiddenCharacters: characters in the colour of their background are written as blanks,
// unless the terminal has no colours.
func TestHiddenCharacters(t *testing.T) {
	for profile, want := range map[colorprofile.Profile]string{colorprofile.TrueColor: "  ", colorprofile.ASCII: "░░"} {
		on := NewWindow(5, 1)
		on.r.profile = profile
		on.Draw(tea.View{})
		got := on.Draw(tea.View{Content: "\x1b[38;2;4;5;6;48;2;4;5;6m░░\x1b[m\x1b[38;2;7;8;9;48;2;4;5;6m│\x1b[m"})
		if text := ansi.Strip(got); text != want+"│" {
			t.Errorf("%v: %q, want %q", profile, text, want+"│")
		}
	}
}
