package main

import (
	"slices"
	"strconv"
	"strings"
)

// problem is one of the problems of the tables.
type problem struct {
	name, flags string
	cap, ridge  string // of the variants that cut episodes, and that have a ridge
	slow        bool   // a data set takes long
}

// problems returns them. The caps cut most episodes, and the ridges take more than 5 %
// of θ at some of the sizes.
func problems() []problem {
	return []problem{
		{"walk 5", "--domain random-walk", "8", "1", false},
		{"walk 19 dependent", "--domain random-walk --states 19 --features dependent", "40", "1", false},
		{"2048", "--domain 2048", "60", "10000", false},
		{"car raw", "--domain mountain-car", "150", "1", false},
		{"car rbf", "--domain mountain-car --features rbf", "150", "1", true},
	}
}

// variant is a change of the default settings, the same for all problems.
type variant struct {
	name, flags func(p problem) string
	// How many data sets there are: where one takes long, as with many features or
	// λ's, fewer.
	trials, slowTrials int
}

// variants returns them, the defaults first.
func variants() []variant {
	always := func(text string) func(problem) string { return func(problem) string { return text } }
	return []variant{
		{always(""), always(""), 500, 500},
		{func(p problem) string { return "cap " + p.cap }, func(p problem) string { return "--max-steps " + p.cap }, 500, 250},
		{func(p problem) string { return "cap " + p.cap + ", bootstrap" }, func(p problem) string { return "--max-steps " + p.cap + " --tail bootstrap" }, 500, 250},
		{always("by trajectory"), always("--weighting trajectory"), 500, 250},
		{func(p problem) string { return "ρ = " + p.ridge }, func(p problem) string { return "--ridge " + p.ridge }, 500, 250},
		{always("101 λ's"), always("--lambdas 0:1:0.01"), 200, 100},
	}
}

// sizes are the numbers of trajectories.
const sizes = "2,3,5,10,20,100"

// entry is a row of the tables: a problem with its settings.
type entry struct {
	name  string
	flags []string // the settings
	study []string // what else the study has
}

// entries returns all of them, variant by variant.
func entries() []entry {
	var out []entry
	for _, v := range variants() {
		for _, p := range problems() {
			name := p.name
			if with := v.name(p); with != "" {
				name += ", " + with
			}
			trials := v.trials
			if p.slow {
				trials = v.slowTrials
			}
			out = append(out, entry{
				name:  name,
				flags: slices.Concat(strings.Fields(p.flags), strings.Fields(v.flags(p))),
				study: []string{"--figures", "coverage", "--trials", strconv.Itoa(trials), "--trajectories", sizes},
			})
		}
	}
	return out
}

// domain returns the name of the domain.
func (e entry) domain() string { return e.flags[1] }

// folder returns the name of the folder of the study, which has the settings in it.
func (e entry) folder() string {
	words := []string{e.domain()}
	for _, w := range e.flags[2:] {
		words = append(words, strings.ReplaceAll(strings.TrimPrefix(w, "--"), ":", "-"))
	}
	return strings.Join(words, "-")
}
