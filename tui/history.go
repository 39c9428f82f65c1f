package tui

import "lambdascope/tui/state"

// history is the past and the future of the state.
type history struct {
	past, future []state.State
	turning      string // the control whose turns are one step, while they go on
}

// maxHistory bounds how far undo goes back.
const maxHistory = 1000

// record notes that the state is about to change. Turns of one control that
// follow each other are one step; control is empty for any other change.
func (h *history) record(before state.State, control string) {
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

// settle ends a run of turns.
func (h *history) settle() { h.turning = "" }

// undo returns the state before the last change, and whether there is one.
func (h *history) undo(now state.State) (state.State, bool) {
	return step(&h.past, &h.future, now, h)
}

// redo takes back the last undo.
func (h *history) redo(now state.State) (state.State, bool) {
	return step(&h.future, &h.past, now, h)
}

// each replaces all states of past and future.
func (h *history) each(change func(state.State) state.State) {
	for _, list := range [][]state.State{h.past, h.future} {
		for i, s := range list {
			list[i] = change(s)
		}
	}
}

func step(from, to *[]state.State, now state.State, h *history) (state.State, bool) {
	h.settle()
	last := len(*from) - 1
	if last < 0 {
		return now, false
	}
	s := now.Restored((*from)[last])
	*from, *to = (*from)[:last], append(*to, now)
	return s, true
}
