package cli

import (
	"net/url"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"lambdascope/sim/testutil"
	"lambdascope/tui/state"
)

// TestRemoteLimits: a session has limits of sizes, which the errors name, and a limit of processor
// time.
func TestRemoteLimits(t *testing.T) {
	for line, want := range map[string]string{
		"run -n 101": "trajectories 101: want at most 100 in this session",
		"run --domain mountain-car --features rff:300":            "features rff:300: 300 features: want at most 256 in this session",
		"compare maps --domain mountain-car raw rff:300":          "features rff:300: 300 features: want at most 256 in this session",
		"run --method naive --domain 2048 --lambdas 0:1:0.001":    "stopped after 0.1 s of processor time",
		"compare ridges 0 1 --states 51 -n 100 --lambdas 0:1:.01": "stopped after 0.1 s of processor time",
	} {
		s := newRemote(t)
		s.Limits.Features = 256
		code := 2
		if strings.HasPrefix(want, "stopped") {
			code = 1
		}
		if got := s.call(strings.Fields(line)...); got != code || !strings.Contains(s.err.String(), want) {
			t.Errorf("%s: exit %d, %q, want %d, %q", line, got, s.err.String(), code, want)
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
		linked := testutil.Get(state.LinkWords(testutil.Get(url.Parse(link))(t)))(t)
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
	if code := s.call("--domain", "2048"); code != 2 || !strings.Contains(s.err.String(), "the app needs a terminal: want ssh -t; for results without one: ssh host run") {
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
		if code, _ := Run(t.Context(), s.Env, []string{"more"}, more); code != 2 || !strings.Contains(s.err.String(), want) {
			t.Errorf("exit %d, %q, want %q", code, s.err.String(), want)
		}
	}
}
