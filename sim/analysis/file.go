package analysis

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"lambdascope/estimator"
	"lambdascope/sim/features"
	"lambdascope/sim/recorded"
)

// File describes a file of trajectories that an Engine holds.
type File struct {
	Name         string // as it was named
	Hash         string // SHA-256 of its content
	Trajectories int    // how many it has
	Features     int    // numbers of an observation
	Groups       int    // of trajectories; 0 where it has none
	Ratios       bool   // whether it has importance ratios
}

// file is a File with its trajectories, nil once another content has its name.
type file struct {
	File
	trajectories []*estimator.Trajectory // nil where far has them, too
	far          *far                    // where they take too much memory
	parts        []part                  // what far is read from again
	box          features.Box            // that observations lie in
	steps        int                     // transitions
	groups       recorded.Groups
	repeats      repeats
	ids          []string // of trajectories, empty where a part has none; nil where none has
}

// between is what no name of a file has.
const between = "\x00"

// JoinFiles returns the names of files as one text, as a File and Settings have
// them.
func JoinFiles(names []string) string { return strings.Join(names, between) }

// Files returns the files of recorded data as they were named, each a file, a folder
// or a pattern.
func (s Settings) Files() []string { return strings.Split(s.File, between) }

// fileLabel is what messages call files.
func fileLabel(name string) string { return strings.ReplaceAll(name, between, ", ") }

// part is a file that is read as one of several.
type part struct {
	name string
	open func() (io.ReadCloser, error)
	stat func() (fs.FileInfo, error) // nil for what can be read but once
}

// ratiosDiffer is the error of a file that has importance ratios where another has none,
// or the other way round.
func ratiosDiffer(name, first string) error {
	return fmt.Errorf("%s: importance ratios in it or in %s, but not in both: want them in all files, or in none", name, first)
}

// groupsDiffer is ratiosDiffer for groups of trajectories.
func groupsDiffer(name, first string) error {
	return fmt.Errorf("%s: groups of trajectories in it or in %s, but not in both: want them in all files, or in none", name, first)
}

// Load reads a file of trajectories, which the Engine then keeps; name is what
// errors and results call it. Errors name file, line and field.
//
// Of each name the Engine keeps the content that was loaded last, and of older
// ones only the description; settings with their hash are then an error. So what
// files take in memory is bounded by how many names a process is given. They are
// not part of the cache: what is dropped from that can be computed again.
func (e *Engine) Load(name string, r io.Reader) (File, error) {
	open := func() (io.ReadCloser, error) { return io.NopCloser(r), nil }
	return e.load(context.Background(), name, []part{{name: name, open: open}}, false, nil)
}

// load loads files whose trajectories follow each other, of which those that take
// more memory than the stream allows are not held; nil holds all. Joined files, even if
// there is one alone, have a hash of theirs.
func (e *Engine) load(ctx context.Context, name string, parts []part, joined bool, stream *Stream) (File, error) {
	f := &file{parts: parts, File: File{Name: name}}
	g := &gatherer{ctx: ctx, stream: stream, file: f}
	err := g.load(joined)
	if err == nil && f.far != nil && f.far.spool != nil {
		err = g.flush()
	}
	if err == nil && f.Trajectories < MinTrajectories {
		err = fmt.Errorf("%s: %d episode: want at least %d", fileLabel(name), f.Trajectories, MinTrajectories)
	}
	if err != nil {
		_ = f.far.close()
		return File{}, err
	}
	if f.ids != nil {
		f.ids = append(f.ids, make([]string, f.Trajectories-len(f.ids))...)
	}
	f.box, f.steps, f.Groups = g.extent.box, g.extent.steps, len(f.groups.Names)
	return e.keepFile(name, f), nil
}

// load reads all parts.
func (g *gatherer) load(joined bool) error {
	sum, least := sha256.New(), MinTrajectories
	if joined {
		least = 1
	}
	if g.stream != nil && g.size() > g.stream.Budget && g.rereadable() {
		g.file.far = new(far) // without holding any first
		g.stream.begin()
	}
	hold := int64(0)
	if g.stream != nil {
		hold = g.stream.Budget
	}
	for _, p := range g.file.parts {
		in, err := p.open()
		if err != nil {
			return err
		}
		var before fs.FileInfo
		if p.stat != nil {
			if before, err = p.stat(); err != nil {
				in.Close()
				return err
			}
		}
		count := g.file.Trajectories
		data, err := recorded.Each(in, p.name, least, hold, g.take)
		in.Close()
		if err != nil {
			return err
		}
		if count > 0 && data.Ratios != g.file.Ratios {
			return ratiosDiffer(p.name, g.file.parts[0].name)
		}
		if !g.file.groups.Append(count, data.Groups) {
			return groupsDiffer(p.name, g.file.parts[0].name)
		}
		if g.file.ids != nil || data.IDs != nil {
			g.file.ids = append(append(g.file.ids, make([]string, count-len(g.file.ids))...), data.IDs...)
		}
		g.seen, g.file.Hash, g.file.Ratios = append(g.seen, before), data.Hash, data.Ratios
		sum.Write([]byte(data.Hash))
	}
	if joined {
		g.file.Hash = hex.EncodeToString(sum.Sum(nil))
	}
	if g.file.far != nil {
		g.file.far.seen = g.seen
	}
	return nil
}

// size returns how many bytes all parts have together, about.
func (g *gatherer) size() (bytes int64) {
	for _, p := range g.file.parts {
		if p.stat == nil {
			continue
		}
		if info, err := p.stat(); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}

// keepFile keeps a file of a name.
func (e *Engine) keepFile(name string, f *file) File {
	e.mu.Lock()
	defer e.mu.Unlock()
	old, ok := e.names[name]
	e.names[name], e.files[f.Hash] = f.Hash, f
	if ok && !e.named(old) {
		// A new value, as work under way may hold the old one.
		e.files[old] = &file{File: e.files[old].File}
	}
	return f.File
}

// named tells whether a name has the content of a hash. The Engine is locked.
func (e *Engine) named(hash string) bool {
	for _, h := range e.names {
		if h == hash {
			return true
		}
	}
	return false
}

// file returns what was loaded with a hash, nil if nothing was.
func (e *Engine) file(hash string) *file {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.files[hash]
}

// fileOf returns the file of settings with its trajectories, or the error of one that has
// none, as it can be at any time after settings were checked.
func (e *Engine) fileOf(s Settings) (*file, error) {
	f := e.file(s.Hash)
	switch {
	case f == nil:
		return nil, fmt.Errorf("%s has not been loaded", fileLabel(s.File))
	case f.trajectories == nil && f.far == nil:
		return nil, fmt.Errorf("%s has changed since it had these data; want its new ones", fileLabel(f.Name))
	}
	return f, nil
}
