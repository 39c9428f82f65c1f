package tui

import (
	"lambdascope/sim/study"
)

// scene is what a person changes and undo takes back: the settings, and those
// choices of view that change what a page says. It is comparable.
type scene struct {
	settings study.Settings
	panels   bool // LOTO error and MSVE at their own levels
	hidden   bool // the truth, λ̂ and what follows from them wait to be asked for
	pins     pins
	trials   int // of the Trials and Figures pages
	figure   Figure
	sweep    Sweep // what the sweep goes over
}

// MaxPins is how many curves can be pinned.
const MaxPins = 3

// pins are the settings whose curves are kept as ghosts, the oldest first; unused
// places are zero.
type pins [MaxPins]study.Settings

// list returns the settings that are pinned.
func (p pins) list() []study.Settings {
	n := 0
	for n < len(p) && p[n] != (study.Settings{}) {
		n++
	}
	return p[:n]
}

// with returns the pins with one more; the oldest goes where there is no room.
func (p pins) with(s study.Settings) pins {
	list := p.list()
	if len(list) == MaxPins {
		list = list[1:]
	}
	var out pins
	copy(out[:], append(list[:len(list):len(list)], s))
	return out
}

// without returns the pins without the newest.
func (p pins) without() pins {
	if n := len(p.list()); n > 0 {
		p[n-1] = study.Settings{}
	}
	return p
}

// seenAs returns the scene as another is seen: what is no control is taken from
// that.
func (s scene) seenAs(other scene) scene {
	s.panels, s.hidden, s.pins = other.panels, other.hidden, other.pins
	return s
}

// each returns the scene with every settings in it replaced.
func (s scene) each(change func(study.Settings) study.Settings) scene {
	s.settings = change(s.settings)
	for i := range s.pins.list() {
		s.pins[i] = change(s.pins[i])
	}
	return s
}
