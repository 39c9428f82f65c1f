package serve

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"lambdascope/sim/problem"
	"lambdascope/tui/cli"
)

// readProblems reads the problems of a folder, in the order of their names. Sessions call
// each as its file, without the ending.
func (s *flags) readProblems() ([]*problem.Problem, error) {
	files, err := s.folder(s.problems, ".json")
	if err != nil {
		return nil, err
	}
	var all []*problem.Problem
	for _, file := range files {
		name := strings.TrimSuffix(file, ".json")
		if problem.Ships(name) || name == "help" {
			return nil, fmt.Errorf("%s: want another name, as %s means something else", file, name)
		}
		p, err := cli.ReadProblem(s.env, filepath.Join(s.problems, file))
		if err == nil {
			p, err = problem.Parse(name, []byte(p.Text))
		}
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b *problem.Problem) int { return strings.Compare(a.Source, b.Source) })
	return all, nil
}
