package state

import (
	"slices"

	"lambdascope/sim/settings"
)

// MaxPins is the largest number of pins.
const MaxPins = 3

// Pins are settings that have a curve beside the current one, the oldest first. Unused places
// are zero, so that pins compare.
type Pins [MaxPins]settings.Settings

// List returns the pinned settings.
func (p Pins) List() []settings.Settings {
	n := 0
	for n < len(p) && p[n] != (settings.Settings{}) {
		n++
	}
	return p[:n]
}

// With returns the pins with s added as the newest. A duplicate changes nothing; a full list
// loses the oldest.
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
