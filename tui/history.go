package tui

import "lambdascope/sim/study"

// history is the past and the future of the settings.
type history struct {
	past, future []study.Settings
	turning      string // the control whose turns are one step, while they go on
}

// maxHistory bounds how far undo goes back.
const maxHistory = 1000

// record notes that settings are about to change. Turns of one control that
// follow each other are one step; control is empty for any other change.
func (h *history) record(before study.Settings, control string) {
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

// undo returns the settings before the last change, and whether there are any.
func (h *history) undo(now study.Settings) (study.Settings, bool) {
	return step(&h.past, &h.future, now, h)
}

// redo takes back the last undo.
func (h *history) redo(now study.Settings) (study.Settings, bool) {
	return step(&h.future, &h.past, now, h)
}

// each replaces all settings of past and future.
func (h *history) each(change func(study.Settings) study.Settings) {
	for _, list := range [][]study.Settings{h.past, h.future} {
		for i, s := range list {
			list[i] = change(s)
		}
	}
}

func step(from, to *[]study.Settings, now study.Settings, h *history) (study.Settings, bool) {
	h.settle()
	last := len(*from) - 1
	if last < 0 {
		return now, false
	}
	s := (*from)[last]
	*from, *to = (*from)[:last], append(*to, now)
	return s, true
}
