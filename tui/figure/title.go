package figure

// The names of the figures, as in the paper.
const (
	NameLambda  = "a"
	NameMethods = "b"
	NameLevels  = "b-levels" // figure b with errors instead of ratios
	NameTimes   = "c"

	NameConsistency = "d" // not in the paper; illustrates its theorem
)

// ShortTitle returns a shorter title of figure a, b or c.
func ShortTitle(name string) string {
	switch name {
	case NameLambda:
		return "root MSVE by λ"
	case NameMethods:
		return "root MSVE ÷ that of LSTD(best)"
	}
	return "training time (s)"
}

// Title returns the title of a figure.
func Title(name string) string {
	switch name {
	case NameLambda:
		return "root MSVE of LSTD(λ) against λ"
	case NameMethods:
		return "root MSVE ÷ that of LSTD(best), against the number of trajectories"
	case NameLevels:
		return "root MSVE against the number of trajectories"
	case NameConsistency:
		return "MSVE above the least that the features allow, against the number of trajectories"
	}
	return "training time (s) against the number of trajectories"
}
