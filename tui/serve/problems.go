package serve

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"lambdascope/sim/problem"
	"lambdascope/tui/cli"
	"lambdascope/tui/disk"
)

// SetProblems replaces the problems that can be named besides those that ship. Sessions
// that have begun keep those they have, and so do rooms.
func (s *Server) SetProblems(all []*problem.Problem) { s.problems.Store(&all) }

// reloadProblems reads the problems again. Where one is wrong, all stay as they were.
func (s *flags) reloadProblems(server *Server) {
	all, err := s.readProblems()
	if err != nil {
		server.metrics.count(func(m *metrics) { m.reloads["failed"]++ })
		s.options.Log.Error("reload failed: problems stay as they were", "error", disk.Cause(err).Error())
		return
	}
	server.SetProblems(all)
	server.metrics.count(func(m *metrics) { m.reloads["done"]++ })
	s.options.Log.Info("problems reloaded", "problems", len(all))
}

// readProblems reads the problems of a folder, in the order of their names. Sessions call
// each as its file, without the ending.
func (s *flags) readProblems() ([]*problem.Problem, error) {
	opened, err := s.env.Files.Open(s.problems)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	folder, ok := opened.(fs.ReadDirFile)
	if !ok {
		return nil, errors.New("is no folder")
	}
	entries, err := folder.ReadDir(-1)
	if err != nil {
		return nil, err
	}
	var all []*problem.Problem
	for _, e := range entries {
		name, isProblem := strings.CutSuffix(e.Name(), ".json")
		switch {
		case !isProblem:
			continue
		case problem.Ships(name) || name == "help":
			return nil, fmt.Errorf("%s: want another name, as %s means something else", e.Name(), name)
		}
		p, err := cli.ReadProblem(s.env, filepath.Join(s.problems, e.Name()))
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
