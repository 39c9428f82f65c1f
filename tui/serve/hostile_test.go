//go:build unix

package serve_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/must"
	"lambdascope/tui/serve"
	"lambdascope/tui/serve/internal/client"
)

var long = flag.Bool("long", false, "also run what takes long, and hold times that a busy machine may miss")

// withLong is how many there are of something: more with -long.
func withLong(few, many int) int {
	if *long {
		return many
	}
	return few
}

// hasty is a limit of logging in that tests wait for, and that a busy machine meets.
const hasty = 2 * time.Second

// server is a server in this process.
type server struct {
	address string
	said    *transcript
	metrics func(io.Writer)
	stop    func(t *testing.T)
}

// count returns one of the server's counts; 0 for one that it does not have yet.
func (s *server) count(t *testing.T, name string) int {
	t.Helper()
	var page strings.Builder
	s.metrics(&page)
	for line := range strings.Lines(page.String()) {
		if value, ok := strings.CutPrefix(line, name+" "); ok {
			return must.Have(strconv.Atoi(strings.TrimSpace(value)))(t)
		}
	}
	return 0
}

// signer makes a key.
func signer(t *testing.T) gossh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	return must.Have(gossh.NewSignerFromKey(private))(t)
}

// start starts a server that anybody may use. It stops with the test; by then its
// sessions and connections have ended by themselves.
func start(t *testing.T, change func(o *serve.Options)) *server {
	t.Helper()
	listener := must.Have(net.Listen("tcp", "127.0.0.1:0"))(t)
	return startOn(t, listener, change)
}

// startOn is start on a listener.
func startOn(t *testing.T, listener net.Listener, change func(o *serve.Options)) *server {
	t.Helper()
	s := &server{said: newTranscript()}
	o := serve.Options{
		Engine:      newEngine(64 << 20),
		Version:     "test",
		HostKey:     signer(t),
		Public:      true,
		MaxSessions: 50,
		Rate:        10_000,
		Burst:       10_000,
		Handshake:   patience,
		Grace:       time.Second,
		Log:         slog.New(slog.NewTextHandler(s.said, nil)),
	}
	if change != nil {
		change(&o)
	}
	sv := must.Have(serve.New(o))(t)
	s.address, s.metrics = listener.Addr().String(), sv.WriteMetrics
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- sv.Serve(ctx, serve.Doors{SSH: listener}) }()
	var once sync.Once
	s.stop = func(t *testing.T) {
		t.Helper()
		once.Do(func() {
			cancel()
			select {
			case err := <-ended:
				if err != nil {
					t.Errorf("Serve: %v", err)
				}
			case <-time.After(patience):
				t.Error("Serve does not end")
			}
		})
	}
	t.Cleanup(func() { // all clients are gone by now
		until(t, "the end of all sessions", func() bool {
			return s.count(t, "lambdascope_sessions") == 0 && s.count(t, "lambdascope_connections") == 0
		})
		s.stop(t)
		if strings.Contains(s.said.String(), "panic") {
			t.Errorf("the server's log:\n%s", s.said)
		}
	})
	return s
}

// counter counts what is written to it.
type counter struct{ atomic.Int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.Add(int64(len(p)))
	return len(p), nil
}

// dial connects; the connection closes with the test.
func dial(t *testing.T, address string) *gossh.Client {
	t.Helper()
	c := must.Have(client.Dial(address))(t)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// open opens a session in a terminal of 120×36.
func open(t *testing.T, address, command string) *client.Session {
	t.Helper()
	return client.Open(t, dial(t, address), client.View{Width: 120, Height: 36, Command: command})
}

// works checks that the server serves somebody new.
func works(t *testing.T, address string) {
	t.Helper()
	c := dial(t, address)
	defer c.Close()
	if out, errs, code := client.Run(t, c, "run -n 5 --format csv"); code != 0 || !strings.HasPrefix(out, "lambda,") {
		t.Errorf("somebody else: exit %d, %q, %q", code, out, errs)
	}
}

// closes waits until the server has closed a connection.
func closes(t *testing.T, c net.Conn, what string) {
	t.Helper()
	must.Succeed(t, c.SetReadDeadline(time.Now().Add(patience)))
	if _, err := io.Copy(io.Discard, c); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("%s: the connection is not closed", what)
	}
}

// drops waits until a connection of SSH has ended.
func drops(t *testing.T, c *gossh.Client, what string) {
	t.Helper()
	ended := make(chan struct{})
	go func() { _ = c.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(patience):
		t.Errorf("%s: the connection is not closed", what)
		_ = c.Close()
		<-ended
	}
}

// TestRandomBytes sends what is no SSH, and what is at first.
func TestRandomBytes(t *testing.T) {
	t.Parallel()
	s := start(t, func(o *serve.Options) { o.Handshake = hasty })
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 40 {
		c := must.Have(net.Dial("tcp", s.address))(t)
		junk := make([]byte, random.IntN(1<<(i%17)+1))
		for j := range junk {
			junk[j] = byte(random.Uint32())
		}
		if i%2 == 1 {
			junk = append([]byte("SSH-2.0-OpenSSH_9.9\r\n"), junk...)
		}
		if i == 5 { // a packet of 4 GB
			junk = []byte("SSH-2.0-x\r\n\xff\xff\xff\xff\x04\x14")
		}
		_, _ = c.Write(junk)
		defer c.Close()
		defer closes(t, c, fmt.Sprintf("%d random bytes", len(junk)))
	}
	works(t, s.address)
}

// TestHalfOpen leaves connections at every step on the way to a session. All end
// at the handshake's deadline.
func TestHalfOpen(t *testing.T) {
	t.Parallel()
	s := start(t, func(o *serve.Options) { o.Handshake = hasty })
	for _, said := range []string{"", "SSH-2.0-", "SSH-2.0-x\r\n", strings.Repeat("a line before the version\r\n", 50)} {
		c := must.Have(net.Dial("tcp", s.address))(t)
		defer c.Close()
		_, _ = io.WriteString(c, said)
		defer closes(t, c, fmt.Sprintf("%.20q", said))
	}
	works(t, s.address)
	defer drops(t, dial(t, s.address), "logged in, no session")

	c := dial(t, s.address)
	must.Have(c.NewSession())(t)
	defer drops(t, c, "a session without a command")

	c = dial(t, s.address)
	session := must.Have(c.NewSession())(t)
	must.Succeed(t, session.RequestPty("xterm", 24, 80, nil))
	drops(t, c, "a terminal without a command")
}

// TestManyChannels asks for more than the one session of a connection.
func TestManyChannels(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	c := dial(t, s.address)
	first := client.Open(t, c, client.View{Width: 100, Height: 30})
	first.AwaitText("λ̂ =")
	for i := range 200 {
		kind := []string{"session", "direct-tcpip", "forwarded-tcpip", "x11", "auth-agent@openssh.com", "direct-streamlocal@openssh.com", "tun@openssh.com", "?"}[i%8]
		var refusal *gossh.OpenChannelError
		if _, _, err := c.OpenChannel(kind, make([]byte, i)); !errors.As(err, &refusal) {
			t.Fatalf("channel %q: %v, want it refused", kind, err)
		}
	}
	for _, name := range []string{"tcpip-forward", "cancel-tcpip-forward", "streamlocal-forward@openssh.com", "no-more-sessions@openssh.com", "?"} {
		if ok, _, err := c.SendRequest(name, true, make([]byte, 8)); ok || err != nil {
			t.Errorf("request %q: %t, %v, want it refused", name, ok, err)
		}
	}
	first.Type("l")
	first.AwaitText("10 trajectories")
}

// TestChannelsInHaste opens channels faster than the first can begin.
func TestChannelsInHaste(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	c := dial(t, s.address)
	var granted int
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if _, requests, err := c.OpenChannel("session", nil); err == nil {
				mu.Lock()
				defer mu.Unlock()
				granted++
				go gossh.DiscardRequests(requests)
			}
		})
	}
	all.Wait()
	if granted != 1 {
		t.Errorf("%d sessions on a connection, want 1", granted)
	}
}

// TestFloods sends much of what is allowed, at every stage of a session.
func TestFloods(t *testing.T) {
	t.Parallel()
	many := withLong(100, 2000)
	s := start(t, nil)
	drop := start(t, func(o *serve.Options) { o.Handshake = hasty })
	var dropped []func() // each waits for the end of a connection
	for name, send := range map[string]func(session *gossh.Session, i int) error{
		"sizes before the command": func(session *gossh.Session, i int) error { return session.WindowChange(20+i%20, 60+i%60) },
		"signals and breaks": func(session *gossh.Session, _ int) error {
			_, err := session.SendRequest("break", false, make([]byte, 4))
			return errors.Join(err, session.Signal(gossh.SIGINT))
		},
	} {
		for _, stays := range []bool{false, true} {
			c := dial(t, drop.address)
			session := asks(t, c)
			must.Succeed(t, session.RequestPty("xterm", 24, 80, nil))
			for i := range many {
				if send(session, i) != nil {
					break
				}
			}
			if stays {
				dropped = append(dropped, func() { drops(t, c, name+" and no command") })
			} else {
				_ = c.Close()
			}
		}
	}
	t.Run("sizes in the app", func(t *testing.T) {
		a := open(t, s.address, "")
		a.AwaitText("λ̂ =")
		for i := range many {
			must.Succeed(t, a.Claim(40+i%160, 10+i%50))
		}
		a.Resize(60, 20)
		a.Type("l")
		a.AwaitText("n ‹10›")
	})
	t.Run("keys in the app", func(t *testing.T) {
		a := open(t, s.address, "")
		a.AwaitText("λ̂ =")
		for range many / 10 {
			a.Type("lshs,.vvjk")
		}
		a.Type("q")
		if code := a.Ends(t); code != 0 {
			t.Errorf("exit %d", code)
		}
	})
	t.Run("keys beside somebody else", func(t *testing.T) {
		other := open(t, s.address, "lambdascope -n 10")
		other.AwaitText("10 trajectories")
		a := open(t, s.address, "")
		a.AwaitText("λ̂ =")
		stop := make(chan struct{})
		var flood sync.WaitGroup
		flood.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					a.Type("lshs")
				}
			}
		})
		defer flood.Wait()
		defer close(stop)
		for _, n := range []string{"15", "20", "30", "50"} {
			pressed := time.Now()
			other.Type("l")
			other.AwaitText(n + " trajectories ·")
			t.Logf("%s trajectories on the screen of somebody else after %v", n, time.Since(pressed))
		}
	})
	t.Run("escapes in the app", func(t *testing.T) {
		a := open(t, s.address, "")
		a.AwaitText("λ̂ =")
		random := rand.New(rand.NewPCG(3, 4))
		for range 200 {
			junk := make([]byte, 500)
			for i := range junk {
				for junk[i] = 'q'; strings.IndexByte("qe\x03\x1a", junk[i]) >= 0; { // nothing that leaves
					junk[i] = byte(random.Uint32())
				}
			}
			a.Type("\x1b[" + string(junk) + "\x1b]52;c;" + string(junk) + "\x1b[200~")
		}
		_ = a.Claim(100, 30)
		a.Type("\x1b[201~\x1b\x1b\x1b")
		c := dial(t, s.address)
		works(t, s.address)
		_ = c.Close()
	})
	t.Run("after the app", func(t *testing.T) {
		c := dial(t, s.address)
		session := asks(t, c)
		keys := must.Have(session.StdinPipe())(t)
		must.Succeed(t, session.RequestPty("xterm", 24, 80, nil))
		must.Succeed(t, session.Shell())
		must.Have(io.WriteString(keys, "q"))(t)
		for range many {
			if err := session.WindowChange(30, 100); err != nil {
				break
			}
		}
		_ = session.Wait()
		drops(t, c, "after the app")
	})
	works(t, s.address)
	works(t, drop.address) // before two late connections make their address wait
	for _, wait := range dropped {
		wait()
	}
}

// asks opens a session that has asked for nothing yet.
func asks(t *testing.T, c *gossh.Client) *gossh.Session {
	t.Helper()
	return must.Have(c.NewSession())(t)
}

// TestFloodOfEnvironment sends variables without end, and with -long, when nothing else
// runs, looks at the memory of the process.
func TestFloodOfEnvironment(t *testing.T) {
	t.Parallel()
	s := start(t, func(o *serve.Options) { o.Handshake = hasty })
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	c := dial(t, s.address)
	session := asks(t, c)
	payload := gossh.Marshal(struct{ Name, Value string }{"LANG", strings.Repeat("x", 30_000)})
	for range withLong(500, 2000) { // up to 60 MB
		if _, err := session.SendRequest("env", false, payload); err != nil {
			break
		}
	}
	drops(t, c, "an environment and no command")
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); *long && grown > 16<<20 {
		t.Errorf("%d MB kept", grown>>20)
	}
}

// TestCommands runs what a session may run, and tries what it may not: it reads no
// file, writes none, and no shell sees a word of it.
func TestCommands(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	evidence := filepath.Join(t.TempDir(), "evidence")
	data := write(t, `{"observations":[[1],[2]],"rewards":[1],"terminated":true}`+"\n")
	for _, c := range []struct {
		command string
		want    string // on standard output; empty for a refusal
	}{
		{"run -n 10 --format csv", "lambda,loto,loto_se"},
		{"lambdascope run -n 10 --format csv", "lambda,loto,loto_se"},
		{"run --lambdas '0, 0.5' --format csv", "\n0.5,"},
		{"--version", "test"},
		{"help run", "--format"},
		{"run --help", "--format"},
		{"lesson", "trace   "},
		{"lesson --print trace", "# What does λ carry back?"},
		{"rnu", ""},
		{"--domain 2048", ""}, // the app, without a terminal
		{"", ""},
		{"simulate --out " + evidence, ""},
		{"simulate --out -", ""},
		{"study --out " + evidence, ""},
		{"truth --domain 2048 --out " + evidence, ""},
		{"serve", ""},
		{"man", ""},
		{"completion bash", ""},
		{"__complete run --da", ""},
		{"__completeNoDesc run ''", ""},
		{"help serve", ""},
		{"lesson trace", ""}, // the app, without a terminal
		{"lesson --check " + data + ".md", ""},
		{"lesson /etc/passwd.md", ""},
		{"lesson ../x.md", ""},
		{"run --data " + data, ""},
		{"run --data -", ""},
		{"run --data /etc/passwd", ""},
		{"run; touch " + evidence, ""},
		{"run -n $(touch " + evidence + ")", ""},
		{"run `touch " + evidence + "`", ""},
		{"run > " + evidence, ""},
		{"run | tee " + evidence, ""},
		{"run '", ""},
		{"lambdascope lambdascope run", ""},
		{"/bin/sh -c id", ""},
		{"scp -t " + evidence, ""},
		{"internal-sftp", ""},
	} {
		connection := dial(t, s.address)
		out, errs, code := client.Run(t, connection, c.command)
		_ = connection.Close()
		switch {
		case c.want != "" && (code != 0 || !strings.Contains(out, c.want) || errs != ""):
			t.Errorf("%q: exit %d, %q, %q; want %q", c.command, code, out, errs, c.want)
		case c.want == "" && (code != 2 || out != "" || strings.Count(errs, "\n") != 1):
			t.Errorf("%q: exit %d, %q, %q; want 2 and a line on standard error", c.command, code, out, errs)
		}
	}
	if _, err := os.Lstat(evidence); err == nil {
		t.Error("a command has written a file")
	}
}

// TestHugeCommands sends commands that are long, unfinished or not text.
func TestHugeCommands(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	for _, command := range []string{
		strings.Repeat("x", 200_000),
		strings.Repeat("run ", 50_000),
		"run " + strings.Repeat("--pin '' ", 20_000),
		"run --lambdas " + strings.Repeat("0.1,", 50_000) + "1",
		"run --states " + strings.Repeat("9", 100_000),
		"run '" + strings.Repeat(`\'`, 50_000),
		"run \x1b]0;owned\x07\x1b[2J",
		"run \x00 \xff\xfe",
		"run --features '\x1b[31m'",
		"compare maps '\x1b[31m'",
		" ",
		"''",
		"-",
		"--",
	} {
		c := dial(t, s.address)
		out, errs, code := client.Run(t, c, command)
		if code != 2 || out != "" {
			t.Errorf("%.40q: exit %d, %.200q, want 2", command, code, out)
		}
		if len(errs) == 0 || len(errs) > 4096 || strings.ContainsAny(strings.TrimSuffix(errs, "\n"), "\x1b\x00\x07\n") {
			t.Errorf("%.40q: %d bytes of message, want one plain line: %.300q", command, len(errs), errs)
		}
		_ = c.Close()
	}
	works(t, s.address)
}

// TestLimits asks for more than a session gets.
func TestLimits(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	for _, command := range []string{
		"run -n 100000",
		"run -n 100001",
		"run --lambdas 0:1:0.001",
		"run --domain 2048 -n 100 --method naive --lambdas 0:1:0.01", // 36 s of a processor
		"run --states 51 -n 76 --method rsm",
		"compare ridges 0,1,2,3,4,5,6,7,8,9 --domain 2048 -n 1000 --lambdas 0:1:0.01 --format json",
		"run --domain mountain-car --max-steps 10000000",
		"run --domain mountain-car --features tile-coding --method naive -n 1000",
		"compare ridges " + strings.Repeat("1,", 99) + "2 --lambdas 0:1:0.001",
		"compare maps --domain 2048 -n 1000 --nested 1000",
		"compare maps " + strings.Repeat("poly:2 ", 50),
		"compare selectors --domain 2048 -n 1000 --nested 1000",
	} {
		c := dial(t, s.address)
		if out, errs, code := client.Run(t, c, command); code != 2 || out != "" || !strings.Contains(errs, "want") {
			t.Errorf("%q: exit %d, %.100q, %q; want 2 and what is accepted", command, code, out, errs)
		}
		_ = c.Close()
	}
	for _, command := range []string{"lambdascope -n 100000", "lambdascope --trials 10000", "lambdascope --pin '-n 100000'"} {
		if code := open(t, s.address, command).Ends(t); code != 2 {
			t.Errorf("%q: exit %d, want 2", command, code)
		}
	}
	a := open(t, s.address, "")
	a.AwaitText("8 trajectories")
	a.Type("\r100000\r") // n, typed
	a.Await("what is accepted", func(screen string) bool { return strings.Contains(screen, "want") })
}

// TestStalledReader has readers that stop reading while there is more and more
// to send. They are closed, and nobody else waits for them.
func TestStalledReader(t *testing.T) {
	t.Parallel()
	listener := must.Have(net.Listen("tcp", "127.0.0.1:0"))(t)
	s := startOn(t, &shallow{Listener: listener}, func(o *serve.Options) { o.Stall = 2 * time.Second })
	var stalled []*stalledSession
	for range 2 {
		stalled = append(stalled, stall(t, s.address))
	}
	other := open(t, s.address, "")
	other.AwaitText("8 trajectories")
	other.Type("l")
	other.AwaitText("10 trajectories")
	for _, st := range stalled {
		st.closed(t)
	}
	other.Type("h")
	other.AwaitText("7 trajectories")
}

// shallow is a listener whose connections hold little of what is written to them. It
// counts the writes under way.
type shallow struct {
	net.Listener
	writes atomic.Int64
}

func (s *shallow) Accept() (net.Conn, error) {
	c, err := s.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return shallowConn{c, s}, c.(*net.TCPConn).SetWriteBuffer(4096)
}

type shallowConn struct {
	net.Conn
	listener *shallow
}

func (c shallowConn) Write(p []byte) (int, error) {
	c.listener.writes.Add(1)
	defer c.listener.writes.Add(-1)
	return c.Conn.Write(p)
}

// TestShutdownStalled stops a server while a session waits for a reader that reads
// nothing: it goes when the time of grace is over.
func TestShutdownStalled(t *testing.T) {
	t.Parallel()
	listener := must.Have(net.Listen("tcp", "127.0.0.1:0"))(t)
	held := &shallow{Listener: listener}
	s := startOn(t, held, func(o *serve.Options) { o.Grace = 300 * time.Millisecond })
	st := stall(t, s.address)
	until(t, "a write that waits", func() bool { return held.writes.Load() > 0 })
	s.stop(t)
	st.closed(t)
}

// TestSignals ends the program while one session has a reader that reads nothing:
// it waits for that one, and after another signal no more.
func TestSignals(t *testing.T) {
	t.Parallel()
	p := startProcess(t)
	st := stall(t, p.address)
	time.Sleep(3 * time.Second) // 64 KB wait for the reader then, at 30 KB a screen and five a second
	p.signal(syscall.SIGTERM)
	p.said.await(t, p.ended, regexp.MustCompile("stopping"))
	until(t, "the end", func() bool { // the first moments after a signal are still the first's
		_ = p.command.Process.Signal(syscall.SIGTERM)
		select {
		case <-p.ended:
			return true
		default:
			return false
		}
	})
	if p.exit(t); p.command.ProcessState.Exited() {
		t.Errorf("exit %d, want it ended by another signal:\n%s", p.command.ProcessState.ExitCode(), p.said)
	}
	st.closed(t)
}

// TestHangUp ends another command than serve by SIGHUP.
func TestHangUp(t *testing.T) {
	t.Parallel()
	name := must.Have(build())(t)
	out := t.TempDir()
	p := exec.Command(name, "study", "--domain", "mountain-car", "--trials", "10000", "--out", filepath.Join(out, "study"))
	said := newTranscript()
	p.Stdout, p.Stderr = said, said
	must.Succeed(t, p.Start())
	late := time.AfterFunc(patience, func() { _ = p.Process.Kill() })
	defer late.Stop()
	until(t, "the study", func() bool { _, err := os.Stat(filepath.Join(out, "study")); return err == nil })
	must.Succeed(t, p.Process.Signal(syscall.SIGHUP))
	if _ = p.Wait(); p.ProcessState.ExitCode() != 1 || !strings.Contains(said.String(), "interrupted") {
		t.Errorf("%v:\n%s", p.ProcessState, said)
	}
}

// stalledSession is a session whose reader has stopped.
type stalledSession struct {
	gate  *gate
	ended chan struct{} // closed when what it sends is refused
}

// stall opens a session in the largest window, stops reading from its connection,
// and changes its size without end.
func stall(t *testing.T, address string) *stalledSession {
	t.Helper()
	dialer := net.Dialer{Control: func(_, _ string, c syscall.RawConn) (err error) {
		if e := c.Control(func(fd uintptr) { err = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 4096) }); e != nil {
			return e
		}
		return err
	}}
	raw := must.Have(dialer.Dial("tcp", address))(t)
	g := &gate{Conn: raw, open: make(chan struct{})}
	close(g.open)
	connection, channels, requests, err := gossh.NewClientConn(g, address, client.Config())
	if err != nil {
		t.Fatal(err)
	}
	c := gossh.NewClient(connection, channels, requests)
	session := client.Open(t, c, client.View{Width: 400, Height: 120})
	session.AwaitText("LOTO error")
	g.shut()
	st := &stalledSession{gate: g, ended: make(chan struct{})}
	stop := make(chan struct{})
	go func() {
		defer close(st.ended)
		ticker := time.NewTicker(10 * time.Millisecond)
		defer ticker.Stop()
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			case <-ticker.C:
			}
			if session.Claim(400-i%2, 120-i%2) != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		close(stop)
		_ = raw.Close()
		g.unshut()
		<-st.ended
		_ = c.Close()
	})
	return st
}

// closed waits until the server has closed the connection.
func (s *stalledSession) closed(t *testing.T) {
	t.Helper()
	select {
	case <-s.ended:
	case <-time.After(patience):
		t.Error("a reader that stalls is not closed")
	}
}

// gate is a connection whose reads can be held up.
type gate struct {
	net.Conn
	mu   sync.Mutex
	open chan struct{} // closed while reads may pass
}

func (g *gate) Read(p []byte) (int, error) {
	g.mu.Lock()
	open := g.open
	g.mu.Unlock()
	<-open
	return g.Conn.Read(p)
}

func (g *gate) shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.open = make(chan struct{})
}

func (g *gate) unshut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	close(g.open)
}

// running tells whether any goroutine has a function with one of the names on its
// stack.
func running(names ...string) bool {
	stacks := make([]byte, 16<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	return slices.ContainsFunc(names, func(n string) bool { return bytes.Contains(stacks, []byte(n)) })
}

// working tells whether anybody in the process is at work in the estimator or the
// simulators: for tests that run alone.
func working() bool {
	return running("lambdascope/estimator.", "lambdascope/sim.", "lambdascope/sim/analysis.(*pool)")
}

// TestDisconnectAtWork goes away while the server computes.
func TestDisconnectAtWork(t *testing.T) {
	const allowed = 100 * time.Millisecond
	s := start(t, nil)
	for _, c := range []struct {
		name, command, keys string
		terminal            bool
	}{
		{"run", "run --domain mountain-car --features tile-coding", "", false},
		{"app", "lambdascope --domain mountain-car --features tile-coding", "", true},
		{"trials", "lambdascope --domain mountain-car --features rbf --page trials -n 100", "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			connection := dial(t, s.address)
			if c.terminal {
				a := client.Open(t, connection, client.View{Width: 120, Height: 36, Command: c.command})
				a.AwaitText("λscope")
				a.Type(c.keys)
			} else {
				session := must.Have(connection.NewSession())(t)
				must.Succeed(t, session.Start(c.command))
			}
			until(t, "work", working)
			_ = connection.Close()
			closed := time.Now()
			until(t, "the end of the work", func() bool { return !working() })
			took := time.Since(closed)
			t.Logf("work has ended %v after the connection", took)
			if *long && took > allowed {
				t.Errorf("want it within %v", allowed)
			}
		})
	}
}

// until waits for a condition.
func until(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !condition(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s did not come", what)
		}
	}
}

// TestTypedAhead ends sessions that have more typed than was read, and checks,
// when the server stops, that nobody waits for the rest.
func TestTypedAhead(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	ahead := strings.Repeat("some more text \x1b[A\x1b[", 2000)
	for range 4 {
		a := open(t, s.address, "")
		a.AwaitText("λ̂ =")
		a.Type("q" + ahead)
		if code := a.Ends(t); code != 0 {
			t.Errorf("exit %d", code)
		}
	}
	for range 4 { // gone with all that typed
		c := dial(t, s.address)
		a := client.Open(t, c, client.View{Width: 100, Height: 30})
		a.AwaitText("λ̂ =")
		a.Type(strings.Repeat("l", 2000))
		_ = c.Close()
	}
	for range 3 { // the server stops with all that typed
		a := open(t, s.address, "")
		a.AwaitText("λ̂ =")
		a.Type(strings.Repeat("lshs", 5000))
	}
	s.stop(t)
}

// TestManyConnections connects, does a little, and leaves in one way or another.
func TestManyConnections(t *testing.T) {
	t.Parallel()
	count := withLong(18, 1000)
	s := start(t, nil)
	for i := range count {
		c := dial(t, s.address)
		switch i % 6 {
		case 0:
			if _, _, code := client.Run(t, c, "run -n 3"); code != 0 {
				t.Fatalf("exit %d", code)
			}
		case 1: // no session
		case 2: // gone at once
			session := must.Have(c.NewSession())(t)
			_ = session.RequestPty("xterm", 24, 80, nil)
			_ = session.Shell()
		case 3, 4:
			a := client.Open(t, c, client.View{Width: 80, Height: 24})
			a.AwaitText("λ̂ =")
			a.Type("l")
			if i%6 == 4 {
				a.Type("qqqq")
				a.Ends(t)
			}
		case 5: // gone in the middle of a request
			session := must.Have(c.NewSession())(t)
			_ = session.Start("run --domain mountain-car -n 200")
		}
		_ = c.Close()
	}
}

// TestTimeLimits counts idle time from what the person types alone.
func TestTimeLimits(t *testing.T) {
	t.Parallel()
	t.Run("idle", func(t *testing.T) {
		t.Parallel()
		s := start(t, func(o *serve.Options) { o.Idle = 1500 * time.Millisecond })
		a := open(t, s.address, "lambdascope --domain mountain-car --page trials")
		a.Type(" ") // plays: the screen changes by itself
		stop := make(chan struct{})
		var done sync.WaitGroup
		done.Go(func() { // nor is a size or an answer to a probe of the line what a person types
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				case <-time.After(50 * time.Millisecond):
					_ = a.Claim(120-i%2, 36)
				}
			}
		})
		a.Ends(t)
		close(stop)
		done.Wait()
		a.AwaitRestored()
		a.Await("the reason", func(screen string) bool { return strings.Contains(screen, "idle") })
	})
	t.Run("busy", func(t *testing.T) {
		t.Parallel()
		s := start(t, func(o *serve.Options) { o.Idle = time.Second })
		a := open(t, s.address, "")
		for range 13 { // for longer than that, in all
			time.Sleep(100 * time.Millisecond)
			a.Type("l")
		}
		select {
		case <-a.Ended():
			t.Errorf("ended while somebody types:\n%s", a.Screen())
		default:
		}
	})
	t.Run("total", func(t *testing.T) {
		t.Parallel()
		s := start(t, func(o *serve.Options) { o.Total = time.Second })
		a := open(t, s.address, "")
		a.Type("l")
		a.Ends(t)
		a.AwaitRestored()
		a.Await("the reason", func(screen string) bool { return strings.Contains(screen, "time") })
	})
}
