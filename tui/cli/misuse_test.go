package cli

import (
	"strings"
	"testing"
	"unicode"
)

func TestWrongUse(t *testing.T) {
	run := func(args ...string) []string { return append([]string{"run"}, args...) }
	for _, c := range []struct {
		name string
		args []string
		code int
		want string // a part of the message
	}{
		{"unknown command", []string{"rnu"}, 2, `unknown command "rnu": did you mean run?`},
		{"unknown command like none", []string{"xyzzy"}, 2, "want check, compare, completion, guide, lesson, man, predict, run, shard, simulate, study or truth, or none for the terminal app"},
		{"unknown command with flags", []string{"rnu", "--folds", "--gamma", "0.5"}, 2, "did you mean run?"},
		{"argument", run("walk.jsonl"), 2, "--data FILE"},
		{"help of nothing", []string{"help", "nothing"}, 2, "want check, compare, completion, guide, lesson, man, predict, run, shard, simulate, study or truth"},
		{"unknown shell", []string{"completion", "tcsh"}, 2, "want bash, fish, powershell or zsh"},

		{"unknown flag", run("--gama", "1"), 2, "did you mean --gamma?"},
		{"beginning of a flag", run("--lambda", "1"), 2, "did you mean --lambdas?"},
		{"unknown flag like none", run("--zzzzzz"), 2, "see lambdascope run --help"},
		{"unknown letter", run("-q"), 2, "unknown flag -q (see lambdascope run --help)"},
		{"one dash", run("-gamma", "1"), 2, "did you mean --gamma?"},
		{"one dash, value", run("-gamma=1"), 2, "did you mean --gamma?"},
		{"flag of run", []string{"--format", "json"}, 2, "it belongs to lambdascope run"},
		{"flag of the app", run("--cursor", "0"), 2, "it belongs to lambdascope,"},
		{"no value", run("--gamma"), 2, "--gamma needs a value: discount γ, 0 to 1"},
		{"no value, letter", run("-n"), 2, "--trajectories needs a value"},
		{"flag syntax", run("--=1"), 2, "see lambdascope run --help"},
		{"switch", run("--folds=maybe"), 2, "want true or false"},
		{"format", run("--format", "xml"), 2, `format "xml": want table, json or csv`},
		{"folds in csv", run("--folds", "--format", "csv"), 2, "format csv with --folds: want json or table"},
		{"refine in csv", run("--format", "csv", "--refine"), 2, "format csv with --refine: want json or table"},
		{"maps of run", run("--maps", "1-hot"), 2, "unknown flag --maps: want lambdascope compare maps (see lambdascope compare --help)"},
		{"ridges of run", run("--ridges=0,1"), 2, "want lambdascope compare ridges"},
		{"selectors of run", run("--selectors", "all"), 2, "want lambdascope compare selectors"},
		{"nested of run", run("--nested", "5"), 2, "unknown flag --nested: it belongs to lambdascope compare maps"},
		{"folds of the app", []string{"--folds"}, 2, "it belongs to lambdascope run"},
		{"refine of the app", []string{"--refine"}, 2, "it belongs to lambdascope run"},

		{"domain", run("--domain", "mars"), 2, `domain "mars": want random-walk`},
		{"no domain", run("--domain", ""), 2, "want random-walk"},
		{"states", run("--states", "4"), 2, "want an odd number from 3 to 51"},
		{"states, text", run("--states", "many"), 2, "want an odd number from 3 to 51"},
		{"features", run("--features", "tiles"), 2, "want 1-hot or dependent"},
		{"no features", run("--features", ""), 2, "want the name of a feature map"},
		{"trajectories", run("-n", "1"), 2, "2 to 100000"},
		{"trajectories, too many", run("-n", "100001"), 2, "2 to 100000"},
		{"gamma", run("--gamma", "1.2"), 2, "gamma 1.2: want 0 ≤ γ ≤ 1"},
		{"gamma, negative", run("--gamma", "-0.1"), 2, "gamma -0.1: want 0 ≤ γ ≤ 1"},
		{"gamma, NaN", run("--gamma", "nan"), 2, "want 0 ≤ γ ≤ 1"},
		{"lambda", run("--lambdas", "0,2"), 2, "lambda 2: want 0 ≤ λ ≤ 1"},
		{"grid", run("--lambdas", "0:1"), 2, "such as 0:1:0.1"},
		{"empty grid", run("--lambdas", ""), 2, "such as 0:1:0.1"},
		{"grid too long", run("--lambdas", "0:1:0.0001"), 2, "1001"},
		{"ridge", run("--ridge", "-1"), 2, "ridge -1: want a number ≥ 0"},
		{"weighting", run("--weighting", "episode"), 2, "want step or trajectory"},
		{"tail", run("--tail", "cut"), 2, `tail "cut": want none or bootstrap`},
		{"method", run("--method", "fast"), 2, "want auto"},
		{"seed", run("--seed", "-1"), 2, "want a whole number from 0"},
		{"max steps", run("--max-steps", "0"), 2, "want a whole number, 1 to 10000000"},
		{"last counts", run("--gamma", "0.5", "--gamma", "7"), 2, "gamma 7"},
		{"a line break", run("--gamma", "1\n2\x1b[2J"), 2, `gamma 1\n2\x1b[2J: want`},

		{"two sources", run("--data", "walk.jsonl", "--domain", "random-walk"), 2, "want one source, a domain or a file"},
		{"states of a file", run("--data", "walk.jsonl", "--states", "7"), 2, "--states does not apply to walk.jsonl"},
		{"features of a file", run("--data", "walk.jsonl", "--features", "1-hot"), 2, "want identity, poly:2"},
		{"seed of a file", run("--data", "walk.jsonl", "--seed", "2"), 2, "--seed does not apply to walk.jsonl"},
		{"max steps of a file", run("--max-steps", "9", "--data", "walk.jsonl"), 2, "--max-steps does not apply to walk.jsonl"},
		{"too many for a file", run("--data", "walk.jsonl", "-n", "5"), 2, "want 2 to 4, as many as walk.jsonl has"},
		{"flag before file", run("--data", "missing.jsonl", "--gamma", "2"), 2, "want 0 ≤ γ ≤ 1"},
		{"no file name", run("--data", ""), 2, "want the name of a file"},
		{"missing file", run("--data", "missing.jsonl"), 1, `data "missing.jsonl": no such file or directory; want a file of trajectories`},
		{"damaged file", run("--data", "bad.jsonl"), 1, "bad.jsonl: line 2: observations[1]: 1 number: want 2"},
		{"empty input", run("--data", "-"), 1, "standard input: no episodes: want at least 2"},

		{"not a terminal", nil, 2, "standard output is not a terminal, which the app needs; for results without one: lambdascope run"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSession(t)
			code := s.call(c.args...)
			checkFailure(t, s, code, c.code, c.want)
		})
	}
}

// checkFailure checks that a command failed as it should: with one line that
// says why, on the one stream, and nothing on the other.
func checkFailure(t *testing.T, s *session, code, wantCode int, want string) {
	t.Helper()
	message := s.err.String()
	if code != wantCode {
		t.Errorf("exit %d, want %d", code, wantCode)
	}
	if s.out.Len() > 0 {
		t.Errorf("on standard output: %q", s.out.String())
	}
	if !strings.HasPrefix(message, "lambdascope: ") || !strings.Contains(message, want) {
		t.Errorf("message %q, want %q in it", message, want)
	}
	if strings.IndexFunc(message, unicode.IsControl) != len(message)-1 {
		t.Errorf("message %q, want one line", message)
	}
}

func TestWrongUseOfTheApp(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"cursor", []string{"--cursor", "2"}, `cursor "2": want a number, 0 ≤ λ ≤ 1`},
		{"cursors", []string{"--cursor", "0,1"}, "want a number, 0 ≤ λ ≤ 1"},
		{"view", []string{"--view", "3d"}, `view "3d": want level or panels`},
		{"theme", []string{"--theme", "pink"}, "want auto, dark, light or mono"},
		{"glyphs", []string{"--glyphs", "emoji"}, "want braille, block or ascii"},
		{"two glyphs", []string{"--ascii", "--glyphs", "block"}, "want one of the two"},
		{"standard input", []string{"--data", "-"}, "lambdascope run --data -"},
		{"gamma", []string{"--gamma", "2"}, "want 0 ≤ γ ≤ 1"},
		{"two sources", []string{"--data", "walk.jsonl", "--domain", "random-walk"}, "want one source"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSession(t)
			s.Terminal = Terminal{In: true, Out: true}
			code := s.call(c.args...)
			checkFailure(t, s, code, 2, c.want)
			if s.shown.Engine != nil {
				t.Error("the app was opened")
			}
		})
	}
	t.Run("no keyboard", func(t *testing.T) {
		s := newSession(t)
		s.Terminal.Out = true
		checkFailure(t, s, s.call(), 2, "standard input is not a terminal")
	})
}

// TestErrorsOfTheDataNameTheFile has rewards whose squares overflow.
func TestErrorsOfTheDataNameTheFile(t *testing.T) {
	huge := strings.Repeat(`{"observations":[[1],[1]],"rewards":[1e200],"terminated":true}`+"\n", 2)
	for name, called := range map[string]string{"huge.jsonl": "huge.jsonl", "-": "standard input"} {
		s := newSession(t)
		s.Files, s.In = files{"huge.jsonl": huge}, strings.NewReader(huge)
		checkFailure(t, s, s.call("run", "--data", name), 1, "lambdascope: "+called+": trajectory 0")
	}
}

func TestNoFilesInTheSandbox(t *testing.T) {
	for _, name := range []string{"walk.jsonl", "-"} {
		s := newSession(t)
		s.Files = nil
		checkFailure(t, s, s.call("run", "--data", name), 2, "files can't be read in this session; want --domain random-walk")
	}
}

func TestMessagesInASCII(t *testing.T) {
	s := newSession(t)
	checkFailure(t, s, s.call("run", "--ascii", "--gamma", "2"), 2, "want 0 <= gamma <= 1")
}
