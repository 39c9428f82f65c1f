package state

// What is only where a person looks, such as the page and the λ cursor, stays when a
// state is gone back to.

// Restored returns the state with what undo takes back as it is in another.
func (s State) Restored(from State) State { return s.with(from, func(o Option) bool { return o.undo }) }

// Reset returns the state with what controls turn as it is in another.
func (s State) Reset(from State) State { return s.with(from, func(o Option) bool { return o.reset }) }

func (s State) with(from State, which func(Option) bool) State {
	s.Settings = from.Settings
	for _, o := range Options() {
		if which(o) {
			o.adopt(&s, from)
		}
	}
	return s
}

// SameChoices tells whether two states differ, if at all, only in what undo does not
// take back.
func (s State) SameChoices(other State) bool {
	return s.Settings == other.Settings && s.Restored(other) == s
}
