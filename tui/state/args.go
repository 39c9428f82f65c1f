package state

// Args returns the flags that open the app with the state: first the settings, then the
// options of all pages, then those of the page on show.
func (s State) Args() []string {
	args := s.Settings.Args()
	var own []string
	for _, o := range Options() {
		switch {
		case !o.Of.Set:
			args = append(args, o.args(s)...)
		case o.Of.Value == s.Page:
			own = append(own, o.args(s)...)
		}
	}
	return append(args, own...)
}

// args returns the flags that give the option, none where it need not be given.
func (o Option) args(s State) []string {
	var args []string
	for _, value := range o.Get(s) {
		args = append(args, "--"+o.Name)
		if o.Kind != "" {
			args = append(args, value)
		}
	}
	return args
}
