package state

import "lambdascope/sim/analysis"

// Args returns the flags that open the app with the state; recorded settings are of
// the file. First come the options of all pages, then those of the page on show.
func (s State) Args(file analysis.File) []string {
	args := settingsArgs(s.Settings, file)
	var own []string
	for _, o := range Options() {
		switch {
		case !o.Of.Set:
			args = append(args, o.args(s, file)...)
		case o.Of.Value == s.Page:
			own = append(own, o.args(s, file)...)
		}
	}
	return append(args, own...)
}

// args returns the flags that give the option, none where it need not be given.
func (o Option) args(s State, file analysis.File) []string {
	var args []string
	for _, value := range o.Get(s, file) {
		args = append(args, "--"+o.Name)
		if o.Kind != "" {
			args = append(args, value)
		}
	}
	return args
}

// settingsArgs returns the flags of settings.
func settingsArgs(s analysis.Settings, file analysis.File) []string {
	if s.Recorded() {
		return s.ArgsOf(file)
	}
	return s.Args()
}
