package analysis

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"lambdascope/estimator"
	"lambdascope/sim/features"
	"lambdascope/sim/recorded"
	"lambdascope/sim/settings"
)

// file is a File with its trajectories.
type file struct {
	settings.File
	trajectories []*estimator.Trajectory // nil where far has them, too
	far          *far                    // where they take too much memory
	parts        []Source                // what far is read from again
	box          features.Box            // that observations lie in
	steps        int                     // transitions
	groups       recorded.Groups
	repeats      repeats
	ids          []string // of trajectories, empty where a part has none; nil where none has
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

// Load loads a file of trajectories, which the Engine then keeps: it is not part of the
// cache, as what is dropped from that can be computed again. Trajectories that take more
// memory than the stream allows are not held, and analyses read them again; a nil stream
// allows any. When ctx ends, so does the reading, with its next piece. Errors name file,
// line and field.
func (e *Engine) Load(ctx context.Context, source Source, stream *Stream) (settings.File, error) {
	f := &file{parts: source.files(), File: settings.File{Name: source.Name}}
	g := &gatherer{stream: stream, file: f}
	err := g.load(ctx, source.Parts != nil)
	if err == nil && f.far != nil && f.far.spool != nil {
		err = g.flush()
	}
	if err == nil && f.Trajectories < settings.MinTrajectories {
		err = fmt.Errorf("%s: %d episode: want at least %d", settings.FileLabel(f.Name), f.Trajectories, settings.MinTrajectories)
	}
	if err != nil {
		return settings.File{}, err
	}
	if f.ids != nil {
		f.ids = append(f.ids, make([]string, f.Trajectories-len(f.ids))...)
	}
	f.box, f.steps, f.Groups = g.extent.box, g.extent.steps, len(f.groups.Names)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.files[f.Hash] = f
	return f.File, nil
}

// load reads all parts. Joined files, even if there is one alone, have a hash of theirs.
func (g *gatherer) load(ctx context.Context, joined bool) error {
	sum, least := sha256.New(), settings.MinTrajectories
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
		before := p.state()
		count := g.file.Trajectories
		data, err := p.each(ctx, least, hold, g.take)
		if err != nil {
			return err
		}
		if count > 0 && data.Ratios != g.file.Ratios {
			return ratiosDiffer(p.Name, g.file.parts[0].Name)
		}
		if !g.file.groups.Append(count, data.Groups) {
			return groupsDiffer(p.Name, g.file.parts[0].Name)
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
		if p.Stat == nil {
			continue
		}
		if info, err := p.Stat(); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}

// file returns what was loaded with a hash, nil if nothing was.
func (e *Engine) file(hash string) *file {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.files[hash]
}

// fileOf returns the file of settings, or the error of one that was not loaded.
func (e *Engine) fileOf(s settings.Settings) (*file, error) {
	f := e.file(s.Hash)
	if f == nil {
		return nil, fmt.Errorf("%s has not been loaded", settings.FileLabel(s.File))
	}
	return f, nil
}
