package disk

import (
	"fmt"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// openUnnamed creates a file without a name on the file system of a folder. The
// error is of a system that can't, or a folder that is not there.
func openUnnamed(folder string) (*os.File, error) {
	f, err := os.OpenFile(folder, os.O_WRONLY|unix.O_TMPFILE, 0o666)
	if err != nil {
		return nil, err
	}
	if _, err := os.Lstat(descriptor(f)); err != nil { // without /proc it never gets a name
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

// linkUnnamed gives an unnamed file its name, which nothing may have.
func linkUnnamed(f *os.File, name string) error {
	err := unix.Linkat(unix.AT_FDCWD, descriptor(f), unix.AT_FDCWD, name, unix.AT_SYMLINK_FOLLOW)
	if err != nil {
		return &fs.PathError{Op: "link", Path: name, Err: err}
	}
	return nil
}

// descriptor returns the name that an open file has in /proc.
func descriptor(f *os.File) string { return fmt.Sprintf("/proc/self/fd/%d", f.Fd()) }
