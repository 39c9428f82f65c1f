//go:build linux

package serve_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"
	gossh "golang.org/x/crypto/ssh"
)

// siege is a class under attack: a server as the command has it, with both doors and a password.
type siege struct {
	*program
	t                *testing.T
	web              string
	secret, password string
	ctx              context.Context
	end              context.CancelFunc // of the attacks
	all              sync.WaitGroup
}

func startSiege(t *testing.T) *siege {
	t.Helper()
	s := &siege{t: t}
	s.program = launch(t, "--listen", "0.0.0.0:0", "--class", "--web", "127.0.0.1:0", "--max-sessions", fmt.Sprint(withLong(28, 200)))
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

// again calls f until the attack ends, with a pause. Without -long and -load the pause is long,
// because the tests share the machine.
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

// waits waits for some time, or for the end.
func (s *siege) waits(some time.Duration) {
	select {
	case <-s.ctx.Done():
	case <-time.After(some):
	}
}

// breathes is a pause in an attack without end, unless with -long or -load.
func (s *siege) breathes() {
	if !alone() {
		s.waits(2 * time.Millisecond)
	}
}

// as logs in with the password, from an address.
func (s *siege) as(source string, does func(c *gossh.Client)) {
	config := clientConfig(gossh.Password(s.password))
	config.Timeout = 10 * time.Second
	if c, err := dialConfig(source, s.address, config); err == nil {
		defer c.Close()
		does(c)
	}
}

// hold opens connections from an address that send a text, and again when they end.
func (s *siege) hold(source, address string, connections int, text string) {
	for range connections {
		s.again(100*time.Millisecond, func() {
			c, err := connectFrom(source, address)
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

// sockets opens sockets of pages from an address, and again when they end.
func (s *siege) sockets(source string, sockets int, does func(ctx context.Context, ws *websocket.Conn)) {
	for range sockets {
		s.again(100*time.Millisecond, func() {
			ws, err := dialPage(s.ctx, source, s.web)
			if err != nil {
				return
			}
			defer ws.CloseNow()
			does(s.ctx, ws)
			_, _, _ = ws.Read(s.ctx)
		})
	}
}

func send(ctx context.Context, ws *websocket.Conn, text string) error {
	return ws.Write(ctx, websocket.MessageText, []byte(text))
}

// attacks begins all attacks. They go on until the end.
func (s *siege) attacks() {
	for range withLong(14, 60) { // one address has all sessions it may, and types in them
		s.again(time.Second, func() {
			s.as("127.0.1.1", func(c *gossh.Client) {
				session, err := c.NewSession()
				if err != nil || session.RequestPty("xterm", 24, 80, nil) != nil {
					return
				}
				keys, _ := session.StdinPipe()
				session.Stdout = io.Discard
				for err = session.Shell(); err == nil && s.ctx.Err() == nil; {
					_, err = io.WriteString(keys, "\x00")
					s.waits(time.Second)
				}
			})
		})
	}
	s.hold("127.0.2.1", s.address, 40, "") // both doors
	s.hold("127.0.2.2", s.address, 40, "SSH-2.0-x\r\n")
	for range 25 { // logged in without a session
		s.again(100*time.Millisecond, func() { s.as("127.0.3.1", func(c *gossh.Client) { _ = c.Wait() }) })
	}
	s.hold("127.0.14.1", s.web, withLong(60, 300), "")
	s.hold("127.0.14.2", s.web, withLong(60, 300), "GET / HTTP/1.1\r\nX-Slow: ")

	wrong := clientConfig(gossh.RetryableAuthMethod(gossh.Password("a wrong password, of course"), 6))
	s.again(50*time.Millisecond, func() {
		if c, err := dialConfig("127.0.4.1", s.address, wrong); err == nil {
			s.t.Error("a wrong password lets in")
			_ = c.Close()
		}
	})
	for _, hello := range []string{`{"password":"a wrong password, of course","at":"/"}`, `{"at":"/?password=` + s.password + `"}`} {
		s.sockets("127.0.12.1", 2, func(ctx context.Context, ws *websocket.Conn) {
			_ = send(ctx, ws, hello)
			if _, text, err := ws.Read(ctx); err == nil && !bytes.Contains(text, []byte(`"ask":"password"`)) {
				s.t.Errorf("%s: %s", hello, text)
			}
		})
	}

	s.sockets("127.0.16.1", withLong(12, 32), func(context.Context, *websocket.Conn) {}) // silent
	s.sockets("127.0.17.1", 1, func(ctx context.Context, ws *websocket.Conn) { _ = send(ctx, ws, string(make([]byte, 16<<20))) })
	s.sockets("127.0.17.2", 1, func(ctx context.Context, ws *websocket.Conn) { // fragments without end
		w, err := ws.Writer(ctx, websocket.MessageText)
		for err == nil && ctx.Err() == nil {
			_, err = io.WriteString(w, strings.Repeat("x", 1000))
			s.breathes()
		}
	})
	const open = "GET /ws HTTP/1.1\r\nHost: %s\r\nOrigin: http://%[1]s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n%s"
	for i, c := range []struct{ first, frame string }{{"", "\x89\x80mask"}, {"\x01\x80mask", "\x00\x80mask"}} { // pings and empty fragments
		s.again(100*time.Millisecond, func() {
			ws, err := connectFrom(numbered(19, i), s.web)
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

	number := new(atomic.Int64)
	s.sockets("127.0.21.1", 6, func(ctx context.Context, ws *websocket.Conn) { // pages without end
		_ = send(ctx, ws, fmt.Sprintf(`{"token":"%032d","password":"%s","at":"/","columns":400,"rows":120}`, number.Add(1), s.password))
		_, _, _ = ws.Read(ctx) // the session is there
		_ = ws.CloseNow()
	})
	s.sockets("127.0.18.1", 1, func(ctx context.Context, ws *websocket.Conn) { // a session with keys and sizes without end
		err := send(ctx, ws, `{"password":"`+s.password+`","at":"/","columns":400,"rows":120}`)
		go func() {
			for err := error(nil); err == nil; {
				_, _, err = ws.Read(ctx)
			}
		}()
		for i := 0; err == nil && ctx.Err() == nil; i++ {
			err = send(ctx, ws, fmt.Sprintf(`{"in":"s","size":[%d,120],"dark":%t}`, 300+i%100, i%2 == 0))
			s.breathes()
		}
	})
}

// TestAttackSiege has all attacks go on at once. Meanwhile presenters and newcomers get in, over SSH
// and in the browser, and the server ends by a signal. With -long or -load, when nothing else runs,
// presenters are in within two seconds, newcomers within five, and a key of a quiet session is on its
// screen within 60 ms.
func TestAttackSiege(t *testing.T) {
	t.Parallel()
	s := startSiege(t)
	defer s.stop()
	quiet := s.enter("127.0.7.2", "", patience)
	s.attacks()
	for i := range withLong(2, 5) {
		s.enter(numbered(8, i), "present", 2*time.Second)
		s.enter(numbered(9, i), "", 5*time.Second)
		s.browses(numbered(10, i), i)
	}
	keys := withLong(3, 40)
	turns := turnTimes(quiet, keys)
	p95 := turns[keys*95/100]
	t.Logf("a key of a quiet session: median %v, 95th percentile %v", turns[keys/2], p95)
	if *load && p95 > 60*time.Millisecond {
		t.Errorf("a key takes %v", p95)
	}
	s.signal(syscall.SIGTERM)
	if code := s.exit(t); code != 0 {
		t.Errorf("exit %d", code)
	}
}

// enter begins a session from an address and returns it once it shows the app, which with -long or
// -load must be within some time.
func (s *siege) enter(source, command string, within time.Duration) *sshClient {
	s.t.Helper()
	began := time.Now()
	a := openView(s.t, dialFrom(s.t, source, s.address, gossh.Password(s.password)), view{Width: 120, Height: 36, Command: command})
	if command == "present" {
		types(a, s.secret)
	}
	a.AwaitText("LOTO error .")
	took := time.Since(began)
	s.t.Logf("%s %s is in after %v", source, command, took.Round(time.Millisecond))
	if alone() && took > within {
		s.t.Errorf("want it within %v", within)
	}
	return a
}

// browses presents in a page, which with -long or -load must be there within two seconds.
func (s *siege) browses(source string, i int) {
	s.t.Helper()
	began := time.Now()
	get(s.t, browserFrom(source), "GET", "http://"+s.web+"/", nil, "")
	p := openPageFrom(s.t, source, s.web, pageHello{Token: strings.Repeat(string(rune('p'+i)), 32), Password: s.password, At: "/", Again: s.secret})
	p.AwaitText("LOTO error .")
	took := time.Since(began)
	s.t.Logf("a presenter's page is there after %v", took.Round(time.Millisecond))
	if alone() && took > 2*time.Second {
		s.t.Error("want it within 2 s")
	}
	p.Drop()
}

// turnTimes returns how long a session takes from a key to the screen that it changes, sorted.
func turnTimes(a *sshClient, keys int) (all []time.Duration) {
	for i := range keys {
		began := time.Now()
		a.Type([]string{"l", "h"}[i%2])
		a.AwaitText([]string{"50 trajectories", "30 trajectories"}[i%2])
		all = append(all, time.Since(began))
		time.Sleep(time.Duration(200+i%50) * time.Millisecond)
	}
	slices.Sort(all)
	return all
}
