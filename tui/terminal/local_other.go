//go:build !unix

package terminal

import "io"

// continueSoon does nothing, because no signal stops a process here.
func continueSoon() {}

// localInput returns the input of the process's own terminal.
func localInput(in io.Reader) io.Reader { return in }
