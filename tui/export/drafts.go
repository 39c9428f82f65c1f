package export

import (
	"encoding/csv"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"lambdascope/tui/chart/file"
	"lambdascope/tui/report"
)

// Draft is a file to be written.
type Draft struct {
	name  string // "explore-values.csv"
	write func(w io.Writer) error
}

// Drafts returns the files of what a page shows, those of one name together.
func (s *Summary) Drafts() []Draft {
	e := s.Export
	var out []Draft
	add := func(name, ending string, write func(io.Writer) error) {
		if name != "" {
			name = "-" + name
		}
		out = append(out, Draft{e.Name + name + ending, write})
	}
	for _, t := range e.Tables {
		add(t.Name, ".csv", func(w io.Writer) error {
			rows := t.Rows
			if t.Made != nil {
				rows = t.Made()
			}
			return csv.NewWriter(w).WriteAll(append([][]string{t.Header}, rows...))
		})
	}
	look := file.Options{Title: e.Title}
	if s.Build != "" {
		look.Made = report.Made(s.Build)
	}
	for _, c := range e.Charts {
		add(c.Name, ".svg", func(w io.Writer) error { return file.Write(w, c.Spec, file.SVG, look) })
		add(c.Name, ".png", func(w io.Writer) error { return file.Write(w, c.Spec, file.PNG, look) })
	}
	if len(out) == 0 {
		return nil
	}
	text := s.Plain()
	add("", ".txt", func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
	stem := func(d Draft) string { return strings.TrimSuffix(d.name, filepath.Ext(d.name)) }
	slices.SortStableFunc(out, func(a, b Draft) int { return strings.Compare(stem(a), stem(b)) })
	return out
}
