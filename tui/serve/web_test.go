//go:build unix

package serve

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"lambdascope/assets"
	"lambdascope/tui/serve/internal/client"
)

// token is one of a page.
func token(of string) string { return strings.Repeat(of, 32)[:32] }

// TestPage opens the app in a page, turns n and reads the page in words; the address that
// it is told opens what it shows.
func TestPage(t *testing.T) {
	t.Parallel()
	s, web, _ := webServing(t, Options{})
	p := client.OpenPage(t, web, client.Hello{At: "/?domain=2048&n=50"})
	p.AwaitText("2048 · 50 trajectories")
	p.AwaitText("λ̂ =")
	p.Type("\x1b[C")
	p.AwaitText("70 trajectories")
	p.Await("the link", func() bool { return strings.Contains(p.Seen().At.Link, "n=70") })
	p.Await("what is new in words", func() bool { return strings.Contains(p.Seen().Says, "LOTO error") })
	p.Type("t")
	p.Await("the page in words", func() bool {
		words := p.Seen().Words
		return strings.Contains(words, "<h1>") && strings.Contains(words, "<table>")
	})
	p.Type("\x1b")
	p.Await("the page itself", func() bool { return p.Seen().Words == "" })
	p.Type("y")
	p.Await("the copied link", func() bool { return strings.HasPrefix(p.Seen().Copied, "http://"+web+"/?domain=2048&n=70") })
	p.Send(map[string]any{"size": []int{60, 20}})
	p.Await("60 columns", func() bool { return strings.Count(p.Screen(), "\n") == 20 })
	again := client.OpenPage(t, web, client.Hello{At: p.Seen().At.Link})
	again.AwaitText("70 trajectories")
	if n := s.places.Len(); n != 2 {
		t.Errorf("%d sessions, want 2", n)
	}
	p.Type("q")
	p.Await("the end", func() bool { return p.Seen().Ended })
	if said := p.Seen().Said; !strings.Contains(said, "n=70") {
		t.Errorf("the last words are %q", said)
	}
}

// TestPageAddresses opens what addresses lead to, and refuses what a session may not have.
func TestPageAddresses(t *testing.T) {
	t.Parallel()
	_, web, _ := webServing(t, Options{})
	for at, want := range map[string]string{
		"/lesson/dial":       "1/4 Where do they agree?",
		"/?data=/etc/passwd": "files can't be read in this session",
		"/?n=1":              "trajectories 1",
		"/join/QQQQ":         "no room",
		"/run":               "leads nowhere",
		"/?--data=x":         "leads nowhere",
		"x":                  "leads nowhere",
	} {
		p := client.OpenPage(t, web, client.Hello{At: at})
		p.Await(at+": "+want, func() bool { return strings.Contains(p.Screen()+p.Seen().Said, want) })
	}
}

// TestPageRoom has pages in a room: a seat is its token's, over a lost connection and a
// reload, and presents again with its secret alone.
func TestPageRoom(t *testing.T) {
	t.Parallel()
	s, web, ssh := webServing(t, Options{})
	lead := client.OpenPage(t, web, client.Hello{Token: token("lead"), At: "/?domain=2048"})
	lead.AwaitText("λ̂ =")
	lead.Type("R")
	lead.AwaitText("open a room")
	lead.Type("1")
	lead.Await("the room's address", func() bool { return strings.HasPrefix(lead.Seen().At.Link, "/join/") && lead.Seen().At.Again != "" })
	at := lead.Seen().At
	lead.Type("R")
	lead.AwaitText("http://" + web + at.Link)
	lead.Type("\x1b")

	student := client.OpenPage(t, web, client.Hello{Token: token("student"), At: at.Link})
	student.AwaitText("2048")
	student.AwaitText("1 here")
	overSSH := client.Open(t, connect(t, ssh), client.View{Width: 100, Height: 30, Command: "join " + strings.TrimPrefix(at.Link, "/join/")})
	overSSH.AwaitText("2 here")
	lead.Type("\x1b[C")
	student.AwaitText("30 trajectories")
	overSSH.AwaitText("‹ 30 ›")

	student.Type("\x1b[C")
	student.AwaitText("your own view")
	student.Await("the own view's address", func() bool { return strings.Contains(student.Seen().At.Link, "n=50") })
	student.Drop()
	student = client.OpenPage(t, web, client.Hello{Token: token("student"), At: student.Seen().At.Link})
	student.AwaitText("50 trajectories")
	student.AwaitText("your own view")
	student.Type("r")
	student.AwaitText("30 trajectories")
	student.AwaitText("2 here")

	lead.Drop()
	lead = client.OpenPage(t, web, client.Hello{Token: token("lead"), At: at.Link, Again: at.Again})
	lead.AwaitText("30 trajectories")
	lead.Type("\x1b[C")
	student.AwaitText("50 trajectories")
	if rooms, seats, _ := s.rooms.Numbers(); rooms != 1 || seats > 4 { // one is kept for who presented before
		t.Errorf("%d rooms, %d seats", rooms, seats)
	}
}

// TestPageReplaces opens a page with the token of another, which ends: a connection that
// was lost without a word keeps no seat.
func TestPageReplaces(t *testing.T) {
	t.Parallel()
	s, web, _ := webServing(t, Options{})
	first := client.OpenPage(t, web, client.Hello{Token: token("x"), At: "/"})
	first.AwaitText("λ̂ =")
	second := client.OpenPage(t, web, client.Hello{Token: token("x"), At: "/"})
	first.Await("the end", func() bool { return first.Seen().Ended && strings.Contains(first.Seen().Said, "elsewhere") })
	second.AwaitText("λ̂ =")
	if n := s.places.Len(); n != 1 {
		t.Errorf("%d sessions, want 1", n)
	}
}

// TestPagePassword asks for the password, which is the same for both doors.
func TestPagePassword(t *testing.T) {
	t.Parallel()
	_, web, _ := webServing(t, Options{Access: Access{Password: "open sesame for all"}})
	for given, ask := range map[string]string{"": "password", "wrong": "password", "open sesame for all": ""} {
		p := client.OpenPage(t, web, client.Hello{At: "/", Password: given})
		if ask == "" {
			p.AwaitText("λ̂ =")
			continue
		}
		p.Await("the question", func() bool { return p.Closed() && p.Seen().Ask == ask })
		if screen := p.Screen(); screen != "" {
			t.Errorf("%q shows %s", given, screen)
		}
	}
	p := client.OpenPage(t, web, client.Hello{Token: token("x"), At: "/", Password: "open sesame for all"})
	p.AwaitText("λ̂ =")
	p.Drop()
	again := client.OpenPage(t, web, client.Hello{Token: token("x"), At: p.Seen().At.Link}) // reloaded
	again.AwaitText("λ̂ =")
	other := client.OpenPage(t, web, client.Hello{Token: token("y"), At: p.Seen().At.Link, Same: true})
	other.Await("the question", func() bool { return other.Closed() && other.Seen().Ask == "password" })
}

// TestPageLocks tries each lock of the door for browsers.
func TestPageLocks(t *testing.T) {
	t.Parallel()
	s, web, _ := webServing(t, Options{Handshake: 20 * time.Second})
	for name, origin := range map[string][]string{"none": nil, "null": {"null"}, "another": {"http://evil.example"}, "another port": {"http://127.0.0.1:1"}, "no host": {"http://"}} {
		request, _ := http.NewRequest("GET", "http://"+web+"/ws", nil)
		request.Header = http.Header{"Origin": origin, "Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Sec-Websocket-Version": {"13"}, "Sec-Websocket-Key": {"dGhlIHNhbXBsZSBub25jZQ=="}}
		answer, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusForbidden {
			t.Errorf("origin %s: %s", name, answer.Status)
		}
	}
	for path, method := range map[string]string{"/": "GET", "/ws": "GET", "/vote/BCDF": "POST"} { // as of a name that leads here
		request, _ := http.NewRequest(method, "http://"+web+path, nil)
		request.Host = "evil.example"
		request.Header.Set("Origin", "http://evil.example")
		answer, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusMisdirectedRequest {
			t.Errorf("%s of another host: %s", path, answer.Status)
		}
	}
	shipped := 0
	for _, name := range []string{"index.html", "app.css", "app.js"} {
		text, err := assets.Web(name)
		if err != nil {
			t.Fatal(err)
		}
		shipped += len(text)
	}
	if shipped > 20_000 {
		t.Errorf("the page has %d bytes", shipped)
	}
	for _, path := range []string{"/", "/join/ABCD", "/lesson/dial", "/web/app.js", "/web/app.css", "/nothing"} {
		answer, err := http.Get("http://" + web + path)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		policy := answer.Header.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"} {
			if !strings.Contains(policy, part) {
				t.Errorf("%s: no %s in %q", path, part, policy)
			}
		}
		if strings.Contains(policy, "unsafe") || answer.Header.Get("X-Content-Type-Options") != "nosniff" || answer.Header.Get("X-Frame-Options") != "DENY" {
			t.Errorf("%s: %v", path, answer.Header)
		}
		if bytes.Contains(text, []byte("<style")) || bytes.Contains(text, []byte(" style=")) || bytes.Contains(text, []byte("<script>")) || bytes.Contains(text, []byte("://")) && !strings.HasSuffix(path, ".js") {
			t.Errorf("%s has inline code, or an address elsewhere:\n%s", path, text)
		}
	}
	for name, send := range map[string]func(ws *websocket.Conn) error{
		"more than a message may have": func(ws *websocket.Conn) error {
			return ws.Write(t.Context(), websocket.MessageText, bytes.Repeat([]byte("x"), maxFrame+1))
		},
		"in fragments": func(ws *websocket.Conn) error {
			w, err := ws.Writer(t.Context(), websocket.MessageText)
			for i := 0; err == nil && i < 100; i++ {
				_, err = w.Write(bytes.Repeat([]byte{byte('a' + i%26)}, 1024))
			}
			return err
		},
		"a bomb": func(ws *websocket.Conn) error {
			return ws.Write(t.Context(), websocket.MessageText, make([]byte, 16<<20))
		},
		"no text":   func(ws *websocket.Conn) error { return ws.Write(t.Context(), websocket.MessageBinary, []byte("{}")) },
		"no object": func(ws *websocket.Conn) error { return ws.Write(t.Context(), websocket.MessageText, []byte("[1")) },
		"silence":   func(ws *websocket.Conn) error { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ws, err := client.DialPage(t.Context(), client.Loopback, web)
			if err != nil {
				t.Fatal(err)
			}
			defer ws.CloseNow()
			_ = send(ws) // may fail as the other side closes first
			ctx, stop := context.WithTimeout(t.Context(), 3*helloPatience)
			defer stop()
			if _, text, err := ws.Read(ctx); err == nil || ctx.Err() != nil {
				t.Errorf("%q, %v, want the end", text, err)
			}
		})
	}
	t.Cleanup(func() {
		if n := s.places.Len(); n != 0 {
			t.Errorf("%d sessions", n)
		}
	})
}

// TestPageRequests has silent connections, as many as one address may have: a page is
// there at once.
func TestPageRequests(t *testing.T) {
	t.Parallel()
	_, web, _ := webServing(t, Options{}.WithLimits())
	for range 200 {
		c, err := net.Dial("tcp", web)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	began := time.Now()
	p := client.OpenPage(t, web, client.Hello{At: "/"})
	p.AwaitText("λ̂ =")
	if took := time.Since(began); took > helloPatience {
		t.Errorf("the page came after %v", took)
	}
}

// TestVisitor holds whose address a request comes from: what a proxy on this machine says
// counts, where there is one, and its last word alone.
func TestVisitor(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		proxy          bool
		from, said, is string
	}{
		{false, "192.0.2.1:5", "198.51.100.7", "192.0.2.1"},
		{false, "127.0.0.1:5", "198.51.100.7", "127.0.0.1"},
		{true, "127.0.0.1:5", "198.51.100.7", "198.51.100.7"},
		{true, "[::1]:5", "10.0.0.1, 2001:db8::7", "2001:db8::7"},
		{true, "127.0.0.1:5", "198.51.100.7, ", "127.0.0.1"},
		{true, "127.0.0.1:5", "me", "127.0.0.1"},
		{true, "192.0.2.1:5", "198.51.100.7", "192.0.2.1"}, // no proxy of this machine
	} {
		s := &Server{options: Options{Web: Web{BehindProxy: c.proxy}}}
		r := &http.Request{RemoteAddr: c.from, Header: http.Header{"X-Forwarded-For": {"203.0.113.1", c.said}}}
		if is := s.visitor(r).(*net.TCPAddr).IP.String(); is != c.is {
			t.Errorf("%+v: %s", c, is)
		}
	}
}

// TestHosts: a name that leads to a server on this machine, or to one that has another
// name, is not its own: a page of others may have had it lead there.
func TestHosts(t *testing.T) {
	t.Parallel()
	loopback, everywhere := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)}, &net.TCPAddr{IP: net.IPv4zero}
	for _, c := range []struct {
		web    net.Addr
		name   string
		proxy  bool
		called []string
		not    []string
	}{
		{loopback, "", false, []string{"127.0.0.1:8080", "localhost:8080", "LOCALHOST", "a.localhost", "[::1]:8080", "192.0.2.7"}, []string{"evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example", "", ":8080"}},
		{everywhere, "", false, []string{"192.0.2.7:8080", "teacher.local:8080"}, nil},
		{loopback, "", true, []string{"lambda.example.org"}, nil},
		{loopback, "lambda.example.org", true, []string{"lambda.example.org", "LAMBDA.example.org.:443", "127.0.0.1:8080"}, []string{"evil.example"}},
		{everywhere, "lambda.example.org:2222", false, []string{"lambda.example.org:8080", "192.0.2.7"}, []string{"evil.example", "example.org"}},
	} {
		s := &Server{options: Options{Name: c.name, Web: Web{BehindProxy: c.proxy}}, web: c.web}
		for _, host := range c.called {
			if !s.isCalled(host) {
				t.Errorf("%+v: not %q", c, host)
			}
		}
		for _, host := range c.not {
			if s.isCalled(host) {
				t.Errorf("%+v: %q", c, host)
			}
		}
	}
}

// TestPageDenied has nobody come from addresses that are denied, and those who are there
// leave when theirs is.
func TestPageDenied(t *testing.T) {
	t.Parallel()
	s, web, _ := webServing(t, Options{})
	p := client.OpenPage(t, web, client.Hello{At: "/"})
	p.AwaitText("λ̂ =")
	if err := s.SetAccess(Access{Denied: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}}); err != nil {
		t.Fatal(err)
	}
	p.Await("the end", func() bool { return p.Seen().Ended && strings.Contains(p.Seen().Said, "may no longer connect") })
	for _, path := range []string{"/", "/ws", "/web/app.js"} {
		answer, err := http.Get("http://" + web + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %s", path, answer.Status)
		}
	}
}

// TestPageInput sends more than a terminal sends in one piece: the session ends and says so.
func TestPageInput(t *testing.T) {
	t.Parallel()
	s, web, _ := webServing(t, Options{})
	p := client.OpenPage(t, web, client.Hello{At: "/"})
	p.AwaitText("λ̂ =")
	p.Type("\x1b[200~")
	for range 3 {
		p.Type(strings.Repeat("x", 30_000))
	}
	p.Await("the end", func() bool { return p.Seen().Ended && strings.Contains(p.Seen().Said, "more than 64 KB") })
	p.Await("the end of the connection", p.Closed)
	s.metrics.count(func(m *metrics) {
		if m.ended[reasonInput] != 1 {
			t.Errorf("%d ended by their input", m.ended[reasonInput])
		}
	})
}

// TestPageComesBack reloads a page, and has it lose its connection: the session goes on,
// with what no address holds.
func TestPageComesBack(t *testing.T) {
	t.Parallel()
	s, web, ssh := webServing(t, Options{})
	p := client.OpenPage(t, web, client.Hello{Token: token("x"), At: "/?n=20"})
	p.AwaitText("20 trajectories")
	p.Type("\x1b[C")
	p.AwaitText("30 trajectories")
	p.Type(":n 7")
	p.AwaitText(": n 7")
	p.Drop()
	p = client.OpenPage(t, web, client.Hello{Token: token("x"), At: p.Seen().At.Link, Columns: 60, Rows: 20, Dark: true}) // reloaded
	p.AwaitText(": n 7")
	if lines := strings.Count(p.Screen(), "\n"); lines != 20 {
		t.Errorf("%d lines", lines)
	}
	p.Type("\r")
	p.Await("the link", func() bool { return strings.Contains(p.Seen().At.Link, "n=7") })
	p.Drop()
	p = client.OpenPage(t, web, client.Hello{Token: token("x"), At: "/?n=30", Same: true}) // it has not heard of its last place
	p.Await("the link", func() bool { return strings.Contains(p.Seen().At.Link, "n=7") })
	p.Type("uu")
	p.Await("the beginning", func() bool { return p.Seen().At.Link == "/?states=5" })
	p.Type("t")
	p.Await("the page in words", func() bool { return p.Seen().Words != "" })
	again := client.OpenPage(t, web, client.Hello{Token: token("x"), At: p.Seen().At.Link}) // the one before is still there
	again.Await("the page in words", func() bool { return again.Seen().Words != "" })
	p.Await("the end", func() bool { return p.Seen().Ended && strings.Contains(p.Seen().Said, "elsewhere") })
	if n := s.places.Len(); n != 1 {
		t.Errorf("%d sessions, want 1", n)
	}
	if begun := sum(s, func(m *metrics) map[string]int { return m.sessions }); begun != 1 {
		t.Errorf("%d sessions have begun, want 1", begun)
	}

	// A lesson of one's own in a room.
	leads := client.Open(t, connect(t, ssh), client.View{Width: 100, Height: 30, Command: "present"})
	code, _ := leads.Room()
	student := client.OpenPage(t, web, client.Hello{Token: token("s"), At: "/join/" + code})
	student.AwaitText("1 here")
	student.Type("L")
	student.AwaitText("Lessons")
	student.Type("\r")
	student.AwaitText("1/4")
	leads.AwaitText("1 away")
	student.Drop()
	leads.AwaitText("0 here ·  0 away")
	student = client.OpenPage(t, web, client.Hello{Token: token("s"), At: student.Seen().At.Link})
	student.AwaitText("1/4")
	leads.AwaitText("1 away")

	// From another address it is not the same session, but the same view.
	p = client.OpenPage(t, web, client.Hello{Token: token("y"), At: "/?n=20"})
	p.AwaitText("20 trajectories")
	p.Type(":n 7")
	p.AwaitText(": n 7")
	elsewhere := client.OpenPageFrom(t, "127.0.0.2", web, client.Hello{Token: token("y"), At: p.Seen().At.Link})
	elsewhere.AwaitText("20 trajectories")
	p.Await("the end", func() bool { return p.Seen().Ended })
	if strings.Contains(elsewhere.Screen(), ": n 7") {
		t.Error("a session has gone to another address")
	}
}

// sum adds up counts of the metrics.
func sum(s *Server, of func(m *metrics) map[string]int) (n int) {
	s.metrics.count(func(m *metrics) {
		for _, v := range of(m) {
			n += v
		}
	})
	return n
}

// TestPageStalls: a page that takes no output loses its connection, and its session ends
// as it does not come back.
func TestPageStalls(t *testing.T) {
	t.Parallel()
	s, web, _ := webServingThrough(t, Options{Stall: 200 * time.Millisecond, Away: 50 * time.Millisecond}, 4<<10)
	raw, err := net.Dial("tcp", web)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	if err := raw.(*net.TCPConn).SetReadBuffer(4 << 10); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(raw, "GET /ws HTTP/1.1\r\nHost: %s\r\nOrigin: http://%[1]s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", web)
	send := func(text string) error { // less than 126 bytes
		_, err := raw.Write(append([]byte{0x81, 0x80 | byte(len(text)), 0, 0, 0, 0}, text...))
		return err
	}
	err = send(`{"token":"` + token("x") + `","at":"/","columns":400,"rows":120}`)
	for i, late := 0, time.Now().Add(time.Minute); err == nil && time.Now().Before(late); i++ {
		time.Sleep(20 * time.Millisecond)
		err = send(fmt.Sprintf(`{"size":[%d,120]}`, 300+i%100))
	}
	awaitEnded(t, s, reasonStalled, 1)
}

// awaitEnded waits until as many sessions have ended for a reason as wanted.
func awaitEnded(t *testing.T, s *Server, reason string, want int) {
	t.Helper()
	for late := time.Now().Add(20 * time.Second); ; time.Sleep(2 * time.Millisecond) {
		n := 0
		s.metrics.count(func(m *metrics) { n = m.ended[reason] })
		if n == want {
			return
		}
		if time.Now().After(late) {
			t.Fatalf("%d %s, want %d", n, reason, want)
		}
	}
}

// TestPageStaysAway: the session of a page ends that does not come back; one without a
// token at once; and one that is away makes room for others.
func TestPageStaysAway(t *testing.T) {
	t.Parallel()
	s, web, _ := webServing(t, Options{MaxSessions: 1, EvictAfter: time.Hour})
	p := client.OpenPage(t, web, client.Hello{At: "/"})
	p.AwaitText("λ̂ =")
	p.Drop()
	awaitEnded(t, s, reasonDisconnected, 1)
	p = client.OpenPage(t, web, client.Hello{Token: token("x"), At: "/"})
	p.AwaitText("λ̂ =")
	p.Drop()
	for late := time.Now().Add(20 * time.Second); ; time.Sleep(2 * time.Millisecond) {
		s.mu.Lock()
		v := s.persons[known(token("x"))]
		s.mu.Unlock()
		if v != nil && v.activity.gone.Load() {
			break
		}
		if time.Now().After(late) {
			t.Fatal("nobody notices that the page is away")
		}
	}
	p = client.OpenPage(t, web, client.Hello{Token: token("y"), At: "/"})
	p.AwaitText("λ̂ =")
	awaitEnded(t, s, reasonEvicted, 1)

	s, web, _ = webServing(t, Options{Away: 50 * time.Millisecond})
	p = client.OpenPage(t, web, client.Hello{Token: token("x"), At: "/"})
	p.AwaitText("λ̂ =")
	p.Drop()
	awaitEnded(t, s, reasonDisconnected, 1)
	p = client.OpenPage(t, web, client.Hello{Token: token("x"), At: "/?n=30"})
	p.AwaitText("30 trajectories")
}

// TestPageInputRate: what a session's connection sends is read at a bounded rate, beyond a
// paste or two.
func TestPageInputRate(t *testing.T) {
	t.Parallel()
	var d debt
	now := time.Now()
	if wait := d.add(inputBurst, now); wait > 0 {
		t.Errorf("a burst waits for %v", wait)
	}
	if wait := d.add(2*inputRate, now); wait != 2*time.Second {
		t.Errorf("what two seconds may send waits for %v", wait)
	}
	if wait := d.add(inputBurst, now.Add(time.Minute)); wait > 0 {
		t.Errorf("after a pause, a burst waits for %v", wait)
	}
}
