package cli

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"lambdascope/sim/must"
	"lambdascope/tui/state"
)

// TestRemoteSuggestion does what a refusal says would be accepted.
func TestRemoteSuggestion(t *testing.T) {
	for _, line := range []string{
		"run --method naive --domain 2048 -n 1000 --refine",
		"compare ridges 0 1 --states 51 -n 100",
	} {
		s := newRemote(t)
		s.Limits.Processor = 300 * time.Millisecond
		code, said := s.call(strings.Fields(line)...), s.err.String()
		_, most, _ := strings.Cut(said, "want at most ")
		most, _, ok := strings.Cut(most, " ")
		// Work that takes longer than was thought is stopped, with another sentence.
		if code != 2 || !ok || s.call(strings.Fields(line+" -n "+most)...) == 2 {
			t.Errorf("%s: exit %d, %q, and then with %s: %q", line, code, said, most, s.err.String())
		}
	}
}

// TestRemoteLinks: a link is refused with the sentence that the command line has.
func TestRemoteLinks(t *testing.T) {
	for link, args := range map[string][]string{
		"/?data=/etc/passwd":    {"--data", "/etc/passwd"},
		"/?problem=/etc/passwd": {"--problem", "/etc/passwd"},
		"/?n=101":               {"-n", "101"},
		"/?gamma=2&page=trials": {"--gamma", "2", "--page", "trials"},
		"/?pin=--data+x.csv":    {"--pin", "--data x.csv"},
		"/?colour=red":          {"--colour", "red"},
		"/lesson/..%2Fmine.md":  {"lesson", "../mine.md"},
	} {
		s := newRemote(t)
		linked := must.Have(state.LinkWords(must.Have(url.Parse(link))(t)))(t)
		code := s.call(linked...)
		said := s.err.String()
		if s.call(args...); code == 0 || said == "" || said != s.err.String() {
			t.Errorf("%s is refused with %q, exit %d, its command with %q", link, said, code, s.err.String())
		}
	}
}

// TestRemoteApp is opened with the limits and the command lines of the session.
func TestRemoteApp(t *testing.T) {
	s := newRemote(t)
	s.does(t, "-n 100")
	if s.shown.Limits != s.Limits || s.shown.Remote != s.Remote || s.shown.Files != nil || s.shown.CommandLine(nil) != "ssh host " {
		t.Errorf("the app is opened with %+v", s.shown)
	}
	s.Terminal.Out = false
	if code := s.call("--domain", "2048"); code != 2 || !strings.Contains(s.err.String(), "the app needs a terminal: want ssh -t, or run for results without one") {
		t.Errorf("without a terminal: exit %d, %q", code, s.err.String())
	}
	if help := s.does(t, "--help"); strings.Contains(help, newSimulate(s.Env).Short) {
		t.Errorf("the help has commands that are not there:\n%s", help)
	}
}

// TestMoreCommands adds a command, whose wrong use counts as such, but not to a session over
// a network.
func TestMoreCommands(t *testing.T) {
	more := func(env Env) *cobra.Command {
		return &cobra.Command{Use: "more", RunE: func(*cobra.Command, []string) error { return Misuse("too much %s", env.Version) }}
	}
	for want, s := range map[string]*session{"lambdascope: too much v1.2.3\n": newSession(t), "unknown command": newRemote(t)} {
		if code := Main(t.Context(), s.Env, []string{"more"}, more); code != 2 || !strings.Contains(s.err.String(), want) {
			t.Errorf("exit %d, %q, want %q", code, s.err.String(), want)
		}
	}
}
