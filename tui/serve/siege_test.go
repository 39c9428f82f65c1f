//go:build linux

package serve_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	gossh "golang.org/x/crypto/ssh"

	"lambdascope/tui/serve/internal/client"
)

// siege is a class under attack: a server as the command has it, with both doors, a
// password.
type siege struct {
	*program
	t                *testing.T
	web              string
	secret, password string
	class            int // how many follow
	ctx              context.Context
	end              context.CancelFunc // of the attacks
	all              sync.WaitGroup
}

func (s *siege) byPassword() gossh.AuthMethod { return gossh.Password(s.password) }

func startSiege(t *testing.T, class int) *siege {
	t.Helper()
	s := &siege{t: t, class: class}
	s.program = launch(t, nil, "--listen", "0.0.0.0:0", "--class", "--web", "127.0.0.1:0", "--max-sessions", fmt.Sprint(withLong(28, 200)))
	s.port = s.said.says(t, `Listening on \S+:(\d+)\. Connect`)[1]
	s.address, s.password = "127.0.0.1:"+s.port, s.said.says(t, `Password: (\S+)`)[1]
	s.secret, s.web = s.program.secret(t), s.program.web(t)
	s.ctx, s.end = context.WithCancel(context.Background())
	return s
}

// stop ends the attacks, before the connections that they use are closed.
func (s *siege) stop() {
	s.end()
	s.all.Wait()
}

// again calls f until the attack ends, with a pause: of 200 ms at least, unless with -long
// or -load.
func (s *siege) again(pause time.Duration, f func()) {
	if !alone() {
		pause = max(pause, 200*time.Millisecond)
	}
	s.all.Go(func() {
		for s.ctx.Err() == nil {
			f()
			s.waits(pause)
		}
	})
}

// breathes is a pause in an attack without end, unless with -long or -load.
func (s *siege) breathes() {
	if !alone() {
		s.waits(2 * time.Millisecond)
	}
}

// waits waits for some time, or for the end.
func (s *siege) waits(some time.Duration) {
	select {
	case <-s.ctx.Done():
	case <-time.After(some):
	}
}

// as dials with the password, from an address.
func (s *siege) as(source string) (*gossh.Client, error) {
	config := client.Config(s.byPassword())
	config.Timeout = 10 * time.Second
	return client.DialFrom(source, s.address, config)
}

// session logs in from an address with the password, and does something in a terminal.
func (s *siege) session(source string, width int, does func(session *gossh.Session, keys io.Writer)) {
	c, err := s.as(source)
	if err != nil {
		return
	}
	defer c.Close()
	session, err := c.NewSession()
	if err != nil {
		return
	}
	keys, _ := session.StdinPipe()
	session.Stdout = io.Discard
	if session.RequestPty("xterm", 24, width, nil) == nil && session.Shell() == nil {
		does(session, keys)
	}
}

// hold opens connections from an address that send a text, and again when they end.
func (s *siege) hold(source, address string, connections int, text string) {
	for range connections {
		s.again(100*time.Millisecond, func() {
			c, err := client.ConnectFrom(source, address)
			if err != nil {
				return
			}
			defer context.AfterFunc(s.ctx, func() { _ = c.Close() })()
			defer c.Close()
			_, _ = io.WriteString(c, text)
			_, _ = io.Copy(io.Discard, c)
		})
	}
}

// sockets opens sockets of pages from an address, and again when they end. First is what
// each sends before it waits for its end.
func (s *siege) sockets(source string, sockets int, first func(ctx context.Context, ws *websocket.Conn)) {
	for range sockets {
		s.again(100*time.Millisecond, func() {
			ws, err := client.DialPage(s.ctx, source, s.web)
			if err != nil {
				return
			}
			defer ws.CloseNow()
			first(s.ctx, ws)
			_, _, _ = ws.Read(s.ctx)
		})
	}
}

// sends returns what has a socket send a text.
func sends(text string) func(ctx context.Context, ws *websocket.Conn) {
	return func(ctx context.Context, ws *websocket.Conn) { _ = ws.Write(ctx, websocket.MessageText, []byte(text)) }
}

// attack is one of a siege, which goes on until the end.
type attack struct {
	name  string
	begin func(s *siege)
}

// attacks are those at the door for SSH, and by who got in.
var attacks = []attack{
	{"one address has all sessions, and types in them", func(s *siege) {
		var taken sync.WaitGroup
		for range withLong(30, 210) {
			taken.Add(1)
			first := sync.OnceFunc(taken.Done)
			s.again(time.Second, func() {
				defer first()
				s.session("127.0.1.1", 80, func(session *gossh.Session, keys io.Writer) {
					ended := make(chan struct{})
					go func() { defer close(ended); _ = session.Wait() }()
					first()
					for {
						_, _ = io.WriteString(keys, "\x00")
						select {
						case <-s.ctx.Done():
							return
						case <-ended: // it comes back
							return
						case <-time.After(time.Second):
						}
					}
				})
			})
		}
		taken.Wait()
	}},
	{"addresses that know the password hold connections: seven ten each, and two 32", func(s *siege) {
		for i := range 9 {
			if c, err := s.as(numbered(2, i)); err != nil {
				s.t.Error(err)
			} else {
				_ = c.Close()
			}
			s.hold(numbered(2, i), s.address, []int{10, 32}[i/7], "")
		}
		s.waits(200 * time.Millisecond)
	}},
	{"somebody tries wrong passwords without a pause", func(s *siege) {
		wrong := client.Config(gossh.RetryableAuthMethod(gossh.Password("a wrong password, of course"), 6))
		for i := range 2 {
			s.again(50*time.Millisecond, func() {
				if c, err := client.DialFrom(numbered(4, i), s.address, wrong); err == nil {
					_ = c.Close()
				}
			})
		}
	}},
	{"eight loops of help", func(s *siege) {
		for i := range 8 {
			s.again(0, func() {
				if c, err := s.as(numbered(5, i/4)); err == nil {
					defer c.Close()
					if session, err := c.NewSession(); err == nil {
						_ = session.Run("help")
					}
				}
			})
		}
	}},
	{"one follower comes back as somebody else", func(s *siege) {
		width := 80
		s.again(50*time.Millisecond, func() {
			width = 80 + (width+1)%100
			s.session("127.0.10.1", width, func(_ *gossh.Session, keys io.Writer) {
				_, _ = io.WriteString(keys, "<V")
				s.waits(50 * time.Millisecond)
			})
		})
	}},
	{"three followers come and go by s and r", func(s *siege) {
		for i := range s.class {
			a := s.enter(numbered(6, i), "", s.byPassword(), patience)
			if i < 3 {
				turns := 0
				s.again(30*time.Millisecond, func() { a.Type("sr"[turns%2 : turns%2+1]); turns++ })
			}
		}
	}},
}

// pageAttacks are those on each lock of the door for browsers.
var pageAttacks = []attack{
	{"pages of others open sockets", func(s *siege) {
		for i, origin := range []string{"http://evil.example", "null", "", "https://" + s.web + ".evil.example"} {
			s.again(50*time.Millisecond, func() {
				if ws, err := client.DialPageAs(s.ctx, client.BrowserFrom(numbered(11, i)), s.web, origin); err == nil {
					s.t.Errorf("origin %q is let in", origin)
					_ = ws.CloseNow()
				}
			})
		}
	}},
	{"pages of others whose name leads here open sockets, and vote", func(s *siege) {
		s.again(50*time.Millisecond, func() {
			for method, path := range map[string]string{"GET": "/ws", "POST": "/vote/BCDF"} {
				s.request("127.0.11.9", method, path, "evil.example", "", http.StatusMisdirectedRequest)
			}
		})
	}},
	{"wrong passwords in first messages, and the right one in addresses", func(s *siege) {
		for _, hello := range []string{`{"password":"a wrong password, of course","at":"/"}`, `{"at":"/?password=` + strings.ReplaceAll(s.password, " ", "+") + `"}`} {
			s.sockets("127.0.12.1", 2, func(ctx context.Context, ws *websocket.Conn) {
				sends(hello)(ctx, ws)
				if _, text, err := ws.Read(ctx); err == nil && !bytes.Contains(text, []byte(`"ask":"password"`)) {
					s.t.Errorf("%s: %s", hello, text)
				}
			})
		}
	}},
	{"somebody says that a proxy vouches for them", func(s *siege) {
		s.again(50*time.Millisecond, func() {
			if ws, err := client.DialPageAs(s.ctx, client.BrowserFrom("127.0.13.1"), s.web, "http://"+s.web, "X-Forwarded-For", "192.0.2.7"); err == nil {
				_ = ws.CloseNow()
			}
		})
	}},
	{"two addresses hold 300 connections each that ask for nothing, or slowly", func(s *siege) {
		for i, text := range []string{"", "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "} {
			s.hold(numbered(14, i), s.web, withLong(60, 300), text)
		}
	}},
	{"headers without end", func(s *siege) {
		s.hold("127.0.15.1", s.web, 8, "GET / HTTP/1.1\r\nHost: x\r\n"+strings.Repeat("X-Long: "+strings.Repeat("x", 1000)+"\r\n", 200))
	}},
	{"three addresses hold 32 silent sockets each", func(s *siege) {
		for i := range 3 {
			s.sockets(numbered(16, i), withLong(12, 32), func(context.Context, *websocket.Conn) {})
		}
	}},
	{"large messages, fragments without end and bombs", func(s *siege) {
		s.sockets("127.0.17.1", withLong(1, 4), sends(strings.Repeat("0123456789abcdef", 1<<16)))
		s.sockets("127.0.17.2", withLong(1, 4), func(ctx context.Context, ws *websocket.Conn) {
			w, err := ws.Writer(ctx, websocket.MessageText)
			for err == nil && ctx.Err() == nil {
				_, err = io.WriteString(w, strings.Repeat("x", 1000))
				s.breathes()
			}
		})
		s.sockets("127.0.17.3", withLong(1, 4), sends(string(make([]byte, 16<<20))))
	}},
	{"pings and empty fragments without end", func(s *siege) {
		const open = "GET /ws HTTP/1.1\r\nHost: %s\r\nOrigin: http://%[1]s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n%s"
		for i, c := range []struct{ first, frame string }{{"", "\x89\x80mask"}, {"\x01\x80mask", "\x00\x80mask"}} {
			s.again(100*time.Millisecond, func() {
				ws, err := client.ConnectFrom(numbered(19, i), s.web)
				if err != nil {
					return
				}
				defer ws.Close()
				go func() { _, _ = io.Copy(io.Discard, ws) }()
				for _, err = fmt.Fprintf(ws, open, s.web, c.first); err == nil && s.ctx.Err() == nil; {
					_, err = io.WriteString(ws, strings.Repeat(c.frame, 1000))
					s.breathes()
				}
			})
		}
	}},
	{"one who knows the password opens pages without end, as ever new people or one that reloads, and leaves them", func(s *siege) {
		number := new(atomic.Int64)
		for i, fresh := range []bool{true, false} {
			s.sockets(numbered(21, i), 6, func(ctx context.Context, ws *websocket.Conn) {
				token := int64(0)
				if fresh {
					token = number.Add(1)
				}
				sends(fmt.Sprintf(`{"token":"%032d","password":"%s","at":"/","same":%t,"columns":400,"rows":120}`, token, s.password, !fresh))(ctx, ws)
				_, _, _ = ws.Read(ctx) // the session is there
				_ = ws.CloseNow()
			})
		}
	}},
	{"phones try codes", func(s *siege) {
		number := new(atomic.Int64)
		for i := range 4 {
			s.again(20*time.Millisecond, func() {
				n := number.Add(1)
				s.request(numbered(23, i), "POST", fmt.Sprintf("/vote/BB%c%c", "BCDFGHJKLM"[n%10], "BCDFGHJKLM"[n/10%10]), s.web, fmt.Sprintf(`{"token":"%032d"}`, n), 0)
			})
		}
	}},
	{"one who knows the password floods the app with keys, sizes and backgrounds", func(s *siege) {
		s.sockets("127.0.18.1", withLong(1, 4), func(ctx context.Context, ws *websocket.Conn) {
			sends(`{"password":"`+s.password+`","at":"/","columns":400,"rows":120}`)(ctx, ws)
			go func() {
				for {
					if _, _, err := ws.Read(ctx); err != nil {
						return
					}
				}
			}()
			var err error
			for i := 0; err == nil && ctx.Err() == nil; i++ {
				err = ws.Write(ctx, websocket.MessageText, fmt.Appendf(nil, `{"in":"s","size":[%d,120],"dark":%t}`, 300+i%100, i%2 == 0))
				s.breathes()
			}
		})
	}},
}

// request asks for a page of a host as one of its own pages does. The status is to be as
// wanted, 0 for any; there may be no answer where places are short.
func (s *siege) request(source, method, path, host, body string, want int) {
	r, err := http.NewRequestWithContext(s.ctx, method, "http://"+s.web+path, strings.NewReader(body))
	if err != nil {
		s.t.Error(err)
		return
	}
	r.Host = host
	r.Header.Set("Origin", "http://"+host)
	if answer, err := client.BrowserFrom(source).Do(r); err == nil {
		_ = answer.Body.Close()
		if want != 0 && answer.StatusCode != want {
			s.t.Errorf("%s is answered with %s", path, answer.Status)
		}
	}
}

// TestAttackSiege has the attacks at the door for SSH all together, TestAttackPages those on
// the door for browsers; with -long or -load each alone, too.
func TestAttackSiege(t *testing.T) { besieged(t, attacks, (*siege).comes) }

func TestAttackPages(t *testing.T) { besieged(t, pageAttacks, (*siege).browses) }

// besieged has attacks go on. While they last, whoever presents gets in, and so does
// another from an address of their own. With -long and
// -load, when nothing else runs, the first are in within two seconds, the others within
// five, and a key of a quiet session is on its screen within 60 ms.
func besieged(t *testing.T, by []attack, another func(s *siege, i int)) {
	t.Parallel()
	under := func(t *testing.T, class int, begin func(s *siege)) {
		tries := withLong(2, 10)
		s := startSiege(t, class)
		defer s.stop()
		s.presents("127.0.7.1", patience)
		quiet := s.enter("127.0.7.2", "", s.byPassword(), patience)
		begin(s)
		began := time.Now()
		for i := range tries {
			s.presents(numbered(8, i), 2*time.Second)
			another(s, i)
		}
		t.Logf("%d presenters and as many others were in after %v", tries, time.Since(began).Round(time.Millisecond))
		turns := turnTimes(quiet, withLong(3, 60))
		p95 := quantile(turns, .95)
		t.Logf("a key of a quiet session: median %v, 95th percentile %v", quantile(turns, .5), p95)
		if *load && p95 > 60*time.Millisecond {
			t.Errorf("a key takes %v", p95)
		}
		s.said.lacks(t, "192.0.2.7") // what a header or a message said
	}
	for _, a := range by {
		if alone() {
			t.Run(a.name, func(t *testing.T) { under(t, 96, a.begin) })
		}
	}
	t.Run("all together", func(t *testing.T) {
		// Of 200 places one address keeps 100, and there are 20 newcomers.
		under(t, withLong(6, 50), func(s *siege) {
			for _, a := range by {
				a.begin(s)
			}
		})
	})
}

// enter begins a session from an address and returns it once it shows the app, which with
// -long or -load must be within some time.
func (s *siege) enter(source, command string, auth gossh.AuthMethod, within time.Duration) *client.Session {
	s.t.Helper()
	began := time.Now()
	a := client.Open(s.t, dialFrom(s.t, source, s.address, auth), client.View{Width: 120, Height: 36, Command: command})
	if command == "present" {
		types(a, s.secret)
	}
	a.AwaitText("LOTO error .")
	if took := time.Since(began); alone() && took > within {
		s.t.Errorf("%s is in after %v, want %v: %q", source, took, within, command)
	}
	return a
}

// presents is a presenter who begins a session.
func (s *siege) presents(source string, within time.Duration) {
	s.enter(source, "present", s.byPassword(), within)
}

// comes is somebody who begins a session.
func (s *siege) comes(i int) { s.enter(numbered(9, i), "", s.byPassword(), 5*time.Second) }

// browses is somebody who asks for the page and presents in it, within two seconds.
func (s *siege) browses(i int) {
	s.t.Helper()
	began, source := time.Now(), numbered(9, i)
	get(s.t, client.BrowserFrom(source), "GET", "http://"+s.web+"/", nil, "")
	p := client.OpenPageFrom(s.t, source, s.web, client.Hello{Token: strings.Repeat(string(rune('p'+i)), 32), Password: s.password, At: "/", Again: s.secret})
	p.AwaitText("LOTO error .")
	took := time.Since(began)
	s.t.Logf("a presenter's page is there after %v", took.Round(time.Millisecond))
	if alone() && took > 2*time.Second {
		s.t.Error("want it within 2 s")
	}
	p.Type("e")
	p.AwaitText("no files in this session")
	p.Drop()
}

// turnTimes returns how long a session takes from a key to the screen that it changes,
// sorted.
func turnTimes(a *client.Session, keys int) (all []time.Duration) {
	for i := range keys {
		began := time.Now()
		a.Type([]string{"l", "h"}[i%2])
		a.AwaitText([]string{"10 trajectories", "7 trajectories"}[i%2])
		all = append(all, time.Since(began))
		time.Sleep(time.Duration(200+i%50) * time.Millisecond)
	}
	slices.Sort(all)
	return all
}

// TestAttackSharedAddress: somebody tries wrong passwords without a pause from the address
// of a class, with -long in 33 loops at once. Who knows the password gets in from there.
func TestAttackSharedAddress(t *testing.T) {
	t.Parallel()
	s := startSiege(t, 0)
	defer s.stop()
	for range withLong(1, 33) {
		s.again(0, func() { getsIn("127.0.4.1", s.address, gossh.Password("a wrong password, of course")) })
	}
	for i := range 5 {
		began := time.Now()
		if !getsIn("127.0.4.1", s.address, s.byPassword()) {
			t.Fatalf("right password %d", i)
		}
		t.Logf("in after %v", time.Since(began).Round(time.Millisecond))
	}
}

// TestPagesBehindOneAddress has the browsers of a class come at once through one address,
// each for all that a page is made of.
func TestPagesBehindOneAddress(t *testing.T) {
	t.Parallel()
	const source = "127.0.20.1"
	p := startProgram(t, "--web", "127.0.0.1:0")
	web, began := p.web(t), time.Now()
	var all sync.WaitGroup
	for range withLong(10, 30) {
		all.Go(func() {
			by := client.BrowserFrom(source)
			for _, path := range []string{"", "web/app.css", "web/app.js", "web/mono.ttf", "web/mono-bold.ttf"} {
				answer, err := by.Get("http://" + web + "/" + path)
				if err != nil {
					t.Error(err)
					return
				}
				_, _ = io.Copy(io.Discard, answer.Body)
				_ = answer.Body.Close()
			}
		})
	}
	all.Wait()
	var pages []*client.Page
	for range withLong(10, 30) {
		pages = append(pages, client.OpenPageFrom(t, source, web, client.Hello{At: "/"}))
	}
	for _, page := range pages {
		page.AwaitText("λ̂ =")
	}
	took := time.Since(began)
	t.Logf("%d pages after %v", len(pages), took.Round(time.Millisecond))
	if alone() && took > 5*time.Second {
		t.Error("want them within 5 s")
	}
}
