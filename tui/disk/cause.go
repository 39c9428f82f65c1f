package disk

import (
	"errors"
	"io/fs"
)

// Cause returns the cause of an error of a file without the operation and the path, for messages that name
// the file.
func Cause(err error) error {
	if cause, ok := PathCause(err); ok {
		return cause
	}
	return err
}

// PathCause returns the cause of an error of a file without the operation and the path, and whether err is
// an error of a file rather than of its contents.
func PathCause(err error) (cause error, ok bool) {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err, true
	}
	return nil, false
}
