//go:build unix

package serve_test

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/cli"
	"lambdascope/tui/disk"
	"lambdascope/tui/serve"
	"lambdascope/tui/serve/internal/client"
)

// folder is where the program is built.
const folder = "LAMBDASCOPE_TEST_FOLDER"

// load has tests of many sessions run as large as a server is to bear them.
var load = flag.Bool("load", false, "run TestLoad, and other tests of many sessions with more of them")

// What the server is to reach under load.
const (
	loadWithin = 200 * time.Millisecond // of a key press, a change is on the screen
	loadShare  = 0.95                   // of all changes
)

// atOnce is how many tests run in parallel by default: they wait for sessions and
// limits of time more than they compute.
const atOnce = 8

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
	flag.Visit(func(f *flag.Flag) {
		switch f.Name {
		case "test.parallel":
			most = f.Value.(flag.Getter).Get().(int)
		case "long", "load": // each has the machine to itself
			most = 1
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

// build returns the program, built once for all tests.
var build = sync.OnceValues(func() (string, error) {
	name := filepath.Join(os.Getenv(folder), "lambdascope")
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", name, "lambdascope").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return name, nil
})

// program is the command serve: in this process, or in one of its own.
type program struct {
	address string // host:port
	port    string
	state   string // the folder where it keeps its host key
	said    *transcript
	ended   chan struct{}
	code    int // that it ended with
	signal  func(s syscall.Signal)
	command *exec.Cmd // of its own process, else nil
}

// patience bounds every wait.
const patience = 2 * time.Minute

// listening is how the program tells its address.
var listening = regexp.MustCompile(`127\.0\.0\.1:(\d+)`)

// startProgram starts a server on a port of its choice, with its own home.
func startProgram(t *testing.T, flags ...string) *program {
	t.Helper()
	return launch(t, nil, append([]string{"--listen", "127.0.0.1:0"}, flags...)...).listens(t)
}

// startProcess is startProgram in its own process, which can be killed and whose
// memory is its own.
func startProcess(t *testing.T, flags ...string) *program {
	t.Helper()
	return process(t, nil, t.TempDir(), append([]string{"--listen", "127.0.0.1:0"}, flags...)...).listens(t)
}

// listens waits until people can connect.
func (p *program) listens(t *testing.T) *program {
	t.Helper()
	at := p.said.await(t, p.ended, listening)
	p.address, p.port = at[0], at[1]
	return p
}

// secret is that of the presenter where there is one room for all.
func (p *program) secret(t *testing.T) string {
	t.Helper()
	return p.said.await(t, p.ended, regexp.MustCompile(`(?m)present (\S+)$`))[1]
}

// leads returns a presenter in the room for all, which has nobody else.
func (p *program) leads(t *testing.T) *client.Session {
	t.Helper()
	leads := open(t, p.address, "present "+p.secret(t))
	leads.AwaitText("0 here")
	return leads
}

// launch starts a server, with a file for the log, nil for where the rest is said. What is
// measured with -long and -load is its own process.
func launch(t *testing.T, log *os.File, flags ...string) *program {
	t.Helper()
	home := t.TempDir()
	if *long || *load {
		return process(t, log, home, flags...)
	}
	p := &program{state: filepath.Join(home, "lambdascope"), said: newTranscript(), ended: make(chan struct{})}
	ctx, end := context.WithCancel(context.Background())
	reload := make(chan os.Signal, 1)
	p.signal = func(s syscall.Signal) {
		if s == syscall.SIGHUP {
			reload <- s
			return
		}
		end()
	}
	env := cli.Env{
		Out: p.said, Err: p.said, Files: disk.OS{}, StateFolder: home,
		Engine: newEngine(analysis.DefaultCacheBytes), Version: "lambdascope test",
		Reload: func() <-chan os.Signal { return reload },
	}
	if log != nil {
		env.Err = log
	}
	go func() {
		defer close(p.ended)
		p.code = cli.Main(ctx, env, append([]string{"serve"}, flags...), serve.Command)
	}()
	t.Cleanup(func() { // all clients are gone by now
		end()
		p.exit(t)
	})
	return p
}

// processors are those that there were before a server left some to what is no analysis.
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

// process starts a server in its own process.
func process(t *testing.T, log *os.File, home string, flags ...string) *program {
	t.Helper()
	name := must.Have(build())(t)
	p := &program{state: filepath.Join(home, "lambdascope"), said: newTranscript(), ended: make(chan struct{})}
	p.command = exec.Command(name, append([]string{"serve"}, flags...)...)
	p.command.Env = []string{"HOME=" + home, "XDG_STATE_HOME=" + home, "PATH=" + os.Getenv("PATH")}
	p.command.Stdout, p.command.Stderr = p.said, p.said
	if log != nil {
		p.command.Stderr = log
	}
	p.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // what stops its group stops no test
	must.Succeed(t, p.command.Start())
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

// transcript keeps what is written to it, to wait for a text.
type transcript struct {
	mu      sync.Mutex
	text    strings.Builder
	changed chan struct{} // closed at the next write
}

func newTranscript() *transcript { return &transcript{changed: make(chan struct{})} }

func (s *transcript) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.changed)
	s.changed = make(chan struct{})
	return s.text.Write(p)
}

func (s *transcript) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// await waits for a text and returns its groups.
func (s *transcript) await(t *testing.T, ended <-chan struct{}, text *regexp.Regexp) []string {
	t.Helper()
	late := time.After(patience)
	for {
		s.mu.Lock()
		said, changed := s.text.String(), s.changed
		s.mu.Unlock()
		if found := text.FindStringSubmatch(said); found != nil {
			return found
		}
		select {
		case <-changed:
		case <-ended:
			if text.MatchString(s.String()) {
				continue
			}
			t.Fatalf("ended without saying %v:\n%s", text, s)
		case <-late:
			t.Fatalf("did not say %v:\n%s", text, said)
		}
	}
}
