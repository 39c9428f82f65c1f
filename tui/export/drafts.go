package export

import (
	"context"
	"encoding/csv"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"lambdascope/sim/analysis"
	"lambdascope/tui/chart/file"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
)

// Draft is a file to be written.
type Draft struct {
	name  string // "explore-values.csv"
	write func(w io.Writer) error
}

// FitDraft is the file of the fit of an analysis, whose covariance is computed when it is
// written.
func FitDraft(ctx context.Context, engine *analysis.Engine, a *analysis.Result, build string) Draft {
	return Draft{"explore-fit.json", func(w io.Writer) error {
		fit, err := engine.Fit(ctx, a)
		if err != nil {
			return err
		}
		return report.WriteFit(w, a, fit, build)
	}}
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
	if e.Object != nil {
		object := e.Object(page.Origin{Args: s.Args, Build: s.Build})
		add("", ".json", func(w io.Writer) error { return report.WriteObject(w, object) })
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
