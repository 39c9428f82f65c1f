//go:build linux

package serve_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/testutil"
	"lambdascope/tui/cli"
	"lambdascope/tui/disk"
	"lambdascope/tui/serve"
)

// TestCommands runs the allowed commands of a session and tries forbidden ones: none reads or
// writes a file or reaches a shell, and all computation is bounded.
func TestCommands(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	evidence := filepath.Join(t.TempDir(), "evidence")
	data := write(t, `{"observations":[[1],[2]],"rewards":[1],"terminated":true}`+"\n")
	type tried struct{ command, out, errs string } // one of the two is empty
	all := []tried{
		{"run -n 10 --format csv", "lambda,loto,loto_se", ""},
		{"--version", "test", ""},
		{"run --help", "--format", ""},
		{"lesson --print trace", "# What does λ carry back?", ""},
		{"run --data " + data, "", "files can't be read"},
		{"run -n 100001", "", "want"},
		{"run --domain mountain-car --features rff:300", "", "want at most 256 in this session"},
	}
	for _, refused := range []string{
		"help serve", "--domain 2048", "lesson trace", "-", "--", // the app, without a terminal
		"lesson --check " + data + ".md", "lesson ../x.md", "run > " + evidence, "run | tee " + evidence,
		"run -n $(touch " + evidence + ")", "run `touch " + evidence + "`", "run --features '\x1b[31m'", "compare maps '\x1b[31m'",
	} {
		all = append(all, tried{refused, "", "\n"})
	}
	for _, wrong := range []string{
		"rnu", "", " ", "''", "simulate --out " + evidence, "simulate --out -", "study --out " + evidence, "truth --domain 2048 --out " + evidence, "serve",
		"completion bash", "__complete run --da", "__completeNoDesc run ''", "--hide __complete x",
		"run; touch " + evidence, "run '", "lambdascope lambdascope run", "/bin/sh -c id", "scp -t " + evidence, "internal-sftp",
		strings.Repeat("x", 200_000), strings.Repeat("run ", 50_000), "run " + strings.Repeat("--pin '' ", 20_000),
		"run --states " + strings.Repeat("9", 100_000), "run '" + strings.Repeat(`\'`, 50_000),
		"run \x1b]0;owned\x07\x1b[2J", "run \x00 \xff\xfe", "run \u202e", "run \u200b",
	} {
		all = append(all, tried{wrong, "", "usage: "})
	}
	for _, c := range all {
		out, errs, code := run(t, s.address, c.command)
		switch {
		case c.out != "" && (code != 0 || !strings.Contains(out, c.out) || errs != ""):
			t.Errorf("%.40q: exit %d, %q, %q; want %q", c.command, code, out, errs, c.out)
		case c.out == "" && (code != 2 || out != "" || len(errs) > 4096 || !strings.Contains(errs, c.errs) || strings.Count(errs, "\n") != 1 || strings.ContainsAny(errs, "\x1b\x00\x07")):
			t.Errorf("%.40q: exit %d, %.200q, %.300q; want 2 and a plain line on standard error with %q", c.command, code, out, errs, c.errs)
		}
	}
	const minutes = "run --domain mountain-car --features tile-coding --method naive -n 1000"
	if out, errs, code := run(t, s.address, minutes); code != 1 || out != "" || !strings.Contains(errs, "stopped after 2 s of processor time") {
		t.Errorf("%s: exit %d, %q, %q", minutes, code, out, errs)
	}
	if _, err := os.Lstat(evidence); err == nil {
		t.Error("a command has written a file")
	}
	for _, command := range []string{"lambdascope -n 100000", "lambdascope --trials 10000", "lambdascope --pin '-n 100000'"} {
		if code := open(t, s.address, command).Ends(t); code != 2 {
			t.Errorf("%q: exit %d, want 2", command, code)
		}
	}
	a := open(t, s.address, "")
	a.AwaitText("30 trajectories")
	a.Type("\r100000\r") // n, typed
	a.AwaitText("want")
}

// TestEndings ends sessions in every way: who sits there is told why, and it is in the log
// and in the counts with its own reason. That of a panic is in TestPanics.
func TestEndings(t *testing.T) {
	t.Parallel()
	opens := func(t *testing.T, s *server) *sshClient {
		a := open(t, s.address, "lambdascope -n 30")
		a.AwaitText("from λ̂")
		return a
	}
	types := func(keys string) func(*testing.T, *server) *sshClient {
		return func(t *testing.T, s *server) *sshClient {
			a := opens(t, s)
			a.Type(keys)
			return a
		}
	}
	runs := func(command string) func(*testing.T, *server) *sshClient {
		return func(t *testing.T, s *server) *sshClient {
			run(t, s.address, command)
			return nil
		}
	}
	for name, c := range map[string]struct {
		reason string
		change func(o *serve.Options)
		end    func(t *testing.T, s *server) *sshClient
		told   string
		code   int
	}{
		"the key q":           {"left", nil, types("q"), "--trajectories 30", 0},
		"ctrl+c":              {"left", nil, types("\x03"), "--trajectories 30", 0},
		"an unknown command":  {"misuse", nil, runs("sh -c id"), "", 0},
		"a paste without end": {"input", nil, types("\x1b[200~" + strings.Repeat("x", 200_000)), "64 KB of input in one piece", 1},
		"no output taken":     {"stalled", func(o *serve.Options) { o.Stall = hasty / 2 }, func(t *testing.T, s *server) *sshClient { stall(t, s.address); return nil }, "", 0},
		"gone while it computes": {"disconnected", nil, func(t *testing.T, s *server) *sshClient {
			c := dial(t, s.address)
			testutil.Check(t, testutil.Get(c.NewSession())(t).Start("run --domain mountain-car --features tile-coding"))
			s.awaits(t, "sessions", 1)
			_ = c.Close()
			return nil
		}, "", 0},
		"nothing typed": {"idle", func(o *serve.Options) { o.Idle = 1500 * time.Millisecond }, func(t *testing.T, s *server) *sshClient {
			a := open(t, s.address, "lambdascope --domain mountain-car --page trials")
			a.Type(" ")                                    // plays: the screen changes by itself
			for i := 0; a.Claim(120-i%2, 36) == nil; i++ { // nor is a size what a person types
				time.Sleep(20 * time.Millisecond)
			}
			return a
		}, "idle for 1.5s", 1},
		"the server stops": {"stopping", func(o *serve.Options) { o.Grace = patience }, func(t *testing.T, s *server) *sshClient {
			a := opens(t, s)
			idle := dial(t, s.address)
			s.stop(t)
			drops(t, idle, "a connection without a session")
			return a
		}, "the server is stopping|--trajectories 30", 1},
		"in another's place": {"evicted", func(o *serve.Options) { o.MaxSessions = 4 }, func(t *testing.T, s *server) *sshClient {
			a, _ := opens(t, s), opens(t, s)
			for i := range 3 {
				begins(t, dialFrom(t, numbered(3, i), s.address))
			}
			return a
		}, "somebody else needs the place|--trajectories 30", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, c.change)
			if a := c.end(t, s); a != nil {
				if code := a.Ends(t); code != c.code {
					t.Errorf("exit %d, want %d", code, c.code)
				}
				a.AwaitRestored()
				awaitAll(a, strings.Split(c.told, "|")...)
			}
			s.said.says(t, `msg="session ended" .*reason=`+c.reason+" ")
			if n := s.ended(c.reason); n != 1 {
				t.Errorf("counted %d times, want once:\n%s", n, s.said)
			}
		})
	}
}

// TestStalls: a client that reads no output delays neither other sessions, nor a newcomer that
// needs its place, nor the end of the server.
func TestStalls(t *testing.T) {
	t.Parallel()
	begin := func(change func(o *serve.Options)) (*server, *stalledSession) {
		s := start(t, change)
		return s, stall(t, s.address)
	}
	others, _ := begin(func(o *serve.Options) { o.Stall = patience })
	other := open(t, others.address, "")
	for _, want := range []string{"30 trajectories", "50 trajectories", "70 trajectories"} {
		other.AwaitText(want)
		other.Type("l")
	}
	full, st := begin(func(o *serve.Options) { o.MaxSessions, o.Stall = 4, patience })
	busy := open(t, full.address, "")
	busy.AwaitText("30 trajectories")
	busy.Type("l")
	for i := range 3 {
		if !begins(t, dialFrom(t, numbered(9, i), full.address)) {
			t.Errorf("newcomer %d does not get in", i)
		}
	}
	st.closed(t)
	busy.AwaitText("50 trajectories")
	stops, st := begin(func(o *serve.Options) { o.Grace = 300 * time.Millisecond })
	stops.stop(t)
	st.closed(t)
}

// TestRefusals closes connections at every step on the way to a session when the time to log in is
// over, and refuses sessions without a place. Each is in the log with its own reason.
func TestRefusals(t *testing.T) {
	t.Parallel()
	s := start(t, func(o *serve.Options) { o.MaxSessions, o.Login = 1, hasty })
	a := open(t, s.address, "")
	a.AwaitText("from λ̂")
	if _, errs, code := run(t, s.address, "run -n 5"); code != 1 || !strings.Contains(errs, "all 1 sessions are taken") {
		t.Errorf("a session too many: exit %d, %q", code, errs)
	}
	var late []func() // each waits for the end of a connection
	for i, said := range []string{"", "SSH-2.0-", "SSH-2.0-x\r\n\xff\xff\xff\xff\x04\x14", "GET / HTTP/1.1\r\n" + strings.Repeat("x: y\r\n", 1000)} {
		c := raw(t, numbered(30, i), s.address)
		_, _ = io.WriteString(c, said)
		late = append(late, func() { closes(t, c, fmt.Sprintf("%.20q", said)) })
	}
	for _, ends := range late {
		ends()
	}
	for _, want := range []string{
		`msg="session refused" address=127\.0\.0\.1 reason=full`,
		`msg="not logged in" address=127\.0\.30\.\d+ reason=late`, `msg="not logged in" address=127\.0\.30\.\d+ reason="no login"`,
	} {
		s.said.says(t, want)
	}
	leaves(t, a)
	until(t, "the place of who has left", func() bool { _, _, code := run(t, s.address, "--version"); return code == 0 })
}

// TestPanics has an engine that panics, in the goroutine of a session, and in goroutines of the app.
// Each panic ends its own session, whose terminal is restored, and is logged with its stack.
func TestPanics(t *testing.T) {
	t.Parallel()
	s := startThrough(t, nil, nil, (*serve.Server).Break)
	if _, errs, code := run(t, s.address, "run"); code != 1 || strings.Contains(errs, "goroutine") {
		t.Errorf("run: exit %d, %q", code, errs)
	}
	a := open(t, s.address, "")
	if code := a.Ends(t); code != 1 {
		t.Errorf("app: exit %d", code)
	}
	a.AwaitRestored()
	a.AwaitText("an error in the program has ended this session")
	if out, _, code := run(t, s.address, "help"); code != 0 || out == "" {
		t.Errorf("afterwards: exit %d", code)
	}
	log := s.said.String()
	if n := strings.Count(log, "level=ERROR msg=panic"); n != 2 || s.ended("panic") != 2 || !strings.Contains(log, "analysis.(*Engine)") {
		t.Errorf("%d panics are logged, want 2 with their stacks:\n%s", n, log)
	}
	s.panics = true
}

// TestLog looks at the log of sessions and logins. It has no word of what was typed or sent.
func TestLog(t *testing.T) {
	t.Parallel()
	const word = "hunter2"
	key := signer(t)
	s := start(t, func(o *serve.Options) {
		o.Public, o.AuthorizedKeys, o.Password = false, []gossh.PublicKey{key.PublicKey()}, password
	})
	a := sized(t, s.address, "lambdascope --gamma 0.3141592", 100, 30, gossh.PublicKeys(key))
	a.AwaitText("from λ̂")
	a.Type("\r" + word)
	a.AwaitText("keep the old value")
	a.Type("\x1b")
	a.Await("the end of typing", func(screen string) bool { return !strings.Contains(screen, "keep the old value") })
	leaves(t, a)
	config := clientConfig(gossh.Password(word))
	config.User = word
	refused := []*gossh.ClientConfig{config, clientConfig(gossh.PublicKeys(signer(t))), clientConfig()}
	refused[2].KeyExchanges, refused[2].ClientVersion = []string{gossh.InsecureKeyExchangeDH14SHA1}, "SSH-2.0-"+word
	for _, config := range refused {
		if c, err := dialConfig(loopback, s.address, config); err == nil {
			t.Error("gets in")
			_ = c.Close()
		}
	}
	for _, text := range []string{word + "\r\n", "SSH-2.0-" + word + "\r\n" + word + word + word} {
		_, _ = io.WriteString(raw(t, loopback, s.address), text)
	}
	for _, command := range []string{word, "run --" + word, "run --features " + word, "lambdascope --gamma " + word} {
		if _, _, code := run(t, s.address, command, gossh.Password(password)); code != 2 {
			t.Errorf("%q: exit %d", command, code)
		}
	}
	until(t, "the end", func() bool { return s.ended("misuse") == 4 })
	s.stop(t)
	for _, want := range []string{
		"key=" + gossh.FingerprintSHA256(key.PublicKey()), "kind=app", "columns=100", "reason=left", "status=0", "login=publickey",
		`msg="login failed" address=127.0.0.1 reason=password`, `msg="not logged in" address=127.0.0.1 reason="no login"`, "msg=stopping",
	} {
		s.said.says(t, regexp.QuoteMeta(want))
	}
	s.said.lacks(t, word, "horse", "0.3141592")
}

// failing is a listener that fails so many times first.
type failing struct {
	net.Listener
	left *atomic.Int32
}

func (f failing) Accept() (net.Conn, error) {
	if f.left.Add(-1) >= 0 {
		return nil, &net.OpError{Op: "accept", Net: "tcp", Err: os.NewSyscallError("accept4", syscall.EMFILE)}
	}
	return f.Listener.Accept()
}

// TestAcceptErrors has a system short of file descriptors for a while.
func TestAcceptErrors(t *testing.T) {
	t.Parallel()
	s := startThrough(t, func(l net.Listener) net.Listener {
		f := failing{l, new(atomic.Int32)}
		f.left.Store(4)
		return f
	}, nil)
	if out, errs, code := run(t, s.address, "run -n 5 --format csv"); code != 0 || !strings.HasPrefix(out, "lambda,") {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
	get(t, browserFrom(loopback), "GET", "http://"+s.web+"/", nil, "") // the other door
	s.said.says(t, `msg="accept failed" error=".*too many open files"`)
}

// unread is a pipe that nobody reads, and that is full.
type unread struct{ end chan struct{} }

func (u unread) Write(p []byte) (int, error) {
	<-u.end
	return len(p), nil
}

// TestNobodyReads has standard output and the log be pipes that nobody reads. People get in all the
// same, and the server ends when it is told to.
func TestNobodyReads(t *testing.T) {
	t.Parallel()
	u, at := unread{make(chan struct{})}, freePort(t)
	defer close(u.end)
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan int, 1)
	env := cli.Env{Out: u, Err: u, Files: disk.OS{}, StateFolder: t.TempDir(), Engine: newEngine(1 << 20)}
	go func() {
		code, _ := cli.Run(ctx, env, []string{"serve", "--listen", at}, serve.Command)
		ended <- code
	}()
	awaitListener(t, at)
	for i := range 30 {
		c := dialFrom(t, numbered(1, i), at)
		if _, _, code := runOn(t, c, "help"); code != 0 {
			t.Errorf("exit %d", code)
		}
		_ = c.Close()
	}
	end()
	select {
	case code := <-ended:
		if code != 0 {
			t.Errorf("exit %d", code)
		}
	case <-time.After(patience):
		t.Error("the server does not end")
	}
}
