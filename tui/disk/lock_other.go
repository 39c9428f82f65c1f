//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package disk

// lock does nothing, because these systems have no locks on folders.
func lock(string) (unlock func(), err error) { return func() {}, nil }
