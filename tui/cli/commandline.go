package cli

import "lambdascope/tui/shell"

// commandLine returns the command that calls the program with args, for a POSIX
// shell.
func commandLine(args []string) string {
	return shell.Join(append([]string{program}, args...))
}
