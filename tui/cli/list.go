package cli

import (
	"slices"
	"strings"
)

// list is the value of a flag that takes several names, comma-separated or each
// with the flag again. What is given replaces the default.
type list struct {
	values []string
	given  bool
}

func (l *list) String() string { return strings.Join(l.values, ",") }
func (l *list) Type() string   { return "names" }

func (l *list) Set(text string) error {
	if !l.given {
		l.values, l.given = nil, true
	}
	l.values = append(l.values, items(text)...)
	return nil
}

// items returns what a comma-separated list has.
func items(text string) []string {
	out := strings.Split(text, ",")
	for i, item := range out {
		out[i] = strings.TrimSpace(item)
	}
	return out
}

// chosen returns those of some names that a list has, in their order, or false
// and the first of the list that is none of them.
func chosen(list, names []string) (chosen []string, wrong string, ok bool) {
	for _, v := range list {
		if !slices.Contains(names, v) {
			return nil, v, false
		}
	}
	for _, n := range names {
		if slices.Contains(list, n) {
			chosen = append(chosen, n)
		}
	}
	return chosen, "", true
}
