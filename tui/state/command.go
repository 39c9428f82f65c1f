package state

import (
	"fmt"
	"slices"
	"strings"

	"lambdascope/sim/problem"
	"lambdascope/sim/settings"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/shell"
)

// Program is the name of the program in command lines.
const Program = "lambdascope"

// Command returns the state after a typed line. The line is a command that opens the app, in
// the form of Args, or its link; or flags, which change s; or names of knobs, each with a value,
// such as n 200. A unique prefix of a name is enough. The line can name the problems that ship,
// the known ones, and the open problem or file.
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
	read := func(f *AppFlags, from Sources) (State, error) { return f.Change(s, from) }
	switch {
	case len(args) == 0:
		return s, nil
	case args[0] == Program:
		args = args[1:]
		read = (*AppFlags).Open
		if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
			return s, fmt.Errorf("%s %s: want the command that opens the app, with flags alone", Program, shell.Escape(args[0]))
		}
	case !strings.HasPrefix(args[0], "-"):
		if args, err = flagsOf(args); err != nil {
			return s, err
		}
	}
	next, err := parseWith(args, sources{known, s.Settings}, read)
	if err != nil {
		return s, err
	}
	return next, nil
}

// remote returns the words of the command after ssh and a host. It splits the words again, because
// the remote shell does.
func remote(args []string) ([]string, error) {
	begins := func(word string) bool { return word == Program || strings.HasPrefix(word, Program+" ") }
	i := slices.IndexFunc(args, begins)
	if i < 0 {
		return nil, fmt.Errorf("want %s after ssh and its host", Program)
	}
	return shell.Split(strings.Join(args[i:], " "))
}

// flagsOf turns names and values into flags. A switch needs no value.
func flagsOf(args []string) ([]string, error) {
	var out []string
	for i := 0; i < len(args); i++ {
		word, value, joined := strings.Cut(args[i], "=")
		k, err := named(word)
		if err != nil {
			return nil, err
		}
		if !joined {
			switch following := i+1 < len(args); {
			case following && (!k.Switch || args[i+1] == "true" || args[i+1] == "false"):
				i++
				value = args[i]
			case k.Switch:
				value = "true"
			default:
				return nil, fmt.Errorf("%s: want a value after it", k.Name)
			}
		}
		out = append(out, "--"+k.Name+"="+value)
	}
	return out, nil
}

// named returns the knob that a word means.
func named(word string) (Knob, error) {
	found := settings.Matching(Knobs(), word)
	switch len(found) {
	case 0:
		return Knob{}, fmt.Errorf("%q: want a setting and its value, such as n 200, or a command that opens the app", shell.Escape(word))
	case 1:
		return found[0], nil
	}
	var names []string
	for _, k := range found {
		names = append(names, k.Name)
	}
	return Knob{}, fmt.Errorf("%q: %s?", word, textfmt.Or(names))
}
