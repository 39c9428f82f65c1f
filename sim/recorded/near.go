package recorded

import (
	"slices"
	"strings"
	"unicode"
)

// letters returns the letters of a name, in lower case.
func letters(name string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) {
			return unicode.ToLower(c)
		}
		return -1
	}, name)
}

// nearName returns the fault of the name of a field, column or array that may be meant as
// that of groups, or of importance ratios, which are called so there; nil for any other.
// Skipped, episodes would count as independent that are not, or values would be those of
// the policy that the data are of.
func nearName(name, where, ratios string) *fault {
	groups := []string{"group", "groups", "groupid", "groupids", "groupname"}
	weights := []string{"ratio", "importanceratio", "importanceweight", "importancesamplingratio", "importancesamplingweight", "isratio", "isweight"}
	switch own := name[strings.LastIndexByte(name, '/')+1:]; {
	case own != fieldGroup && slices.Contains(groups, letters(own)):
		return &fault{clip(name), "an unknown " + where + ": want group for the groups of episodes"}
	case own != ratios && slices.Contains(weights, strings.TrimSuffix(letters(own), "s")):
		return &fault{clip(name), "an unknown " + where + ": want " + ratios + " for the importance ratios of transitions"}
	}
	return nil
}

// nearObservation tells whether the name of a column, in lower case, may be meant as
// an observation's: ob_1, obz_1, observaton2. Skipped, it would be a feature less.
func nearObservation(name string) bool {
	stem := strings.TrimPrefix(letters(name), "next")
	numbered := strings.ContainsAny(name, "0123456789")
	switch {
	case !strings.HasPrefix(stem, "o"):
		return false
	case strings.HasPrefix(stem, "obs"), strings.HasPrefix(stem, "observ"):
		return true
	case stem == "o", within(stem, "obs", 1):
		return numbered || stem == "ob"
	}
	return within(stem, "observation", 2) || within(stem, "observations", 2)
}

// within tells whether at most so many letters were added, left out, changed or
// swapped with their neighbour between two words.
func within(a, b string, most int) bool {
	if len(a) > len(b)+most || len(b) > len(a)+most {
		return false
	}
	// Rows of the table of distances between the beginnings of both.
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			row[j+1] = min(last[j+1], row[j]) + 1
			if a[i] == b[j] {
				row[j+1] = min(row[j+1], last[j])
			} else {
				row[j+1] = min(row[j+1], last[j]+1)
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)] <= most
}
