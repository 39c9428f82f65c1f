package cli

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/state"
	"lambdascope/tui/terminal"
)

// newRemote is a session over a network.
func newRemote(t *testing.T) *session {
	s := newSession(t)
	s.Files = nil
	s.Remote = &terminal.Remote{}
	s.Limits = analysis.Limits{Trajectories: 100, Trials: 200, Processor: 100 * time.Millisecond}
	s.CommandLine = func(args []string) string { return "ssh host " + strings.Join(args, " ") }
	return s
}

func TestRemoteCommands(t *testing.T) {
	for _, args := range [][]string{{"study"}, {"simulate", "--out", "-"}, {"truth"}, {"completion", "bash"}, {"man"}, {"--hide", "simulate", "--out", "-"}} {
		s := newRemote(t)
		if code := s.call(args...); code != 2 || s.out.Len() > 0 || !strings.Contains(s.err.String(), "unknown") {
			t.Errorf("%q: exit %d, %q, %q; want it unknown", args, code, s.out.String(), s.err.String())
		}
	}
	s := newRemote(t)
	checkFailure(t, s, s.call("--domain", "2048"), 2, "the app needs a terminal: want ssh -t, or run for results without one")
	s = newRemote(t)
	if out := mustCall(t, s, "--help"); strings.Contains(out, newSimulate(s.Env).Short) {
		t.Errorf("the help has commands that are not there:\n%s", out)
	}
}

// TestRemoteSuggestion does what a refusal says would be accepted.
func TestRemoteSuggestion(t *testing.T) {
	for _, args := range [][]string{
		{"run", "--method", "naive", "--domain", "2048", "-n", "1000", "--refine"},
		{"compare", "ridges", "0", "1", "--states", "51", "-n", "100"},
	} {
		s := newRemote(t)
		s.Limits = analysis.Limits{Trajectories: 100, Processor: 300 * time.Millisecond}
		code, said := s.call(args...), s.err.String()
		_, most, ok := strings.Cut(said, "want at most ")
		most, _, _ = strings.Cut(most, " ")
		if code != 2 || !ok {
			t.Errorf("%q: exit %d, %q, want it refused with a number", args, code, said)
			continue
		}
		// Work that takes longer than was thought is stopped, with another sentence.
		s = newRemote(t)
		s.Limits = analysis.Limits{Trajectories: 100, Processor: 300 * time.Millisecond}
		if code := s.call(append(args, "-n", most)...); code == 2 {
			t.Errorf("%q: %q, and then with %s: %q", args, said, most, s.err.String())
		}
	}
}

// TestRemoteLinks: a link is refused with the sentence that the command line has.
func TestRemoteLinks(t *testing.T) {
	for _, c := range []struct {
		link string
		args []string
	}{
		{"/?data=/etc/passwd", []string{"--data", "/etc/passwd"}},
		{"/?problem=/etc/passwd", []string{"--problem", "/etc/passwd"}},
		{"/?n=101", []string{"-n", "101"}},
		{"/?gamma=2&page=trials", []string{"--gamma", "2", "--page", "trials"}},
		{"/?pin=--data+x.csv", []string{"--pin", "--data x.csv"}},
		{"/?colour=red", []string{"--colour", "red"}},
		{"/lesson/..%2Fmine.md", []string{"lesson", "../mine.md"}},
	} {
		at := must.Have(url.Parse(c.link))(t)
		linked, err := state.LinkWords(at)
		if err != nil {
			t.Fatalf("%s: %v", c.link, err)
		}
		var said [2]string
		for i, args := range [][]string{linked, c.args} {
			s := newRemote(t)
			s.Terminal = Terminal{In: true, Out: true, Err: true}
			if code := s.call(args...); code == 0 || s.err.Len() == 0 {
				t.Errorf("%q: exit %d, %q", args, code, s.err.String())
			}
			said[i] = s.err.String()
		}
		if said[0] != said[1] {
			t.Errorf("%s is refused with %q, its command with %q", c.link, said[0], said[1])
		}
	}
}

func TestRemoteLimits(t *testing.T) {
	terminal := Terminal{In: true, Out: true, Err: true}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"run", "-n", "101"}, "trajectories 101: want at most 100 in this session"},
		{[]string{"compare", "ridges", "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19", "--states", "51"}, "11 λ's, 20 ridges, --nested 5, 51 features and method auto take too long for this session"},
		{[]string{"-n", "101"}, "trajectories 101: want"},
		{[]string{"--pin", "-n 101"}, "trajectories 101: want"},
		{[]string{"--trials", "201"}, "trials 201: want at most 200"},
	} {
		s := newRemote(t)
		s.Terminal = terminal
		if code := s.call(c.args...); code != 2 || !strings.Contains(s.err.String(), c.want) {
			t.Errorf("%q: exit %d, %q, want %q", c.args, code, s.err.String(), c.want)
		}
	}
	s := newRemote(t)
	s.Terminal, s.leave = terminal, []string{"--seed", "3"}
	if out := mustCall(t, s, "-n", "100"); out != "ssh host --seed 3\n" {
		t.Errorf("leaving shows %q", out)
	}
	if s.shown.Limits != s.Limits || s.shown.Remote != s.Remote || s.shown.Files != nil || s.shown.CommandLine(nil) != "ssh host " {
		t.Errorf("the app is opened with %+v", s.shown)
	}
}

// TestReason ends commands whose context has a word for the person as its cause.
func TestReason(t *testing.T) {
	ctx, end := context.WithCancelCause(context.Background())
	end(fmt.Errorf("%w (%w)", errors.New("ours"), Reason("idle for 3m: the session has ended")))
	s := newSession(t)
	if code := s.callIn(ctx, "run"); code != 1 || s.err.String() != "lambdascope: idle for 3m: the session has ended\n" {
		t.Errorf("exit %d, %q", code, s.err.String())
	}
	ctx, end = context.WithCancelCause(context.Background())
	end(errors.New("a signal"))
	s = newSession(t)
	if code := s.callIn(ctx, "run"); code != 1 || s.err.String() != "lambdascope: interrupted\n" {
		t.Errorf("exit %d, %q", code, s.err.String())
	}
}

// TestMoreCommands adds a command, whose wrong use counts as such.
func TestMoreCommands(t *testing.T) {
	more := func(env Env) *cobra.Command {
		return &cobra.Command{Use: "more", RunE: func(*cobra.Command, []string) error {
			return Misuse("too much %s", env.Version)
		}}
	}
	s := newSession(t)
	if code := Main(t.Context(), s.Env, []string{"more"}, more); code != 2 || s.err.String() != "lambdascope: too much v1.2.3\n" {
		t.Errorf("exit %d, %q", code, s.err.String())
	}
	remote := newRemote(t)
	if code := Main(t.Context(), remote.Env, []string{"more"}, more); code != 2 || !strings.Contains(remote.err.String(), "unknown command") {
		t.Errorf("in a session: exit %d, %q", code, remote.err.String())
	}
}
