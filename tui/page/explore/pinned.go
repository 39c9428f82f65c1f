package explore

import (
	"cmp"
	"math"
	"strings"

	"lambdascope/sim/settings"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
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
	low, high := math.Inf(1), math.Inf(-1) // of what is on show
	under, over := low, high               // of the pinned
	grow := func(low, high *float64, y []float64) {
		first, last := figure.Extent(y)
		*low, *high = min(*low, first), max(*high, last)
	}
	for _, b := range s.Bands {
		grow(&low, &high, b.Lo)
		grow(&low, &high, b.Hi)
	}
	for _, q := range s.Series {
		if q.Ink == chart.InkPinned {
			grow(&under, &over, q.Y)
		} else {
			grow(&low, &high, q.Y)
		}
	}
	span := high - low
	if !(span > 0) || under >= low-most*span && over <= high+most*span {
		return
	}
	low, high = min(low, max(under, low-most*span)), max(high, min(over, high+most*span))
	s.Y.Over = chart.Range{Lo: low, Hi: high}
}
