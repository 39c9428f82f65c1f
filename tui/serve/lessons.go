package serve

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"lambdascope/tui/cli"
	"lambdascope/tui/lesson"
)

// SetLessons replaces the lessons that can be taken besides those that ship. Sessions
// that have begun keep those they have.
func (s *Server) SetLessons(all []*lesson.Lesson) { s.lessons.Store(&all) }

// reloadLessons reads the lessons again whenever it is told to, until ctx ends. Where one
// is wrong, all stay as they were.
func (s *flags) reloadLessons(ctx context.Context, server *Server, told <-chan struct{}) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-told:
		}
		all, err := s.readLessons(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			server.metrics.count(func(m *metrics) { m.reloads["failed"]++ })
			for _, fault := range lesson.Faults(err) {
				s.options.Log.Error("reload failed: lessons stay as they were", "error", fault.Error())
			}
		default:
			server.SetLessons(all)
			server.metrics.count(func(m *metrics) { m.reloads["done"]++ })
			s.options.Log.Info("lessons reloaded", "lessons", len(all))
		}
	}
}

// readLessons reads the lessons of a folder, in the order of their names, and checks
// their scenes and numbers.
func (s *flags) readLessons(ctx context.Context) ([]*lesson.Lesson, error) {
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
		if err := l.Check(ctx, s.env.Engine); err != nil {
			return nil, err
		}
	}
	return all[len(shipped):], nil
}
