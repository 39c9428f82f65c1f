package explore

import (
	"strconv"

	"lambdascope/tui/figure"
	"lambdascope/tui/page"
)

// classChose reports whether there is a class that has chosen λ's.
func (v *view) classChose() bool { return v.Class != nil && v.Class.Lambdas != nil }

// classLabel names what the class chose.
func classLabel(c *page.Class) string {
	if c.Guesses {
		return "votes"
	}
	return "λ̂'s"
}

// classCells are how many of the class chose each λ, as text.
func (v *view) classCells() []string {
	grid := figure.NewCurve(v.Result).Lambda
	out := make([]string, len(grid))
	for k, n := range v.Class.Counts(grid) {
		out[k] = strconv.Itoa(int(n))
	}
	return out
}
