package explore

import "lambdascope/tui/page"

// classChose reports whether there is a class that has chosen λ's.
func (v *view) classChose() bool { return v.Class != nil && v.Class.Lambdas != nil }

// classLabel names what the class chose.
func classLabel(c *page.Class) string {
	if c.Guesses {
		return "votes"
	}
	return "λ̂'s"
}
