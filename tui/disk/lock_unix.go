//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package disk

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lock locks an open file and returns false where another process has locked it. A
// file system without locks refuses nobody.
func lock(f *os.File) bool {
	return !errors.Is(unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB), unix.EWOULDBLOCK)
}

// release lets others lock a file.
func release(f *os.File) { _ = unix.Flock(int(f.Fd()), unix.LOCK_UN) }
