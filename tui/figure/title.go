package figure

// The figures of the paper, as they are named there.
const (
	NameLambda  = "a"
	NameMethods = "b"
	NameLevels  = "b-levels" // figure b with the errors themselves
	NameTimes   = "c"

	NameConsistency = "d" // of the paper's theorem
)

// ShortTitle is Title in fewer words, of figures a, b and c.
func ShortTitle(name string) string {
	switch name {
	case NameLambda:
		return "root MSVE against λ"
	case NameMethods:
		return "root MSVE ÷ that of LSTD(best)"
	}
	return "training time (s) against n"
}

// Title says what a figure shows.
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
