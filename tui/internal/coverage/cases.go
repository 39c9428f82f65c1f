package main

import (
	"slices"
	"strconv"
	"strings"

	"lambdascope/tui/internal/measured"
)

// problem is one of the problems of the tables.
type problem struct {
	name, flags  string
	limit, ridge string // of the variants that cut episodes, and that have a ridge
	// How many data sets each of the variants has: fewer where one takes long, more
	// where the share is near 93 %, 0 where it is left out.
	trials [6]int
}

// problems returns the problems. The caps cut most episodes, and the ridges take more
// than 5 % of θ at some of the sizes.
func problems() []problem {
	return []problem{
		{"walk 5", "--domain random-walk", "8", "1", [6]int{500, 500, 500, 500, 2000, 200}},
		{"walk 19 dependent", "--domain random-walk --states 19 --features dependent", "40", "1", [6]int{500, 500, 500, 500, 500, 500}},
		{"2048", "--domain 2048", "60", "10000", [6]int{500, 500, 500, 500, 500, 200}},
		{"car raw", "--domain mountain-car", "150", "1", [6]int{500, 500, 500, 500, 500, 200}},
		{"car rbf", "--domain mountain-car --features rbf", "150", "1", [6]int{500, 200, 200, 200, 200, 100}},
	}
}

// variant is a change of the default settings, the same for all problems.
type variant struct {
	name, flags func(p problem) string
}

// variants returns them, the defaults first.
func variants() [6]variant {
	always := func(text string) func(problem) string { return func(problem) string { return text } }
	return [6]variant{
		{always(""), always("")},
		{func(p problem) string { return "cap " + p.limit }, func(p problem) string { return "--max-steps " + p.limit }},
		{func(p problem) string { return "cap " + p.limit + ", bootstrap" }, func(p problem) string { return "--max-steps " + p.limit + " --tail bootstrap" }},
		{always("by trajectory"), always("--weighting trajectory")},
		{func(p problem) string { return "ρ = " + p.ridge }, func(p problem) string { return "--ridge " + p.ridge }},
		{always("101 λ's"), always("--lambdas 0:1:0.01")},
	}
}

// sizes are the numbers of trajectories.
const sizes = "2,3,5,10,20,100"

// entries returns all of them, variant by variant.
func entries() []measured.Entry {
	var out []measured.Entry
	for i, v := range variants() {
		for _, p := range problems() {
			if p.trials[i] == 0 {
				continue
			}
			name := p.name
			if with := v.name(p); with != "" {
				name += ", " + with
			}
			out = append(out, measured.Entry{
				Name:  name,
				Flags: slices.Concat(strings.Fields(p.flags), strings.Fields(v.flags(p))),
				Study: []string{"--figures", "coverage", "--trials", strconv.Itoa(p.trials[i]), "--trajectories", sizes},
			})
		}
	}
	return out
}
