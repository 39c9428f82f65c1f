//go:build unix

package serve

import (
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"lambdascope/sim/testutil"
	"lambdascope/tui/class"
	"lambdascope/tui/shell"
)

// What sessions, pages and the program show is tested from outside, in package serve_test.
// Here is what can't be seen there, or needs hours.

// TestCaller writes how to call the app. Its words survive the shell that a person types
// them into, and the reading of them at the other end.
func TestCaller(t *testing.T) {
	at := &net.TCPAddr{IP: net.ParseIP("10.0.0.7"), Port: 2222}
	for _, c := range []struct {
		name string
		came net.Addr
		want string
	}{
		{"", at, "ssh -t -p 2222 10.0.0.7 lambdascope"},
		{"lab.example.org", at, "ssh -t -p 2222 lab.example.org lambdascope"},
		{"lab.example.org:22/lambda", at, "ssh -t lab.example.org lambdascope"},
		{"[2001:db8::1]:2200", at, "ssh -t -p 2200 2001:db8::1 lambdascope"},
	} {
		if got := command(target(c.name, c.came), nil); got != c.want {
			t.Errorf("%q, %v: %s, want %s", c.name, c.came, got, c.want)
		}
	}
	for _, words := range [][]string{
		{"--lambdas", "0,0.5"},
		{"--pin", "--states 7 -n 5"},
		{"it's", "x y"},
		{"$(touch x)", "a b"},
		{"it's", `"x"`, "$HOME", "`id`", "!x", `a\b`, "λ", "*"},
	} {
		typed := testutil.Get(shell.Split(command(target("host:22", at), words)))(t)
		remote := testutil.Get(shell.Split(strings.Join(typed[3:], " ")))(t) // as ssh joins them
		if !slices.Equal(remote[1:], words) {
			t.Errorf("%q comes back as %q", words, remote)
		}
	}
}

// TestVisitor: the address of a request comes from the last entry of a proxy on this machine, or
// from the connection without a proxy.
func TestVisitor(t *testing.T) {
	for _, c := range []struct {
		proxy          bool
		from, said, is string
	}{
		{false, "127.0.0.1:5", "198.51.100.7", "127.0.0.1"},
		{true, "127.0.0.1:5", "198.51.100.7", "198.51.100.7"},
		{true, "[::1]:5", "10.0.0.1, 2001:db8::7", "2001:db8::7"},
		{true, "127.0.0.1:5", "198.51.100.7, ", "127.0.0.1"},
		{true, "127.0.0.1:5", "me", "127.0.0.1"},
		{true, "192.0.2.1:5", "198.51.100.7", "192.0.2.1"}, // no proxy of this machine
	} {
		s := &Server{options: Options{BehindProxy: c.proxy}}
		r := &http.Request{RemoteAddr: c.from, Header: http.Header{"X-Forwarded-For": {"203.0.113.1", c.said}}}
		if is := s.visitor(r).(*net.TCPAddr).IP.String(); is != c.is {
			t.Errorf("%+v: %s", c, is)
		}
	}
}

// TestHosts refuses a foreign name that resolves to the server, because a page of another site may
// have made it resolve there. The link for phones has the host of the session, unless the server
// has a name.
func TestHosts(t *testing.T) {
	at := func(host string, port int) net.Addr { return &net.TCPAddr{IP: net.ParseIP(host), Port: port} }
	loopback, everywhere := at("127.0.0.1", 8080), at("0.0.0.0", 8080)
	for _, c := range []struct {
		web         net.Addr
		name        string
		proxy       bool
		called, not string // hosts
	}{
		{loopback, "", false, "127.0.0.1:8080 localhost:8080 LOCALHOST a.localhost [::1]:8080 192.0.2.7", "evil.example:8080 localhost.evil.example 127.0.0.1.evil.example :8080"},
		{everywhere, "", false, "192.0.2.7:8080 teacher.local:8080", ""},
		{loopback, "", true, "lambda.example.org", ""},
		{loopback, "lambda.example.org", true, "lambda.example.org LAMBDA.example.org.:443 127.0.0.1:8080", "evil.example"},
		{everywhere, "lambda.example.org:2222/lambda", false, "lambda.example.org:8080 192.0.2.7", "evil.example example.org"},
	} {
		s := &Server{options: Options{Name: c.name, BehindProxy: c.proxy}, web: c.web}
		for _, host := range strings.Fields(c.called + " " + c.not) {
			if is := slices.Contains(strings.Fields(c.called), host); s.isCalled(host) != is {
				t.Errorf("%+v is called %q: want %t", c, host, is)
			}
		}
	}
	for _, c := range []struct {
		name string
		web  net.Addr
		base string
		want string
	}{
		{"", nil, "", ""},
		{"", loopback, "", ""}, // which no phone reaches
		{"", everywhere, "", "http://192.0.2.7:8080/"},
		{"", at("192.0.2.8", 8080), "", "http://192.0.2.8:8080/"},
		{"host.example:22/a/b/", everywhere, "", "http://host.example:8080/a/b/"},
		{"", loopback, "http://localhost/lambda", ""},
		{"host.example", everywhere, "https://other.example", "https://other.example/"},
		{"host.example", loopback, "http://localhost:8080", "http://host.example:8080/"},
	} {
		s := &Server{options: Options{Name: c.name, ClassSecret: "x"}, web: c.web}
		in := s.invitation(at("192.0.2.7", 2222), c.base)
		if link := strings.Join(in.Links, " "); link != c.want || link != "" && (in.Votes[0] != link+"vote" || in.Codes[0] != link+"vote/"+s.options.classToken()) {
			t.Errorf("%+v: %q, %q, %q", c, link, in.Votes, in.Codes)
		}
	}
}

// TestFollowersAreNotIdle: followers do not count as idle while somebody presents.
func TestFollowersAreNotIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := class.New()
		leads := c.Lead(class.Guest{})
		follows := c.Join(class.Guest{})
		a, b := newActivity(), newActivity()
		a.seat.Store(leads)
		b.seat.Store(follows)
		time.Sleep(time.Hour)
		if a.idle() != time.Hour || b.idle() != 0 {
			t.Errorf("idle for %v and %v, want an hour and nothing", a.idle(), b.idle())
		}
		leads.Leave()
		time.Sleep(time.Hour)
		if b.idle() != time.Hour {
			t.Errorf("idle for %v without a presenter, want an hour", b.idle())
		}
		follows.Leave()
	})
}
