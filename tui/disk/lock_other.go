//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package disk

import "os"

// lock locks nothing: these systems have no locks on folders.
func lock(*os.File) bool { return true }

func release(*os.File) {}
