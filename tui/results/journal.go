package results

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"lambdascope/tui/disk"
)

// Journal is a file of rows as JSON objects, one a line, to which each is added as
// soon as it is there. The first field of each, "of", ties it to what it comes from.
type Journal[T any] struct {
	files disk.Files
	path  string
	of    string
	check func(T) error // of rows that are read
	rows  []T
	out   io.WriteCloser // nil until a row is added
	whole bool           // the file is read alone, and a line cut off is an error
}

func newJournal[T any](files disk.Files, path, of string, check func(T) error) *Journal[T] {
	return &Journal[T]{files: files, path: path, of: of, check: check}
}

// onceEach returns a check of rows that also wants each once, by its name.
func onceEach[T any](check func(T) error, name func(T) string) func(T) error {
	seen := make(map[string]bool)
	return func(row T) error {
		if err := check(row); err != nil {
			return err
		}
		if seen[name(row)] {
			return fmt.Errorf("%s is there twice: want each once", name(row))
		}
		seen[name(row)] = true
		return nil
	}
}

// Rows returns the rows that the file has. They must not be changed.
func (j *Journal[T]) Rows() []T { return j.rows }

// load reads the rows that the file has. A last line without an end is what was
// being written when the process ended, and is dropped. A file that is not there
// has no rows. The error names the file and the line.
func (j *Journal[T]) load() error {
	in, err := j.files.Open(j.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return unusable(j.path, err)
	}
	defer in.Close()
	lines := bufio.NewReaderSize(in, 1<<16)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		switch {
		case err == io.EOF && len(line) > 0 && j.whole:
			return fmt.Errorf("%s: line %d: cut off: want a study that is finished", j.path, n)
		case err == io.EOF && len(line) > 0:
			return j.Rewrite(j.rows)
		case err == io.EOF:
			return nil
		case err != nil:
			return unusable(j.path, err)
		}
		row, err := j.parse(line)
		if err != nil {
			return fmt.Errorf("%s: line %d: %w", j.path, n, err)
		}
		j.rows = append(j.rows, row)
	}
}

// parse returns the row of a line, whose bytes must be those that it was written
// with: a null, or a field that is not there, would else be read as 0.
func (j *Journal[T]) parse(line []byte) (row T, err error) {
	var tie struct {
		Of string `json:"of"`
	}
	if err := json.Unmarshal(line, &tie); err != nil {
		return row, err
	}
	if tie.Of != j.of {
		return row, fmt.Errorf("of %q: want %q, that of the settings in %s", tie.Of, j.of, DesignFile)
	}
	if err := json.Unmarshal(line, &row); err != nil {
		return row, err
	}
	if err := j.check(row); err != nil {
		return row, err
	}
	if written, err := j.line(row); err != nil || !bytes.Equal(written, line) {
		return row, errors.New("not as it was written: want all fields and no others, and none of them null")
	}
	return row, nil
}

// line returns the line of a row.
func (j *Journal[T]) line(row T) ([]byte, error) {
	content, err := json.Marshal(row)
	if err != nil {
		return nil, err
	}
	line := fmt.Appendf(nil, "{%q:%q,", "of", j.of)
	return append(append(line, content[1:]...), '\n'), nil
}

// Add adds a row, which is on the disk when it returns.
func (j *Journal[T]) Add(row T) error {
	line, err := j.line(row)
	if err != nil {
		return err
	}
	if j.out == nil {
		if j.out, err = j.files.Append(j.path); err != nil {
			return unusable(j.path, err)
		}
	}
	if _, err := j.out.Write(line); err != nil {
		return unusable(j.path, err)
	}
	j.rows = append(j.rows, row)
	return nil
}

// Rewrite has the file have these rows alone, all at once.
func (j *Journal[T]) Rewrite(rows []T) error {
	j.close()
	var content bytes.Buffer
	for _, row := range rows {
		line, err := j.line(row)
		if err != nil {
			return err
		}
		content.Write(line)
	}
	j.rows = rows
	return replaceFile(j.files, j.path, content.Bytes())
}

// name returns the name of the file.
func (j *Journal[T]) name() string { return filepath.Base(j.path) }

// close closes the file until the next row.
func (j *Journal[T]) close() {
	if j.out != nil {
		_ = j.out.Close() // each row is on the disk already
		j.out = nil
	}
}

// replaceFile writes a file, in place of an older one, all at once.
func replaceFile(files disk.Files, path string, content []byte) error {
	f, err := files.Create(path, true)
	if err != nil {
		return unusable(path, err)
	}
	defer f.Discard()
	if _, err = f.Write(content); err == nil {
		err = f.Commit()
	}
	if err != nil {
		return unusable(path, err)
	}
	return nil
}
