package class

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"rsc.io/qr"

	"lambdascope/sim/testutil"
	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
)

// TestLinkCode reads the pixels of a picture back: black modules on white, on any background of the
// terminal. The prefix of a proxy keeps its letters, because proxies tell the cases apart.
func TestLinkCode(t *testing.T) {
	const link = "https://lambda.example.org/vote/BCDF"
	code := testutil.Get(qr.Encode(strings.ToUpper(link), qr.M))(t) // the highest level with the size of level L
	const below = "https://example.org/lambda/vote/BCDF"
	if want := testutil.Get(qr.Encode(below, qr.L))(t); linkCode(below).Size != want.Size || linkCode(strings.ToUpper(below)).Size >= want.Size {
		t.Error("a prefix is in capitals")
	}
	for name, c := range map[string]struct {
		theme          screen.Theme
		dark, coloured bool
	}{
		"dark": {screen.ThemeDark, true, true}, "light": {screen.ThemeLight, false, true},
		"mono on dark": {screen.ThemeMono, true, false}, "mono on light": {screen.ThemeMono, false, false},
	} {
		lines := drawn(linkCode(link), screen.New(c.theme, c.dark, chart.Braille, colorprofile.TrueColor), 1)
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
