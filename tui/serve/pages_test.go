//go:build linux

package serve_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"lambdascope/assets"
	"lambdascope/sim/testutil"
	"lambdascope/tui/classroom"
	"lambdascope/tui/lesson"
	"lambdascope/tui/serve"
	"lambdascope/tui/serve/internal/client"
)

// TestPage opens the app in a page, turns n and reads the page in words; the address that
// it is told opens what it shows, and others what they lead to, but not what a session may
// not have.
func TestPage(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	p := page(t, s.web, "", "/?domain=2048&n=50")
	awaitAll(p, "2048 · 50 trajectories", "λ̂ =")
	p.Type("\x1b[C")
	p.AwaitText("70 trajectories")
	isAt(p, "n=70")
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
		"/join/QQQQ":         "no room",
		"/run":               "leads nowhere",
		"/?--data=x":         "leads nowhere",
		"x":                  "leads nowhere",
	} {
		p := page(t, s.web, "", at)
		p.Await(at+": "+want, func() bool { return strings.Contains(p.Screen()+p.Seen().Said, want) })
	}

	p = page(t, s.web, "", "/") // more than a terminal sends in one piece
	p.AwaitText("λ̂ =")
	p.Type("\x1b[200~")
	for range 3 {
		p.Type(strings.Repeat("x", 30_000))
	}
	isTold(p, "more than 64 KB")
	p.Await("the end of the connection", p.Closed)
	until(t, "the end", func() bool { return s.ended("input") == 1 })
}

// TestPageRoom has pages in a room: a seat is its token's, over a lost connection and a
// reload, and presents again with its secret alone.
func TestPageRoom(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	lead := page(t, s.web, "l", "/?domain=2048")
	lead.AwaitText("λ̂ =")
	lead.Type("R")
	lead.AwaitText("open a room")
	lead.Type("1")
	lead.Await("the room's address", func() bool { return strings.HasPrefix(lead.Seen().At.Link, "/join/") && lead.Seen().At.Again != "" })
	at := lead.Seen().At
	lead.Type("R")
	lead.AwaitText("http://" + s.web + at.Link)
	lead.Type("\x1b")

	student := page(t, s.web, "s", at.Link)
	awaitAll(student, "2048", "1 here")
	overSSH := sized(t, s.address, "join "+strings.TrimPrefix(at.Link, "/join/"), 100, 30)
	overSSH.AwaitText("2 here")
	lead.Type("\x1b[C")
	student.AwaitText("30 trajectories")
	overSSH.AwaitText("‹ 30 ›")

	student.Type("\x1b[C")
	student.AwaitText("your own view")
	isAt(student, "n=50")
	student.Drop()
	student = page(t, s.web, "s", student.Seen().At.Link)
	awaitAll(student, "50 trajectories", "your own view")
	student.Type("r")
	awaitAll(student, "30 trajectories", "2 here")

	lead.Drop()
	lead = client.OpenPage(t, s.web, client.Hello{Token: strings.Repeat("l", 32), At: at.Link, Again: at.Again})
	lead.AwaitText("30 trajectories")
	lead.Type("\x1b[C")
	student.AwaitText("50 trajectories")
	if rooms, seats := s.counts("rooms"), s.counts("seats"); rooms != 1 || seats > 4 { // one is kept for who presented before
		t.Errorf("%d rooms, %d seats", rooms, seats)
	}

	student.Type("L") // a lesson of one's own, which is left and come back to
	student.AwaitText("Lessons")
	student.Type("\r")
	student.AwaitText("1/4")
	overSSH.AwaitText("1 away")
	student.Drop()
	overSSH.AwaitText("0 away")
	page(t, s.web, "s", student.Seen().At.Link).AwaitText("1/4")
	overSSH.AwaitText("1 away")
}

// TestPagePassword asks for the password, which is the same for both doors, but not of one
// who comes back.
func TestPagePassword(t *testing.T) {
	t.Parallel()
	s := start(t, func(o *serve.Options) { o.Public, o.Password = false, password })
	asks := func(h client.Hello) {
		t.Helper()
		p := client.OpenPage(t, s.web, h)
		p.Await("the question", func() bool { return p.Closed() && p.Seen().Ask == "password" })
		if screen := p.Screen(); screen != "" {
			t.Errorf("%+v shows %s", h, screen)
		}
	}
	asks(client.Hello{At: "/"})
	asks(client.Hello{At: "/", Password: "wrong"})
	p := client.OpenPage(t, s.web, client.Hello{Token: strings.Repeat("x", 32), At: "/", Password: password})
	p.AwaitText("λ̂ =")
	p.Drop()
	page(t, s.web, "x", p.Seen().At.Link).AwaitText("λ̂ =") // reloaded
	asks(client.Hello{Token: strings.Repeat("y", 32), At: p.Seen().At.Link, Same: true})
}

// upgrade are the headers of a request for a socket by a page of some origin.
func upgrade(origin ...string) http.Header {
	return http.Header{"Origin": origin, "Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Sec-Websocket-Version": {"13"}, "Sec-Websocket-Key": {"dGhlIHNhbXBsZSBub25jZQ=="}}
}

// TestPageLocks tries each lock of the door for browsers, beside as many silent connections
// as one address may have.
func TestPageLocks(t *testing.T) {
	t.Parallel()
	s := start(t, asServed)
	for range 200 {
		raw(t, client.Loopback, s.web)
	}
	by := client.BrowserFrom(client.Loopback)
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
	for path, method := range map[string]string{"/": "GET", "/ws": "GET", "/vote/BCDF": "POST"} { // as of a name that leads here
		answer, _ := get(t, by, method, "http://"+s.web+path, http.Header{"Host": {"evil.example"}, "Origin": {"http://evil.example"}}, "")
		if answer.StatusCode != http.StatusMisdirectedRequest {
			t.Errorf("%s of another host: %s", path, answer.Status)
		}
	}
	for _, path := range []string{"/", "/join/ABCD", "/lesson/dial", "/web/app.js", "/web/app.css", "/nothing"} {
		answer, text := get(t, by, "GET", "http://"+s.web+path, nil, "")
		policy := answer.Header.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"} {
			if !strings.Contains(policy, part) {
				t.Errorf("%s: no %s in %q", path, part, policy)
			}
		}
		if strings.Contains(policy, "unsafe") || answer.Header.Get("X-Content-Type-Options") != "nosniff" || answer.Header.Get("X-Frame-Options") != "DENY" {
			t.Errorf("%s: %v", path, answer.Header)
		}
		if strings.Contains(text, "://") && !strings.HasSuffix(path, ".js") {
			t.Errorf("%s has an address elsewhere:\n%s", path, text)
		}
	}
	for _, names := range [][]string{{"index.html", "app.css", "app.js"}, {"vote.html", "vote.css", "vote.js"}} {
		total := 0
		for _, name := range names { // whose code and styles the policy would refuse in their text
			text := testutil.Get(assets.Web(name))(t)
			total += len(text)
			for _, odd := range []string{" style=", " onclick=", "<style", "<script>", "innerHTML"} {
				if bytes.Contains(text, []byte(odd)) && !(name == "app.js" && odd == "innerHTML") {
					t.Errorf("%s has %q", name, odd)
				}
			}
		}
		if total > 20<<10 {
			t.Errorf("%q have %d bytes", names, total)
		}
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
		"in fragments": func(ws *websocket.Conn) error {
			w, err := ws.Writer(t.Context(), websocket.MessageText)
			for i := 0; err == nil && i < 100; i++ {
				_, err = w.Write(bytes.Repeat([]byte{byte('a' + i%26)}, 1024))
			}
			return err
		},
	} {
		ws := testutil.Get(client.DialPage(t.Context(), client.Loopback, s.web))(t)
		ends.Go(func() {
			defer ws.CloseNow()
			_ = send(ws) // may fail as the other side closes first
			if _, text, err := ws.Read(t.Context()); err == nil {
				t.Errorf("%s: %q, want the end", name, text)
			}
		})
	}
	page(t, s.web, "", "/").AwaitText("λ̂ =")
	ends.Wait()
	if n := s.counts("sessions"); n != 1 {
		t.Errorf("%d sessions", n)
	}
}

// TestPageComesBack reloads a page, and has it lose its connection: the session goes on,
// with what no address holds. A page that is opened twice goes on in the later one; one
// from another address is not the same session, but the same view.
func TestPageComesBack(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	types := func(who string) *client.Page {
		p := page(t, s.web, who, "/?n=20")
		p.AwaitText("20 trajectories")
		p.Type(":n 7")
		p.AwaitText(": n 7")
		return p
	}
	p := types("x")
	p.Drop()
	p = client.OpenPage(t, s.web, client.Hello{Token: strings.Repeat("x", 32), At: p.Seen().At.Link, Columns: 60, Rows: 20, Dark: true}) // reloaded
	p.AwaitText(": n 7")
	if lines := strings.Count(p.Screen(), "\n"); lines != 20 {
		t.Errorf("%d lines", lines)
	}
	p.Type("\r")
	isAt(p, "n=7")
	p.Drop()
	p = client.OpenPage(t, s.web, client.Hello{Token: strings.Repeat("x", 32), At: "/?n=30", Same: true}) // it has not heard of its last place
	isAt(p, "n=7")
	p.Type("ut")
	p.Await("the page in words", func() bool { return p.Seen().Words != "" })
	again := page(t, s.web, "x", p.Seen().At.Link) // the one before is still there
	again.Await("the page in words", func() bool { return again.Seen().Words != "" })
	isTold(p, "elsewhere")
	if n, begun := s.counts("sessions"), strings.Count(s.said.String(), "kind=app"); n != 1 || begun != 1 {
		t.Errorf("%d sessions of %d, want one", n, begun)
	}
	p = page(t, s.web, "x", "/?n=50") // by another link: with another session
	p.AwaitText("50 trajectories")
	isTold(again, "elsewhere")

	p = types("y")
	elsewhere := client.OpenPageFrom(t, "127.0.0.2", s.web, client.Hello{Token: strings.Repeat("y", 32), At: p.Seen().At.Link})
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
		p.AwaitText("λ̂ =")
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

	s, _ = startShallow(t, func(o *serve.Options) { o.Stall = 200 * time.Millisecond })
	stalls := raw(t, client.Loopback, s.web)
	testutil.Check(t, stalls.(*net.TCPConn).SetReadBuffer(4<<10))
	var request strings.Builder
	testutil.Check(t, upgrade("http://"+s.web).Write(&request))
	_, err := fmt.Fprintf(stalls, "GET /ws HTTP/1.1\r\nHost: %s\r\n%s\r\n", s.web, &request)
	send := func(text string) error { // less than 126 bytes
		_, err := stalls.Write(append([]byte{0x81, 0x80 | byte(len(text)), 0, 0, 0, 0}, text...))
		return err
	}
	for i, late := 0, time.Now().Add(patience); err == nil && time.Now().Before(late); i++ {
		text := fmt.Sprintf(`{"size":[%d,120]}`, 300+i%100)
		if i == 0 {
			text = `{"token":"` + strings.Repeat("x", 32) + `","at":"/","columns":400,"rows":120}`
		}
		err = send(text)
		time.Sleep(20 * time.Millisecond)
	}
	until(t, "the end", func() bool { return s.ended("stalled") == 1 })
}

// TestWebAlone serves a class in browsers alone: who presents types the secret of the room,
// and a page that is reloaded presents on. All are told of the end.
func TestWebAlone(t *testing.T) {
	t.Parallel()
	p := launch(t, nil, "--listen", "none", "--web", "127.0.0.1:0", "--class")
	web, secret := p.web(t), p.secret(t)
	asked := page(t, web, "", "/present")
	asked.Await("the question", func() bool { return asked.Seen().Ask == "secret" })
	student := page(t, web, "s", "/")
	student.AwaitText("no presenter")
	presents := func(at, secret string) *client.Page {
		return client.OpenPage(t, web, client.Hello{Token: strings.Repeat("l", 32), At: at, Again: secret})
	}
	leads := presents("/present", secret)
	leads.AwaitText("1 here")
	leads.Await("a place without the secret", func() bool { return leads.Seen().At.Again == secret && !strings.Contains(leads.Seen().At.Link, secret) })
	leads.Type(":n 33\r")
	student.AwaitText("33 trajectories")
	leads.Drop()
	presents(leads.Seen().At.Link, leads.Seen().At.Again).AwaitText("33 trajectories")
	p.signal(syscall.SIGTERM)
	isTold(student, "the server is stopping")
	p.stops(t)
}

// voting is a room in which phones vote, led over SSH.
type voting struct {
	*server
	t      *testing.T
	leads  *client.Session
	code   string
	secret string
	origin string // what phones say that their page is of
}

// ballot is what a phone sends.
type ballot struct {
	Token string   `json:"token"`
	Vote  int      `json:"vote,omitempty"`
	Guess *float64 `json:"guess,omitempty"`
}

// asking is a lesson whose steps ask the class which of two it is.
const asking = "# Asking\n\n## A\n\nWhich?\n\n```lambdascope\n--states 5 -n 7\nquestion: Which?\nanswer: this\nright: that\n```\n"

// takesLesson are the keys that take it.
const takesLesson = "L\x1b[F\r"

// newVoting opens a room on a server for browsers. Its presenter takes a lesson that asks.
func newVoting(t *testing.T) *voting {
	t.Helper()
	l := testutil.Get(lesson.Parse(engine(), "asking.md", []byte(asking)))(t)
	v := &voting{t: t, server: start(t, func(o *serve.Options) { asServed(o); o.Lessons = []*lesson.Lesson{l} })}
	v.origin, v.leads = "http://"+v.web, open(t, v.address, "present")
	v.leads.AwaitText("● live")
	v.code, v.secret = v.leads.Room()
	return v
}

// phone is the token of one.
func phone(i int) string { return fmt.Sprintf("%032d", i) }

// post sends what a phone does, and returns the status and what is said.
func (v *voting) post(by *http.Client, code, body string) (int, classroom.Phone) {
	v.t.Helper()
	answer, text := get(v.t, by, "POST", "http://"+v.web+"/vote/"+code, http.Header{"Origin": {v.origin}}, body)
	var p classroom.Phone
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		v.t.Errorf("%s: %v", text, err)
	}
	return answer.StatusCode, p
}

// looks has a phone ask how it stands.
func (v *voting) looks(i int) classroom.Phone {
	v.t.Helper()
	_, p := v.send(ballot{Token: phone(i)})
	return p
}

// send sends a ballot.
func (v *voting) send(b ballot) (int, classroom.Phone) {
	v.t.Helper()
	return v.post(client.BrowserFrom(client.Loopback), v.code, string(testutil.Get(json.Marshal(b))(v.t)))
}

// asks has the presenter ask something, and returns the number of the vote as a phone has
// it that has not voted.
func (v *voting) asks(question, text string) int {
	v.t.Helper()
	v.leads.Type(question)
	id := 0
	until(v.t, text, func() bool { p := v.looks(1); id = p.Vote; return p.Open && strings.Contains(p.Text, text) })
	return id
}

// ends has the presenter end the vote, and close the panel with its result, where there is
// one; it returns what the first phone is told.
func (v *voting) ends(result string) (p classroom.Phone) {
	v.t.Helper()
	v.leads.Type("z")
	until(v.t, "the end of the vote", func() bool { p = v.looks(1); return !p.Open })
	says(v.leads, result)
	if !strings.Contains(result, "λ") { // which is on the chart
		v.leads.AwaitText("esc close")
		v.leads.Type("V")
		v.leads.Await("the page", func(screen string) bool { return !strings.Contains(screen, "esc close") })
	}
	return p
}

// TestVoteOfEveryKind asks each kind of question, takes a vote and another in its place,
// and shows the result, as do those of the presenter's screen, which has the link too.
func TestVoteOfEveryKind(t *testing.T) {
	t.Parallel()
	v := newVoting(t)
	v.leads.Type("R")
	awaitAll(v.leads, v.origin+"/vote/"+v.code, "██████████████") // of a QR code
	v.leads.Type("R")
	if p := v.looks(1); p.Vote != 0 || !strings.Contains(p.Says, "the question appears here") {
		t.Fatalf("before all questions: %+v", p)
	}
	v.leads.AwaitText("1 on phones")
	if n := v.counts("phones"); n != 1 {
		t.Errorf("%d phones", n)
	}
	for _, c := range []struct {
		keys, text         string
		first, then, wrong float64
		says               string // of the vote
		result             []string
		offers             func(classroom.Phone) bool
	}{
		{
			"V1", "Which λ has the lowest true error?", .5, .7, 1.5, "Your vote: λ = 0.7.", []string{"median λ = 0.7", "1 vote"},
			func(p classroom.Phone) bool { return len(p.Lambdas) == 11 && p.Lambdas[1] == .1 },
		},
		{
			"V3", "How many trajectories?", 50, 200, 1, "Your vote: n = 200.", []string{"median n = 200", "1 vote"},
			func(p classroom.Phone) bool { return p.Most == 100_000 },
		},
		{
			takesLesson + "V\r", "Which?", 0, 1, 2, "Your vote: 2, that. It can be changed", []string{"Right is 2, that.", "1 vote", "Your vote: 2, that."},
			func(p classroom.Phone) bool { return slices.Equal(p.Answers, []string{"1, this", "2, that"}) },
		},
	} {
		id := v.asks(c.keys, c.text)
		if p := v.looks(1); p.Own != nil || !c.offers(p) || !strings.Contains(p.Says, "You have not voted.") {
			t.Errorf("%s: asked is %+v", c.text, p)
		}
		v.leads.AwaitText("The class votes: 0 votes, 0 here, 1 phone.")
		v.send(ballot{phone(1), id, &c.first})
		if _, p := v.send(ballot{phone(1), id, &c.then}); p.Own == nil || *p.Own != c.then || !strings.Contains(p.Says, c.says) {
			t.Errorf("%s: voted is %+v", c.text, p)
		}
		for fault, b := range map[string]ballot{"guess": {phone(1), id, &c.wrong}, "no vote is open": {phone(1), id + 1, &c.first}} {
			if _, p := v.send(b); p.Own == nil || *p.Own != c.then || !strings.Contains(p.Says, "Not voted: "+fault) {
				t.Errorf("%s: a wrong vote gives %+v", c.text, p)
			}
		}
		v.leads.AwaitText("The class votes: 1 vote, 0 here, 1 phone.")
		p := v.ends(c.result[0])
		for _, text := range c.result {
			if !strings.Contains(p.Says, text) {
				t.Errorf("%s: no %q in %+v", c.text, text, p)
			}
		}
		if p.Open || p.Answers != nil || p.Lambdas != nil || p.Most != 0 {
			t.Errorf("%s: the result is %+v", c.text, p)
		}
	}
}

// TestVoteOfMany has a class vote at once from one address, each with a page, its files and
// a connection of its own, within the limits that a server has. A page has one vote. With
// -load it is a hundred, within ten seconds.
func TestVoteOfMany(t *testing.T) {
	t.Parallel()
	people := 20
	if *load {
		people = 100
	}
	v := newVoting(t)
	id := v.asks("V1", "Which λ")
	began := time.Now()
	var all sync.WaitGroup
	for i := range people {
		all.Go(func() {
			by := client.BrowserFrom(client.Loopback)
			for _, path := range []string{"/vote/" + v.code, "/web/vote.css", "/web/vote.js"} {
				answer, err := by.Get("http://" + v.web + path)
				if err != nil || answer.StatusCode != http.StatusOK {
					t.Errorf("%s: %v", path, err)
					return
				}
				_, _ = io.Copy(io.Discard, answer.Body)
				_ = answer.Body.Close()
			}
			guess := float64(i%11) / 10
			for _, b := range []ballot{{Token: phone(i)}, {phone(i), id, &guess}, {phone(i), id, &guess}} {
				if status, p := v.send(b); status != http.StatusOK || b.Guess != nil && (p.Own == nil || *p.Own != guess) {
					t.Errorf("%d, %+v", status, p)
				}
			}
		})
	}
	all.Wait()
	took := time.Since(began)
	t.Logf("%d phones in %v", people, took)
	if *load && took > 10*time.Second {
		t.Error("too slow")
	}
	v.leads.AwaitText(fmt.Sprintf("%d votes, 0 here, %[1]d phones", people))
	client.OpenPage(t, v.web, client.Hello{Token: phone(1), At: "/join/" + v.code}) // who has a screen, too, has one vote
	v.leads.AwaitText(fmt.Sprintf("%d votes, 1 here, %d phones", people, people-1))
}

// TestVoteRefuses what is not from its own page, too long, or in no room, of which few are
// guessed. Who votes already goes on where others of the address try wrong codes.
func TestVoteRefuses(t *testing.T) {
	t.Parallel()
	v, by := newVoting(t), client.BrowserFrom(client.Loopback)
	id, own := v.asks("V1", "Which λ"), v.origin // phone 1 sits there
	good := fmt.Sprintf(`{"token":"%s","vote":%d,"guess":0.5}`, phone(9), id)
	for name, c := range map[string]struct {
		origin string
		body   string
		want   int
	}{
		"null":             {"null", good, http.StatusForbidden},
		"another page":     {"https://evil.example", good, http.StatusForbidden},
		"no ballot":        {"", "", http.StatusBadRequest},
		"a number":         {"", "1", http.StatusBadRequest},
		"no token":         {"", `{"vote":1,"guess":1}`, http.StatusBadRequest},
		"a short token":    {"", `{"token":"1","vote":1,"guess":1}`, http.StatusBadRequest},
		"too long":         {"", `{"x":"` + strings.Repeat("x", 1<<10) + `",` + good[1:], http.StatusBadRequest},
		"a long token":     {"", `{"token":"` + strings.Repeat("x", 100) + `"}`, http.StatusBadRequest},
		"a guess in words": {"", `{"token":"` + phone(9) + `","vote":1,"guess":"one"}`, http.StatusBadRequest},
	} {
		v.origin = cmp.Or(c.origin, own)
		if status, p := v.post(by, v.code, c.body); status != c.want || p.Says == "" || p.Vote != 0 {
			t.Errorf("%s: %d, %+v, want %d", name, status, p, c.want)
		}
	}
	v.origin = own
	if n := v.counts("phones"); n != 1 {
		t.Errorf("they have left %d seats", n-1)
	}
	var statuses []int // of five wrong codes, by both doors, and one more
	for range 3 {
		open(t, v.address, "join "+wrongCode(v.code)).AwaitText("no room that takes newcomers has this code")
		status, _ := v.post(by, wrongCode(v.code), good)
		statuses = append(statuses, status)
	}
	late, _ := v.send(ballot{Token: phone(2)}) // a right code
	if !slices.Equal(statuses, []int{http.StatusNotFound, http.StatusNotFound, http.StatusTooManyRequests}) || late != http.StatusTooManyRequests {
		t.Errorf("wrong codes: %d, then a right one: %d", statuses, late)
	}
	guess := .5
	if status, p := v.send(ballot{phone(1), id, &guess}); status != http.StatusOK || p.Own == nil || *p.Own != .5 {
		t.Errorf("who sits there: %d, %+v", status, p)
	}
	open(t, v.address, "join "+v.code).AwaitText("too many wrong codes were tried")
	open(t, v.address, "present "+v.secret).AwaitText("● live")
	v.said.says(t, "code not looked at")
	v.said.lacks(t, v.code)
}
