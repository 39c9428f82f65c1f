package recorded

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// The names of importance ratios: of the list of an episode, and of that of one transition.
const (
	fieldRatios = "ratios"
	fieldRatio  = "ratio"
)

// checkRatio returns the fault of a ratio.
func checkRatio(ratio float64) *fault {
	if ratio >= 0 {
		return nil
	}
	return &fault{text: fmt.Sprintf("%v: want a number ≥ 0", ratio)}
}

// checkRatios returns the fault of the ratios of h transitions.
func checkRatios(ratios []float64, h int) *fault {
	if len(ratios) != h {
		return &fault{text: fmt.Sprintf("%s for %s: want one for each", count(len(ratios), "ratio"), count(h, "reward"))}
	}
	if i := slices.IndexFunc(ratios, func(v float64) bool { return v < 0 }); i >= 0 {
		return checkRatio(ratios[i]).at(i)
	}
	return nil
}

// nearRatio tells whether a name may be meant as that of importance ratios, which is
// want. Skipped, values would be those of the policy that the data are of.
func nearRatio(name, want string) bool {
	if name == want {
		return false
	}
	stem := strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) {
			return unicode.ToLower(c)
		}
		return -1
	}, name)
	switch strings.TrimSuffix(stem, "s") {
	case "ratio", "importanceratio", "importanceweight", "importancesamplingratio", "importancesamplingweight", "isratio", "isweight":
		return true
	}
	return false
}

// nearRatioFault is that of such a name.
func nearRatioFault(name, where, want string) *fault {
	return &fault{clip(name), "an unknown " + where + ": want " + want + " for the importance ratios of transitions"}
}
