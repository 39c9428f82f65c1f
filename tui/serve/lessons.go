package serve

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"lambdascope/tui/cli"
	"lambdascope/tui/lesson"
)

// readLessons reads the lessons of a folder, in the order of their names.
func (s *flags) readLessons() ([]*lesson.Lesson, error) {
	opened, err := s.env.Files.Open(s.lessons)
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
		if filepath.Ext(e.Name()) == ".md" {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
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
	}
	return all[len(shipped):], nil
}
