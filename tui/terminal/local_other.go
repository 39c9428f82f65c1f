//go:build !unix

package terminal

import "io"

// continueSoon does nothing, as there are no signals that stop a process.
func continueSoon() {}

// localInput returns the input of the process's own terminal.
func localInput(in io.Reader) io.Reader { return in }
