//go:build !linux

package cli

import (
	"errors"
	"os"
)

// openNameless is for Linux.
func openNameless(string) (*os.File, error) { return nil, errors.ErrUnsupported }

// linkNameless is for Linux.
func linkNameless(*os.File, string) error { return errors.ErrUnsupported }
