package disk

import (
	"errors"
	"io/fs"
)

// Cause returns what an error of a file says without the operation and the path, for
// messages that name the file themselves.
func Cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
