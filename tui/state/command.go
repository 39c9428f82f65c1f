package state

import (
	"errors"
	"fmt"
	"net/url"
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
	if IsLink(strings.TrimSpace(line)) {
		args, err = ofLink(strings.TrimSpace(line))
	} else if err == nil && len(args) > 0 && args[0] == "ssh" {
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
func flagsOf(args []string) (out []string, err error) {
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

// linked returns the commands with a link, each with at most one argument.
func linked() []string { return []string{"lesson", "guide"} }

// Link returns the address of a command on a server with a base address: /?domain=2048&n=200
// for --domain 2048 -n 200, /lesson/NAME for lesson NAME. It reports false for a command without a
// link.
func Link(base string, words []string) (link string, ok bool) {
	link = strings.TrimSuffix(base, "/")
	if len(words) > 0 && !strings.HasPrefix(words[0], "-") {
		if !slices.Contains(linked(), words[0]) {
			return "", false
		}
		link += "/" + words[0]
		words = words[1:]
		if len(words) > 0 && !strings.HasPrefix(words[0], "-") {
			link += "/" + url.PathEscape(words[0])
			words = words[1:]
		}
	} else {
		link += "/"
	}
	sign := "?"
	for len(words) > 0 {
		name, value, joined := strings.Cut(strings.TrimLeft(words[0], "-"), "=")
		if !strings.HasPrefix(words[0], "-") {
			return "", false
		}
		words = words[1:]
		if !joined && !isSwitch(name) && len(words) > 0 {
			value = words[0]
			words = words[1:]
		}
		link += sign + shortest(name)
		if sign = "&"; value != "" {
			link += "=" + escape(value)
		}
	}
	return link, true
}

// isSwitch reports whether a flag has no value.
func isSwitch(name string) bool {
	if k, ok := KnobNamed(name); ok {
		return k.Switch
	}
	for _, k := range PreferenceKnobs() {
		if k.Name == name {
			return k.Switch
		}
	}
	return false
}

// shortest returns the shortest name of a flag.
func shortest(name string) string {
	if k, ok := KnobNamed(name); ok && k.Short != "" {
		return k.Short
	}
	return name
}

// escape escapes a value of a query, except for the characters of a λ grid, to keep it legible.
func escape(value string) string {
	return strings.NewReplacer("%3A", ":", "%2C", ",", "%2F", "/").Replace(url.QueryEscape(value))
}

// IsLink reports whether a text is an address.
func IsLink(text string) bool {
	return strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "http://")
}

// ofLink returns the command of a link.
func ofLink(link string) ([]string, error) {
	to, err := url.Parse(link)
	if err != nil {
		return nil, errors.New("the address can't be read")
	}
	words, err := LinkWords(to)
	return append([]string{Program}, words...), err
}

// LinkWords returns the words of a link's command without the name of the program. The command
// checks the flags.
func LinkWords(link *url.URL) (words []string, err error) {
	odd := errors.New("the address leads nowhere")
	for i, part := range strings.Split(strings.Trim(link.EscapedPath(), "/"), "/") {
		switch word, err := url.PathUnescape(part); {
		case err != nil || i > 1 || i == 0 && part != "" && !slices.Contains(linked(), part) || strings.HasPrefix(word, "-"):
			return nil, odd
		case part != "":
			words = append(words, word)
		}
	}
	for query := range strings.SplitSeq(link.RawQuery, "&") {
		name, value, _ := strings.Cut(query, "=")
		value, err = url.QueryUnescape(value)
		switch {
		case query == "":
			continue
		case err != nil || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz-") != "" || strings.HasPrefix(name, "-"):
			return nil, fmt.Errorf("%q: want the name of a flag, =, and its value", shell.Escape(query))
		}
		flag := "--" + name
		if len(name) == 1 {
			flag = "-" + name
		}
		if value != "" || !isSwitch(name) { // a flag without = takes the next word
			flag += "=" + value
		}
		words = append(words, flag)
	}
	return words, nil
}

// Args returns the flags that open the app with the state.
func (s State) Args() []string {
	args := append(s.Settings.Args(), argsOf(ViewKnobs(), s, newOn(s.Page, s.Settings))...)
	for _, pinned := range s.Pins.List() {
		args = append(args, "--pin", shell.Join(pinned.Args()))
	}
	return args
}

// argsOf returns the flags of the knobs whose values in s and in start differ.
func argsOf[S any](knobs []settings.Knob[S], s, start S) (args []string) {
	for _, k := range knobs {
		switch text := k.Get(s); {
		case text == k.Get(start):
		case k.Switch && text == "true":
			args = append(args, "--"+k.Name)
		case k.Switch:
			args = append(args, "--"+k.Name+"="+text)
		default:
			args = append(args, "--"+k.Name, text)
		}
	}
	return args
}
