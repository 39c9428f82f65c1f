package disk

import (
	"errors"
	"io/fs"
)

// Cause returns the cause of a file's error, without the operation and the path, because the message around
// the error names the file.
func Cause(err error) error {
	if cause, ok := PathCause(err); ok {
		return cause
	}
	return err
}

// PathCause is Cause for an error of the file system. For other errors, such as those of a file's contents, ok
// is false.
func PathCause(err error) (cause error, ok bool) {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err, true
	}
	return nil, false
}
