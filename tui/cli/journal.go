package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// journal is a file of rows as JSON, one a line, to which each is added as soon
// as it is there.
type journal[T any] struct {
	files Files
	path  string
	check func(T) error // of rows that are read
	rows  []T
	out   io.WriteCloser // nil until a row is added
}

func newJournal[T any](files Files, path string, check func(T) error) *journal[T] {
	return &journal[T]{files: files, path: path, check: check}
}

// load reads the rows that the file has. A last line without an end is what was
// being written when the process ended, and is dropped. A file that is not there
// has no rows. The error names the file and the line.
func (j *journal[T]) load() error {
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
		case err == io.EOF && len(line) > 0:
			return j.rewrite(j.rows)
		case err == io.EOF:
			return nil
		case err != nil:
			return unusable(j.path, err)
		}
		var row T
		if err = json.Unmarshal(line, &row); err == nil {
			err = j.check(row)
		}
		if err != nil {
			return fmt.Errorf("%s: line %d: %w", j.path, n, err)
		}
		j.rows = append(j.rows, row)
	}
}

// add adds a row, which is on the disk when it returns.
func (j *journal[T]) add(row T) error {
	line, err := json.Marshal(row)
	if err != nil {
		return err
	}
	if j.out == nil {
		if j.out, err = j.files.Append(j.path); err != nil {
			return unusable(j.path, err)
		}
	}
	if _, err := j.out.Write(append(line, '\n')); err != nil {
		return unusable(j.path, err)
	}
	j.rows = append(j.rows, row)
	return nil
}

// rewrite has the file have these rows alone, all at once.
func (j *journal[T]) rewrite(rows []T) error {
	j.close()
	var content bytes.Buffer
	for _, row := range rows {
		line, err := json.Marshal(row)
		if err != nil {
			return err
		}
		content.Write(append(line, '\n'))
	}
	j.rows = rows
	return replaceFile(j.files, j.path, content.Bytes())
}

// close closes the file until the next row.
func (j *journal[T]) close() {
	if j.out != nil {
		_ = j.out.Close() // each row is on the disk already
		j.out = nil
	}
}

// replaceFile writes a file, in place of an older one, all at once.
func replaceFile(files Files, path string, content []byte) error {
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
