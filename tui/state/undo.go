package state

// Restored returns the state with what undo takes back as it is in another. What is only
// where a person looks, such as the page and the λ cursor, stays.
func (s State) Restored(from State) State {
	s = s.Reset(from)
	s.Hold = from.Hold
	s.Pins = from.Pins
	return s
}

// Reset returns the state with what controls turn as it is in another.
func (s State) Reset(from State) State {
	s.Settings = from.Settings
	s.Trials = from.Trials
	s.Charts[PageTrials] = from.Charts[PageTrials]
	s.Charts[PageFigures] = from.Charts[PageFigures]
	return s
}

// SameChoices tells whether two states differ, if at all, only in what undo does not
// take back.
func (s State) SameChoices(other State) bool { return s.Restored(other) == s }
