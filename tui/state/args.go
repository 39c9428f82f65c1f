package state

// Args returns the flags that open the app with the state.
func (s State) Args() []string {
	args := s.Settings.Args()
	for _, o := range Options() {
		if !o.OfFolds || s.Page == PageFolds {
			args = append(args, o.args(s)...)
		}
	}
	return args
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
