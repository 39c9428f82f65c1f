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

	"lambdascope/tui/shell"
	"lambdascope/tui/state"
	"lambdascope/tui/terminal"
)

const (
	maxFrame  = 64 << 10 // bytes of a message from a page, joined and unpacked
	pingEvery = 20 * time.Second
)

// hello is a page's first message.
type hello struct {
	Token    string // identifies a returning person
	Password string
	At       string // path and query of the page's address
	Again    string // the presenter's secret, or empty
	Browser  string // token of the browser, the same in all its pages
	Base     string // the address of the server in the page's browser
	Columns  uint32
	Rows     uint32
	Dark     bool
	Same     bool // the page still shows the session after a lost connection
}

// base returns the address of a server at a host in the page's browser, without the last slash.
func (h hello) base(host string) string {
	at, err := url.Parse(h.Base)
	if err != nil || !state.IsLink(h.Base) || at.Host != host || len(h.Base) > maxCommand || !shell.Plain(h.Base) {
		return "http://" + host
	}
	return strings.TrimSuffix(h.Base, "/")
}

// said is a later message of a page, with one of the fields.
type said struct {
	In   string   // the input of a terminal
	Size []uint32 // columns and rows
	Dark *bool
}

// pageNotice is a message to a page besides screens.
type pageNotice struct {
	Ask   string `json:"ask,omitempty"`   // password or secret
	Said  string `json:"said,omitempty"`  // output of a command
	Ended bool   `json:"ended,omitempty"` // the session
}

// place is the address of a page, the address of the vote in a class, and the secret with which a
// presenter comes back. An address with the secret would show it.
type place struct {
	Link  string `json:"link"`
	Vote  string `json:"vote,omitempty"`
	Again string `json:"again,omitempty"`
}

// socket is a connection of a page.
type socket struct {
	net.Conn // nil, because the socket reads and writes messages
	ws       *websocket.Conn
	from     net.Addr
	stall    time.Duration
	conn     *conn
	ctx      context.Context
	lost     context.CancelFunc // ends ctx
}

func (k *socket) RemoteAddr() net.Addr { return k.from }

func (k *socket) Close() error { return k.ws.CloseNow() }

// openSocket gives a page a new session, or the earlier one.
func (s *Server) openSocket(w http.ResponseWriter, r *http.Request) {
	if s.isForeign(w, r) {
		return
	}
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionNoContextTakeover})
	if err != nil {
		return // Accept has answered
	}
	ws.SetReadLimit(maxFrame)
	k := &socket{ws: ws, from: s.visitor(r), stall: s.options.Stall}
	defer k.Close()
	k.ctx, k.lost = context.WithCancel(context.Background())
	defer k.lost()
	c := s.letIn(k)
	if c == nil {
		return
	}
	defer c.Close()
	k.conn = c
	var h hello
	if k.receive(&h) != nil {
		return
	}
	p := s.resumed(k, h) // without a password, because the token proves the person
	if p == nil {
		if refused := s.check(c, h); refused != (pageNotice{}) {
			_ = k.send(refused)
			_ = ws.Close(websocket.StatusPolicyViolation, "")
			return
		}
		c.claimed.Store(true)
		c.late.Stop()
		p = s.newPage(k, h, h.base(r.Host))
		go p.run(s)
	}
	go k.ping()
	p.listen(k)
}

// receive reads a message.
func (k *socket) receive(into any) error {
	kind, text, err := k.ws.Read(k.ctx)
	if err == nil && kind != websocket.MessageText {
		err = errors.New("no text")
	}
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	return err
}

// send sends a message, and closes a stalled connection.
func (k *socket) send(message any) error {
	text, err := json.Marshal(message)
	if err != nil {
		return err
	}
	late := time.AfterFunc(k.stall, func() { k.conn.closeFor(whyStalled) })
	defer late.Stop()
	return k.ws.Write(k.ctx, websocket.MessageText, text)
}

// dismiss sends the last message, and closes the connection.
func (k *socket) dismiss(last pageNotice, patience time.Duration) {
	late := time.AfterFunc(patience, func() { _ = k.Close() })
	defer late.Stop()
	_ = k.send(last)
	_ = k.ws.Close(websocket.StatusNormalClosure, "")
}

// ping closes the connection of a page that does not answer.
func (k *socket) ping() {
	tick := time.NewTicker(pingEvery)
	defer tick.Stop()
	for {
		select {
		case <-k.ctx.Done():
			return
		case <-tick.C:
		}
		ctx, stop := context.WithTimeout(k.ctx, pingEvery)
		err := k.ws.Ping(ctx)
		stop()
		if err != nil {
			_ = k.Close()
			return
		}
	}
}

// check returns the refusal of a page without the right password or secret, or a zero notice.
func (s *Server) check(c *conn, h hello) (refused pageNotice) {
	method := loginNone
	switch a := s.options; {
	case !a.restricted():
	case a.Password == "":
		return pageNotice{Said: "this server lets in by keys alone: connect with ssh", Ended: true}
	case h.Password == "":
		return pageNotice{Ask: "password", Ended: true}
	default:
		method = loginPassword
		if !s.options.isPassword(h.Password) {
			s.warn("login failed", c.address, method)
			return pageNotice{Ask: "password", Said: "that is not the password", Ended: true}
		}
	}
	switch {
	case h.At == presentPath && h.Again == "":
		return pageNotice{Ask: "secret", Ended: true}
	case h.Again != "" && !s.isSecret(h.Again):
		return pageNotice{Ask: "secret", Said: "that is not the secret of the class", Ended: true}
	}
	c.login.method = method
	return pageNotice{}
}

// known returns the ID of a token's person, or "" for an invalid token. The ID is a hash, so that the
// log does not reveal the token.
func known(token string) string {
	if len(token) < 22 || len(token) > 64 {
		return ""
	}
	sum := sha256.Sum256([]byte("page " + token))
	return hex.EncodeToString(sum[:])
}

// presentPath is the address for presenters. The page takes the secret from the fragment, because
// browsers do not send fragments, or asks.
const presentPath = "/present"

// follow sets the command of the session from the page's address.
func (v *session) follow(h hello) {
	if h.Again != "" { // see check
		v.leads = true
	}
	if h.At == presentPath {
		h.At = "/"
	}
	to, err := url.ParseRequestURI(h.At)
	if err == nil {
		v.words, err = state.LinkWords(to)
	}
	if err != nil || len(h.At) > maxCommand {
		v.kind = kindWrong
		return
	}
	v.classify()
}

// place returns the address that opens the session's view. A presenter's has the view too, so that
// the class survives a restart of the server.
func (v *session) place(d terminal.Description) place {
	words := d.Args
	var out place
	if seat := v.activity.seat.Load(); seat != nil {
		out.Vote = "vote/" + v.server.options.classToken()
		ofLesson := len(words) > 0 && !strings.HasPrefix(words[0], "-")
		switch {
		case seat.Leads():
			out.Again = v.server.options.ClassSecret
		case !d.Own || ofLesson: // a follower's lesson is the presenter's
			words = nil
		}
	}
	out.Link, _ = state.Link("", words)
	return out
}
