package state

import (
	"strings"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/shell"
)

// TestCommand changes a state by lines as people type them.
func TestCommand(t *testing.T) {
	s := New(walk(t))
	s.Settings.Gamma, s.Hidden = .5, true
	for line, want := range map[string]string{
		"n 200":                    "--domain random-walk --states 5 -n 200 --gamma 0.5 --hide",
		"n=200 seed 3":             "-n 200 --seed 3 --gamma 0.5 --hide",
		"lambdas 0:1:0.5":          "--lambdas 0,0.5,1 --gamma 0.5 --hide",
		"feat dependent":           "--features dependent --gamma 0.5 --hide",
		"hide false":               "--gamma 0.5",
		"cursor 0.5":               "--gamma 0.5 --cursor 0.5 --hide",
		"page folds":               "--gamma 0.5 --page folds --hide",
		"step 3":                   "--gamma 0.5 --page folds --step 3 --hide",
		"--gamma 0.9 -n5":          "--gamma 0.9 -n 5 --hide",
		"lambdascope -n 50":        "-n 50",
		"lambdascope":              "",
		"domain 2048":              "--domain 2048 --hide",
		"max-steps 20":             "--max-steps 20 --gamma 0.5 --hide",
		"":                         "--gamma 0.5 --hide",
		"lambdascope --theme dark": "",
		"lambdascope --ascii --glyphs=block -n 7":      "-n 7",
		"ssh -t -p 2222 host lambdascope -n 8":         "-n 8",
		`ssh -t host "lambdascope --pin '-n 9' -n 10"`: "-n 10 --pin '-n 9'",
	} {
		words := must.Have(shell.Split(want))(t)
		wanted := must.Have(Parse(words))(t)
		if got, err := s.Command(line, analysis.File{}); err != nil || got != wanted {
			t.Errorf("%s: %v, %v, want %v", line, got.Args(analysis.File{}), err, wanted.Args(analysis.File{}))
		}
	}
	for line, want := range map[string]string{
		"x 3":                      `"x": want a setting and its value, such as n 200`,
		"t 3":                      `"t": target, trajectories, tail, trials, trajectory or trials-chart?`,
		"n":                        "trajectories: want a value after it",
		"n 1":                      "trajectories 1: want a whole number",
		"n 'five":                  "",
		"gamma 2":                  "gamma 2: want 0 ≤ γ ≤ 1",
		"lambdascope run":          "lambdascope run: want the command that opens the app",
		"lambdascope --data f.csv": "data f.csv: to open another file, start",
		"ssh -t host ls":           "want lambdascope after ssh",
		"view wide":                `view "wide": want level or panels`,
		"--colour red":             "colour",
	} {
		if got, err := s.Command(line, analysis.File{}); err == nil || !strings.Contains(err.Error(), want) || got != s {
			t.Errorf("%s: %v, want %s, and the state as it was", line, err, want)
		}
	}
}

// TestCommandOfAFile takes what the app copies while it shows a file.
func TestCommandOfAFile(t *testing.T) {
	for _, names := range [][]string{{"my data.csv"}, {"a.csv", "all/*.npz"}} {
		commandOfAFile(t, analysis.File{Name: analysis.JoinFiles(names), Hash: "h", Trajectories: 30})
	}
}

func commandOfAFile(t *testing.T, file analysis.File) {
	s := New(analysis.FileDefaults(file))
	s.Settings.Trajectories, s.Cursor = 7, Some(.5)
	pinned, walk := s.Settings, walk(t)
	pinned.Gamma = .5
	s.Pins = s.Pins.With(pinned).With(walk) // of the file too
	line := shell.Join(append([]string{Program}, s.Args(file)...))
	if got, err := New(analysis.FileDefaults(file)).Command(line, file); err != nil || got != s {
		t.Errorf("%s: %+v, %v, want %+v", line, got, err, s)
	}
	if _, err := s.Command(strings.Replace(line, "--pin '--data", "--pin '--data other --data", 1), file); err == nil || !strings.Contains(err.Error(), "the file that is open") {
		t.Errorf("%v", err)
	}
	if _, err := s.Command("states 5", file); err == nil || err.Error() != "states does not apply to a file" {
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
		next, err := s.Command(line, analysis.File{})
		if err != nil {
			if next != s {
				t.Errorf("%q: another state with %v", line, err)
			}
			return
		}
		if again, err := Parse(next.Args(analysis.File{})); err != nil || again.Settings != next.Settings {
			t.Errorf("%q: %+v is written as %q, which is %+v, %v", line, next, next.Args(analysis.File{}), again, err)
		}
	})
}
