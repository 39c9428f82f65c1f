package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"lambdascope/sim/analysis"
	"lambdascope/sim/recorded"
	"lambdascope/sim/words"
	"lambdascope/tui/disk"
)

// stdin is the name of a file that stands for standard input.
const stdin = "-"

// stdinName is what messages and tables call standard input.
const stdinName = "standard input"

// load reads files of trajectories into the engine; "-" is standard input. It
// returns ctx's error as soon as ctx ends, even while a read waits. Other errors
// say that there is no such file, or name the file, the line and the field. What takes
// more memory than the stream allows is not held; nil holds all.
func (e Env) load(ctx context.Context, names []string, stream *analysis.Stream) (*analysis.Watched, error) {
	var read atomic.Int64
	source, size, err := e.sources(names, &read)
	if err != nil {
		return nil, err
	}
	what := filepath.Base(source.Name)
	if n := len(source.Parts); n > 0 {
		what = fmt.Sprintf("%d files", n)
	}
	since := time.Now()
	stop := e.progress(func() string {
		text := fmt.Sprintf("reading %s: %s", what, byteCount(read.Load()))
		if size > 0 {
			text += " of " + byteCount(size) + timeLeft(since, min(1, float64(read.Load())/float64(size)))
		}
		return text
	})
	defer stop()
	type result struct {
		watched *analysis.Watched
		err     error
	}
	done := make(chan result, 1)
	go func() { // even opening may wait, as for the other end of a pipe
		watch := e.Engine.Watch
		if stream != nil {
			watch = func(ctx context.Context, source analysis.Source) (*analysis.Watched, error) {
				return e.Engine.WatchWithin(ctx, source, stream)
			}
		}
		w, err := watch(ctx, source)
		done <- result{w, err}
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case r := <-done:
		stop()
		if r.err != nil {
			name := names[0]
			if at := new(fs.PathError); len(source.Parts) > 0 && errors.As(r.err, &at) {
				name = at.Path
			}
			return nil, unreadable(name, r.err)
		}
		if r.watched.Torn() {
			e.note("%s changed while it was read", strings.Join(names, ", "))
		}
		return r.watched, nil
	}
}

// sources returns what the trajectories of some names are read from, which adds up
// what is read, and how large it is, 0 where that is not known.
func (e Env) sources(names []string, read *atomic.Int64) (source analysis.Source, size int64, err error) {
	files, err := e.dataFiles(names)
	if err != nil {
		return source, 0, err
	}
	if len(files) == 1 && files[0] == names[0] {
		source, size = e.source(files[0], read)
		return source, size, nil
	}
	source.Name = analysis.JoinFiles(names)
	for _, name := range files {
		part, bytes := e.source(name, read)
		source.Parts = append(source.Parts, part)
		size += bytes
	}
	return source, size, nil
}

// dataFiles returns the files that some names stand for: each a file, a folder of
// files, or a pattern, in the order of the names, and sorted within each.
func (e Env) dataFiles(names []string) ([]string, error) {
	var out, notes []string
	for _, name := range names {
		info, err := e.stat(name)
		pattern := ""
		switch {
		case err == nil && info.IsDir():
			pattern = filepath.Join(escapePattern(name), "*")
		case err != nil && strings.ContainsAny(name, "*?["):
			pattern = name
		case name == stdin && len(names) > 1:
			return nil, misusef("data %q beside others: want standard input alone", stdin)
		default:
			out = append(out, name)
			continue
		}
		files, err := e.Files.Glob(pattern)
		if err != nil {
			return nil, fmt.Errorf("data %q: %w", name, err)
		}
		found := len(out)
		var others []string // of a folder, with other endings
		for _, file := range files {
			info, err := e.Files.Stat(file)
			switch {
			case err != nil || info.IsDir():
			case pattern == name || hasDataSuffix(file):
				out = append(out, file)
			default:
				others = append(others, filepath.Base(file))
			}
		}
		if len(others) > 0 && len(out) > found {
			notes = append(notes, fmt.Sprintf("data %q: %s not read, as only names that end in %s are", name, namedAndMore(others), words.Or(dataSuffixes())))
		}
		if len(out) == found && pattern == name {
			return nil, fmt.Errorf("data %q: no file matches", name)
		}
		if len(out) == found {
			return nil, fmt.Errorf("data %q: no trajectories in the folder: want files that end in %s", name, words.Or(dataSuffixes()))
		}
	}
	for i, name := range out {
		if slices.Contains(out[:i], name) {
			return nil, fmt.Errorf("data %q: given twice: want each file once", name)
		}
	}
	for _, text := range notes {
		e.note("%s", text)
	}
	return out, nil
}

// stat describes what a name of --data stands for.
func (e Env) stat(name string) (fs.FileInfo, error) {
	if name == stdin {
		return nil, fs.ErrNotExist
	}
	return e.Files.Stat(name)
}

// escapePattern returns the pattern that a name alone matches.
func escapePattern(name string) string {
	if runtime.GOOS == "windows" { // whose patterns have no escapes
		return name
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(name)
}

// dataSuffixes are the endings of the files that are read of a folder.
func dataSuffixes() []string { return append(recorded.Suffixes(), ".npz") }

// hasDataSuffix tells whether a name has one of them, in letters of any case.
func hasDataSuffix(name string) bool {
	return slices.ContainsFunc(dataSuffixes(), func(s string) bool { return strings.HasSuffix(strings.ToLower(name), s) })
}

// namedAndMore says which files something is said of: the first few by name.
func namedAndMore(names []string) string {
	const few = 3
	switch n := len(names); {
	case n == 1:
		return names[0] + " is"
	case n > few:
		return fmt.Sprintf("%s and %d more are", strings.Join(names[:few], ", "), n-few)
	}
	return words.And(names) + " are"
}

// source returns what trajectories are read from, which adds up what is read,
// and how large it is, 0 where that is not known.
func (e Env) source(name string, read *atomic.Int64) (source analysis.Source, size int64) {
	if name == stdin {
		if e.Terminal.In {
			e.note("reading trajectories from the keyboard; Ctrl-D ends them")
		}
		return analysis.Source{Name: stdinName, Open: func() (io.ReadCloser, error) {
			return &countedReader{io.NopCloser(e.In), read}, nil
		}}, 0
	}
	source = analysis.Source{
		Name: name,
		Open: func() (io.ReadCloser, error) {
			in, err := e.Files.Open(name)
			if err != nil {
				return nil, unreadable(name, err)
			}
			return countReads(in, read), nil
		},
		Stat: func() (fs.FileInfo, error) {
			info, err := e.Files.Stat(name)
			return info, unreadable(name, err)
		},
	}
	if info, err := e.Files.Stat(name); err == nil && info.Mode().IsRegular() {
		size = info.Size()
	}
	return source, size
}

// unreadable puts an error of the disk, as for a file that does not exist or is a
// directory, into our words. Other errors, as of what a file holds, stay.
func unreadable(name string, err error) error {
	cause, ok := disk.PathCause(err)
	if !ok {
		return err
	}
	return fmt.Errorf("data %q: %w; want a file of trajectories, or - for standard input", name, cause)
}

// countReads returns a reader that adds up the bytes that are read of another, and that can
// be read anywhere if that is a file.
func countReads(in io.ReadCloser, read *atomic.Int64) io.ReadCloser {
	c := &countedReader{in, read}
	if file, ok := in.(*os.File); ok {
		return &countedFile{c, file}
	}
	return c
}

// countedFile is a countedReader of a file.
type countedFile struct {
	*countedReader
	file *os.File
}

func (f *countedFile) ReadAt(p []byte, offset int64) (int, error) {
	n, err := f.file.ReadAt(p, offset)
	f.count.Add(int64(n))
	return n, err
}

func (f *countedFile) Stat() (fs.FileInfo, error) { return f.file.Stat() }

// countedReader adds up the bytes that are read.
type countedReader struct {
	io.ReadCloser
	count *atomic.Int64
}

func (r *countedReader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	r.count.Add(int64(n))
	return n, err
}
