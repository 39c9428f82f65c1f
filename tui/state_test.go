package tui

import (
	"strings"
	"testing"

	"lambdascope/tui/state"
)

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
		a.took, b.took = 0, 0
		if again := strings.Join(b.args(), " "); again != got || b.check() != a.check() {
			t.Errorf("%q opens %q:\n%s\ninstead of\n%s", got, again, b.check(), a.check())
		}
	}
}
