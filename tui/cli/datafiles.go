package cli

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"lambdascope/tui/disk"
	"lambdascope/tui/table"
)

// dataFiles expands names of files, folders and patterns to files. The files keep the order of the
// names and are sorted within a folder or pattern. Skipped are files of folders and patterns.
func (e Env) dataFiles(names []string) (files []string, skipped []table.Skipped, err error) {
	d := dataNames{env: e}
	for _, name := range names {
		if name == stdin && len(names) > 1 {
			return nil, nil, Misuse("data %q beside others: want standard input alone", stdin)
		}
		if err := d.add(name); err != nil {
			return nil, nil, err
		}
	}
	return d.files, d.skipped, nil
}

// dataNames collects the files of names.
type dataNames struct {
	env     Env
	files   []string
	seen    []fs.FileInfo // of files; nil for a file without a description
	skipped []table.Skipped
}

// add adds a file, or the files of a folder or a pattern.
func (d *dataNames) add(name string) error {
	info, err := d.env.stat(name)
	switch {
	case err == nil && info.IsDir():
		if err := d.env.readable(name); err != nil {
			return err
		}
		return d.addMatches(name, filepath.Join(escapePattern(name), "*"))
	case err != nil && strings.ContainsAny(name, "*?["):
		return d.addMatches(name, name)
	}
	return d.addFile(name, info)
}

// addFile adds a file. A file can come only once, because copies of trajectories would count twice.
func (d *dataNames) addFile(name string, info fs.FileInfo) error {
	switch at := d.place(info); {
	case slices.Contains(d.files, name):
		return fmt.Errorf("data %q: given twice: want each file once", name)
	case at >= 0:
		return fmt.Errorf("data %q: the same file as %q: want each file once", name, d.files[at])
	}
	d.files = append(d.files, name)
	d.seen = append(d.seen, info)
	return nil
}

// place returns the index of a file among the files, also under another name, or −1.
func (d *dataNames) place(one fs.FileInfo) int {
	return slices.IndexFunc(d.seen, func(f fs.FileInfo) bool { return f != nil && one != nil && os.SameFile(f, one) })
}

// addMatches adds the readable files of a pattern, which stands for name.
func (d *dataNames) addMatches(name, pattern string) error {
	found, err := d.env.Files.Glob(pattern)
	if err != nil {
		return fmt.Errorf("data %q: %w", name, err)
	}
	before := len(d.files)
	left := len(d.skipped)
	for _, file := range found {
		info, why := d.env.why(file, pattern == name)
		if dotted(file) && !dotted(pattern) {
			why = "hidden"
		}
		if at := d.place(info); why == "" && at >= before {
			why = "the same file as " + filepath.Base(d.files[at])
		}
		if why != "" {
			d.skipped = append(d.skipped, table.Skipped{Name: filepath.Base(file), Reason: why})
		} else if err := d.addFile(file, info); err != nil {
			return err
		}
	}
	switch {
	case len(d.files) > before:
		return nil
	case len(d.skipped) > left:
		return fmt.Errorf("data %q: no trajectories in it; %s", name, skippedText(d.skipped[left:]))
	case pattern == name:
		return fmt.Errorf("data %q: no file matches", name)
	}
	return fmt.Errorf("data %q: an empty folder: want files that end in %s", name, dataEndings)
}

// dotted reports whether a file is hidden, such as ._walk.csv, which macOS writes beside walk.csv.
func dotted(name string) bool { return strings.HasPrefix(filepath.Base(name), ".") }

// why describes a file of a pattern (asked) or a folder, with the reason to skip the file, or "".
func (e Env) why(file string, asked bool) (info fs.FileInfo, why string) {
	info, err := e.Files.Stat(file)
	switch {
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

// otherEnding is the most common reason.
const otherEnding = "another ending"

// skippedText lists the skipped files, the first few by name.
func skippedText(skipped []table.Skipped) string {
	const few = 5
	var named []string
	endings := false
	for i, f := range skipped {
		if endings = endings || f.Reason == otherEnding; i < few {
			named = append(named, fmt.Sprintf("%s (%s)", f.Name, f.Reason))
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
