// Command draw makes the files of true values that ship with the program,
//
//	go run ./sim/truth/draw 2048 mountain-car
//
// writes assets/truth/2048.gob.gz and assets/truth/mountain-car.gob.gz. Run it in the project's
// folder. With the same release of Go the files have the same bytes on any number of cores,
// because random streams are addressed by index.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lambdascope/sim"
	"lambdascope/sim/truth"
)

func main() {
	if err := run(os.Args[1:], filepath.Join("assets", "truth"), truth.ShippedPlan); err != nil {
		fmt.Fprintln(os.Stderr, "draw:", err)
		os.Exit(1)
	}
}

// run draws chains by name, and writes them to a folder.
func run(names []string, folder string, plan func(sim.Options) truth.Plan) error {
	chains := make(map[string]sim.Options)
	var known []string
	for _, o := range truth.Chains() {
		name := truth.ShippedName(o)
		chains[name] = o
		known = append(known, name)
	}
	if len(names) == 0 || slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(known, name) }) {
		return fmt.Errorf("%q: want some of %s", names, strings.Join(known, " "))
	}
	for _, name := range names {
		maps, err := truth.Maps(chains[name])
		if err != nil {
			return err
		}
		moments, err := truth.Draw(maps, plan(chains[name]))
		if err != nil {
			return err
		}
		content, err := moments.Encode()
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, name+".gob.gz"), content, 0o666); err != nil {
			return err
		}
	}
	return nil
}
