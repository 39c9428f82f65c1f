package recorded

import "strings"

// nearObservation tells whether the name of a column, in lower case, may be meant as
// an observation's: ob_1, obz_1, observaton2. Skipped, it would be a feature less.
func nearObservation(name string) bool {
	stem := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' {
			return c
		}
		return -1
	}, name)
	stem = strings.TrimPrefix(stem, "next")
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
