//go:build unix

package serve_test

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"github.com/coder/websocket"

	"lambdascope/sim/testutil"
)

// pageHello is the first message of a page.
type pageHello struct {
	Token, Password, At, Again string
	Browser                    string
	Columns, Rows              int
	Dark, Same                 bool
}

// webPage is a page in a browser, without the browser.
type webPage struct {
	tb     testing.TB
	ws     *websocket.Conn
	mu     sync.Mutex
	seen   pageSeen
	lines  [][]string
	closed bool
}

// pageSeen is the latest content of a page.
type pageSeen struct {
	Size, Styles             []any
	Spans                    [][]any
	Says, Words, Copied, Ask string
	Said                     string // all of it
	Ended                    bool
	At                       struct{ Link, Again string }
}

// dialPage connects as a page of the server does, from an address of this machine, and says
// nothing.
func dialPage(ctx context.Context, source, address string) (*websocket.Conn, error) {
	ws, _, err := websocket.Dial(ctx, "ws://"+address+"/ws", &websocket.DialOptions{
		HTTPHeader: http.Header{"Origin": {"http://" + address}}, HTTPClient: browserFrom(source),
		CompressionMode: websocket.CompressionNoContextTakeover,
	})
	if err == nil {
		ws.SetReadLimit(1 << 20)
	}
	return ws, err
}

// browserFrom returns a client of HTTP at an address of this machine, which keeps no
// connections.
func browserFrom(source string) *http.Client {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(source)}, Timeout: patience}
	return &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: dialer.DialContext}}
}

// loopback is where clients are mostly.
const loopback = "127.0.0.1"

// openPage opens a page, which ends with the test at the latest.
func openPage(tb testing.TB, address string, h pageHello) *webPage {
	tb.Helper()
	return openPageFrom(tb, loopback, address, h)
}

// openPageFrom is openPage from an address of this machine.
func openPageFrom(tb testing.TB, source, address string, h pageHello) *webPage {
	tb.Helper()
	ctx, stop := context.WithTimeout(tb.Context(), patience)
	defer stop()
	p := &webPage{tb: tb, ws: testutil.Get(dialPage(ctx, source, address))(tb)}
	if h.Columns == 0 {
		h.Columns, h.Rows = 120, 36
	}
	p.Send(h)
	var reader sync.WaitGroup
	reader.Go(p.read)
	tb.Cleanup(func() {
		p.Drop()
		reader.Wait()
	})
	return p
}

// read takes messages until the end.
func (p *webPage) read() {
	for !p.Closed() {
		_, text, err := p.ws.Read(context.Background())
		p.mu.Lock()
		if p.closed = err != nil; !p.closed {
			p.take(text)
		}
		p.mu.Unlock()
	}
}

func (p *webPage) take(text []byte) {
	said := p.seen.Said
	p.seen.Size, p.seen.Spans, p.seen.Said = nil, nil, ""
	if err := json.Unmarshal(text, &p.seen); err != nil {
		p.tb.Errorf("%s: %v", text, err)
	}
	p.seen.Said = said + p.seen.Said
	if size := p.seen.Size; size != nil {
		p.lines = make([][]string, int(size[1].(float64)))
		for y := range p.lines {
			p.lines[y] = strings.Split(strings.Repeat(" ", int(size[0].(float64))), "")
		}
	}
	for _, s := range p.seen.Spans {
		y, x := int(s[0].(float64)), int(s[1].(float64))-1
		for _, r := range s[3].(string) {
			if unicode.Is(unicode.M, r) {
				p.lines[y][x] += string(r)
				continue
			}
			x++
			p.lines[y][x] = strings.Trim(string(r), "\x00")
		}
	}
}

// Send sends a message.
func (p *webPage) Send(message any) {
	text := testutil.Get(json.Marshal(message))(p.tb)
	_ = p.ws.Write(context.Background(), websocket.MessageText, text) // fails for a page that has ended
}

// Type sends keys as the bytes of a terminal.
func (p *webPage) Type(keys string) { p.Send(map[string]string{"in": keys}) }

// Drop ends the connection as a lost network does.
func (p *webPage) Drop() { _ = p.ws.CloseNow() }

// Screen returns the text of the lines.
func (p *webPage) Screen() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var b strings.Builder
	for _, l := range p.lines {
		b.WriteString(strings.TrimRight(strings.Join(l, ""), " ") + "\n")
	}
	return b.String()
}

// Seen returns what the page was told last.
func (p *webPage) Seen() pageSeen {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.seen
}

// Closed reports whether the connection has ended.
func (p *webPage) Closed() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.closed
}

// Await waits until the page is as wanted.
func (p *webPage) Await(what string, is func() bool) {
	p.tb.Helper()
	for late := time.Now().Add(patience); ; time.Sleep(2 * time.Millisecond) {
		over := p.Closed() // before the last look
		if is() {
			return
		}
		if over || time.Now().After(late) {
			p.tb.Fatalf("no %s on the page, which was told %+v:\n%s", what, p.Seen(), p.Screen())
		}
	}
}

// AwaitText waits until the screen has a text.
func (p *webPage) AwaitText(text string) {
	p.tb.Helper()
	p.Await(text, func() bool { return strings.Contains(p.Screen(), text) })
}
