package serve

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"lambdascope/tui/disk"
	"lambdascope/tui/room"
)

// keep is the folder where rooms are kept, a file each, which nobody but the server's
// user may read: secrets are in it. It implements room.Store.
type keep struct {
	folder string
	log    *slog.Logger
	unlock func()

	mu     sync.Mutex
	closed bool
	failed bool // to save a room, of which the log has a line
}

const (
	roomFile     = ".json"  // the end of the name of a file
	maxRoomFile  = 2 << 20  // bytes
	unfinishedAs = ".*.tmp" // the names of files that were being written when a server was killed
)

// openKeep makes the folder, and keeps other servers from using it.
func openKeep(folder string, log *slog.Logger) (*keep, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	unlock, err := disk.OS{}.Lock(folder)
	if err != nil {
		return nil, err
	}
	unfinished, _ := filepath.Glob(filepath.Join(folder, unfinishedAs)) // fails for a wrong pattern
	for _, name := range unfinished {
		_ = os.Remove(name)
	}
	return &keep{folder: folder, log: log, unlock: unlock}, nil
}

// close lets others use the folder. Nothing is kept any more.
func (k *keep) close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.closed {
		k.closed = true
		k.unlock()
	}
}

func (k *keep) file(name string) string { return filepath.Join(k.folder, name+roomFile) }

// Save writes the file of a room.
func (k *keep) Save(name string, text []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		return
	}
	err := writePrivate(k.file(name), text)
	if err != nil && !k.failed {
		k.log.Error("rooms can't be kept", "file", k.file(name), "error", disk.Cause(err).Error())
	}
	k.failed = err != nil
}

// writePrivate replaces a file, which only its owner may read.
func writePrivate(name string, text []byte) error {
	f, err := disk.OS{}.Create(name, true)
	if err != nil {
		return err
	}
	defer f.Discard()
	if f, ok := f.(interface{ Chmod(fs.FileMode) error }); ok {
		if err := f.Chmod(0o600); err != nil {
			return err
		}
	}
	if _, err := f.Write(text); err != nil {
		return err
	}
	return f.Commit()
}

// Remove deletes the file of a room.
func (k *keep) Remove(name string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.closed {
		_ = os.Remove(k.file(name)) // a room that was never saved has none
	}
}

// restore opens the rooms that are kept; the server's own only with class. A file that
// is none of a room stays as it is.
func (k *keep) restore(rooms *room.Memory, class bool) {
	entries, err := os.ReadDir(k.folder)
	if err != nil {
		k.log.Error("rooms can't be read", "folder", k.folder, "error", disk.Cause(err).Error())
	}
	var names []string
	for _, e := range entries {
		switch name, ok := strings.CutSuffix(e.Name(), roomFile); {
		case ok && name != room.ClassName:
			names = append(names, name)
		case ok && class: // before others take its code
			names = slices.Insert(names, 0, name)
		}
	}
	for _, name := range names {
		text, err := readRoom(k.file(name))
		if err == nil {
			err = rooms.Restore(name, text)
		}
		if err != nil {
			k.log.Error("room can't be read and is left out", "file", k.file(name), "error", disk.Cause(err).Error())
		}
	}
}

// readRoom reads the file of a room.
func readRoom(name string) ([]byte, error) {
	info, err := os.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("is no file")
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readUpTo(f, maxRoomFile)
}

// readUpTo reads what has at most so many bytes.
func readUpTo(r io.Reader, most int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(text)) > most {
		return nil, fmt.Errorf("is larger than %d MiB: want less", most>>20)
	}
	return text, err
}
