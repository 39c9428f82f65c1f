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

	"lambdascope/sim/analysis"
	"lambdascope/sim/recorded"
	"lambdascope/sim/settings"
	"lambdascope/tui/disk"
)

// stdin is the name of a file that stands for standard input.
const stdin = "-"

// stdinName is what messages and tables call standard input.
const stdinName = "standard input"

// load reads files of trajectories into the engine; "-" is standard input. It returns the error of
// ctx as soon as ctx ends, even while a read waits. Other errors name the file, the line and the
// field. Trajectories beyond the memory of stream are read again for each pass. A nil stream holds
// all trajectories.
func (e Env) load(ctx context.Context, names []string, repair recorded.Repair, stream *analysis.Stream) (settings.File, error) {
	var read atomic.Int64
	source, size, err := e.sources(names, &read)
	if err != nil {
		return settings.File{}, err
	}
	source.Repair = repair
	what := filepath.Base(source.Name)
	if n := len(source.Parts); n > 0 {
		what = fmt.Sprintf("%d files", n)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var file settings.File
	done := make(chan struct{})
	go func() { // because even opening may wait, as for the other end of a pipe
		defer close(done)
		file, err = e.Engine.Load(ctx, source, stream)
	}()
	stop := e.readingProgress(what, &read, size)
	defer stop()
	select {
	case <-ctx.Done():
		return settings.File{}, ctx.Err()
	case <-done:
	}
	if err != nil {
		name := names[0]
		if at := new(fs.PathError); len(source.Parts) > 0 && errors.As(err, &at) {
			name = at.Path
		}
		err = unreadable(name, err)
		if of := new(diskError); !errors.As(err, &of) && !errors.Is(err, analysis.ErrChanged) && !errors.Is(err, analysis.ErrScratch) && ctx.Err() == nil && name != stdin {
			err = fmt.Errorf("%w (see %s)", err, e.checkHint(names))
		}
		return settings.File{}, err
	}
	return file, nil
}

// sources returns the source of trajectories for names, and the size of the files, or 0 for an unknown
// size. Reading the source adds the bytes to read.
func (e Env) sources(names []string, read *atomic.Int64) (source analysis.Source, size int64, err error) {
	files, skipped, err := e.dataFiles(names)
	if err != nil {
		return source, 0, err
	}
	if len(skipped) > 0 {
		e.note("%s", skippedText(skipped))
	}
	if len(files) == 1 && files[0] == names[0] {
		source, size = e.source(files[0], read)
		return source, size, nil
	}
	source.Name = settings.JoinFiles(names)
	for _, name := range files {
		part, bytes := e.source(name, read)
		source.Parts = append(source.Parts, part)
		size += bytes
	}
	return source, size, nil
}

// skippedFile is a file of a folder that is not read, with the reason.
type skippedFile struct{ name, why string }

// otherEnding is the most common reason.
const otherEnding = "another ending"

// skippedText lists the skipped files, the first few by name.
func skippedText(skipped []skippedFile) string {
	const few = 5
	var named []string
	endings := false
	for i, f := range skipped {
		if endings = endings || f.why == otherEnding; i < few {
			named = append(named, fmt.Sprintf("%s (%s)", f.name, f.why))
		}
	}
	text := "not read: " + strings.Join(named, ", ")
	if n := len(skipped); n > few {
		text += fmt.Sprintf(" and %d more", n-few)
	}
	if endings {
		text += "; of a folder, names that end in " + dataEndings + " are read"
	}
	return text
}

// dataFiles expands names of files, folders and patterns to files. The files keep the order of the
// names and are sorted within a folder or pattern. Skipped are files of folders and patterns.
func (e Env) dataFiles(names []string) (files []string, skipped []skippedFile, err error) {
	var seen []fs.FileInfo // of files; nil for a file without a description
	for _, name := range names {
		pattern, info, err := e.pattern(name)
		switch {
		case err != nil:
			return nil, nil, err
		case pattern != "":
		case name == stdin && len(names) > 1:
			return nil, nil, Misuse("data %q beside others: want standard input alone", stdin)
		default:
			if at := sameFile(seen, info); at >= 0 && files[at] != name {
				return nil, nil, fmt.Errorf("data %q: the same file as %q: want each file once", name, files[at])
			}
			files = append(files, name)
			seen = append(seen, info)
			continue
		}
		found, err := e.Files.Glob(pattern)
		if err != nil {
			return nil, nil, fmt.Errorf("data %q: %w", name, err)
		}
		before, left := len(files), len(skipped)
		for _, file := range found {
			info, why := e.why(file, pattern, pattern == name)
			if at := sameFile(seen, info); why == "" && at >= before {
				why = "the same file as " + filepath.Base(files[at])
			} else if why == "" && at >= 0 && files[at] != file {
				return nil, nil, fmt.Errorf("data %q: the same file as %q: want each file once", file, files[at])
			}
			if why == "" {
				files = append(files, file)
				seen = append(seen, info)
			} else {
				skipped = append(skipped, skippedFile{filepath.Base(file), why})
			}
		}
		if len(files) == before {
			return nil, nil, noFiles(name, pattern == name, skipped[left:])
		}
	}
	for i, name := range files {
		if slices.Contains(files[:i], name) {
			return nil, nil, fmt.Errorf("data %q: given twice: want each file once", name)
		}
	}
	return files, skipped, nil
}

// pattern returns the pattern of a folder's files or of names with wildcards; "" and the description for
// a file.
func (e Env) pattern(name string) (pattern string, info fs.FileInfo, err error) {
	info, err = e.stat(name)
	switch {
	case err == nil && info.IsDir():
		return filepath.Join(escapePattern(name), "*"), info, e.readable(name)
	case err != nil && strings.ContainsAny(name, "*?["):
		return name, nil, nil
	}
	return "", info, nil // opening the file reports the error
}

// noFiles is the error of a pattern (asked) or a folder without files of trajectories.
func noFiles(name string, asked bool, skipped []skippedFile) error {
	switch {
	case len(skipped) > 0:
		return fmt.Errorf("data %q: no trajectories in it; %s", name, skippedText(skipped))
	case asked:
		return fmt.Errorf("data %q: no file matches", name)
	}
	return fmt.Errorf("data %q: an empty folder: want files that end in %s", name, dataEndings)
}

// dotted reports whether a file is hidden, such as ._walk.csv, which macOS writes beside walk.csv.
func dotted(name string) bool { return strings.HasPrefix(filepath.Base(name), ".") }

// why describes a file of a pattern (asked) or a folder, with the reason to skip the file, or "".
func (e Env) why(file, pattern string, asked bool) (info fs.FileInfo, why string) {
	info, err := e.Files.Stat(file)
	switch {
	case dotted(file) && !dotted(pattern):
		return nil, "hidden"
	case err != nil && !asked && !hasDataEnding(file):
		return nil, disk.Cause(err).Error()
	case err != nil: // opening the file reports the error
		return nil, ""
	case info.IsDir():
		return nil, "a folder"
	case !asked && !hasDataEnding(file):
		return nil, otherEnding
	}
	return info, ""
}

// readable returns the error of a folder that can't be read.
func (e Env) readable(folder string) error {
	in, err := e.Files.Open(folder)
	if err != nil {
		return fmt.Errorf("data %q: the folder can't be read: %w", folder, disk.Cause(err))
	}
	_ = in.Close()
	return nil
}

// sameFile returns the index of a file among files, also under another name, or −1. It prevents
// that a link counts trajectories twice.
func sameFile(files []fs.FileInfo, one fs.FileInfo) int {
	return slices.IndexFunc(files, func(f fs.FileInfo) bool { return f != nil && one != nil && os.SameFile(f, one) })
}

// stat describes the file or folder of a name of --data.
func (e Env) stat(name string) (fs.FileInfo, error) {
	if name == stdin {
		return nil, fs.ErrNotExist
	}
	return e.Files.Stat(name)
}

// escapePattern returns the pattern that matches name alone.
func escapePattern(name string) string {
	if runtime.GOOS == "windows" { // patterns have no escapes there
		return name
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(name)
}

// dataEndings lists the endings of files that are read in a folder.
const dataEndings = ".jsonl, .ndjson, .json, .csv, .tsv or .npz, or of text in .gz"

// hasDataEnding reports whether a name ends in dataEndings, in upper or lower case.
func hasDataEnding(name string) bool {
	name, zipped := strings.CutSuffix(strings.ToLower(name), ".gz")
	endings := []string{".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".npz"}
	if zipped {
		endings = endings[:len(endings)-1]
	}
	return slices.Contains(endings, filepath.Ext(name))
}

// source returns the source of a file, and the size of the file, or 0 for an unknown size. Reading
// the source adds the bytes to read.
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

// unreadable rewords an error of the disk, such as a missing file. Errors in the content of a file
// stay.
func unreadable(name string, err error) error {
	cause, ok := disk.PathCause(err)
	if !ok {
		return err
	}
	return &diskError{fmt.Errorf("data %q: %w; want a file of trajectories, or - for standard input", name, cause)}
}

// diskError is an error of the disk, not of the content of a file.
type diskError struct{ error }

func (e *diskError) Unwrap() error { return e.error }

// countReads returns a reader that counts the bytes of in. For a file the reader is an io.ReaderAt,
// because archives need one.
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

// countedReader counts the bytes it reads.
type countedReader struct {
	io.ReadCloser
	count *atomic.Int64
}

func (r *countedReader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	r.count.Add(int64(n))
	return n, err
}
