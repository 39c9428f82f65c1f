package tui

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart/file"
)

// exportMsg is the outcome of an export.
type exportMsg struct {
	written []string // names, in order
	err     error
}

// export writes the page's data, charts and summary to files.
func (m *model) export() tea.Cmd {
	switch {
	case m.config.Files == nil:
		m.tell("There are no files in this session. t shows the page in words and numbers, and y there copies them; y here copies the command that opens this view.", "")
		return nil
	case m.analysis == nil || m.busy || m.failure != nil:
		m.fault = "no result to export yet"
		return nil
	case m.Hidden:
		m.tell("The answer is hidden, and the files would have it: press z before e.", "")
		return nil
	case m.exporting:
		m.tell("The last export is still being written.", "")
		return nil
	}
	summary := m.summary()
	drafts := summary.drafts()
	if len(drafts) == 0 {
		m.tell("There is nothing on this page to export yet.", "")
		return nil
	}
	m.exporting = true
	m.tell("Exporting …", "")
	ctx, files, name := m.worker.ctx, m.config.Files, "lambdascope-"+summary.export.Name
	return func() tea.Msg {
		written, err := writeSet(ctx, files, name, drafts)
		return exportMsg{written, err}
	}
}

// exported says where the files are, or why there are none.
func (m *model) exported(msg exportMsg) {
	m.exporting = false
	var what string
	if len(msg.written) > 0 {
		what = "Wrote " + grouped(msg.written) + " in " + m.config.Files.Folder() + "."
	}
	if msg.err != nil {
		what = strings.TrimSpace("The export to " + m.config.Files.Folder() + " failed: " + msg.err.Error() + ". " + what)
	}
	if m.busy || m.entry != nil || m.overlay != nil { // what a person is at comes first
		m.news = what
		return
	}
	m.tell(what, "")
}

// grouped lists names of files, those that differ in their ending alone as one:
// "a.csv .json, b.csv".
func grouped(names []string) string {
	var out []string
	before := ""
	for _, name := range names {
		ending := filepath.Ext(name)
		stem := strings.TrimSuffix(name, ending)
		if stem == before {
			out[len(out)-1] += " " + ending
			continue
		}
		out, before = append(out, name), stem
	}
	return strings.Join(out, ", ")
}

// draft is a file to be written.
type draft struct {
	suffix string // of the name: "-values.csv"
	write  func(w io.Writer) error
}

// drafts returns the files of what a page shows, those of one name together.
func (s *summary) drafts() []draft {
	e := s.export
	var out []draft
	add := func(name, ending string, write func(io.Writer) error) {
		if name != "" {
			name = "-" + name
		}
		out = append(out, draft{name + ending, write})
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
	for _, c := range e.Charts {
		add(c.Name, ".svg", func(w io.Writer) error { return file.Write(w, c.Spec, file.SVG, file.Options{Title: e.Title}) })
		add(c.Name, ".png", func(w io.Writer) error { return file.Write(w, c.Spec, file.PNG, file.Options{Title: e.Title}) })
	}
	if len(out) == 0 {
		return nil
	}
	if e.Object != nil {
		object := e.Object(s.args)
		add("", ".json", func(w io.Writer) error {
			encoder := json.NewEncoder(w)
			encoder.SetEscapeHTML(false)
			return encoder.Encode(object)
		})
	}
	text := s.plain()
	add("", ".txt", func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
	stem := func(d draft) string { return strings.TrimSuffix(d.suffix, filepath.Ext(d.suffix)) }
	slices.SortStableFunc(out, func(a, b draft) int { return strings.Compare(stem(a), stem(b)) })
	return out
}

// maxSets is how many sets of one name there may be in a folder.
const maxSets = 9999

// writeSet writes files under a name and the first number that none of them has
// yet, all of them or, as far as may be, none. It returns the names of those that
// are there, also with an error.
func writeSet(ctx context.Context, files Files, name string, drafts []draft) ([]string, error) {
	contents := make([][]byte, len(drafts))
	for i, d := range drafts {
		var b bytes.Buffer
		if err := d.write(&b); err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		contents[i] = b.Bytes()
	}
	for number := 1; number <= maxSets; number++ {
		names := make([]string, len(drafts))
		for i, d := range drafts {
			names[i] = fmt.Sprintf("%s-%d%s", name, number, d.suffix)
		}
		written, err := writeAll(files, names, contents)
		if len(written) > 0 || !errors.Is(err, fs.ErrExist) {
			return written, err
		}
	}
	return nil, fmt.Errorf("%s-%d and all before are there: want a folder with fewer", name, maxSets)
}

// writeAll writes files that must not exist, and returns the names of those that
// were finished before an error.
func writeAll(files Files, names []string, contents [][]byte) (written []string, err error) {
	var open []NewFile
	defer func() {
		for _, f := range open {
			f.Discard() // which does nothing to those that are finished
		}
	}()
	for i, name := range names {
		f, err := files.Create(name)
		if err != nil {
			return nil, unwritten(name, err)
		}
		open = append(open, f)
		if _, err := f.Write(contents[i]); err != nil {
			return nil, unwritten(name, err)
		}
	}
	for i, f := range open {
		if err := f.Commit(); err != nil {
			return names[:i], unwritten(names[i], err)
		}
	}
	return names, nil
}

// unwritten says which file could not be written, and why.
func unwritten(name string, err error) error {
	var cause *fs.PathError
	if errors.As(err, &cause) {
		err = cause.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}
