//go:build linux

package serve_test

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"lambdascope/sim/testutil"
	"lambdascope/tui/serve"
)

// TestPage opens the app in a page, turns n and reads the page in words. The link of the page opens
// the same view, other links open theirs, and links beyond the limits are refused.
func TestPage(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	p := page(t, s.web, "", "/?domain=2048&n=50")
	awaitAll(p, "2048 · 50 trajectories", "from λ̂")
	p.Type("\x1b[C")
	p.AwaitText("70 trajectories")
	isAt(p, "n=70")
	p.Type("\x1b[1491::115;1;1491u\x1b[0::115;1;u") // positions of s, with a letter and with none
	isAt(p, "seed=3")
	p.Await("what is new in words", func() bool { return strings.Contains(p.Seen().Says, "LOTO error") })
	p.Type("t")
	p.Await("the page in words", func() bool {
		words := p.Seen().Words
		return strings.Contains(words, "<h1>") && strings.Contains(words, "<table>")
	})
	p.Type("\x1b")
	p.Await("the page itself", func() bool { return p.Seen().Words == "" })
	p.Type("y")
	p.Await("the copied link", func() bool { return strings.HasPrefix(p.Seen().Copied, "http://"+s.web+"/?domain=2048&n=70") })
	p.Send(map[string]any{"size": []int{60, 20}, "dark": true})
	p.Await("60 columns", func() bool { return strings.Count(p.Screen(), "\n") == 20 })
	page(t, s.web, "", p.Seen().At.Link).AwaitText("70 trajectories")
	s.awaits(t, "sessions", 2)
	p.Type("q")
	isTold(p, "n=70")
	for at, want := range map[string]string{
		"/lesson/dial":       "1/4 Where do they agree?",
		"/?data=/etc/passwd": "files can't be read in this session",
		"/?n=1":              "trajectories 1",
		"/join/QQQQ":         "leads nowhere",
		"/run":               "leads nowhere",
		"/?--data=x":         "leads nowhere",
		"x":                  "leads nowhere",
	} {
		p := page(t, s.web, "", at)
		p.Await(at+": "+want, func() bool { return strings.Contains(p.Screen()+p.Seen().Said, want) })
	}

	p = page(t, s.web, "", "/") // more than a terminal sends in one piece
	p.AwaitText("from λ̂")
	p.Type("\x1b[200~")
	for range 3 {
		p.Type(strings.Repeat("x", 30_000))
	}
	isTold(p, "more than 64 KB")
	p.Await("the end of the connection", p.Closed)
	until(t, "the end", func() bool { return s.ended("input") == 1 })
}

// TestPagePassword: a new page needs the password of the server, a page that comes back does not.
func TestPagePassword(t *testing.T) {
	t.Parallel()
	s := start(t, func(o *serve.Options) { o.Public, o.Password = false, password })
	asks := func(h pageHello) {
		t.Helper()
		p := openPage(t, s.web, h)
		p.Await("the question", func() bool { return p.Closed() && p.Seen().Ask == "password" })
		if screen := p.Screen(); screen != "" {
			t.Errorf("%+v shows %s", h, screen)
		}
	}
	asks(pageHello{At: "/"})
	asks(pageHello{At: "/", Password: "wrong"})
	p := openPage(t, s.web, pageHello{Token: strings.Repeat("x", 32), At: "/", Password: password})
	p.AwaitText("from λ̂")
	p.Drop()
	page(t, s.web, "x", p.Seen().At.Link).AwaitText("from λ̂") // reloaded
	asks(pageHello{Token: strings.Repeat("y", 32), At: p.Seen().At.Link, Same: true})
}

// upgrade are the headers of a request for a socket by a page of some origin.
func upgrade(origin ...string) http.Header {
	return http.Header{"Origin": origin, "Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Sec-Websocket-Version": {"13"}, "Sec-Websocket-Key": {"dGhlIHNhbXBsZSBub25jZQ=="}}
}

// TestPageLocks refuses requests of other sites, and sends the headers that keep them out.
func TestPageLocks(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	by := browserFrom(loopback)
	for name, header := range map[string]http.Header{
		"none": upgrade(), "null": upgrade("null"), "another": upgrade("http://evil.example"), "another port": upgrade("http://127.0.0.1:1"), "no host": upgrade("http://"),
	} {
		for _, method := range []string{"GET", "POST"} { // the page asks again with POST for the reason
			answer, text := get(t, by, method, "http://"+s.web+"/ws", header, "")
			if answer.StatusCode != http.StatusForbidden || !strings.Contains(text, "have it pass on the header Host") {
				t.Errorf("origin %s: %s, %s", name, answer.Status, text)
			}
		}
	}
	for path, method := range map[string]string{"/": "GET", "/ws": "GET", "/lesson": "GET"} { // as of a name that leads here
		answer, _ := get(t, by, method, "http://"+s.web+path, http.Header{"Host": {"evil.example"}, "Origin": {"http://evil.example"}}, "")
		if answer.StatusCode != http.StatusMisdirectedRequest {
			t.Errorf("%s of another host: %s", path, answer.Status)
		}
	}
	for _, path := range []string{"/", "/lesson/dial", "/web/app.js", "/web/app.css", "/nothing"} {
		answer, text := get(t, by, "GET", "http://"+s.web+path, nil, "")
		policy := answer.Header.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"} {
			if !strings.Contains(policy, part) {
				t.Errorf("%s: no %s in %q", path, part, policy)
			}
		}
		if strings.Contains(policy, "unsafe") || answer.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", path, answer.Header)
		}
		if strings.Contains(text, "://") && !strings.HasSuffix(path, ".js") {
			t.Errorf("%s has an address elsewhere:\n%s", path, text)
		}
	}
}

// TestPageMessages sends invalid first messages, beside the largest number of silent connections of
// one address.
func TestPageMessages(t *testing.T) {
	t.Parallel()
	s := start(t, func(o *serve.Options) { asServed(o); o.Login = hasty })
	for range 200 {
		raw(t, loopback, s.web)
	}
	text := func(text []byte) func(ws *websocket.Conn) error {
		return func(ws *websocket.Conn) error { return ws.Write(t.Context(), websocket.MessageText, text) }
	}
	var ends sync.WaitGroup
	for name, send := range map[string]func(ws *websocket.Conn) error{
		"more than a message may have": text(fmt.Appendf(nil, `{"at":"/","token":"%s"}`, strings.Repeat("x", 64<<10))),
		"a bomb":                       text(fmt.Appendf(nil, `{"at":"/","token":"%s"}`, make([]byte, 1<<20))),
		"no object":                    text([]byte("[1")),
		"silence":                      func(ws *websocket.Conn) error { return nil },
		"no text":                      func(ws *websocket.Conn) error { return ws.Write(t.Context(), websocket.MessageBinary, []byte("{}")) },
	} {
		ws := testutil.Get(dialPage(t.Context(), loopback, s.web))(t)
		ends.Go(func() {
			defer ws.CloseNow()
			_ = send(ws) // fails if the server closes first
			if _, text, err := ws.Read(t.Context()); err == nil {
				t.Errorf("%s: %q, want the end", name, text)
			}
		})
	}
	page(t, s.web, "", "/").AwaitText("from λ̂")
	ends.Wait()
	if n := s.counts("sessions"); n != 1 {
		t.Errorf("%d sessions", n)
	}
}

// TestPageComesBack reloads a page, and closes its connection: the session continues, with state
// that the address does not hold. Of two pages with one session the later continues it. A page from
// another address gets a new session with the same view.
func TestPageComesBack(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	types := func(who string) *webPage {
		p := page(t, s.web, who, "/?n=20")
		p.AwaitText("20 trajectories")
		p.Type(":n 7")
		p.AwaitText(": n 7")
		return p
	}
	p := types("x")
	p.Drop()
	p = openPage(t, s.web, pageHello{Token: strings.Repeat("x", 32), At: p.Seen().At.Link, Columns: 60, Rows: 20, Dark: true}) // reloaded
	p.AwaitText(": n 7")
	if lines := strings.Count(p.Screen(), "\n"); lines != 20 {
		t.Errorf("%d lines", lines)
	}
	p.Type("\r")
	isAt(p, "n=7")
	p.Drop()
	p = openPage(t, s.web, pageHello{Token: strings.Repeat("x", 32), At: "/?n=30", Same: true}) // it has not heard of its last place
	isAt(p, "n=7")
	p.Type("ut")
	p.Await("the page in words", func() bool { return p.Seen().Words != "" })
	again := page(t, s.web, "x", p.Seen().At.Link) // while the first page is open
	again.Await("the page in words", func() bool { return again.Seen().Words != "" })
	isTold(p, "elsewhere")
	if n, begun := s.counts("sessions"), strings.Count(s.said.String(), "kind=app"); n != 1 || begun != 1 {
		t.Errorf("%d sessions of %d, want one", n, begun)
	}
	p = page(t, s.web, "x", "/?n=50") // by another link: with another session
	p.AwaitText("50 trajectories")
	isTold(again, "elsewhere")

	p = types("y")
	elsewhere := openPageFrom(t, "127.0.0.2", s.web, pageHello{Token: strings.Repeat("y", 32), At: p.Seen().At.Link})
	elsewhere.AwaitText("20 trajectories")
	isTold(p, "elsewhere")
	if strings.Contains(elsewhere.Screen(), ": n 7") {
		t.Error("a session has gone to another address")
	}
}

// TestPageStaysAway: the session of a page ends that takes no output or does not come back;
// one without a token at once; and one that is away makes room for others.
func TestPageStaysAway(t *testing.T) {
	t.Parallel()
	s := start(t, func(o *serve.Options) { o.MaxSessions = 1 })
	leaves := func(s *server, who string) {
		t.Helper()
		p := page(t, s.web, who, "/")
		p.AwaitText("from λ̂")
		p.Drop()
	}
	leaves(s, "")
	until(t, "the end", func() bool { return s.ended("disconnected") == 1 })
	leaves(s, "x")
	s.awaits(t, "connections", 0)
	leaves(s, "y")
	until(t, "the end", func() bool { return s.ended("evicted") == 1 })
	s = start(t, func(o *serve.Options) { o.Stall = 2 * time.Second })
	leaves(s, "x")
	until(t, "the end", func() bool { return s.ended("disconnected") == 1 })
	page(t, s.web, "x", "/?n=30").AwaitText("30 trajectories")

	s = start(t, func(o *serve.Options) { o.Stall = 200 * time.Millisecond })
	stalls := raw(t, loopback, s.web)
	testutil.Check(t, stalls.(*net.TCPConn).SetReadBuffer(4<<10))
	var request strings.Builder
	testutil.Check(t, upgrade("http://"+s.web).Write(&request))
	_, err := fmt.Fprintf(stalls, "GET /ws HTTP/1.1\r\nHost: %s\r\n%s\r\n", s.web, &request)
	send := func(text string) error { // less than 126 bytes
		_, err := stalls.Write(append([]byte{0x81, 0x80 | byte(len(text)), 0, 0, 0, 0}, text...))
		return err
	}
	for i, late := 0, time.Now().Add(patience); err == nil && s.ended("stalled") == 0 && time.Now().Before(late); i++ {
		text := fmt.Sprintf(`{"size":[%d,120]}`, 300+i%100)
		if i == 0 {
			text = `{"token":"` + strings.Repeat("x", 32) + `","at":"/","columns":400,"rows":120}`
		}
		err = send(text)
		time.Sleep(20 * time.Millisecond)
	}
	until(t, "the end", func() bool { return s.ended("stalled") == 1 })
}
