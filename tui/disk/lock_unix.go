//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package disk

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lock locks the folder itself. It always succeeds if the file system has no locks.
func lock(folder string) (unlock func(), err error) {
	f, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	if errors.Is(unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB), unix.EWOULDBLOCK) {
		_ = f.Close()
		return nil, ErrLocked
	}
	return func() {
		_ = unix.Flock(int(f.Fd()), unix.LOCK_UN) // because a new child process may have the file open, too
		_ = f.Close()
	}, nil
}
