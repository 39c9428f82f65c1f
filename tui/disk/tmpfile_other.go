//go:build !linux

package disk

import (
	"errors"
	"os"
)

// openUnnamed is for Linux.
func openUnnamed(string) (*os.File, error) { return nil, errors.ErrUnsupported }

// linkUnnamed is for Linux.
func linkUnnamed(*os.File, string) error { return errors.ErrUnsupported }
