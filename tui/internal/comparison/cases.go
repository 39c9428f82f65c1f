package main

import (
	"strconv"
	"strings"

	"lambdascope/tui/internal/measured"
)

// What all studies have. The seeds are of nothing else that is measured here.
const (
	sizes = "5,10,20,50,100,200"
	seed  = "30000001"
)

// entries returns the problems of the tables. Those with fewer data sets take long.
func entries() []measured.Entry {
	var out []measured.Entry
	for _, p := range []struct {
		name, flags string
		trials      int
	}{
		{"walk 5", "--domain random-walk", 1000},
		{"walk 19 dependent", "--domain random-walk --states 19 --features dependent", 1000},
		{"2048", "--domain 2048", 1000},
		{"car raw", "--domain mountain-car", 500},
		{"car rbf", "--domain mountain-car --features rbf", 500},
	} {
		out = append(out, measured.Entry{
			Name:  p.name,
			Flags: strings.Fields(p.flags),
			Study: []string{"--figures", "selectors", "--trials", strconv.Itoa(p.trials), "--trajectories", sizes, "--seed", seed},
		})
	}
	return out
}
