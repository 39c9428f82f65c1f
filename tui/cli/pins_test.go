package cli

import (
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
)

// appSession is a session at a terminal.
func appSession(t *testing.T) *session {
	t.Helper()
	s := newSession(t)
	s.Terminal = Terminal{In: true, Out: true, Width: 80}
	return s
}

func TestPins(t *testing.T) {
	s := appSession(t)
	mustCall(t, s, "--states", "7", "--pin", "--gamma 0.5", "--pin", "--domain 2048 --features 'tiles+bias'", "--pin", "")
	pins := s.shown.Pins.List()
	if len(pins) != 3 || pins[0].Gamma != .5 || pins[0].Problem.States != 5 || // from the defaults, not from what is beside it
		pins[1].Problem.Domain != "2048" || pins[1].Problem.Features != "tiles+bias" ||
		!slices.Equal(pins[2].Args(), []string{"--states", "5"}) {
		t.Errorf("pins %+v", pins)
	}
	mustCall(t, s, "--data", "walk.jsonl", "--pin", "--data walk.jsonl -n 3", "--pin", "-n 50", "--pin", "--data walk.jsonl -n 3 ")
	pins = s.shown.Pins.List()
	if len(pins) != 2 || pins[0].File != "walk.jsonl" || pins[0].Hash != s.shown.Settings.Hash || pins[0].Trajectories != 3 || pins[1].Recorded() || pins[1].Trajectories != 50 {
		t.Errorf("pins %+v, want each once", pins)
	}
}

// TestPinsRoundTrip writes pins as the app does, through the quotes of a shell, and
// reads them back.
func TestPinsRoundTrip(t *testing.T) {
	const odd = "it's a \"file\" $HOME \\ 見本\n.jsonl"
	walk := func(change ...func(*analysis.Settings)) []string {
		s := must.Have(analysis.Defaults(""))(t)
		for _, c := range change {
			c(&s)
		}
		return s.Args()
	}
	for _, c := range []struct {
		main []string
		pins [][]string
	}{
		{nil, [][]string{walk(func(s *analysis.Settings) { s.Gamma, s.Seed = .1234567890123, 1<<64-1 })}},
		{nil, [][]string{walk(func(s *analysis.Settings) { s.Lambdas = "0,0.1,0.7:0.9:0.05" }), walk(), {"--domain", "mountain-car", "--start", "uniform"}}},
		{[]string{"--data", odd}, [][]string{{"--data", odd, "--gamma", "0.5"}, {"--data", odd}, {"--states", "5", "--trajectories", "7"}}},
	} {
		s := appSession(t)
		s.Files.(files)[odd] = walkFile(t)
		args := slices.Clone(c.main)
		for _, p := range c.pins {
			args = append(args, "--"+pinFlag, shell.Join(p))
		}
		words, err := shell.Split(commandLine(args)) // as a shell reads what the app printed
		if err != nil {
			t.Fatal(err)
		}
		mustCall(t, s, words[1:]...)
		if len(s.shown.Pins.List()) != len(c.pins) {
			t.Fatalf("%q: %d pins", args, len(s.shown.Pins.List()))
		}
		for i, p := range s.shown.Pins.List() {
			got := p.Args()
			if p.Recorded() {
				got = p.ArgsOf(s.shown.Data.File())
			}
			if !slices.Equal(got, c.pins[i]) {
				t.Errorf("%q came back as %q", c.pins[i], got)
			}
			if want, err := s.Engine.Check(p); err != nil || want != p {
				t.Errorf("%q: not in the usual form, %v", got, err)
			}
		}
	}
}

func TestWrongPins(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"value", []string{"--pin", "--gamma 2"}, `pin "--gamma 2": gamma 2: want 0 ≤ γ ≤ 1`},
		{"no value", []string{"--pin", "-n"}, `pin "-n": --trajectories needs a value`},
		{"a flag of the app", []string{"--pin", "--theme dark"}, `unknown flag --theme: want flags of settings alone, such as --gamma 0.9`},
		{"a letter", []string{"--pin", "-x"}, `unknown flag -x: want flags of settings alone`},
		{"an argument", []string{"--pin", "walk"}, `argument "walk": want flags of settings alone`},
		{"help", []string{"--pin", "--help"}, `pin "--help": want flags of settings alone`},
		{"a quote", []string{"--pin", "--features 'x"}, `a quote is left open`},
		{"a control character", []string{"--pin", "--gamma 2\n3\x1b[2J"}, `argument "3\x1b[2J"`},
		{"four", []string{"--pin", "", "--pin", "", "--pin", "", "--pin", ""}, "pin given 4 times: want at most 3"},
		{"another file", []string{"--data", "walk.jsonl", "--pin", "--data bad.jsonl"}, `pin "--data bad.jsonl": data "bad.jsonl": want "walk.jsonl", the file that is open`},
		{"a file alone", []string{"--pin", "--data walk.jsonl"}, `data "walk.jsonl": want --data with this file outside of --pin too`},
		{"two sources", []string{"--data", "walk.jsonl", "--pin", "--data walk.jsonl --domain 2048"}, "want one source, a domain or a file"},
		{"more than the file has", []string{"--data", "walk.jsonl", "--pin", "--data walk.jsonl -n 9"}, "want 2 to 4, as many as walk.jsonl has"},
		{"of a file", []string{"--data", "walk.jsonl", "--pin", "--data walk.jsonl --seed 9"}, "--seed does not apply to walk.jsonl"},
		{"before the file", []string{"--data", "missing.jsonl", "--pin", "--zzz"}, "unknown flag --zzz"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := appSession(t)
			checkFailure(t, s, s.call(c.args...), ExitMisuse, c.want)
		})
	}
}

func TestAsManyPinsAsTheAppHas(t *testing.T) {
	s := appSession(t)
	mustCall(t, s, strings.Fields(strings.Repeat("--pin -n5 ", state.MaxPins))...)
	if len(s.shown.Pins.List()) != 1 {
		t.Errorf("equal pins: %d", len(s.shown.Pins.List()))
	}
}
