package classroom

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"rsc.io/qr"

	"lambdascope/tui/chart"
	"lambdascope/tui/overlay"
	"lambdascope/tui/room"
	"lambdascope/tui/screen"
)

// TestLinkPicture reads the pixels of a picture back: black where the code is, on white, on
// any background.
func TestLinkPicture(t *testing.T) {
	const link = "https://lambda.example.org/vote/BCDF"
	code, err := qr.Encode(strings.ToUpper(link), qr.M) // for which there is as much room as for L
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		theme          screen.Theme
		dark, coloured bool
	}{
		"dark": {screen.ThemeDark, true, true}, "light": {screen.ThemeLight, false, true},
		"mono on dark": {screen.ThemeMono, true, false}, "mono on light": {screen.ThemeMono, false, false},
	} {
		lines := linkPicture(screen.New(c.theme, c.dark, chart.Braille), link)
		if len(lines) > 17 || screen.Widest(lines) != 33 {
			t.Fatalf("%s: %d lines of %d cells: it has to fit a small window", name, len(lines), screen.Widest(lines))
		}
		if coloured := strings.Contains(lines[0], ";48;2;255;255;255m"); coloured != c.coloured {
			t.Errorf("%s: colours are %q", name, lines[0])
		}
		for y := range 33 {
			for x, r := range []rune(ansi.Strip(lines[y/2])) {
				inked := r == '█' || r == '▀' && y%2 == 0 || r == '▄' && y%2 == 1
				if black := inked != (!c.coloured && c.dark); black != code.Black(x-4, y-4) {
					t.Fatalf("%s: (%d, %d) is black: %t", name, x, y, black)
				}
			}
		}
	}
	if lines := linkPicture(screen.New(screen.ThemeDark, true, chart.Plain), link); lines != nil {
		t.Errorf("in ASCII:\n%s", strings.Join(lines, "\n"))
	}
}

// TestPanelWithLink: who owns the room has the link for phones, and its picture where all
// of it is on the screen.
func TestPanelWithLink(t *testing.T) {
	look := room.Look{Code: "BDGK", Secret: "SECRET", Number: 1, Owns: true, Leads: true}
	p := &Panel{
		Look:    func() (room.Look, bool) { return look, true },
		Command: func(words ...string) string { return strings.Join(words, " ") },
		Vote:    func(code string) string { return "https://host/vote/" + code },
	}
	s := screen.New(screen.ThemeDark, true, chart.Braille)
	for _, c := range []struct {
		size    overlay.Size
		picture bool
	}{{overlay.Size{Width: 116, Rows: 34}, true}, {overlay.Size{Width: 76, Rows: 22}, true}, {overlay.Size{Width: 116, Rows: 14}, false}, {overlay.Size{Width: 56, Rows: 18}, false}} {
		lines := p.SizedText(s, c.size)
		all := ansi.Strip(strings.Join(lines, "\n"))
		if !strings.Contains(all, "https://host/vote/BDGK") || strings.Contains(all, "▀") != c.picture || screen.Widest(lines) > c.size.Width {
			t.Errorf("%v:\n%s", c.size, all)
		}
	}
	look.Owns = false
	if all := strings.Join(p.SizedText(s, overlay.Size{Width: 116, Rows: 34}), "\n"); strings.Contains(all, "vote") || strings.Contains(all, "▀") {
		t.Errorf("a follower has\n%s", all)
	}
}
