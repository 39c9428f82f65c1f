package serve

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"lambdascope/tui/cli"
	"lambdascope/tui/lesson"
)

// readLessons reads the lessons of a folder, in the order of their names, and checks
// their scenes and numbers.
func (s *flags) readLessons(ctx context.Context) ([]*lesson.Lesson, error) {
	names, err := s.folder(s.lessons, ".md")
	if err != nil {
		return nil, err
	}
	shipped, err := lesson.Shipped(s.env.Engine)
	if err != nil {
		return nil, err
	}
	all := shipped
	for _, name := range names {
		l, err := cli.ReadLesson(s.env, filepath.Join(s.lessons, name))
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

// folder returns the names of the files in a folder that end so, sorted.
func (s *flags) folder(name, ending string) ([]string, error) {
	opened, err := s.env.Files.Open(name)
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
	var names []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ending) {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names, nil
}
