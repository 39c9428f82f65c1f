package state

import (
	"slices"

	"lambdascope/sim/settings"
)

// MaxPins is how many curves can be pinned.
const MaxPins = 3

// Pins are the settings whose curves stay in sight, the oldest first; unused places
// are zero.
type Pins [MaxPins]settings.Settings

// List returns the settings that are pinned.
func (p Pins) List() []settings.Settings {
	n := 0
	for n < len(p) && p[n] != (settings.Settings{}) {
		n++
	}
	return p[:n]
}

// With returns the pins with s as the newest, unless they have it. Without room, the oldest goes.
func (p Pins) With(s settings.Settings) Pins {
	list := p.List()
	if slices.Contains(list, s) {
		return p
	}
	if len(list) == MaxPins {
		list = list[1:]
	}
	var out Pins
	copy(out[:], append(list[:len(list):len(list)], s))
	return out
}

// Without returns the pins without the newest.
func (p Pins) Without() Pins {
	if n := len(p.List()); n > 0 {
		p[n-1] = settings.Settings{}
	}
	return p
}
