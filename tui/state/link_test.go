package state

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lambdascope/sim/must"
	"lambdascope/tui/shell"
)

// TestLink writes and reads addresses.
func TestLink(t *testing.T) {
	for words, want := range map[string][2]string{
		"":                                      {"/", ""},
		"--domain 2048 --trajectories 200":      {"/?domain=2048&n=200", "--domain=2048 -n=200"},
		"-n 5 --hide --page trials":             {"/?n=5&hide&page=trials", "-n=5 --hide --page=trials"},
		"--lambdas 0:1:0.1,0.95":                {"/?lambdas=0:1:0.1,0.95", "--lambdas=0:1:0.1,0.95"},
		"--pin '--domain 2048 -n 5' --pin '&='": {"/?pin=--domain+2048+-n+5&pin=%26%3D", "'--pin=--domain 2048 -n 5' '--pin=&='"},
		"join ABCD":                             {"/join/ABCD", "join ABCD"},
		"join ABCD --name 'Ána M.'":             {"/join/ABCD?name=%C3%81na+M.", "join ABCD '--name=Ána M.'"},
		"lesson trace --at 3":                   {"/lesson/trace?at=3", "lesson trace --at=3"},
		"lesson 'a/b'":                          {"/lesson/a%2Fb", "lesson a/b"},
		"guide":                                 {"/guide", "guide"},
	} {
		split := must.Have(shell.Split(words))(t)
		const base = "https://host:8443"
		link, ok := Link(base, split)
		if !ok || link != base+want[0] {
			t.Errorf("%s: %q, want %q", words, link, base+want[0])
		}
		back, err := linkWords(t, link)
		wanted, _ := shell.Split(want[1])
		if err != nil || !slices.Equal(back, wanted) {
			t.Errorf("%s: %q (%v), want %q", link, back, err, wanted)
		}
	}
	for _, words := range [][]string{{"present", "secret"}, {"run"}, {"join", "ABCD", "more"}} {
		if link, ok := Link("", words); ok {
			t.Errorf("%q has the link %s", words, link)
		}
	}
	for link, want := range map[string]string{
		"/present/secret": "nowhere",
		"/run":            "nowhere",
		"/join/a/b":       "nowhere",
		"/lesson/--print": "nowhere",
		"/?-n=5":          "want the name of a flag",
		"/?N=5":           "want the name of a flag",
		"/?n=%":           "want the name of a flag",
	} {
		if words, err := linkWords(t, link); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q, %v, want %q", link, words, err, want)
		}
	}
}

func linkWords(t testing.TB, link string) ([]string, error) {
	at, err := url.Parse(link)
	if err != nil { // the door has read it before
		at = &url.URL{Path: "/", RawQuery: strings.TrimPrefix(link, "/?")}
	}
	return LinkWords(at)
}

// TestLinkHolds: what is in a command's words is in its link, whatever it is.
func TestLinkHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		argument := rapid.StringMatching(`[^\-].{0,20}`).Draw(t, "argument")
		value := rapid.StringN(1, 30, -1).Draw(t, "value")
		words := []string{"join", argument, "--name=" + value}
		link, ok := Link("http://host", words)
		at, err := url.Parse(link)
		if !ok || err != nil {
			t.Fatalf("%q: %v", link, err)
		}
		if back, err := LinkWords(at); err != nil || !slices.Equal(back, words) {
			t.Fatalf("%q becomes %q through %q (%v)", words, back, link, err)
		}
	})
}
