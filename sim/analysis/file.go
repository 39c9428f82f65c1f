package analysis

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"lambdascope/estimator"
	"lambdascope/sim/features"
	"lambdascope/sim/recorded"
	"lambdascope/sim/settings"
)

// file is a File with its trajectories.
type file struct {
	settings.File
	trajectories []*estimator.Trajectory // nil if far is set
	far          *far                    // set for trajectories that take too much memory
	parts        []Source                // files to read again for far
	repair       recorded.Repair
	box          features.Box // around all observations
	steps        int          // transitions
	longest      int          // of an episode
	groups       recorded.Groups
	repeats      repeats
	seams        recorded.Seams
	ids          []string // of trajectories; empty in a part without IDs, nil if no part has IDs
}

// Load reads a file of trajectories and keeps the file in the Engine. The file is not part of
// the cache, because the Engine must be able to compute a dropped value again. Trajectories
// beyond the memory budget of the stream are not held, and analyses read the file again; a nil
// stream has no budget. When ctx ends, reading stops at the next piece. Errors name file, line
// and field.
func (e *Engine) Load(ctx context.Context, source Source, stream *Stream) (settings.File, error) {
	f := &file{parts: source.files(), repair: source.Repair, File: settings.File{Name: source.Name, Seams: source.Repair}}
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
	f.Levels = g.extent.levels.Levels()
	f.box = g.extent.box
	f.steps = g.extent.steps
	f.Groups = len(f.groups.Names)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.files[f.Hash] = f
	return f.File, nil
}

// load reads all parts. The hash of joined files is a hash of hashes, even for a single joined
// file.
func (g *gatherer) load(ctx context.Context, joined bool) error {
	sum := sha256.New()
	r := &recorded.Reader{Least: settings.MinTrajectories, Repair: g.file.repair}
	if joined {
		r.Least = 1
	}
	if g.stream != nil && g.size() > g.stream.hold() && g.rereadable() {
		g.file.far = &far{stream: g.stream} // from the start, because the file takes more
		g.stream.begin()
	}
	if g.stream != nil {
		r.Hold = g.stream.Budget
	}
	for i, p := range g.file.parts {
		before := p.state()
		r.More = i < len(g.file.parts)-1
		file, err := p.each(ctx, r, g.take)
		if fault, ok := errors.AsType[*scratchFault](err); ok {
			return fault
		}
		if err != nil {
			return err
		}
		g.seen = append(g.seen, before)
		g.file.Hash = file.Hash
		sum.Write([]byte(file.Hash))
	}
	all := r.Data()
	g.file.groups = all.Groups
	g.file.ids = all.IDs
	g.file.Ratios = all.Ratios
	g.file.seams = all.Seams
	if joined {
		g.file.Hash = hex.EncodeToString(sum.Sum(nil))
	}
	if g.file.far != nil {
		g.file.far.seen = g.seen
	}
	return nil
}

// size returns the approximate size of all parts in bytes.
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

// file returns the loaded file with a hash, or nil.
func (e *Engine) file(hash string) *file {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.files[hash]
}

// fileOf returns the file of settings, or an error if the file is not loaded.
func (e *Engine) fileOf(s settings.Settings) (*file, error) {
	f := e.file(s.Hash)
	if f == nil {
		return nil, fmt.Errorf("%s has not been loaded", settings.FileLabel(s.File))
	}
	return f, nil
}
