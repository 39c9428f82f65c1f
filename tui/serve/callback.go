package serve

import (
	"net"
	"strconv"
	"strings"

	"lambdascope/tui/shell"
)

// caller returns the function that writes the command for the app over SSH. Without a name, the host
// is the address of the connection.
func caller(name string, came net.Addr) func(args []string) string {
	host, port := "", ""
	if tcp, ok := came.(*net.TCPAddr); ok {
		at := tcp.AddrPort()
		host, port = at.Addr().Unmap().String(), strconv.Itoa(int(at.Port()))
	}
	if name, _, _ = strings.Cut(name, "/"); name != "" {
		host = strings.Trim(name, "[]")
		if h, p, err := net.SplitHostPort(name); err == nil {
			host, port = h, p
		}
	}
	words := []string{"ssh", "-t"}
	if port != "" && port != "22" {
		words = append(words, "-p", port)
	}
	line := shell.Join(append(words, host))
	return func(args []string) string {
		remote := append([]string{"lambdascope"}, args...)
		return line + " " + twice(remote)
	}
}

// twice quotes words for two shells, because ssh joins the words of the person's shell, and the
// server splits the line again.
func twice(words []string) string {
	line := shell.Join(words)
	switch {
	case !strings.ContainsAny(line, `'"$`+"`\\"):
		return line
	case !strings.ContainsAny(line, `"$!\`+"`"):
		return `"` + line + `"`
	}
	return shell.Quote(line)
}
