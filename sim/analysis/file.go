package analysis

import (
	"fmt"
	"io"

	"lambdascope/estimator"
	"lambdascope/sim/recorded"
)

// File describes a file of trajectories that an Engine holds.
type File struct {
	Name         string // as it was named
	Hash         string // SHA-256 of its content
	Trajectories int    // how many it has
	Features     int    // d
}

// file is a File with its trajectories, nil once another content has its name.
type file struct {
	File
	trajectories []*estimator.Trajectory
}

// Load reads a file of trajectories, which the Engine then keeps; name is what
// errors and results call it. Errors name file, line and field.
//
// Of each name the Engine keeps the content that was loaded last, and of older
// ones only the description; settings with their hash are then an error. So what
// files take in memory is bounded by how many names a process is given. They are
// not part of the cache: what is dropped from that can be computed again.
func (e *Engine) Load(name string, r io.Reader) (File, error) {
	data, err := recorded.Read(r, name, 0)
	if err != nil {
		return File{}, err
	}
	f := &file{trajectories: data.Trajectories, File: File{
		Name:         name,
		Hash:         data.Hash,
		Trajectories: len(data.Trajectories),
		Features:     data.Trajectories[0].Dim(),
	}}
	e.mu.Lock()
	defer e.mu.Unlock()
	old, ok := e.names[name]
	e.names[name], e.files[f.Hash] = f.Hash, f
	if ok && !e.named(old) {
		// A new value, as work under way may hold the old one.
		e.files[old] = &file{File: e.files[old].File}
	}
	return f.File, nil
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

// missing returns the error of a file that has no trajectories; name is what the
// settings call it.
func (f *file) missing(name string) error {
	switch {
	case f == nil:
		return fmt.Errorf("%s has not been loaded", name)
	case f.trajectories == nil:
		return fmt.Errorf("%s has changed since it had these data; want its new ones", f.Name)
	}
	return nil
}
