//go:build unix

package serve_test

import (
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

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

// program is a server in a process of its own.
type program struct {
	command *exec.Cmd
	address string // host:port
	port    string
	said    *transcript
	ended   chan struct{}
}

// patience bounds every wait.
const patience = 2 * time.Minute

// listening is how the program tells its address.
var listening = regexp.MustCompile(`127\.0\.0\.1:(\d+)`)

// startProgram starts the program as a server, on a port of its choice, with a
// home of its own.
func startProgram(t *testing.T, flags ...string) *program {
	t.Helper()
	p := launch(t, append([]string{"--listen", "127.0.0.1:0"}, flags...)...)
	at := p.said.await(t, p.ended, listening)
	p.address, p.port = at[0], at[1]
	return p
}

// startClass starts the program with one room for all, and returns the secret of its
// presenter.
func startClass(t *testing.T) (p *program, secret string) {
	t.Helper()
	p = startProgram(t, "--class")
	return p, p.said.await(t, p.ended, regexp.MustCompile(`(?m)present (\S+)$`))[1]
}

// startLedClass is startClass with a presenter in the room, and nobody else.
func startLedClass(t *testing.T) (p *program, secret string, leads *client.Session) {
	t.Helper()
	p, secret = startClass(t)
	leads = open(t, p.address, "present "+secret)
	leads.AwaitText("0 here")
	return p, secret, leads
}

// launch starts the program as a server.
func launch(t *testing.T, flags ...string) *program {
	t.Helper()
	return launchTo(t, nil, flags...)
}

// launchTo is launch with a file for the log, nil for where the rest is said.
func launchTo(t *testing.T, log *os.File, flags ...string) *program {
	t.Helper()
	name, err := build()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	c := exec.Command(name, append([]string{"serve"}, flags...)...)
	c.Env = []string{"HOME=" + home, "XDG_STATE_HOME=" + filepath.Join(home, "state"), "PATH=" + os.Getenv("PATH")}
	return begin(t, c, log)
}

// again starts a program that has ended once more, with the same home and flags.
func (p *program) again(t *testing.T) *program {
	t.Helper()
	c := exec.Command(p.command.Path, p.command.Args[1:]...)
	c.Env = p.command.Env
	q := begin(t, c, nil)
	at := q.said.await(t, q.ended, listening)
	q.address, q.port = at[0], at[1]
	return q
}

// begin starts a program, with a file for the log, nil for where the rest is said.
func begin(t *testing.T, c *exec.Cmd, log *os.File) *program {
	t.Helper()
	p := &program{command: c, said: newTranscript(), ended: make(chan struct{})}
	p.command.Stdout, p.command.Stderr = p.said, p.said
	if log != nil {
		p.command.Stderr = log
	}
	p.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // what stops its group stops no test
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(p.ended)
		_ = p.command.Wait()
	}()
	t.Cleanup(func() {
		_ = p.command.Process.Kill()
		<-p.ended
	})
	return p
}

// stateFolder is where the program keeps its host key.
func (p *program) stateFolder() string {
	for _, e := range p.command.Env {
		if folder, ok := strings.CutPrefix(e, "XDG_STATE_HOME="); ok {
			return filepath.Join(folder, "lambdascope")
		}
	}
	return ""
}

// exit waits for the end of the program and returns its status.
func (p *program) exit(t *testing.T) int {
	t.Helper()
	select {
	case <-p.ended:
		return p.command.ProcessState.ExitCode()
	case <-time.After(patience):
		t.Fatalf("the program does not end; it said:\n%s", p.said)
		return 0
	}
}

// signal sends the program a signal.
func (p *program) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	if err := p.command.Process.Signal(s); err != nil {
		t.Fatal(err)
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
