//go:build unix

package serve_test

import (
	"context"
	"crypto/ed25519"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/analysis"
	"lambdascope/sim/testutil"
	"lambdascope/tui/serve"
)

var (
	// Tests run in parallel, 12 at once, because they mostly wait; with a flag they run one by one. A new test calls
	// t.Parallel unless it looks at the work of the whole process, and gives its server times that a busy machine
	// meets. At its end the server has no session and no connection left.
	//
	//	go test ./tui/serve -run 'TestClass$' -load -v                             measures a class of 100
	//	go test ./tui/serve -run 'Attack' -long -load -v                            attacks a server
	//	go test ./tui/serve -run Proxies -v                                        runs Caddy and nginx, if installed
	//	go test ./tui/serve -run 'TestBrowser|TestClass$' -browser -v              uses the page in Chromium
	long = flag.Bool("long", false, "also run what takes long, and hold times that a busy machine may miss")
	load = flag.Bool("load", false, "run tests of many sessions with more of them")
)

// withLong returns a number of repetitions: many with -long, otherwise few.
func withLong(few, many int) int {
	if *long {
		return many
	}
	return few
}

// alone reports whether each test has the machine to itself, so that it can assert times.
func alone() bool { return *long || *load }

const (
	patience = 2 * time.Minute // bounds every wait
	hasty    = 4 * time.Second // a limit of logging in that tests wait for, and that a busy machine meets
	password = "correct horse battery"

	// folder is where the program is built.
	folder = "LAMBDASCOPE_TEST_FOLDER"
	// atOnce is the default number of parallel tests. It exceeds the cores because tests mostly
	// wait for sessions and time limits.
	atOnce = 12
)

// TestMain makes the folder, and looks at the end for goroutines that are left: while
// tests run in parallel, nobody can tell whose they are.
func TestMain(m *testing.M) {
	name, err := os.MkdirTemp("", "lambdascope")
	if err != nil {
		log.Fatal(err)
	}
	os.Setenv(folder, name)
	flag.Parse()
	most := atOnce
	gc := debug.SetGCPercent(400) // which takes a fifth of the time else
	flag.Visit(func(f *flag.Flag) {
		switch f.Name {
		case "test.parallel":
			most = f.Value.(flag.Getter).Get().(int)
		case "long", "load": // each has the machine to itself
			most = 1
			debug.SetGCPercent(gc)
		}
	})
	if err := flag.Set("test.parallel", strconv.Itoa(most)); err != nil {
		log.Fatal(err)
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		os.RemoveAll(name)
		os.Exit(code)
	}))
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

// transcript keeps what is written to it, to wait for a text.
type transcript struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *transcript) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *transcript) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// says waits for a text and returns its groups.
func (s *transcript) says(t *testing.T, pattern string) (found []string) {
	t.Helper()
	text := regexp.MustCompile(pattern)
	for late := time.Now().Add(patience); found == nil; time.Sleep(time.Millisecond) {
		over := time.Now().After(late) // before the last look
		if found = text.FindStringSubmatch(s.String()); found == nil && over {
			t.Fatalf("no %s in:\n%s", pattern, s)
		}
	}
	return found
}

// lacks fails where one of some texts was said.
func (s *transcript) lacks(t *testing.T, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if strings.Contains(strings.ToLower(s.String()), strings.ToLower(text)) {
			t.Errorf("%q was said:\n%s", text, s)
		}
	}
}

// server is a server in this process, with a door for SSH and one for browsers.
type server struct {
	*serve.Server
	address, web string
	secret       string // of the class
	said         *transcript
	panics       bool // as the test wants
	stop         func(t *testing.T)
}

// sharedEngine returns the engine of all servers without an engine of their own.
var sharedEngine = sync.OnceValue(func() *analysis.Engine { return newEngine(64 << 20) })

// start starts a server that anybody may use. It stops with the test; by then its
// sessions and connections have ended by themselves.
func start(t *testing.T, change func(o *serve.Options)) *server {
	t.Helper()
	return startThrough(t, nil, change)
}

// startThrough is start with listeners around those on loopback; nil for none. Changes of the server
// itself come before it serves, because its goroutines read it.
func startThrough(t *testing.T, around func(net.Listener) net.Listener, change func(o *serve.Options), changes ...func(*serve.Server)) *server {
	t.Helper()
	s := &server{said: new(transcript)}
	o := serve.Options{
		Engine:      sharedEngine(),
		Version:     "test",
		HostKey:     signer(t),
		Public:      true,
		MaxSessions: 50,
		Login:       patience,
		Grace:       time.Second,
		Log:         slog.New(slog.NewTextHandler(s.said, nil)),
	}
	if change != nil {
		change(&o)
	}
	s.secret = o.ClassSecret
	var doors serve.Doors
	for door, address := range map[*net.Listener]*string{&doors.SSH: &s.address, &doors.Web: &s.web} {
		*door = serve.Narrow(testutil.Get(net.Listen("tcp", "127.0.0.1:0"))(t))
		*address = (*door).Addr().String()
		if around != nil {
			*door = around(*door)
		}
	}
	s.Server = testutil.Get(serve.New(o, doors))(t)
	for _, change := range changes {
		change(s.Server)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		s.Serve(ctx)
		close(ended)
	}()
	var once sync.Once
	s.stop = func(t *testing.T) {
		t.Helper()
		once.Do(func() {
			cancel()
			select {
			case <-ended:
			case <-time.After(patience):
				t.Error("Serve does not end")
			}
		})
	}
	t.Cleanup(func() { // all clients are gone by now
		if !strings.Contains(s.said.String(), "session=web-") { // such a session waits for its page to come back
			s.awaits(t, "sessions", 0)
		}
		s.awaits(t, "connections", 0)
		s.stop(t)
		if !s.panics {
			s.said.lacks(t, "msg=panic")
		}
	})
	return s
}

// counts returns the number of open things of a kind.
func (s *server) counts(name string) int { return s.Counts()[name] }

// ended returns the number of sessions that ended for a reason, by the log.
func (s *server) ended(reason string) int {
	return strings.Count(s.said.String(), "reason="+reason+" ")
}

// awaits waits until one of the server's counts is as wanted.
func (s *server) awaits(t *testing.T, name string, want int) {
	t.Helper()
	until(t, fmt.Sprint(name, " of ", want), func() bool { return s.counts(name) == want })
}

// program is the command serve in a process of its own.
type program struct {
	address string // host:port
	port    string
	state   string // the folder where it keeps its host key
	said    *transcript
	ended   chan struct{}
	code    int // that it ended with
	signal  func(s syscall.Signal)
	command *exec.Cmd
}

// anyPort has the program listen on a port of its choice.
var anyPort = []string{"--listen", "127.0.0.1:0"}

// startProgram starts a server on a port of its choice, with its own home.
func startProgram(t *testing.T, flags ...string) *program {
	t.Helper()
	return launch(t, append(anyPort, flags...)...).listens(t)
}

// listens waits until people can connect.
func (p *program) listens(t *testing.T) *program {
	t.Helper()
	at := p.said.says(t, `127\.0\.0\.1:(\d+)`)
	p.address, p.port = at[0], at[1]
	return p
}

// web is the address that browsers reach.
func (p *program) web(t *testing.T) string {
	t.Helper()
	return p.said.says(t, `Open: http://([^/\s]+)/`)[1]
}

// secret returns the secret of the class.
func (p *program) secret(t *testing.T) string {
	t.Helper()
	return p.said.says(t, `(?m)(?:Secret: |/present#)([A-Z2-7]{26})$`)[1]
}

// launch starts a server with its own home.
func launch(t *testing.T, flags ...string) *program {
	t.Helper()
	return process(t, t.TempDir(), flags...)
}

// processors is the number of processors before a server reserved some for work other than
// analyses.
var (
	processors = runtime.GOMAXPROCS(0)
	engines    sync.Mutex
)

// newEngine returns an engine as large as that of its own process.
func newEngine(cache int) *analysis.Engine {
	engines.Lock()
	defer engines.Unlock()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
	return analysis.NewEngine(cache)
}

// build returns the program, built once for all tests.
var build = sync.OnceValues(func() (string, error) {
	name := filepath.Join(os.Getenv(folder), "lambdascope")
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", name, "lambdascope").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return name, nil
})

// process starts a server in its own process.
func process(t *testing.T, home string, flags ...string) *program {
	t.Helper()
	p := &program{state: filepath.Join(home, "lambdascope"), said: new(transcript), ended: make(chan struct{})}
	p.command = exec.Command(testutil.Get(build())(t), append([]string{"serve"}, flags...)...)
	p.command.Env = []string{"HOME=" + home, "XDG_STATE_HOME=" + home, "PATH=" + os.Getenv("PATH")}
	p.command.Stdout, p.command.Stderr = p.said, p.said
	p.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // what stops its group stops no test
	testutil.Check(t, p.command.Start())
	p.signal = func(s syscall.Signal) { _ = p.command.Process.Signal(s) } // fails once it has ended
	go func() {
		defer close(p.ended)
		_ = p.command.Wait()
		p.code = p.command.ProcessState.ExitCode()
	}()
	t.Cleanup(func() {
		_ = p.command.Process.Kill()
		<-p.ended
	})
	return p
}

// exit waits for the end of the program and returns its status.
func (p *program) exit(t *testing.T) int {
	t.Helper()
	select {
	case <-p.ended:
		return p.code
	case <-time.After(patience):
		t.Fatalf("the program does not end; it said:\n%s", p.said)
		return 0
	}
}

// stops tells the program to end, which it does as it should.
func (p *program) stops(t *testing.T) {
	t.Helper()
	p.signal(syscall.SIGTERM)
	if code := p.exit(t); code != 0 {
		t.Errorf("exit %d:\n%s", code, p.said)
	}
}

// signer makes a key.
func signer(t *testing.T) gossh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(nil)
	testutil.Check(t, err)
	return testutil.Get(gossh.NewSignerFromKey(private))(t)
}

// public is a key's line in a file of them.
func public(key gossh.Signer) string { return string(gossh.MarshalAuthorizedKey(key.PublicKey())) }

// write writes a file that only its owner reads, and returns its name.
func write(t *testing.T, text string) string {
	t.Helper()
	return filepath.Join(folderOf(t, map[string]string{"file": text}), "file")
}

// folderOf makes a folder of files.
func folderOf(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		testutil.Check(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	return folder
}

// dial connects; the connection closes with the test.
func dial(t *testing.T, address string, auth ...gossh.AuthMethod) *gossh.Client {
	t.Helper()
	return dialFrom(t, loopback, address, auth...)
}

// dialFrom is dial from an address of this machine: all of 127.0.0.0/8 is.
func dialFrom(t *testing.T, source, address string, auth ...gossh.AuthMethod) *gossh.Client {
	t.Helper()
	c := testutil.Get(dialConfig(source, address, clientConfig(auth...)))(t)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// raw connects without a word of SSH; the connection closes with the test.
func raw(t *testing.T, source, address string) net.Conn {
	t.Helper()
	c := testutil.Get(connectFrom(source, address))(t)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// open opens a session in a terminal of 120×36.
func open(t *testing.T, address, command string) *sshClient {
	t.Helper()
	return sized(t, address, command, 120, 36)
}

// sized is open in a terminal of some size.
func sized(t *testing.T, address, command string, width, height int, auth ...gossh.AuthMethod) *sshClient {
	t.Helper()
	return openView(t, dial(t, address, auth...), view{Width: width, Height: height, Command: command})
}

// run runs a command without a terminal.
func run(t *testing.T, address, command string, auth ...gossh.AuthMethod) (out, errs string, code int) {
	t.Helper()
	c := dial(t, address, auth...)
	defer c.Close()
	return runOn(t, c, command)
}

// awaitAll waits for some texts on the screen of a session, one after the other.
func awaitAll(s person, texts ...string) {
	for _, text := range texts {
		s.AwaitText(text)
	}
}

// person is who uses a session, over SSH or in a page.
type person interface {
	Type(keys string)
	AwaitText(text string)
	Screen() string
}

// says waits for a text, however its lines are broken.
func says(s *sshClient, text string) {
	s.Await(text, func(screen string) bool { return strings.Contains(strings.Join(strings.Fields(screen), " "), text) })
}

// leaves presses q and waits for the end.
func leaves(t *testing.T, s *sshClient) {
	t.Helper()
	s.Type("q")
	if code := s.Ends(t); code != 0 {
		t.Errorf("exit %d", code)
	}
	s.AwaitRestored()
}

// page opens a page of a person, who has a token of one letter; empty for none.
func page(t *testing.T, web, who, at string) *webPage {
	t.Helper()
	return openPage(t, web, pageHello{Token: strings.Repeat(who, 32), At: at})
}

// isTold waits until a page is told a text, and that its session has ended.
func isTold(p *webPage, text string) {
	p.Await("end with "+text, func() bool { return p.Seen().Ended && strings.Contains(p.Seen().Said, text) })
}

// isAt waits until a page is told that its link has a text.
func isAt(p *webPage, text string) {
	p.Await("link with "+text, func() bool { return strings.Contains(p.Seen().At.Link, text) })
}

// get asks for a page, and returns the answer and its text.
func get(t *testing.T, by *http.Client, method, url string, header http.Header, body string) (*http.Response, string) {
	t.Helper()
	r := testutil.Get(http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body)))(t)
	r.Header = header
	if host := header.Get("Host"); host != "" {
		r.Host = host
	}
	answer := testutil.Get(by.Do(r))(t)
	defer answer.Body.Close()
	return answer, string(testutil.Get(io.ReadAll(answer.Body))(t))
}

// closes waits until the server has closed a connection.
func closes(t *testing.T, c net.Conn, what string) {
	t.Helper()
	testutil.Check(t, c.SetReadDeadline(time.Now().Add(patience)))
	if _, err := io.Copy(io.Discard, c); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("%s: the connection is not closed", what)
	}
}

// drops waits until a connection of SSH has ended.
func drops(t *testing.T, c *gossh.Client, what string) {
	t.Helper()
	late := time.AfterFunc(patience, func() {
		t.Errorf("%s: the connection is not closed", what)
		_ = c.Close()
	})
	defer late.Stop()
	_ = c.Wait()
}

// stalledSession is a session whose reader has stopped.
type stalledSession struct {
	net.Conn
	shut  atomic.Bool   // its reader reads nothing until the end
	end   chan struct{} // closed then
	ended chan struct{} // closed when what it sends is refused
}

func (s *stalledSession) Read(p []byte) (int, error) {
	if s.shut.Load() {
		<-s.end
	}
	return s.Conn.Read(p)
}

// stall opens a session in the largest window, stops reading from its connection,
// and changes its size without end.
func stall(t *testing.T, address string) *stalledSession {
	t.Helper()
	dialer := net.Dialer{Control: func(_, _ string, c syscall.RawConn) (err error) {
		failed := c.Control(func(fd uintptr) { err = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 4096) })
		return errors.Join(failed, err)
	}}
	st := &stalledSession{Conn: testutil.Get(dialer.Dial("tcp", address))(t), end: make(chan struct{}), ended: make(chan struct{})}
	connection, channels, requests, err := gossh.NewClientConn(st, address, clientConfig())
	testutil.Check(t, err)
	c := gossh.NewClient(connection, channels, requests)
	session := openView(t, c, view{Width: 400, Height: 120})
	session.AwaitText("LOTO error")
	st.shut.Store(true)
	go func() {
		defer close(st.ended)
		ticker := time.NewTicker(10 * time.Millisecond)
		defer ticker.Stop()
		for i := 0; session.Claim(400-i%2, 120-i%2) == nil; i++ {
			select {
			case <-st.end:
				return
			case <-ticker.C:
			}
		}
	}()
	t.Cleanup(func() {
		_ = st.Close()
		close(st.end)
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
