package explore

import "lambdascope/tui/page"

// classChose reports whether a class has chosen λ's.
func (v *view) classChose() bool { return v.Class != nil && v.Class.Lambdas != nil }

// classLabel returns the name of the class's choices: votes, or the λ̂'s of its analyses.
func classLabel(c *page.Class) string {
	if c.Guesses {
		return "votes"
	}
	return "λ̂'s"
}
