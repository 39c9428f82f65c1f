package cli

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/must"
	"lambdascope/tui/chart"
	"lambdascope/tui/disk"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// preferencesSession has a configuration with a file of that content.
func preferencesSession(t *testing.T, content string) *session {
	t.Helper()
	s := appSession(t)
	s.ConfigFolder = "home/me/.config" // as names on a disk in memory are
	s.Files.(files)[filepath.Join(s.ConfigFolder, "lambdascope", "config.json")] = content
	return s
}

func TestPreferences(t *testing.T) {
	type look struct {
		theme    screen.Theme
		glyphs   chart.Glyphs
		mouseOff bool
	}
	const all = `{"theme": "light", "glyphs": "block", "mouse": "off"}`
	for _, c := range []struct {
		content, flags string
		want           look
		args           []string // of preferences, in the command that opens the view again
	}{
		{all, "", look{screen.ThemeLight, chart.Block, true}, nil},
		{`{"glyphs":"ascii"}`, "", look{screen.ThemeAuto, chart.Plain, false}, nil},
		{`{}`, "", look{}, nil},
		{`null`, "", look{}, nil},
		{all, "--theme dark", look{screen.ThemeDark, chart.Block, true}, []string{"--theme", "dark"}},
		{all, "--theme auto --mouse on", look{screen.ThemeAuto, chart.Block, false}, []string{"--theme", "auto", "--mouse", "on"}},
		{all, "--glyphs braille", look{screen.ThemeLight, chart.Braille, true}, []string{"--glyphs", "braille"}},
		{all, "--ascii", look{screen.ThemeLight, chart.Plain, true}, []string{"--glyphs", "ascii"}},
		{`{}`, "--mouse off", look{mouseOff: true}, []string{"--mouse", "off"}},
	} {
		s := preferencesSession(t, c.content)
		mustCall(t, s, strings.Fields(c.flags)...)
		if got := (look{s.shown.Theme, s.shown.Glyphs, s.shown.MouseOff}); got != c.want {
			t.Errorf("%s with %q: %+v, want %+v", c.content, c.flags, got, c.want)
		}
		if !slices.Equal(s.shown.PreferenceArgs, c.args) {
			t.Errorf("%s with %q: the command has %q, want %q", c.content, c.flags, s.shown.PreferenceArgs, c.args)
		}
		if wrong := strings.Contains(s.shown.Notice, "config.json"); wrong {
			t.Errorf("%s: %s", c.content, s.shown.Notice)
		}
	}
}

// TestWrongPreferences says what is wrong, and takes the rest.
func TestWrongPreferences(t *testing.T) {
	for content, want := range map[string]string{
		`{"theme": "drak", "mouse": "off"}`:             `config.json: theme "drak": want auto, dark, light or mono`,
		`{"glyphs": 3, "mouse": "off"}`:                 `config.json: glyphs 3: want braille, block or ascii`,
		`{"colour": "red", "mouse": "off"}`:             `config.json: "colour": want glyphs, mouse or theme`,
		`{"theme": null, "Theme": 1, "mouse": "off"}`:   `config.json: "Theme": want glyphs, mouse or theme; config.json: theme null: want auto, dark, light or mono`,
		`{"theme": {"a\u001b": [1]}, "mouse": "off"}`:   `config.json: theme {"a\u001b":[1]}: want auto`,
		"{\n\"theme\": \"dark\",\n\"mouse\": \"off\",}": `config.json: line 3: invalid character '}' looking for beginning of object key string: want a JSON object such as {"theme": "dark"}`,
		`["off"]`: `config.json: is no JSON object: want`,
		``:        `config.json: line 1: unexpected end of JSON input`,
	} {
		s := preferencesSession(t, content)
		mustCall(t, s)
		if !strings.HasPrefix(s.shown.Notice, want) {
			t.Errorf("%s: says %q, want %q", content, s.shown.Notice, want)
		}
		if rest := strings.HasSuffix(content, `"mouse": "off"}`); s.shown.MouseOff != rest {
			t.Errorf("%s: mouse off is %v", content, s.shown.MouseOff)
		}
	}
}

// TestPreferencesThatCannotBeRead is no obstacle either.
func TestPreferencesThatCannotBeRead(t *testing.T) {
	s := appSession(t)
	s.Files, s.ConfigFolder = disk.OS{}, t.TempDir()
	name := filepath.Join(s.ConfigFolder, "lambdascope", "config.json")
	mustCall(t, s, "-n", "5")
	if s.shown.Notice != "" {
		t.Errorf("a file that is not there: %q", s.shown.Notice)
	}
	mustMake(t, name)
	mustCall(t, s, "-n", "5")
	if want := name + ": is no file"; s.shown.Notice != want {
		t.Errorf("says %q, want %q", s.shown.Notice, want)
	}
}

// TestSandboxHasNoPreferences and writes nothing.
func TestSandboxHasNoPreferences(t *testing.T) {
	s := preferencesSession(t, `{"theme":"light"}`)
	s.Files, s.Folder = nil, "/home/me"
	mustCall(t, s, "-n", "5")
	if s.shown.Theme != screen.ThemeAuto || s.shown.Notice != "" || s.shown.Files != nil {
		t.Errorf("config %+v", s.shown)
	}
}

// TestFirstVisit: without a flag that chooses settings the app opens on ones with
// something to see; with one, on the paper's.
func TestFirstVisit(t *testing.T) {
	s := appSession(t)
	mustCall(t, s)
	if s.shown.Welcome != firstVisit {
		t.Errorf("says %q", s.shown.Welcome)
	}
	opening := must.Have(state.Opening())(t)
	for args, first := range map[string]bool{"": true, "--theme dark": true, "--ascii": true, "--hide": false, "--page folds": false} {
		mustCall(t, s, strings.Fields(args)...)
		if s.shown.Settings != opening || (s.shown.Welcome == firstVisit) != first {
			t.Errorf("%s: opens on %v, says %q", args, s.shown.Settings.Args(), s.shown.Welcome)
		}
	}
	for _, args := range []string{"-n 20", "--states 5", "--domain random-walk", "--hide --seed 1"} {
		mustCall(t, s, strings.Fields(args)...)
		if s.shown.Settings.Problem.States != 5 || s.shown.Settings.Problem.Features != "1-hot" || s.shown.Welcome != "" {
			t.Errorf("%s: opens on %v, says %q", args, s.shown.Settings.Args(), s.shown.Welcome)
		}
	}
}
