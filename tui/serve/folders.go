package serve

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"lambdascope/sim/problem"
	"lambdascope/tui/cli"
	"lambdascope/tui/lesson"
)

// readLessons reads the lessons of a folder in the order of the names, and checks scenes and numbers.
func (s *flags) readLessons(ctx context.Context) ([]*lesson.Lesson, error) {
	files, err := filesIn(s.lessons, ".md")
	if err != nil {
		return nil, err
	}
	shipped, err := lesson.Shipped(s.env.Engine)
	if err != nil {
		return nil, err
	}
	all := shipped
	for _, file := range files {
		l, err := cli.ReadLesson(s.env, file)
		if err != nil {
			return nil, err
		}
		if all, err = lesson.Join(all, l); err != nil {
			return nil, err
		}
		if err := l.Check(ctx, s.env.Engine); err != nil {
			return nil, err
		}
	}
	return all[len(shipped):], nil
}

// readProblems reads the problems of a folder in the order of the names. The name of a problem is
// the name of the file without the ending.
func (s *flags) readProblems() (all []*problem.Problem, err error) {
	files, err := filesIn(s.problems, ".json")
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		if problem.Ships(name) || name == "help" {
			return nil, fmt.Errorf("%s: want another name, as %s means something else", filepath.Base(file), name)
		}
		p, err := cli.ReadProblem(s.env, file)
		if err == nil {
			p, err = problem.Parse(name, []byte(p.Text))
		}
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, err
}

// filesIn returns the files of a folder with an ending, sorted.
func filesIn(folder, ending string) (files []string, err error) {
	entries, err := os.ReadDir(folder)
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ending) {
			files = append(files, filepath.Join(folder, e.Name()))
		}
	}
	return files, err
}
