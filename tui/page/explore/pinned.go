package explore

import (
	"cmp"
	"strings"

	"lambdascope/sim/settings"
	"lambdascope/tui/chart"
)

// pinnedName names a pinned curve by the settings in which it differs from those on
// show, and just as pinned where it differs in none. One from another source is
// named by that, and by the settings that are not what the source starts with.
func pinnedName(pinned, now settings.Settings) string {
	return pinnedNameIn(settings.Knobs(), pinned, now)
}

// pinnedNameIn is pinnedName with the table of fields at hand.
func pinnedNameIn(fields []settings.Knob[settings.Settings], pinned, now settings.Settings) string {
	var parts []string
	base := now
	if other := pinned.Source() != now.Source(); other && !pinned.Recorded() {
		parts = append(parts, pinned.Problem.Name())
		if start, err := pinned.Start(); err == nil {
			base = start
		}
	}
	for _, f := range fields {
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

// limitPinned keeps pinned curves from flattening those on show: those of another
// problem may differ by orders of magnitude. What is further away than twice the
// height of the own curves leaves the chart.
func limitPinned(s *chart.Spec) {
	const most = 2
	var own, pinned [][]float64
	for _, b := range s.Bands {
		own = append(own, b.Lo, b.Hi)
	}
	for _, b := range s.Errors {
		own = append(own, b.Lo, b.Hi)
	}
	for _, q := range s.Series {
		if q.Ink == chart.InkPinned {
			pinned = append(pinned, q.Y)
		} else {
			own = append(own, q.Y)
		}
	}
	on := chart.RangeOf(own...)
	span := on.Hi - on.Lo
	if far := chart.RangeOf(pinned...); span > 0 && !far.Empty() && (far.Lo < on.Lo-most*span || far.Hi > on.Hi+most*span) {
		s.Y.Over = on.Union(chart.Range{Lo: max(far.Lo, on.Lo-most*span), Hi: min(far.Hi, on.Hi+most*span)})
	}
}
