package explore

import (
	"cmp"
	"strings"

	"lambdascope/sim/settings"
)

// pinnedName names a pinned curve by the settings that differ from the current settings, or
// "pinned" if none differ. A curve from another source has the name of the source and the
// settings that differ from the source's defaults.
func pinnedName(pinned, now settings.Settings) string {
	var parts []string
	base := now
	if other := pinned.Source() != now.Source(); other && !pinned.Recorded() {
		parts = append(parts, pinned.Problem.Name())
		if start, err := pinned.Start(); err == nil {
			base = start
		}
	}
	for _, f := range settings.Knobs() {
		if f.Source || !f.Applies(pinned) || f.Get(pinned) == f.Get(base) {
			continue
		}
		value := f.Get(pinned)
		if f.Choices == nil {
			value = cmp.Or(f.Label, f.Name) + " " + value
		}
		parts = append(parts, value)
	}
	const most = 3
	if len(parts) > most {
		parts = append(parts[:most], "…")
	}
	if len(parts) == 0 {
		return "pinned"
	}
	return strings.Join(parts, ", ")
}
