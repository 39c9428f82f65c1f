package serve

import (
	"context"
	"errors"
	"net"
	"path/filepath"
	"strings"

	"lambdascope/tui/cli"
	"lambdascope/tui/serve/internal/credentials"
)

// Doors are the listeners of a server; nil for none.
type Doors struct {
	SSH net.Listener
	Web net.Listener // for browsers
}

// all returns those that there are.
func (d Doors) all() (out []net.Listener) {
	for _, l := range []net.Listener{d.SSH, d.Web} {
		if l != nil {
			out = append(out, l)
		}
	}
	return out
}

func (d Doors) close() (err error) {
	for _, l := range d.all() {
		err = errors.Join(err, l.Close())
	}
	return err
}

// narrow is a listener whose connections hold few bytes that the other side has not taken, so that
// screens for a slow reader are not drawn.
type narrow struct{ *net.TCPListener }

// unsent bounds these bytes: a few screens.
const unsent = 64 << 10

func (n narrow) Accept() (net.Conn, error) {
	c, err := n.AcceptTCP()
	if err != nil {
		return nil, err
	}
	_ = c.SetWriteBuffer(unsent) // fails for a connection that has ended
	return c, nil
}

// reached returns the address that this machine reaches a listener at.
func reached(a net.Addr) net.Addr {
	if tcp, ok := a.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: tcp.Port}
	}
	return a
}

// noAddress stands for no door.
const noAddress = "none"

// addresses are those to listen on; nil for none.
type addresses struct{ ssh, web *net.TCPAddr }

// addresses reads those of the flags. On one that others reach, a password is made unless
// it was said who may connect.
func (s *flags) addresses(ctx context.Context) (at addresses, err error) {
	if s.listen != noAddress {
		at.ssh, err = resolve(ctx, "listen", s.listen)
	} else if s.web == "" {
		err = cli.Misuse("listen none: want --web for browsers")
	}
	if err == nil && s.web != "" {
		at.web, err = resolve(ctx, "web", s.web)
	}
	if err != nil {
		return at, err
	}
	for _, a := range []*net.TCPAddr{at.ssh, at.web} {
		if a != nil && s.options.mayListen(a) != nil { // no flag says who may connect
			s.made = true
			s.options.Password, err = credentials.LoadPassword(filepath.Join(filepath.Dir(s.hostKey), credentials.PasswordFile))
			return at, err
		}
	}
	return at, nil
}

// resolve returns the address that a flag says.
func resolve(ctx context.Context, flag, value string) (*net.TCPAddr, error) {
	host, service, err := net.SplitHostPort(value)
	if err != nil {
		return nil, cli.Misuse("%s %q: want host:port", flag, value)
	}
	port, err := net.DefaultResolver.LookupPort(ctx, "tcp", service)
	if err != nil {
		return nil, cli.Misuse("%s %q: want a port from 0 to 65535", flag, value)
	}
	at := &net.TCPAddr{Port: port}
	if host != "" {
		found, err := net.DefaultResolver.LookupIPAddr(ctx, host)
		if err != nil || len(found) == 0 {
			return nil, cli.Misuse("%s %q: no such host", flag, value)
		}
		at.IP, at.Zone = found[0].IP, found[0].Zone
	}
	return at, nil
}

// listen opens the doors.
func (a addresses) listen() (Doors, error) {
	var d Doors
	var err error
	for _, door := range []struct {
		at *net.TCPAddr
		to *net.Listener
	}{{a.ssh, &d.SSH}, {a.web, &d.Web}} {
		if door.at == nil {
			continue
		}
		l, err := net.ListenTCP("tcp", door.at)
		if err != nil {
			return Doors{}, errors.Join(err, d.close())
		}
		*door.to = narrow{l}
	}
	return d, err
}

// host returns the name without a port.
func (o Options) host() string {
	if h, _, err := net.SplitHostPort(o.Name); err == nil {
		return h
	}
	return strings.Trim(o.Name, "[]")
}

// link returns the address at which a browser reaches the door.
func (o Options) link(at net.Addr) string {
	host := reached(at).String()
	if name := o.Name; name != "" {
		_, port, _ := net.SplitHostPort(host) // that of Name is of SSH
		name = o.host()
		host = net.JoinHostPort(name, port)
		if o.BehindProxy {
			host = name
		}
	}
	return webAddress(host, o.BehindProxy && o.Name != "") + "/"
}
