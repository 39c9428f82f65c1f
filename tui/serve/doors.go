package serve

import (
	"net"
	"net/url"
	"path/filepath"
	"strings"

	"lambdascope/tui/cli"
)

// Doors are the listeners of a server, nil for a closed door.
type Doors struct {
	SSH net.Listener
	Web net.Listener // for browsers
}

// all returns the listeners.
func (d Doors) all() (out []net.Listener) {
	for _, l := range []net.Listener{d.SSH, d.Web} {
		if l != nil {
			out = append(out, l)
		}
	}
	return out
}

func (d Doors) close() {
	for _, l := range d.all() {
		_ = l.Close()
	}
}

// narrow is a listener of connections with small buffers, so that the server draws no screens for a
// slow reader.
type narrow struct{ *net.TCPListener }

// unsent is the size of a buffer, in bytes: a few screens.
const unsent = 64 << 10

func (n narrow) Accept() (net.Conn, error) {
	c, err := n.AcceptTCP()
	if err != nil {
		return nil, err
	}
	_ = c.SetWriteBuffer(unsent) // fails for a connection that has ended
	return c, nil
}

// reached returns the address at which this machine reaches a listener.
func reached(a net.Addr) net.Addr {
	if tcp, ok := a.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: tcp.Port}
	}
	return a
}

// noAddress stands for no door.
const noAddress = "none"

// openDoors opens the doors of the flags. A public address needs a password, keys or --public; otherwise the
// server makes a password.
func (s *flags) openDoors() (d Doors, err error) {
	switch {
	case s.listen != noAddress:
		d.SSH, err = listen("listen", s.listen)
	case s.web == "":
		err = cli.Misuse("listen none: want --web for browsers")
	}
	if err == nil && s.web != "" {
		d.Web, err = listen("web", s.web)
	}
	for _, l := range d.all() {
		if err == nil && !s.made && (s.asks || !s.options.mayListen(l.Addr().(*net.TCPAddr))) {
			s.made = true
			s.options.Password, err = loadPassword(filepath.Join(s.folder, passwordFile))
		}
	}
	if err != nil {
		d.close()
	}
	return d, err
}

// listen returns a listener at the address of a flag.
func listen(flag, value string) (net.Listener, error) {
	at, err := net.ResolveTCPAddr("tcp", value)
	if err != nil {
		return nil, cli.Misuse("%s %q: want host:port: %v", flag, value, err)
	}
	l, err := net.ListenTCP("tcp", at)
	if err != nil {
		return nil, err
	}
	return narrow{l}, nil
}

// hostOf returns a host without port, path and brackets.
func hostOf(at string) string {
	at, _, _ = strings.Cut(at, "/")
	if h, _, err := net.SplitHostPort(at); err == nil {
		return h
	}
	return strings.Trim(at, "[]")
}

// link returns the address at which a browser reaches the door.
func (o Options) link(at net.Addr) string {
	host := reached(at).String()
	if o.Name == "" {
		return "http://" + host + "/"
	}
	_, port, _ := net.SplitHostPort(host) // that of Name is of SSH
	name := hostOf(o.Name)
	base := "http://" + net.JoinHostPort(name, port)
	if o.BehindProxy {
		base = "https://" + name
	}
	_, prefix, _ := strings.Cut(o.Name, "/")
	link, _ := url.JoinPath(base, prefix, "/") // a valid address, see isName
	return link
}
