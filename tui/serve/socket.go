package serve

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/coder/websocket"

	"lambdascope/tui/serve/internal/stream"
	"lambdascope/tui/state"
	"lambdascope/tui/terminal"
)

const (
	maxFrame = 64 << 10 // bytes of a message from a page, once it is put together and unpacked
	// helloPatience is how long a socket may stay silent: pages say at once what they want.
	helloPatience = 5 * time.Second
	pingEvery     = 20 * time.Second
)

// hello is a page's first message.
type hello struct {
	Token    string // by which the person is known who comes back
	Password string
	At       string // path and query of the page's address
	Again    string // the secret of the room that was presented in there; empty for none
	Columns  uint32
	Rows     uint32
	Dark     bool
}

// said is a later message of a page: one of these.
type said struct {
	In   string   // what a terminal would send
	Size []uint32 // columns and rows
	Dark *bool
}

// notice is what a page is told besides what a screen shows.
type pageNotice struct {
	Ask   string `json:"ask,omitempty"`   // for what is missing: password or secret
	Said  string `json:"said,omitempty"`  // what a command writes
	Ended bool   `json:"ended,omitempty"` // the session
}

// place is where a page is to be: its address, and the secret with which it comes back to
// a room that is presented in, which no address may have.
type place struct {
	Link  string `json:"link"`
	Again string `json:"again,omitempty"`
}

// socket is the connection of a page, as a session has one.
type socket struct {
	net.Conn // nil: nothing is read or written past the socket
	ws       *websocket.Conn
	from     net.Addr
}

func (k *socket) RemoteAddr() net.Addr { return k.from }

func (k *socket) Close() error { return k.ws.CloseNow() }

// page is the page of a session: what it sends is the session's input.
type page struct {
	*socket
	conn  *conn
	ctx   context.Context // ends with the connection
	end   context.CancelCauseFunc
	size  terminal.Size
	fit   *window
	sizes chan terminal.Size
	dark  chan bool
	rest  string // of the input, that was not read
}

// openSocket lets a page have a session.
func (s *Server) openSocket(w http.ResponseWriter, r *http.Request) {
	if foreign(r) {
		http.Error(w, "foreign origin", http.StatusForbidden)
		return
	}
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionNoContextTakeover})
	if err != nil {
		return // it has been answered
	}
	ws.SetReadLimit(maxFrame)
	k := &socket{ws: ws, from: s.visitor(r)}
	defer k.Close()
	c := s.letIn(k, helloPatience)
	if c == nil {
		return
	}
	defer c.Close()
	ctx, end := context.WithCancelCause(context.Background())
	defer end(nil)
	p := &page{socket: k, conn: c, ctx: ctx, end: end, fit: s.windows.enter(), sizes: make(chan terminal.Size, 1), dark: make(chan bool, 1)}
	defer p.fit.leave()
	var h hello
	if p.receive(&h) != nil {
		return
	}
	if refused := s.check(c, h); refused != (pageNotice{}) {
		_ = p.send(refused)
		_ = ws.Close(websocket.StatusPolicyViolation, "")
		return
	}
	c.claimed.Store(true)
	c.begun()
	s.pageSession(p, h, s.base(r))
	_ = p.send(pageNotice{Ended: true})
	last := time.AfterFunc(linger, func() { _ = k.Close() })
	defer last.Stop()
	_ = ws.Close(websocket.StatusNormalClosure, "")
}

// receive reads a message.
func (p *page) receive(into any) error {
	kind, text, err := p.ws.Read(p.ctx)
	p.conn.read.Add(int64(len(text)))
	if err == nil && kind != websocket.MessageText {
		err = errors.New("no text")
	}
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	return err
}

// send sends a message, and closes a connection that does not take it in time.
func (p *page) send(message any) error {
	text, err := json.Marshal(message)
	if err != nil {
		return err
	}
	ctx, stop := p.ctx, func() {}
	if p.conn.stall > 0 {
		ctx, stop = context.WithTimeout(ctx, p.conn.stall)
	}
	defer stop()
	p.conn.written.Add(int64(len(text)))
	if err = p.ws.Write(ctx, websocket.MessageText, text); err != nil && p.ctx.Err() == nil && ctx.Err() != nil {
		p.conn.giveUp()
	}
	return err
}

// Write sends what a command writes.
func (p *page) Write(text []byte) (int, error) {
	return len(text), p.send(pageNotice{Said: string(text)})
}

// Read returns what a terminal would have sent, and takes what else the page sends.
func (p *page) Read(b []byte) (int, error) {
	for p.rest == "" {
		var m said
		if err := p.receive(&m); err != nil {
			p.end(errLeft)
			return 0, err
		}
		if len(m.Size) == 2 {
			p.resize(m.Size[0], m.Size[1])
		}
		if m.Dark != nil {
			latest(p.dark, *m.Dark)
		}
		p.rest = m.In
	}
	n := copy(b, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

func (p *page) resize(columns, rows uint32) {
	p.size = clamp(p.fit, columns, rows, p.size)
	latest(p.sizes, p.size)
}

// ping ends the connection where the page does not answer.
func (p *page) ping() {
	tick := time.NewTicker(pingEvery)
	defer tick.Stop()
	for {
		select {
		case <-p.ctx.Done():
			return
		case <-tick.C:
		}
		ctx, stop := context.WithTimeout(p.ctx, pingEvery)
		err := p.ws.Ping(ctx)
		stop()
		if err != nil {
			p.end(errLeft)
			_ = p.Close()
			return
		}
	}
}

// check returns what to tell a page that may have no session yet.
func (s *Server) check(c *conn, h hello) (refused pageNotice) {
	method := loginNone
	switch a := s.access.Load(); {
	case !s.options.restricted() || s.options.Public:
	case a.Password == "":
		return pageNotice{Said: "this server lets in by keys alone: connect with ssh", Ended: true}
	case h.Password == "":
		return pageNotice{Ask: "password", Ended: true}
	default:
		method = loginPassword
		if !a.isPassword([]byte(h.Password)) {
			s.metrics.count(func(m *metrics) { m.failures[method]++ })
			s.notices.note("login failed", c.address, method)
			return pageNotice{Ask: "password", Said: "that is not the password", Ended: true}
		}
		s.proven(c)
	}
	if h.At == presentPath && h.Again == "" {
		return pageNotice{Ask: "secret", Ended: true}
	}
	c.login.method = method
	c.login.done.Store(true)
	s.metrics.count(func(m *metrics) { m.logins[method]++ })
	return pageNotice{}
}

// known returns by what a page's person is known: nothing, where its token is none.
func known(token string) string {
	if len(token) < 22 || len(token) > 64 {
		return ""
	}
	sum := sha256.Sum256([]byte("page " + token))
	return hex.EncodeToString(sum[:])
}

// pageSession runs the session of a page.
func (s *Server) pageSession(p *page, h hello, base string) {
	p.size = clamp(p.fit, h.Columns, h.Rows, terminal.Size{Width: 80, Height: 24})
	latest(p.dark, h.Dark)
	v := s.newSession(p.conn, asked{
		terminal: true, size: p.size, window: p.fit, environ: []string{"TERM=xterm-256color", "COLORTERM=truecolor", "SSH_TTY=page"},
	})
	v.person = known(h.Token)
	v.client = "page"
	v.sizes = p.sizes
	v.call = func(args []string) string {
		if len(args) == 2 && args[0] == "present" {
			return presentIn(base+"/", args[1])
		}
		link, _ := state.Link(base, args)
		return link
	}
	v.browser = &terminal.Browser{Send: p.send, Dark: p.dark, At: func(d terminal.Description) any { return v.place(d) }}
	v.out = stream.NewOutput(p, 0, p.conn.giveUp) // which send bounds
	v.errs = v.out
	v.log = s.log.With("session", "web-"+v.person[:min(8, len(v.person))])
	v.follow(h)
	go p.ping()
	s.hold(p.ctx, v, p)
}

// presentPath is where a page asks for the secret of a room, which no address may have.
const presentPath = "/present"

// presentIn says how to present in a browser.
func presentIn(base, secret string) string {
	return strings.TrimSuffix(base, "/") + presentPath + " with the secret " + secret
}

// follow has the session do what a page's address asks for.
func (v *session) follow(h hello) {
	if h.Again != "" {
		v.words = []string{"present", h.Again}
		v.classify()
		return
	}
	to, err := url.ParseRequestURI(h.At)
	if err == nil {
		v.words, err = state.LinkWords(to)
	}
	if err != nil || len(h.At) > maxCommand {
		v.kind = kindWrong
		return
	}
	if len(v.words) > 1 && v.words[0] == "join" && !strings.HasPrefix(v.words[1], "-") {
		if len(v.words) > 2 && !strings.HasPrefix(v.words[2], "--name") { // one's own view
			v.rejoins, v.words = v.words[1], v.words[2:]
		}
	}
	v.classify()
}

// place returns where the page of a session is to be that shows something.
func (v *session) place(d terminal.Description) place {
	words, again := d.Args, ""
	if at := v.activity.seat.Load(); at != nil {
		look := at.Look()
		switch {
		case look.Over != nil:
		case look.Leads || look.Owns:
			again = look.Secret
			fallthrough
		case !d.Own:
			words = nil
			fallthrough
		case len(words) > 0 && !strings.HasPrefix(words[0], "-"): // a lesson, which is left with the address
			words = nil
			fallthrough
		default:
			if !at.OfServer() {
				words = append([]string{"join", look.Code}, words...)
			}
		}
	}
	link, _ := state.Link("", words)
	return place{link, again}
}
