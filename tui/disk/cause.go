package disk

import (
	"errors"
	"io/fs"
)

// Cause returns what an error of a file says without the operation and the path, for
// messages that name the file themselves.
func Cause(err error) error {
	if cause, ok := PathCause(err); ok {
		return cause
	}
	return err
}

// PathCause returns what an error of a file says without the operation and the path,
// and whether err is one: errors of what a file contains, for example, are not.
func PathCause(err error) (cause error, ok bool) {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err, true
	}
	return nil, false
}
