package recorded

import (
	"slices"
	"strings"
	"unicode"
)

// letters returns the letters of a name in lower case.
func letters(name string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) {
			return unicode.ToLower(c)
		}
		return -1
	}, name)
}

// nearName returns the fault of a field, column or array with a name like that of groups or of
// ratios; nil for other names. Skipping the field would treat dependent episodes as independent,
// or return values of the wrong policy.
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

// nearObservation reports whether the name of a column, in lower case, looks like an observation:
// ob_1, obs1, observaton_2. Skipping the column would silently drop a feature.
func nearObservation(name string) bool {
	stem := strings.TrimPrefix(letters(name), "next")
	return strings.HasPrefix(stem, "obs") || stem == "ob" || stem == "o" && strings.ContainsAny(name, "0123456789")
}
