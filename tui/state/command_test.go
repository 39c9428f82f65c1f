package state

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
	"lambdascope/tui/shell"
)

// TestCommand changes a state by lines as people type them.
func TestCommand(t *testing.T) {
	s := New(walk(t))
	s.Settings.Gamma, s.Hidden = .5, true
	for line, want := range map[string]string{
		"n 200":                    "--domain random-walk --states 5 -n 200 --gamma 0.5 --hide",
		"γ 0.9":                    "--gamma 0.9 --hide",
		"lambdas 0:1:0.5":          "--lambdas 0,0.5,1 --gamma 0.5 --hide",
		"feat dependent":           "--features dependent --gamma 0.5 --hide",
		"hide false":               "--gamma 0.5",
		"page figures:gamma":       "--gamma 0.5 --page figures:gamma --hide",
		"cursor 0.5":               "--gamma 0.5 --cursor 0.5 --hide",
		"step 3":                   "--gamma 0.5 --page folds --step 3 --hide",
		"--gamma 0.9 -n5":          "--gamma 0.9 -n 5 --hide",
		"lambdascope -n 50":        "-n 50",
		"lambdascope":              "",
		"domain 2048":              "--domain 2048 --hide",
		"":                         "--gamma 0.5 --hide",
		"lambdascope --theme dark": "",
		"lambdascope --theme light --ascii --mouse=off -n 7": "-n 7",
		"ssh -t -p 2222 host lambdascope -n 8":               "-n 8",
		`ssh -t host "lambdascope --pin '-n 9' -n 10"`:       "-n 10 --pin '-n 9'",
	} {
		words := testutil.Get(shell.Split(want))(t)
		wanted := testutil.Get(Parse(words))(t)
		if got, err := s.Command(line); err != nil || got != wanted {
			t.Errorf("%s: %v, %v, want %v", line, got.Args(), err, wanted.Args())
		}
	}
	for line, want := range map[string]string{
		"x 3":             `"x": want a setting and its value, such as n 200`,
		"t 3":             `"t": target, trajectories, tail, trials or trajectory?`,
		"n":               "trajectories: want a value after it",
		"n 1":             "trajectories 1: want a whole number",
		"n 'five":         "",
		"lambdascope run": "lambdascope run: want the command that opens the app",
		"ssh -t host ls":  "want lambdascope after ssh",
		"page figures:e":  `page "figures:e": want a chart of figures: a, b`,
		"--colour red":    "colour",
	} {
		if got, err := s.Command(line); err == nil || !strings.Contains(err.Error(), want) || got != s {
			t.Errorf("%s: %v, want %s, and the state as it was", line, err, want)
		}
	}
}

// TestCommandOfAFile parses the command that the app copies for a file.
func TestCommandOfAFile(t *testing.T) {
	for _, names := range [][]string{{"my data.csv"}, {"a.csv", "all/*.npz"}} {
		commandOfAFile(t, settings.File{Name: settings.JoinFiles(names), Hash: "h", Trajectories: 30})
	}
}

func commandOfAFile(t *testing.T, file settings.File) {
	s := New(settings.FileDefaults(file))
	s.Settings.Trajectories, s.Cursor = 7, Some(.5)
	pinned, walk := s.Settings, walk(t)
	pinned.Gamma = .5
	s.Pins = s.Pins.With(pinned).With(walk) // of the file too
	line := shell.Join(append([]string{Program}, s.Args()...))
	if got, err := New(settings.FileDefaults(file)).Command(line); err != nil || got != s {
		t.Errorf("%s: %+v, %v, want %+v", line, got, err, s)
	}
	if _, err := s.Command(strings.Replace(line, "--pin '--data", "--pin '--data other --data", 1)); err == nil || !strings.Contains(err.Error(), "the file that is open") {
		t.Errorf("%v", err)
	}
	if _, err := s.Command("states 5"); err == nil || err.Error() != "--states does not apply to "+s.Settings.SourceLabel() {
		t.Errorf("%v", err)
	}
}

// FuzzCommand: whatever is typed, the state is as it was or can be written and read
// again.
func FuzzCommand(f *testing.F) {
	for _, line := range []string{"n 200", "lambdascope -n 5 --pin '-n 3'", "ssh -t host \"lambdascope -n 5\"", "--data x", "'", "hide"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		s := New(walk(t))
		next, err := s.Command(line)
		if err != nil {
			if next != s {
				t.Errorf("%q: another state with %v", line, err)
			}
			return
		}
		if again, err := Parse(next.Args()); err != nil || again.Settings != next.Settings {
			t.Errorf("%q: %+v is written as %q, which is %+v, %v", line, next, next.Args(), again, err)
		}
	})
}

// TestLink writes and reads addresses.
func TestLink(t *testing.T) {
	for words, want := range map[string][2]string{
		"":                                      {"/", ""},
		"--domain 2048 --trajectories 200":      {"/?domain=2048&n=200", "--domain=2048 -n=200"},
		"-n 5 --hide --page trials:values":      {"/?n=5&hide&page=trials:values", "-n=5 --hide --page=trials:values"},
		"--lambdas 0:1:0.1,0.95":                {"/?lambdas=0:1:0.1,0.95", "--lambdas=0:1:0.1,0.95"},
		"--pin '--domain 2048 -n 5' --pin '&='": {"/?pin=--domain+2048+-n+5&pin=%26%3D", "'--pin=--domain 2048 -n 5' '--pin=&='"},
		"--still --ascii -n 5":                  {"/?still&ascii&n=5", "--still --ascii -n=5"},
		"lesson trace --at 3":                   {"/lesson/trace?at=3", "lesson trace --at=3"},
		"lesson 'a/b'":                          {"/lesson/a%2Fb", "lesson a/b"},
	} {
		split := testutil.Get(shell.Split(words))(t)
		const base = "https://host:8443"
		link, ok := Link(base, split)
		if !ok || link != base+want[0] {
			t.Errorf("%s: %q, want %q", words, link, base+want[0])
		}
		back, err := linkWords(link)
		wanted, _ := shell.Split(want[1])
		if err != nil || !slices.Equal(back, wanted) {
			t.Errorf("%s: %q (%v), want %q", link, back, err, wanted)
		}
	}
	for _, words := range [][]string{{"present", "secret"}, {"run"}, {"lesson", "trace", "more"}} {
		if link, ok := Link("", words); ok {
			t.Errorf("%q has the link %s", words, link)
		}
	}
	for link, want := range map[string]string{
		"/present/secret": "nowhere",
		"/run":            "nowhere",
		"/lesson/--print": "nowhere",
		"/?-n=5":          "want the name of a flag",
		"/?n=%":           "want the name of a flag",
	} {
		if words, err := linkWords(link); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q, %v, want %q", link, words, err, want)
		}
	}
}

func linkWords(link string) ([]string, error) {
	at, err := url.Parse(link)
	if err != nil { // in the server net/http has parsed the URL already
		at = &url.URL{Path: "/", RawQuery: strings.TrimPrefix(link, "/?")}
	}
	return LinkWords(at)
}

// TestLinkHolds: a link holds the words of any command.
func TestLinkHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		argument := rapid.StringMatching(`[^\-].{0,20}`).Draw(t, "argument")
		value := rapid.StringN(1, 30, -1).Draw(t, "value")
		words := []string{"lesson", argument, "--name=" + value}
		link, ok := Link("http://host", words)
		at, err := url.Parse(link)
		if !ok || err != nil {
			t.Fatalf("%q: %v", link, err)
		}
		if back, err := LinkWords(at); err != nil || !slices.Equal(back, words) {
			t.Fatalf("%q becomes %q through %q (%v)", words, back, link, err)
		}
	})
}
