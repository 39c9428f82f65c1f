package serve

import (
	"cmp"
	"context"
	"errors"
	"net"
	"regexp"
	"slices"
	"strings"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/tui/shell"
	"lambdascope/tui/terminal"
)

// The ways to log in. The log has these names alone, because the other side chooses the name.
const (
	loginNone     = "none"
	loginPassword = "password"
	loginKey      = "publickey"
)

var errNotAuthorized = errors.New("not authorized")

// sshConfig returns the ways for a connection to log in, with modern algorithms alone.
func (s *Server) sshConfig(c *conn) *gossh.ServerConfig {
	o := s.options
	config := &gossh.ServerConfig{
		Config: gossh.Config{
			KeyExchanges: []string{gossh.KeyExchangeMLKEM768X25519, gossh.KeyExchangeCurve25519},
			Ciphers:      []string{gossh.CipherChaCha20Poly1305, gossh.CipherAES256GCM, gossh.CipherAES128GCM},
		},
		PublicKeyAuthAlgorithms: gossh.SupportedAlgorithms().PublicKeyAuths,
		ServerVersion:           "SSH-2.0-lambdascope",
		NoClientAuth:            !o.restricted(),
	}
	config.AddHostKey(o.HostKey)
	if len(o.AuthorizedKeys) > 0 {
		config.PublicKeyCallback = func(_ gossh.ConnMetadata, key gossh.PublicKey) (*gossh.Permissions, error) {
			if !o.knows(key) {
				return nil, errNotAuthorized
			}
			return &gossh.Permissions{}, nil
		}
		config.VerifiedPublicKeyCallback = func(_ gossh.ConnMetadata, key gossh.PublicKey, p *gossh.Permissions, _ string) (*gossh.Permissions, error) {
			c.login.key = key
			return p, nil
		}
	}
	if o.Password != "" {
		config.PasswordCallback = func(_ gossh.ConnMetadata, typed []byte) (*gossh.Permissions, error) {
			if !o.isPassword(string(typed)) {
				return nil, errNotAuthorized
			}
			return &gossh.Permissions{}, nil
		}
	}
	config.AuthLogCallback = func(_ gossh.ConnMetadata, method string, err error) {
		known := slices.Contains([]string{loginNone, loginPassword, loginKey}, method)
		switch {
		case err == nil:
			c.login.method = method
		case method != loginNone && known: // clients try none first
			s.warn("login failed", c.address, method)
		}
	}
	return config
}

// serveSSH serves a connection to the door for SSH until it ends.
func (s *Server) serveSSH(raw net.Conn) {
	defer raw.Close()
	c := s.letIn(raw)
	if c == nil {
		return
	}
	defer c.Close()
	_, channels, requests, err := gossh.NewServerConn(c, s.sshConfig(c))
	if err != nil {
		s.warn("not logged in", c.address, cmp.Or(c.reason(), "no login")) // the error has words of the other side
		return
	}
	go gossh.DiscardRequests(requests) // refuses to forward ports
	for asked := range channels {
		if asked.ChannelType() != "session" || !c.claimed.CompareAndSwap(false, true) {
			_ = asked.Reject(gossh.Prohibited, "one session a connection")
			continue
		}
		channel, requests, err := asked.Accept()
		if err != nil {
			break
		}
		go s.serveChannel(c, channel, requests)
	}
	if c.reason() == whyLate {
		s.warn("no session", c.address, whyLate)
	}
}

// linger is the time that a client has to close a session after its end.
const linger = 2 * time.Second

// serveChannel runs the session of a channel, and closes its connection.
func (s *Server) serveChannel(c *conn, channel gossh.Channel, requests <-chan *gossh.Request) {
	defer c.Close()
	ctx, end := context.WithCancelCause(context.Background())
	a := &asked{sizes: make(chan terminal.Size, 1)}
	begin := make(chan struct{})
	go func() {
		defer end(errLeft)
		for r := range requests {
			granted, begins := a.request(r)
			if r.WantReply {
				_ = r.Reply(granted, nil)
			}
			if begins {
				close(begin)
			}
		}
	}()
	select {
	case <-begin:
	case <-ctx.Done():
		return
	}
	c.late.Stop()
	code := s.sshSession(ctx, c, a, channel)
	_, _ = channel.SendRequest("exit-status", false, gossh.Marshal(struct{ Status uint32 }{uint32(code)}))
	_ = channel.Close()
	// The other side closes the session after reading the rest.
	select {
	case <-ctx.Done():
	case <-time.After(linger):
	}
}

// errLeft ends the context of a session when the other side has closed it.
var errLeft = errors.New("disconnected")

// asked is a session as the other side requests. After started, requests write to last and sizes
// alone, so that the session may read the rest.
type asked struct {
	terminal bool
	size     terminal.Size
	environ  []string
	command  string
	started  bool
	last     terminal.Size      // for the next request
	sizes    chan terminal.Size // the latest size
}

// request reports whether a request of a session is granted, and whether the session begins.
func (a *asked) request(r *gossh.Request) (granted, begins bool) {
	switch r.Type {
	case "pty-req":
		return a.openTerminal(r.Payload), false
	case "window-change":
		return a.resize(r.Payload), false
	case "env":
		return a.setenv(r.Payload), false
	case "shell", "exec":
		begins = a.start(r)
		return begins, begins
	}
	return false, false
}

func (a *asked) openTerminal(payload []byte) bool {
	var asked struct {
		Term          string
		Columns, Rows uint32
		Width, Height uint32 // in pixels
		Modes         string
	}
	if a.started || a.terminal || gossh.Unmarshal(payload, &asked) != nil {
		return false
	}
	a.terminal = true
	a.last = clamp(asked.Columns, asked.Rows, terminal.Size{Width: 80, Height: 24})
	a.size = a.last
	// SSH_TTY prevents questions to the terminal, because some terminals print these.
	a.environ = append(a.environ, "TERM="+safeTerm(asked.Term), "SSH_TTY=ssh")
	return true
}

func (a *asked) resize(payload []byte) bool {
	var asked struct{ Columns, Rows, Width, Height uint32 }
	if !a.terminal || gossh.Unmarshal(payload, &asked) != nil {
		return false
	}
	a.last = clamp(asked.Columns, asked.Rows, a.last)
	if a.started {
		latest(a.sizes, a.last)
	} else {
		a.size = a.last
	}
	return true
}

// maxWindow returns the largest window of a session.
func maxWindow() terminal.Size { return terminal.Size{Width: 400, Height: 120} }

// clamp returns a size in bounds. A dimension of zero means the dimension before.
func clamp(columns, rows uint32, before terminal.Size) terminal.Size {
	most := maxWindow()
	return terminal.Size{
		Width:  int(min(cmp.Or(columns, uint32(before.Width)), uint32(most.Width))),
		Height: int(min(cmp.Or(rows, uint32(before.Height)), uint32(most.Height))),
	}
}

// latest replaces the value in a channel. Calls must not overlap.
func latest[T any](c chan T, value T) {
	select {
	case <-c:
	default:
	}
	c <- value
}

// maxValue bounds a value of the environment, in bytes.
const maxValue = 64

// setenv takes a variable that describes a terminal.
func (a *asked) setenv(payload []byte) bool {
	var asked struct{ Name, Value string }
	if a.started || gossh.Unmarshal(payload, &asked) != nil {
		return false
	}
	known := []string{"COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "LC_CTYPE", "TERM_PROGRAM"}
	if !slices.Contains(known, asked.Name) || len(asked.Value) > maxValue || !shell.Plain(asked.Value) {
		return false
	}
	a.environ = slices.DeleteFunc(a.environ, func(v string) bool { return strings.HasPrefix(v, asked.Name+"=") })
	a.environ = append(a.environ, asked.Name+"="+asked.Value)
	return true
}

// maxCommand bounds a command, in bytes. Commands of the app are shorter.
const maxCommand = 2000

func (a *asked) start(r *gossh.Request) bool {
	var asked struct{ Command string }
	if a.started || r.Type == "exec" && gossh.Unmarshal(r.Payload, &asked) != nil {
		return false
	}
	a.command = asked.Command
	if len(a.command) > maxCommand || !shell.Plain(a.command) {
		a.command = invalidCommand
	}
	a.started = true
	return true
}

// invalidCommand replaces a command that is too long or no text.
const invalidCommand = "\x00"

// isTerm matches the name of a terminal that cannot be a path.
var isTerm = regexp.MustCompile(`^[A-Za-z0-9+_-][A-Za-z0-9+._-]{0,63}$`)

// safeTerm returns the name of a terminal, or xterm for an odd name.
func safeTerm(name string) string {
	if !isTerm.MatchString(name) {
		return "xterm"
	}
	return name
}
