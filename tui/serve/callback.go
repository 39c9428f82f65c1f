package serve

import (
	"net"
	"strconv"
	"strings"

	"lambdascope/tui/shell"
)

// target returns the server for ssh, as flags and host. Without a name, the host is the address of the
// connection.
func target(name string, came net.Addr) string {
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
	if port == "" || port == "22" {
		return shell.Quote(host)
	}
	return shell.Join([]string{"-p", port, host})
}

// command returns the command for the app over SSH.
func command(target string, args []string) string {
	return "ssh -t " + target + " " + twice(append([]string{"lambdascope"}, args...))
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
