package export

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"lambdascope/tui/chart/file"
	"lambdascope/tui/disk"
	"lambdascope/tui/report"
)

// Empty reports whether the page has no data to write.
func (s *Summary) Empty() bool { return len(s.Export.Views) == 0 }

// Write writes the page to a new folder within a parent. The name of the folder ends in the
// first free number, so that no file is overwritten. After an error, as few files as possible
// remain. Write returns the names of the folder and of the written files, also with an error.
func (s *Summary) Write(ctx context.Context, files disk.Files, parent string) (folder string, written []string, err error) {
	all, err := s.files(ctx)
	if err != nil {
		return "", nil, err
	}
	for number := 1; ; number++ {
		folder = fmt.Sprintf("lambdascope-%s-%d", s.Export.Name, number)
		path := filepath.Join(parent, folder)
		switch err := files.EmptyFolder(path); {
		case errors.Is(err, fs.ErrExist):
			continue
		case err != nil:
			return "", nil, fmt.Errorf("%s: %w", folder, disk.Cause(err))
		}
		written, err = disk.WriteAll(files, path, all)
		return folder, written, err
	}
}

// files returns the tables of the page as CSV, the charts as SVG and PNG, and the text, sorted
// by name without the ending.
func (s *Summary) files(ctx context.Context) (out []disk.File, err error) {
	add := func(name, ending string, content []byte) {
		if name != "" {
			name = "-" + name
		}
		out = append(out, disk.File{Name: s.Export.Name + name + ending, Content: content})
	}
	look := file.Options{Title: s.Export.Title}
	if s.Build != "" {
		look.Made = report.Made(s.Build)
	}
	for _, v := range s.Export.Views {
		for _, t := range v.Tables {
			var content bytes.Buffer
			err := csv.NewWriter(&content).WriteAll(append([][]string{t.Header}, t.Rows()...))
			if err := errors.Join(err, ctx.Err()); err != nil {
				return nil, err
			}
			add(t.Name, ".csv", content.Bytes())
		}
		if v.Chart == nil {
			continue
		}
		for _, format := range []file.Format{file.SVG, file.PNG} {
			var picture bytes.Buffer
			if err := errors.Join(file.Write(&picture, v.Chart, format, look), ctx.Err()); err != nil {
				return nil, err
			}
			add(v.Name, string(format), picture.Bytes())
		}
	}
	add("", ".txt", []byte(s.Plain()))
	stem := func(f disk.File) string { return strings.TrimSuffix(f.Name, filepath.Ext(f.Name)) }
	slices.SortStableFunc(out, func(a, b disk.File) int { return strings.Compare(stem(a), stem(b)) })
	return out, nil
}

// List lists names of files, with several endings after one stem: "a.csv .json, b.csv".
func List(names []string) string {
	var out []string
	before := ""
	for _, name := range names {
		ending := filepath.Ext(name)
		stem := strings.TrimSuffix(name, ending)
		if stem == before {
			out[len(out)-1] += " " + ending
			continue
		}
		out = append(out, name)
		before = stem
	}
	return strings.Join(out, ", ")
}
