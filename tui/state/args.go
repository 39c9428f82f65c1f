package state

import (
	"lambdascope/sim/settings"
	"lambdascope/tui/shell"
)

// Args returns the flags that open the app with the state.
func (s State) Args() []string {
	args := append(s.Settings.Args(), argsOf(ViewKnobs(), s, newOn(s.Page, s.Settings))...)
	for _, pinned := range s.Pins.List() {
		args = append(args, "--pin", shell.Join(pinned.Args()))
	}
	return args
}

// argsOf returns the flags of the knobs whose values in s and in start differ.
func argsOf[S any](knobs []settings.Knob[S], s, start S) []string {
	var args []string
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
