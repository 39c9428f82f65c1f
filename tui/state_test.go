package tui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/state"
)

// TestResetKeepsWhatIsNoControl: a hidden answer stays hidden.
func TestResetKeepsWhatIsNoControl(t *testing.T) {
	a := startApp(t, 120, 36, nil)
	a.press("p", "right", "v", "z")
	a.wants("Which λ has the lowest true error?")
	a.press("x")
	a.wants("‹ 20 ›", "Which λ has the lowest true error?")
	a.lacks("λ̂ =")
	if got := strings.Join(a.args(), " "); got != "--states 5 --hide --view panels --pin --states 5" {
		t.Errorf("%q", got)
	}
	a.press("u")
	a.wants("‹ 30 ›", "Which λ has the lowest true error?")
}

func TestHideSaysWhatItsKeyDoes(t *testing.T) {
	a := startApp(t, 120, 36, nil)
	a.wants("z hide")
	a.press("z")
	a.wants("z reveal")
	a.press("z")
	a.wants("z hide")
}

// TestPinOutOfSight says where the curve is.
func TestPinOutOfSight(t *testing.T) {
	a := startApp(t, 120, 36, nil)
	a.press("2", "p")
	a.wants("Pinned. The curve shows on Explore.")
	a.press("s", "p", "s", "p", "1")
	a.lacks("Pinned.")
	a.press("s", "p")
	a.wants("Pinned. The oldest of 3 pinned curves made room.")
}

// TestArgsOfCharts opens the app with the flags of another that shows a second
// chart, or a replay at its own speed.
func TestArgsOfCharts(t *testing.T) {
	for _, c := range []struct {
		domain string
		width  int
		keys   []string
		want   string
	}{
		{"", 60, []string{"o"}, "--states 5 --chart 2"},
		{"", 60, []string{"o", "o"}, "--states 5"},
		{"mountain-car", 60, []string{"o", "o"}, "--domain mountain-car --chart 3"},
		{"mountain-car", 120, []string{"o"}, "--domain mountain-car --chart 2"},
		{"", 80, []string{"2", "o"}, "--states 5 --page folds --chart 2"},
		{"", 80, []string{"2", "enter", "+", "+", "right"}, "--states 5 --page folds --step 1 --speed 10"},
	} {
		height := c.width * 3 / 10
		a := startApp(t, c.width, height, domainOf(t, c.domain))
		a.press(c.keys...)
		got := strings.Join(a.args(), " ")
		if got != c.want {
			t.Errorf("%s %d %q: %q, want %q", c.domain, c.width, c.keys, got, c.want)
		}
		b := startApp(t, c.width, height, func(config *Config) {
			var err error
			if config.State, err = state.Parse(a.args()); err != nil {
				t.Fatal(err)
			}
		})
		if again := strings.Join(b.args(), " "); again != got || b.check() != a.check() {
			t.Errorf("%q opens %q:\n%s\ninstead of\n%s", got, again, b.check(), a.check())
		}
	}
}

// TestTextLeafs by screens, and goes to its ends.
func TestTextLeafs(t *testing.T) {
	a := startApp(t, 60, 20, nil)
	a.press("?")
	a.wants("How to read Explore")
	a.press("space")
	a.lacks("How to read Explore")
	whole := a.overlays.Top().Text(a.styles, a.width-4)
	if top := strings.Split(a.check(), "\n")[1]; strings.TrimSpace(top) != strings.TrimSpace(ansi.Strip(whole[a.overlaySize().Rows-1])) {
		t.Errorf("%q is on top, want the last line of before", top)
	}
	a.press("end")
	a.wants("ctrl+z")
	a.press("pgup")
	a.lacks("ctrl+z")
	a.press("home")
	a.wants("How to read Explore")
}
