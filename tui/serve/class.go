package serve

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"golang.org/x/term"

	"lambdascope/tui/class"
)

// isSecret reports whether a text is the secret of the class's presenter.
func (s *Server) isSecret(text string) bool {
	return s.class != nil && equal(s.options.ClassSecret, text)
}

// classToken returns the token in the link for phones: 128 bits from a hash of the secret, so that
// the link survives a restart and does not reveal the secret.
func (o Options) classToken() string {
	const size = 16 // bytes
	sum := sha256.Sum256([]byte("link of the class " + o.ClassSecret))
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:size])
}

// secretPatience bounds the time to type the secret, because the session has no seat yet.
const secretPatience = time.Minute

// present asks for the secret and makes the session the presenter's, or returns a refusal.
func (v *session) present(in io.Reader) (refusal string) {
	v.kind = kindApp
	v.words = v.words[1:]
	switch {
	case v.server.class == nil:
		return "this server has no class: start it with --class"
	case len(v.words) > 0 && !strings.HasPrefix(v.words[0], "-"):
		return "the secret is typed after the command, so that nobody else sees it"
	}
	late := time.AfterFunc(secretPatience, func() { v.conn.closeFor(whyLate) })
	defer late.Stop()
	prompt := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{byteReader{in}, v.out}, "")
	secret, err := prompt.ReadPassword("Secret of the class: ")
	switch {
	case err != nil:
		return "no secret was typed"
	case !v.server.isSecret(strings.TrimSpace(secret)):
		return "that is not the secret of the class"
	}
	v.leads = true
	return ""
}

// byteReader reads byte by byte, so that a prompt leaves the keys after its line to the app.
type byteReader struct{ io.Reader }

func (r byteReader) Read(p []byte) (int, error) { return r.Reader.Read(p[:min(1, len(p))]) }

// enter takes the session's seat in the class.
func (v *session) enter() *class.Entry {
	join := v.server.class.Join
	if v.leads {
		join = v.server.class.Lead
	}
	var came net.Addr // unknown for a page
	if v.page == nil {
		came = v.conn.LocalAddr()
	}
	out := v.server.invitation(came, v.base)
	out.Seat = join(v.guest())
	v.activity.seat.Store(out.Seat)
	return &out
}

// invitation returns the ways for others to join, as far as other machines reach the server.
// A session came to the address came; base is the address in the browser of a page.
func (s *Server) invitation(came net.Addr, base string) (out class.Entry) {
	for _, a := range s.reachable(s.sshAt, came) {
		out.Commands = append(out.Commands, "ssh "+target(s.options.Name, a))
	}
	for _, a := range s.reachable(s.web, came) {
		out.Links = append(out.Links, s.options.link(a))
	}
	if base != "" && !isLoopback(base) {
		out.Links = []string{strings.TrimSuffix(base, "/") + "/"}
	}
	for _, link := range out.Links {
		out.Codes = append(out.Codes, link+"vote/"+s.options.classToken())
		out.Votes = append(out.Votes, link+"vote")
	}
	if s.options.restricted() { // the link is the password of phones
		out.Votes = out.Codes
	}
	return out
}

// reachable returns the addresses at which other machines reach a listener. A session came to
// the address came.
func (s *Server) reachable(listener, came net.Addr) []net.Addr {
	at, ok := listener.(*net.TCPAddr)
	switch {
	case !ok:
		return nil
	case s.options.Name != "":
		return []net.Addr{at} // the name replaces it
	case at.IP.IsLoopback():
		return nil
	case !at.IP.IsUnspecified():
		return []net.Addr{at}
	}
	if to, ok := came.(*net.TCPAddr); ok && !to.IP.IsLoopback() {
		return []net.Addr{&net.TCPAddr{IP: to.IP, Port: at.Port}}
	}
	var out []net.Addr
	all, _ := net.InterfaceAddrs() // without them the panel shows none
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() && n.IP.To4() != nil {
			out = append(out, &net.TCPAddr{IP: n.IP, Port: at.Port})
		}
	}
	return out
}

// isLoopback reports whether a web address leads each machine to the machine itself.
func isLoopback(base string) bool {
	_, host, _ := strings.Cut(base, "://")
	host = hostOf(host)
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback() || host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// guest identifies the session's person for the class: by the key, by the token of the browser, or by
// address and terminal. The last is not unique, because people may share both.
func (v *session) guest() class.Guest {
	from := written(v.conn.address)
	if key := v.conn.login.key; key != nil {
		return class.Guest{ID: fingerprint(key), From: from, Unique: true}
	}
	if v.browserID != "" {
		return class.Guest{ID: v.browserID, From: from, Unique: true}
	}
	alike := sha256.Sum256(fmt.Append(nil, v.conn.address, v.environ, v.size))
	return class.Guest{ID: hex.EncodeToString(alike[:]), From: from}
}

// drop leaves the seat in the class.
func (v *session) drop() {
	if s := v.activity.seat.Load(); s != nil {
		s.Leave()
	}
}
