//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package cli

import "os"

// held is for systems that lock folders.
func held(*os.File) bool { return false }
