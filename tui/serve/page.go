package serve

import (
	"context"
	"sync"
	"time"

	"lambdascope/tui/state"
	"lambdascope/tui/terminal"
)

// page is the page of a session in a browser. The session continues while the page is away for a
// short time, so that a reload or a lost network loses nothing.
type page struct {
	session *session
	ctx     context.Context // ends when the page stays away
	end     context.CancelCauseFunc
	sizes   chan terminal.Size
	dark    chan bool
	keep    time.Duration // of the session without the page

	mu     sync.Mutex
	size   terminal.Size
	socket *socket     // nil while the page is away
	behind bool        // the page has an old screen
	link   string      // the page's address
	late   *time.Timer // ends the session while the page is away
	over   bool        // the session has ended
}

// newPage returns a page with a socket and a session. Run the session with run.
func (s *Server) newPage(k *socket, h hello, base string) *page {
	p := &page{sizes: make(chan terminal.Size, 1), dark: make(chan bool, 1), socket: k, keep: s.options.Stall}
	p.ctx, p.end = context.WithCancelCause(context.Background())
	p.size = clamp(h.Columns, h.Rows, terminal.Size{Width: 80, Height: 24})
	latest(p.dark, h.Dark)
	if known(h.Token) == "" { // without a token the page cannot come back
		p.keep = 0
	}
	v := s.newSession(k.conn, &asked{
		terminal: true, size: p.size, sizes: p.sizes, environ: []string{"TERM=xterm-256color", "COLORTERM=truecolor", "SSH_TTY=page"},
	})
	v.page, p.session = p, v
	v.person = known(h.Token)
	v.browserID = known(h.Browser)
	v.base = base
	v.call = func(args []string) string {
		link, _ := state.Link(base, args)
		return link
	}
	v.browser = &terminal.Browser{Send: p.send, Dark: p.dark, At: func(d terminal.Description) any { return v.place(d) }}
	v.out = &output{w: p, stall: s.options.Stall, session: v}
	v.errs = v.out
	v.log = s.log.With("session", "web-"+v.person[:min(8, len(v.person))])
	v.follow(h)
	return p
}

// resumed returns the page of a returning person, or nil. Person, network address and view must be
// the same as before.
func (s *Server) resumed(k *socket, h hello) *page {
	person := known(h.Token)
	if person == "" {
		return nil
	}
	s.mu.Lock()
	v := s.persons[person]
	s.mu.Unlock()
	if v == nil || v.conn.address != k.conn.address || v.ctx.Err() != nil || !v.page.attach(k, h) {
		return nil
	}
	k.conn.claimed.Store(true)
	k.conn.late.Stop()
	k.conn.place.leave()
	return v.page
}

// attach continues the page with another socket, and reports whether the session allows this.
func (p *page) attach(k *socket, h hello) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over || p.ctx.Err() != nil || !h.Same && p.link != h.At {
		return false
	}
	if before := p.socket; before != nil {
		go before.dismiss(pageNotice{Said: endReplaced.told, Ended: true}, evictLinger)
	}
	if p.late != nil {
		p.late.Stop()
	}
	p.socket, p.behind = k, true
	p.session.activity.away(false)
	latest(p.dark, h.Dark)
	p.resize(h.Columns, h.Rows) // draws the whole screen
	return true
}

// listen reads the page's messages from a socket until the end of the connection.
func (p *page) listen(k *socket) {
	for {
		var m said
		if k.receive(&m) != nil {
			break
		}
		p.take(m)
		if m.In == "" {
			continue
		}
		_, _ = input{p.session}.Write([]byte(m.In))
	}
	_ = k.conn.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.socket != k || p.over {
		return
	}
	p.socket = nil
	var cause error = errLeft
	if k.conn.reason() == whyStalled {
		cause = endStalled
	}
	if p.keep == 0 {
		p.end(cause)
		return
	}
	p.session.activity.away(true)
	p.late = time.AfterFunc(p.keep, func() { p.end(cause) })
}

// take applies a message about the window.
func (p *page) take(m said) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(m.Size) == 2 {
		p.resize(m.Size[0], m.Size[1])
	}
	if m.Dark != nil {
		latest(p.dark, *m.Dark)
	}
}

// resize sets the size. The caller has the lock.
func (p *page) resize(columns, rows uint32) {
	p.size = clamp(columns, rows, p.size)
	latest(p.sizes, p.size)
}

// Write sends the output of a command.
func (p *page) Write(text []byte) (int, error) {
	return len(text), p.send(pageNotice{Said: string(text)})
}

// send sends a message, unless the page is away. A returning page gets a whole screen first.
func (p *page) send(message any) error {
	p.mu.Lock()
	k := p.socket
	if s, ok := message.(terminal.Screen); ok {
		if at, ok := s.At.(place); ok {
			p.link = at.Link
		}
		if p.behind && s.Size == nil {
			k = nil
		} else if k != nil {
			p.behind = false
		}
	}
	p.mu.Unlock()
	if k == nil {
		return p.ctx.Err()
	}
	err := k.send(message)
	if p.keep > 0 {
		err = p.ctx.Err() // because the page may come back
	}
	return err
}

// hangUp closes the connection of the page.
func (p *page) hangUp() {
	p.mu.Lock()
	k := p.socket
	p.mu.Unlock()
	if k != nil {
		_ = k.Close()
	}
}

// run runs the page's session.
func (p *page) run(s *Server) {
	defer p.finish()
	s.hold(p.ctx, p.session)
}

// finish tells the page about the end of the session.
func (p *page) finish() {
	p.mu.Lock()
	p.over = true
	k := p.socket
	if p.late != nil {
		p.late.Stop()
	}
	p.mu.Unlock()
	if k != nil {
		k.dismiss(pageNotice{Ended: true}, linger)
		k.lost()
	}
	p.end(nil)
}
