//go:build unix

package serve_test

import (
	"cmp"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/testutil"
	"lambdascope/tui/internal/emulator"
)

// clientUser is the name that clients log in with.
const clientUser = "student"

// dialConfig connects from an address of this machine and logs in.
func dialConfig(source, address string, config *gossh.ClientConfig) (*gossh.Client, error) {
	raw, err := connectFrom(source, address)
	if err != nil {
		return nil, err
	}
	// The server may delay a connection until its turn.
	connection, channels, requests, err := gossh.NewClientConn(raw, address, config)
	if err != nil {
		return nil, errors.Join(err, raw.Close())
	}
	return gossh.NewClient(connection, channels, requests), nil
}

// connectFrom connects from an address of this machine, and no more.
func connectFrom(source, address string) (net.Conn, error) {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(source)}, Timeout: patience}
	return dialer.Dial("tcp", address)
}

// clientConfig returns the configuration of a client that accepts any host key.
func clientConfig(auth ...gossh.AuthMethod) *gossh.ClientConfig {
	return &gossh.ClientConfig{
		User:            clientUser,
		Auth:            auth,
		HostKeyCallback: gossh.InsecureIgnoreHostKey(),
		Timeout:         patience,
	}
}

// view is what a session asks for.
type view struct {
	Width, Height int
	Command       string   // none opens the app as it is
	Term          string   // xterm-256color if empty
	Environ       []string // "NAME=value", sent one by one; refusals are passed over
}

// sshClient is a session with a terminal.
type sshClient struct {
	*emulator.Terminal
	line  *line
	ended chan struct{}
	err   error // that the session ended with; to be read once ended is closed
}

// openView begins a session in a terminal. It ends with the test at the latest.
func openView(tb testing.TB, connection *gossh.Client, v view) *sshClient {
	tb.Helper()
	session := testutil.Get(connection.NewSession())(tb)
	s := &sshClient{line: &line{connection: connection, session: session}, ended: make(chan struct{})}
	s.line.keys, s.line.screen = testutil.Get(session.StdinPipe())(tb), testutil.Get(session.StdoutPipe())(tb)
	for _, e := range v.Environ {
		name, value, _ := strings.Cut(e, "=")
		_ = session.Setenv(name, value)
	}
	testutil.Check(tb, session.RequestPty(cmp.Or(v.Term, "xterm-256color"), v.Height, v.Width, nil))
	testutil.Check(tb, begin(session, v.Command))
	s.Terminal = emulator.Over(tb, s.line, v.Width, v.Height)
	go func() {
		defer close(s.ended)
		s.err = session.Wait()
	}()
	return s
}

// begin begins what a session is to be; no command is the app as it is.
func begin(session *gossh.Session, command string) error {
	if command == "" {
		return session.Shell()
	}
	return session.Start(command)
}

// Ends waits for the end and returns the exit status, −1 where none came.
func (s *sshClient) Ends(tb testing.TB) int {
	tb.Helper()
	select {
	case <-s.ended:
		return status(tb, s.err)
	case <-time.After(patience):
		tb.Fatalf("the session does not end; its screen:\n%s", s.Screen())
		return 0
	}
}

// Last returns when bytes for the screen arrived last.
func (s *sshClient) Last() time.Time {
	s.line.mu.Lock()
	defer s.line.mu.Unlock()
	return s.line.last
}

// runOn runs a command without a terminal.
func runOn(tb testing.TB, connection *gossh.Client, command string) (out, errs string, code int) {
	tb.Helper()
	session := testutil.Get(connection.NewSession())(tb)
	var o, e strings.Builder
	session.Stdout, session.Stderr = &o, &e
	ended := make(chan error, 1)
	testutil.Check(tb, begin(session, command))
	go func() { ended <- session.Wait() }()
	var err error
	select {
	case err = <-ended:
	case <-time.After(patience):
		_ = connection.Close()
		<-ended
		tb.Fatalf("%q does not end", command)
	}
	return o.String(), e.String(), status(tb, err)
}

// status returns the exit status that the end of a session means.
func status(tb testing.TB, err error) int {
	tb.Helper()
	var exit *gossh.ExitError
	var missing *gossh.ExitMissingError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitStatus()
	case errors.As(err, &missing):
		return -1
	}
	tb.Logf("a session ended with: %v", err)
	return -1
}

// line is the channel of a session as the line of a terminal.
type line struct {
	connection *gossh.Client
	session    *gossh.Session
	keys       io.WriteCloser
	screen     io.Reader

	mu   sync.Mutex
	last time.Time
}

func (l *line) Read(p []byte) (int, error) {
	n, err := l.screen.Read(p)
	if n > 0 {
		l.mu.Lock()
		l.last = time.Now()
		l.mu.Unlock()
	}
	return n, err
}

func (l *line) Write(p []byte) (int, error) { return l.keys.Write(p) }

// Close ends the connection and its only session, so that reads end even if the server hangs.
func (l *line) Close() error { return l.connection.Close() }

func (l *line) Resize(width, height int) error { return l.session.WindowChange(height, width) }

// Claim tells the server a size that the terminal does not have.
func (s *sshClient) Claim(width, height int) error { return s.line.Resize(width, height) }
