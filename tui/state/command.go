package state

import (
	"fmt"
	"slices"
	"strings"

	"lambdascope/sim/problem"
	"lambdascope/sim/settings"
	"lambdascope/sim/words"
	"lambdascope/tui/shell"
)

// Program is how a command line calls the app.
const Program = "lambdascope"

// Command returns the state that a line asks for. The line is a command that opens
// the app, such as Args makes, of a domain or of the file at hand, or its link; flags, which change
// the state at hand; or names of settings and options, each with its value: n 200. A
// name may be cut to what only one name begins with. Besides the problems that ship, those
// known can be named, and the one at hand.
func (s State) Command(line string, known ...*problem.Problem) (State, error) {
	args, err := shell.Split(line)
	switch {
	case IsLink(strings.TrimSpace(line)):
		args, err = ofLink(strings.TrimSpace(line))
	case err == nil && len(args) > 0 && args[0] == "ssh":
		args, err = remote(args)
	}
	if err != nil {
		return s, err
	}
	next := s
	if len(args) > 0 && args[0] == Program {
		if p := s.Settings.Problem.Problem; p != nil {
			known = append(slices.Clip(known), p)
		}
		next, err = s.opened(withoutPreferences(args[1:]), known)
	} else {
		next, err = s.changed(withoutPreferences(args), known)
	}
	if err != nil {
		return s, err
	}
	return next, nil
}

// changed returns the state with flags, or names and values.
func (s State) changed(args []string, known []*problem.Problem) (State, error) {
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		var err error
		if args, err = flagsOf(args); err != nil {
			return s, err
		}
	}
	return s.With(args, known...)
}

// remote returns the words of the command that ssh calls, which the shell at the other
// end splits again.
func remote(args []string) ([]string, error) {
	begins := func(word string) bool { return word == Program || strings.HasPrefix(word, Program+" ") }
	i := slices.IndexFunc(args, begins)
	if i < 0 {
		return nil, fmt.Errorf("want %s after ssh and its host", Program)
	}
	return shell.Split(strings.Join(args[i:], " "))
}

// opened returns the state that the app opens in with some arguments, of a domain, of a
// problem or of the file at hand.
func (s State) opened(args []string, known []*problem.Problem) (State, error) {
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		return State{}, fmt.Errorf("%s %s: want the command that opens the app, with flags alone", Program, shell.Escape(args[0]))
	}
	files, others := valuesOf("--data", args)
	switch {
	case files == nil:
		return Parse(args, known...)
	case !s.Settings.Recorded() || settings.JoinFiles(files) != s.Settings.File:
		return State{}, fmt.Errorf("data %s: to open another file, start %s --data FILE", shell.Join(files), Program)
	}
	start, err := s.Settings.Start()
	if err != nil {
		return State{}, err
	}
	return New(start).With(others)
}

// valuesOf returns the values of a flag among arguments, and the other arguments.
func valuesOf(flag string, args []string) (values, others []string) {
	for i := 0; i < len(args); i++ {
		name, value, joined := strings.Cut(args[i], "=")
		if name != flag {
			others = append(others, args[i])
			continue
		}
		if !joined && i+1 < len(args) {
			i++
			value = args[i]
		}
		values = append(values, value)
	}
	return values, others
}

// withoutPreferences leaves out the flags that say how the app looks: that stays as
// this terminal has it.
func withoutPreferences(args []string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		name, _, joined := strings.Cut(strings.TrimPrefix(args[i], "--"), "=")
		switch {
		case !strings.HasPrefix(args[i], "--") || preferenceValues(name) == nil:
			out = append(out, args[i])
		case !joined && name != "ascii":
			i++
		}
	}
	return out
}

// flagsOf returns the flags of names that values follow. A switch needs none.
func flagsOf(args []string) ([]string, error) {
	var out []string
	for i := 0; i < len(args); i++ {
		word, value, joined := strings.Cut(args[i], "=")
		name, isSwitch, err := named(word)
		if err != nil {
			return nil, err
		}
		if !joined {
			switch following := i+1 < len(args); {
			case following && (!isSwitch || args[i+1] == "true" || args[i+1] == "false"):
				i++
				value = args[i]
			case isSwitch:
				value = "true"
			default:
				return nil, fmt.Errorf("%s: want a value after it", name)
			}
		}
		out = append(out, "--"+name+"="+value)
	}
	return out, nil
}

// named returns the flag that a word names, and whether it is a switch.
func named(word string) (name string, isSwitch bool, err error) {
	var begin []string
	for _, n := range Names() {
		if n == word {
			begin = []string{n}
			break
		}
		if word != "" && strings.HasPrefix(n, word) {
			begin = append(begin, n)
		}
	}
	for _, f := range settings.Knobs() {
		if f.Short == word && word != "" {
			begin = []string{f.Name}
		}
	}
	switch len(begin) {
	case 0:
		return "", false, fmt.Errorf("%q: want a setting and its value, such as n 200, or a command that opens the app", shell.Escape(word))
	case 1:
		o, isOption := OptionNamed(begin[0])
		return begin[0], isOption && o.Kind == "", nil
	}
	return "", false, fmt.Errorf("%q: %s?", word, words.Or(begin))
}

// Names returns the names of all settings and options, which Command takes.
func Names() []string {
	var out []string
	for _, f := range settings.Knobs() {
		out = append(out, f.Name)
	}
	for _, o := range Options() {
		out = append(out, o.Name)
	}
	return out
}

// Completions returns the beginnings of commands that mean something in the state.
func (s State) Completions() []string {
	var out []string
	add := func(name string, values []string) {
		out = append(out, name+" ")
		for _, v := range values {
			out = append(out, name+" "+v)
		}
	}
	for _, f := range settings.Knobs() { // what is a whole name comes before what it begins
		if f.Short != "" && settings.Takes(f, s.Settings) {
			add(f.Short, nil)
		}
	}
	for _, f := range settings.Knobs() {
		switch {
		case !settings.Takes(f, s.Settings):
		case f.Choices != nil:
			add(f.Name, f.Choices(s.Settings))
		default:
			add(f.Name, nil)
		}
	}
	for _, o := range Options() {
		add(o.Name, o.Names)
	}
	return out
}
