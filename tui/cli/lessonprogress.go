package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"sync"

	"lambdascope/tui/disk"
	"lambdascope/tui/lesson"
)

// progressFile is the file, in the program's folder for state, that keeps how far
// lessons have been taken: a JSON object by their keys.
const progressFile = "lessons.json"

// keptProgress is how far a lesson has been taken.
type keptProgress struct {
	Step  int  `json:"step"` // from 1
	Ended bool `json:"ended,omitempty"`
}

// progressStore keeps the progress of lessons in a file. It implements lesson.Progress.
type progressStore struct {
	files  disk.Files
	folder string

	mu   sync.Mutex
	kept map[string]keptProgress
}

// lessonProgress returns what keeps the progress of lessons; nil where nothing can be
// kept, as in a session over a network.
func (e Env) lessonProgress() lesson.Progress {
	if e.Files == nil || e.StateFolder == "" || e.Remote != nil {
		return nil
	}
	p := &progressStore{files: e.Files, folder: filepath.Join(e.StateFolder, program)}
	p.kept = p.read()
	return p
}

// read returns what the file has: nothing where there is none, or one that can't be
// read, which is then written anew.
func (p *progressStore) read() map[string]keptProgress {
	var kept map[string]keptProgress
	content, err := readSmall(p.files, filepath.Join(p.folder, progressFile), maxPreferences)
	if err == nil {
		err = json.Unmarshal(content, &kept)
	}
	if err != nil || kept == nil {
		return make(map[string]keptProgress)
	}
	return kept
}

// Reached returns how far a lesson has been taken.
func (p *progressStore) Reached(key string) (step int, ended, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	kept, ok := p.kept[key]
	return max(0, kept.Step-1), kept.Ended, ok
}

// Reach keeps how far a lesson has come now. One that has been taken to its end stays
// so.
func (p *progressStore) Reach(key string, step int, ended bool) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := keptProgress{Step: step + 1, Ended: ended || p.kept[key].Ended}
	if p.kept[key] == now {
		return nil
	}
	p.kept[key] = now
	if err := p.write(key); err != nil {
		return fmt.Errorf("how far the lesson has been taken can't be kept: %w", err)
	}
	return nil
}

// write writes the file with what others have written of other lessons. Where another
// process is writing it, the next step will do.
func (p *progressStore) write(key string) error {
	unlock, err := p.files.Lock(p.folder)
	if errors.Is(err, disk.ErrLocked) {
		return nil
	}
	if err != nil {
		return err
	}
	defer unlock()
	now := p.kept[key]
	maps.Copy(p.kept, p.read())
	p.kept[key] = now
	content, err := json.MarshalIndent(p.kept, "", "\t")
	if err != nil {
		return err
	}
	f, err := p.files.Create(filepath.Join(p.folder, progressFile), true)
	if err != nil {
		return err
	}
	if _, err := f.Write(append(content, '\n')); err != nil {
		f.Discard()
		return err
	}
	return f.Commit()
}
