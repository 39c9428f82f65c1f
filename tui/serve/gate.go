package serve

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/tui/shell"
	"lambdascope/tui/terminal"
)

// gate stands before a session's requests. It lets those through that a session
// may make, each in bounds, and answers the others itself: the session's own
// reader of them waits for ever where sizes come before it is ready, keeps any
// environment, and grants agents.
type gate struct {
	gossh.NewChannel
	begin  func() // the session begins
	window *window
	ctx    context.Context // ends when the session's channel does
	end    context.CancelCauseFunc
	sizes  chan terminal.Size // the latest, if it has not been taken

	mu       sync.Mutex
	terminal bool
	term     string
	size     terminal.Size
	environ  []string
	command  string
	started  bool
}

// errLeft is why the context of a session ends that the other side has closed.
var errLeft = errors.New("disconnected")

func newGate(channel gossh.NewChannel, w *window, begin func()) *gate {
	ctx, end := context.WithCancelCause(context.Background())
	context.AfterFunc(ctx, w.leave)
	return &gate{NewChannel: channel, begin: begin, window: w, ctx: ctx, end: end, sizes: make(chan terminal.Size, 1)}
}

// Accept accepts the channel; the requests are those that may pass.
func (g *gate) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	channel, requests, err := g.NewChannel.Accept()
	if err != nil {
		g.end(errLeft)
		return nil, nil, err
	}
	passed := make(chan *gossh.Request)
	go func() {
		defer g.end(errLeft)
		defer close(passed)
		for r := range requests {
			pass, granted := g.judge(r)
			if pass {
				passed <- r
			} else if r.WantReply {
				_ = r.Reply(granted, nil)
			}
		}
	}()
	return channel, passed, nil
}

// judge tells whether a request passes, or else whether it is granted.
func (g *gate) judge(r *gossh.Request) (pass, granted bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch r.Type {
	case "pty-req":
		return g.openTerminal(r), false
	case "window-change":
		return false, g.resize(r.Payload)
	case "env":
		return false, g.setenv(r.Payload)
	case "shell", "exec":
		return g.start(r), false
	}
	return false, false
}

func (g *gate) openTerminal(r *gossh.Request) bool {
	var asked struct {
		Term          string
		Columns, Rows uint32
		Width, Height uint32 // in pixels
		Modes         string
	}
	if g.started || g.terminal || gossh.Unmarshal(r.Payload, &asked) != nil {
		return false
	}
	g.terminal, g.term, g.size = true, safeTerm(asked.Term), clamp(g.window, asked.Columns, asked.Rows, terminal.Size{Width: 80, Height: 24})
	asked.Term, asked.Columns, asked.Rows = g.term, uint32(g.size.Width), uint32(g.size.Height)
	asked.Width, asked.Height, asked.Modes = 0, 0, ""
	r.Payload = gossh.Marshal(asked)
	return true
}

func (g *gate) resize(payload []byte) bool {
	var asked struct{ Columns, Rows, Width, Height uint32 }
	if !g.terminal || gossh.Unmarshal(payload, &asked) != nil {
		return false
	}
	g.size = clamp(g.window, asked.Columns, asked.Rows, g.size)
	if !g.started {
		return true
	}
	latest(g.sizes, g.size)
	return true
}

// clamp returns a size in bounds; a dimension of zero is to be ignored.
func clamp(w *window, columns, rows uint32, before terminal.Size) terminal.Size {
	size, most := before, windowBounds()
	if columns > 0 {
		size.Width = int(min(columns, uint32(most.Width)))
	}
	if rows > 0 {
		size.Height = int(min(rows, uint32(most.Height)))
	}
	return w.fit(size)
}

// latest puts a value in place of one that nobody has taken.
func latest[T any](c chan T, value T) {
	select {
	case <-c:
	default:
	}
	c <- value
}

// maxValue bounds a value of the environment, in bytes.
const maxValue = 64

// setenv takes what a terminal says of itself.
func (g *gate) setenv(payload []byte) bool {
	var asked struct{ Name, Value string }
	if g.started || gossh.Unmarshal(payload, &asked) != nil {
		return false
	}
	known := []string{"COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "LC_CTYPE", "TERM_PROGRAM"}
	if !slices.Contains(known, asked.Name) || len(asked.Value) > maxValue || !shell.Plain(asked.Value) {
		return false
	}
	g.environ = slices.DeleteFunc(g.environ, func(v string) bool { return strings.HasPrefix(v, asked.Name+"=") })
	g.environ = append(g.environ, asked.Name+"="+asked.Value)
	return true
}

// maxCommand bounds a command, in bytes: the longest that the app shows is shorter.
const maxCommand = 2000

func (g *gate) start(r *gossh.Request) bool {
	if g.started {
		return false
	}
	if r.Type == "exec" {
		var asked struct{ Command string }
		if gossh.Unmarshal(r.Payload, &asked) != nil {
			return false
		}
		g.command = asked.Command
		if len(g.command) > maxCommand || !shell.Plain(g.command) {
			g.command = tooOdd
		}
		r.Payload = gossh.Marshal(struct{ Command string }{}) // nobody else is to read it
	}
	g.started = true
	g.begin()
	return true
}

// tooOdd stands for a command that is too long or no text: no command is like it.
const tooOdd = "\x00"

// safeTerm returns the name of a terminal, which may not be that of a file.
func safeTerm(name string) string {
	odd := func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("+-._", r))
	}
	if name == "" || len(name) > maxValue || strings.HasPrefix(name, ".") || strings.IndexFunc(name, odd) >= 0 {
		return "xterm"
	}
	return name
}

// asked is what a session is to be.
type asked struct {
	terminal bool
	size     terminal.Size
	window   *window
	environ  []string
	command  string
}

func (g *gate) asked() asked {
	g.mu.Lock()
	defer g.mu.Unlock()
	a := asked{terminal: g.terminal, size: g.size, window: g.window, command: g.command, environ: slices.Clone(g.environ)}
	if g.terminal {
		// SSH_TTY keeps the app from asking questions that some terminals print.
		a.environ = append(a.environ, "TERM="+g.term, "SSH_TTY=ssh")
	}
	return a
}
