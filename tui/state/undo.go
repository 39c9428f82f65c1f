package state

// Restored returns s with the undoable choices of from. The page and the λ cursor stay, because
// they only say where a user looks.
func (s State) Restored(from State) State {
	s = s.Reset(from)
	s.Hold = from.Hold
	s.Pins = from.Pins
	return s
}

// Reset returns s with all controls as in from.
func (s State) Reset(from State) State {
	s.Settings = from.Settings
	s.Trials = from.Trials
	s.Charts[PageTrials] = from.Charts[PageTrials]
	s.Charts[PageFigures] = from.Charts[PageFigures]
	return s
}

// SameChoices reports whether two states have equal undoable choices.
func (s State) SameChoices(other State) bool { return s.Restored(other) == s }
