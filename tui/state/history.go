package state

// History is the past and the future of the state.
type History struct {
	past, future []State
	turning      string // control that the last changes turned, or empty
}

// maxHistory bounds the number of undo steps.
const maxHistory = 1000

// Record saves the state before a change. Consecutive turns of one control are one step;
// control is empty for any other change.
func (h *History) Record(before State, control string) {
	h.future = nil
	if control != "" && control == h.turning {
		return
	}
	h.turning = control
	h.past = append(h.past, before)
	if len(h.past) > maxHistory {
		h.past = h.past[1:]
	}
}

// Settle ends a run of turns.
func (h *History) Settle() { h.turning = "" }

// Undoes reports whether there is a change to undo.
func (h *History) Undoes() bool { return len(h.past) > 0 }

// Undo returns the state before the last change. It reports false without a change.
func (h *History) Undo(now State) (State, bool) {
	return step(&h.past, &h.future, now, h)
}

// Redo takes back the last undo.
func (h *History) Redo(now State) (State, bool) {
	return step(&h.future, &h.past, now, h)
}

func step(from, to *[]State, now State, h *History) (State, bool) {
	h.Settle()
	last := len(*from) - 1
	if last < 0 {
		return now, false
	}
	s := now.Restored((*from)[last])
	*from, *to = (*from)[:last], append(*to, now)
	return s, true
}

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
