package serve

import (
	"net"
	"slices"
	"testing"

	"lambdascope/tui/shell"
)

func TestCaller(t *testing.T) {
	at := &net.TCPAddr{IP: net.ParseIP("10.0.0.7"), Port: 2222}
	for _, c := range []struct {
		name string
		came net.Addr
		want string
	}{
		{"", at, "ssh -t -p 2222 10.0.0.7 lambdascope"},
		{"", &net.TCPAddr{IP: net.ParseIP("::ffff:10.0.0.7"), Port: 22}, "ssh -t 10.0.0.7 lambdascope"},
		{"", &net.TCPAddr{IP: net.ParseIP("::1"), Port: 2222}, "ssh -t -p 2222 ::1 lambdascope"},
		{"lab.example.org", at, "ssh -t -p 2222 lab.example.org lambdascope"},
		{"lab.example.org:22", at, "ssh -t lab.example.org lambdascope"},
		{"lab.example.org:2200", at, "ssh -t -p 2200 lab.example.org lambdascope"},
		{"[2001:db8::1]:2200", at, "ssh -t -p 2200 2001:db8::1 lambdascope"},
		{"2001:db8::1", at, "ssh -t -p 2222 2001:db8::1 lambdascope"},
	} {
		if got := caller(c.name, c.came)(nil); got != c.want {
			t.Errorf("%q, %v: %s, want %s", c.name, c.came, got, c.want)
		}
	}
}

// TestTwice quotes words so that they survive the shell that a person types them
// into, and the reading of them at the other end.
func TestTwice(t *testing.T) {
	for _, words := range [][]string{
		{"lambdascope", "--domain", "2048"},
		{"lambdascope", "--pin", "--states 7 -n 5"},
		{"lambdascope", "--lambdas", "0,0.5"},
		{"lambdascope", "it's", `"x"`, "$HOME", "`id`", "!x", `a\b`, "λ", "*"},
		{"lambdascope", "it's", "x y"},
		{"lambdascope", "$(touch x)", "a b"},
	} {
		line, err := shell.Split("ssh host " + twice(words))
		if err != nil {
			t.Errorf("%q: %v", words, err)
			continue
		}
		remote := ""
		for i, w := range line[2:] { // as ssh joins them
			if i > 0 {
				remote += " "
			}
			remote += w
		}
		if got, err := shell.Split(remote); err != nil || !slices.Equal(got, words) {
			t.Errorf("%s comes back as %q, %v", twice(words), got, err)
		}
	}
	if got := twice([]string{"lambdascope", "--pin", "--states 7"}); got != `"lambdascope --pin '--states 7'"` {
		t.Errorf("%s is hard to read", got)
	}
}
