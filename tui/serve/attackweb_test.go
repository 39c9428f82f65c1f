//go:build linux

package serve_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	gossh "golang.org/x/crypto/ssh"

	"lambdascope/tui/serve/internal/client"
)

// The attacks on the door for browsers.

// web is the address that browsers reach.
func (p *program) web(t *testing.T) string {
	t.Helper()
	return p.said.await(t, p.ended, regexp.MustCompile(`Open: http://([^/\s]+)/`))[1]
}

// socketAgain opens sockets from an address, and again when they end. First is what each
// sends before it waits for its end.
func (s *siege) socketAgain(web, source string, sockets int, first func(ctx context.Context, ws *websocket.Conn)) {
	for range sockets {
		s.again(100*time.Millisecond, func() {
			ctx, stop := context.WithCancel(context.Background())
			defer stop()
			go func() {
				select {
				case <-s.end:
					stop()
				case <-ctx.Done():
				}
			}()
			ws, err := client.DialPage(ctx, source, web)
			if err != nil {
				return
			}
			defer ws.CloseNow()
			first(ctx, ws)
			_, _, _ = ws.Read(ctx)
		})
	}
}

// rawAgain opens connections from an address that send a text, and again when they end.
func (s *siege) rawAgain(web, source string, connections int, text string) {
	for range connections {
		s.again(100*time.Millisecond, func() {
			c, err := client.ConnectFrom(source, web)
			if err != nil {
				return
			}
			defer c.Close()
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				_, _ = io.WriteString(c, text)
				_, _ = io.Copy(io.Discard, c)
			}()
			select {
			case <-ended:
			case <-s.end:
				_ = c.Close()
				<-ended
			}
		})
	}
}

// pageAttacks are those on each lock of the door for browsers.
var pageAttacks = []struct {
	name  string
	begin func(t *testing.T, s *siege, web string)
}{
	{"pages of others open sockets", func(t *testing.T, s *siege, web string) {
		for i, origin := range []string{"http://evil.example", "null", "", "https://" + web + ".evil.example"} {
			s.again(50*time.Millisecond, func() {
				ws, err := client.DialPageAs(context.Background(), client.BrowserFrom(fmt.Sprintf("127.0.11.%d", 1+i)), web, origin)
				if err == nil {
					t.Errorf("origin %q is let in", origin)
					_ = ws.CloseNow()
				}
			})
		}
	}},
	{"pages of others whose name leads here open sockets, and vote", func(t *testing.T, s *siege, web string) {
		s.again(50*time.Millisecond, func() {
			for method, path := range map[string]string{"GET": "/ws", "POST": "/vote/BCDF"} {
				r, err := http.NewRequest(method, "http://"+web+path, nil)
				if err != nil {
					t.Error(err)
					return
				}
				r.Host = "evil.example"
				r.Header.Set("Origin", "http://evil.example")
				answer, err := client.BrowserFrom("127.0.11.9").Do(r)
				if err != nil {
					return // as places are short
				}
				_ = answer.Body.Close()
				if answer.StatusCode != http.StatusMisdirectedRequest {
					t.Errorf("%s is answered with %s", path, answer.Status)
				}
			}
		})
	}},
	{"wrong passwords in first messages, and the right one in addresses", func(t *testing.T, s *siege, web string) {
		for _, hello := range []string{`{"password":"a wrong password, of course","at":"/"}`, `{"at":"/?password=` + strings.ReplaceAll(siegePassword, " ", "+") + `"}`} {
			s.socketAgain(web, "127.0.12.1", 2, func(ctx context.Context, ws *websocket.Conn) {
				_ = ws.Write(ctx, websocket.MessageText, []byte(hello))
				if _, text, err := ws.Read(ctx); err == nil && !bytes.Contains(text, []byte(`"ask":"password"`)) {
					t.Errorf("%s: %s", hello, text)
				}
			})
		}
	}},
	{"somebody says that a proxy vouches for them", func(t *testing.T, s *siege, web string) {
		s.again(50*time.Millisecond, func() {
			if ws, err := client.DialPageAs(context.Background(), client.BrowserFrom("127.0.13.1"), web, "http://"+web, "X-Forwarded-For", "192.0.2.7"); err == nil {
				_ = ws.CloseNow()
			}
		})
	}},
	{"two addresses hold 300 connections each that ask for nothing, or slowly", func(t *testing.T, s *siege, web string) {
		for i, text := range []string{"", "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "} {
			s.rawAgain(web, fmt.Sprintf("127.0.14.%d", 1+i), withLong(60, 300), text)
		}
	}},
	{"headers without end", func(t *testing.T, s *siege, web string) {
		s.rawAgain(web, "127.0.15.1", 8, "GET / HTTP/1.1\r\nHost: x\r\n"+strings.Repeat("X-Long: "+strings.Repeat("x", 1000)+"\r\n", 200))
	}},
	{"three addresses hold 32 silent sockets each", func(t *testing.T, s *siege, web string) {
		for i := range 3 {
			s.socketAgain(web, fmt.Sprintf("127.0.16.%d", 1+i), withLong(12, 32), func(context.Context, *websocket.Conn) {})
		}
	}},
	{"large messages, fragments without end and bombs", func(t *testing.T, s *siege, web string) {
		s.socketAgain(web, "127.0.17.1", withLong(1, 4), func(ctx context.Context, ws *websocket.Conn) {
			_ = ws.Write(ctx, websocket.MessageText, bytes.Repeat([]byte("0123456789abcdef"), 1<<16))
		})
		s.socketAgain(web, "127.0.17.2", withLong(1, 4), func(ctx context.Context, ws *websocket.Conn) {
			w, err := ws.Writer(ctx, websocket.MessageText)
			for err == nil && ctx.Err() == nil {
				_, err = io.WriteString(w, strings.Repeat("x", 1000))
			}
		})
		s.socketAgain(web, "127.0.17.3", withLong(1, 4), func(ctx context.Context, ws *websocket.Conn) {
			_ = ws.Write(ctx, websocket.MessageText, make([]byte, 16<<20))
		})
	}},
	{"pings and empty fragments without end", func(t *testing.T, s *siege, web string) {
		const (
			open     = "GET /ws HTTP/1.1\r\nHost: %s\r\nOrigin: http://%[1]s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
			ping     = "\x89\x80mask"
			first    = "\x01\x80mask"
			fragment = "\x00\x80mask"
		)
		for i, frame := range []string{ping, fragment} {
			text := strings.Repeat(frame, 1000)
			s.again(100*time.Millisecond, func() {
				c, err := client.ConnectFrom(fmt.Sprintf("127.0.19.%d", 1+i), web)
				if err != nil {
					return
				}
				defer c.Close()
				go func() { _, _ = io.Copy(io.Discard, c) }()
				_, err = fmt.Fprintf(c, open, web)
				if frame == fragment {
					text = first + text
				}
				for err == nil {
					select {
					case <-s.end:
						return
					default:
						_, err = io.WriteString(c, text)
						text = strings.Repeat(frame, 1000)
					}
				}
			})
		}
	}},
	{"one who knows the password opens pages without end, as ever new people, and leaves them", func(t *testing.T, s *siege, web string) {
		number := new(atomic.Int64)
		s.socketAgain(web, "127.0.21.1", 8, func(ctx context.Context, ws *websocket.Conn) {
			_ = ws.Write(ctx, websocket.MessageText, fmt.Appendf(nil, `{"token":"%032d","password":"%s","at":"/","columns":80,"rows":24}`, number.Add(1), siegePassword))
			_, _, _ = ws.Read(ctx) // the session is there
			_ = ws.CloseNow()
		})
	}},
	{"one who knows the password reloads a page without end", func(t *testing.T, s *siege, web string) {
		s.socketAgain(web, "127.0.22.1", 4, func(ctx context.Context, ws *websocket.Conn) {
			_ = ws.Write(ctx, websocket.MessageText, []byte(`{"token":"rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr","password":"`+siegePassword+`","at":"/","same":true,"columns":400,"rows":120}`))
			_, _, _ = ws.Read(ctx)
			_ = ws.CloseNow()
		})
	}},
	{"phones try codes", func(t *testing.T, s *siege, web string) {
		number := new(atomic.Int64)
		for i := range 4 {
			s.again(20*time.Millisecond, func() {
				n := number.Add(1)
				body := strings.NewReader(fmt.Sprintf(`{"token":"%032d"}`, n))
				r, err := http.NewRequest("POST", fmt.Sprintf("http://%s/vote/BB%c%c", web, "BCDFGHJKLM"[n%10], "BCDFGHJKLM"[n/10%10]), body)
				if err != nil {
					t.Error(err)
					return
				}
				r.Header.Set("Origin", "http://"+web)
				if answer, err := client.BrowserFrom(fmt.Sprintf("127.0.23.%d", 1+i)).Do(r); err == nil {
					_ = answer.Body.Close()
				}
			})
		}
	}},
	{"one who knows the password floods the app with keys, sizes and backgrounds", func(t *testing.T, s *siege, web string) {
		s.socketAgain(web, "127.0.18.1", withLong(1, 4), func(ctx context.Context, ws *websocket.Conn) {
			_ = ws.Write(ctx, websocket.MessageText, []byte(`{"password":"`+siegePassword+`","at":"/","columns":400,"rows":120}`))
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
			}
		})
	}},
}

// TestAttackPages has the attacks on the door for browsers all together, with -long each
// alone, too. While they last, whoever presents gets in, over SSH and in a page, within two
// seconds with -long or -load.
func TestAttackPages(t *testing.T) {
	t.Parallel()
	tries := withLong(2, 5)
	under := func(t *testing.T, begin func(t *testing.T, s *siege, web string)) {
		s := startSiege(t, "--web", "127.0.0.1:0", "--max-sessions", fmt.Sprint(withLong(28, 200)))
		defer s.stop()
		web := s.web(t)
		s.enter(t, "127.0.7.1", "present "+s.secret, gossh.Password(siegePassword), patience)
		begin(t, s, web)
		time.Sleep(300 * time.Millisecond)
		for i := range tries {
			s.enter(t, fmt.Sprintf("127.0.8.%d", 1+i), "present "+s.secret, gossh.Password(siegePassword), 2*time.Second)
			began, source := time.Now(), fmt.Sprintf("127.0.9.%d", 1+i)
			answer, err := client.BrowserFrom(source).Get("http://" + web + "/")
			if err != nil {
				t.Fatalf("a page after %v: %v", time.Since(began), err)
			}
			_ = answer.Body.Close()
			p := client.OpenPageFrom(t, source, web, client.Hello{Token: strings.Repeat(fmt.Sprint(i), 32), Password: siegePassword, At: "/", Again: s.secret})
			p.AwaitText("LOTO error .")
			took := time.Since(began)
			t.Logf("a presenter's page is there after %v", took.Round(time.Millisecond))
			if (*long || *load) && took > 2*time.Second {
				t.Errorf("want it within 2 s")
			}
			p.Type("e")
			p.AwaitText("no files in this session")
			p.Drop()
		}
		if log := s.said.String(); strings.Contains(log, "192.0.2.7") || strings.Contains(log, siegePassword) {
			t.Error("the log has what a header or a message said")
		}
	}
	if *long || *load {
		for _, a := range pageAttacks {
			t.Run(a.name, func(t *testing.T) { under(t, a.begin) })
		}
	}
	t.Run("all together", func(t *testing.T) {
		under(t, func(t *testing.T, s *siege, web string) {
			for _, a := range pageAttacks {
				a.begin(t, s, web)
			}
		})
	})
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
	if (*long || *load) && took > 5*time.Second {
		t.Error("want them within 5 s")
	}
}
