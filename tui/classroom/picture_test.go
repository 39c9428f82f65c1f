package classroom

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"rsc.io/qr"

	"lambdascope/sim/must"
	"lambdascope/tui/chart"
	"lambdascope/tui/overlay"
	"lambdascope/tui/room"
	"lambdascope/tui/screen"
)

// TestLinkCode reads the pixels of a picture back: black where the code is, on white, on
// any background.
func TestLinkCode(t *testing.T) {
	const link = "https://lambda.example.org/vote/BCDF"
	code := must.Have(qr.Encode(strings.ToUpper(link), qr.M))(t) // for which there is as much room as for L
	for name, c := range map[string]struct {
		theme          screen.Theme
		dark, coloured bool
	}{
		"dark": {screen.ThemeDark, true, true}, "light": {screen.ThemeLight, false, true},
		"mono on dark": {screen.ThemeMono, true, false}, "mono on light": {screen.ThemeMono, false, false},
	} {
		lines := drawn(linkCode(link), screen.New(c.theme, c.dark, chart.Braille), 1)
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
}

// TestPanelWithLink: who owns the room or presents has the link for phones, and its picture, as large
// as it can be, where all of it is on the screen.
func TestPanelWithLink(t *testing.T) {
	look := room.Look{Code: "BDGK", Secret: "SECRET", Number: 1, Owns: true, Leads: true}
	p := &Panel{
		Look:    func() (room.Look, bool) { return look, true },
		Command: func(words ...string) string { return strings.Join(words, " ") },
		Vote:    func(code string) string { return "https://host/vote/" + code },
	}
	s := screen.New(screen.ThemeDark, true, chart.Braille)
	for _, c := range []struct {
		width, rows int
		glyphs      chart.Glyphs
		picture     int // its rows
	}{
		{196, 58, chart.Braille, 44}, {116, 34, chart.Braille, 29}, {76, 22, chart.Braille, 15},
		{116, 14, chart.Braille, 0}, {56, 18, chart.Braille, 0}, {116, 34, chart.Plain, 0},
	} {
		lines := p.SizedText(screen.New(screen.ThemeDark, true, c.glyphs), overlay.Size{Width: c.width, Rows: c.rows})
		all := strings.Join(lines, "\n")
		if !strings.Contains(all, "https://host/vote/BDGK") || strings.Count(all, ";48;2;255;255;255m") != c.picture || screen.Widest(lines) > c.width {
			t.Errorf("%+v:\n%s", c, ansi.Strip(all))
		}
	}
	look.Owns = false // it was handed over
	if all := strings.Join(p.SizedText(s, overlay.Size{Width: 116, Rows: 34}), "\n"); !strings.Contains(all, "https://host/vote/BDGK") || strings.Count(all, ";48;2;255;255;255m") == 0 {
		t.Errorf("who presents for the owner has\n%s", ansi.Strip(all))
	}
	look.Leads = false
	if all := strings.Join(p.SizedText(s, overlay.Size{Width: 116, Rows: 34}), "\n"); strings.Contains(all, "vote") || strings.Contains(all, "▀") {
		t.Errorf("a follower has\n%s", all)
	}
}
