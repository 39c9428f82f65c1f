//go:build linux

package serve_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"
	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/testutil"
)

// besieged is the environment variable of TestAttackers: the addresses of the doors, the password,
// whether the attackers are at one address or at many, and the name of their attack.
const besieged = "LAMBDASCOPE_TEST_BESIEGED"

// attackers attack a server.
type attackers struct {
	t            *testing.T
	address, web string // of the doors
	password     string
	place        string // one or many
	ctx          context.Context
	all          sync.WaitGroup
}

// from returns the address of an attacker of a group.
func (s *attackers) from(group, i int) string {
	if s.place == "one" {
		return numbered(1, 0)
	}
	return numbered(group, i)
}

// again calls f until the attack ends, with a pause. Without -long and -load the pause is long,
// because the tests share the machine.
func (s *attackers) again(pause time.Duration, f func()) {
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
func (s *attackers) waits(some time.Duration) {
	select {
	case <-s.ctx.Done():
	case <-time.After(some):
	}
}

// breathes is a pause in an attack without end, unless with -long or -load.
func (s *attackers) breathes() {
	if !alone() {
		s.waits(2 * time.Millisecond)
	}
}

// as logs in with the password, from an address.
func (s *attackers) as(source string, does func(c *gossh.Client)) {
	config := clientConfig(gossh.Password(s.password))
	config.Timeout = 10 * time.Second
	if c, err := dialConfig(source, s.address, config); err == nil {
		defer context.AfterFunc(s.ctx, func() { _ = c.Close() })()
		defer c.Close()
		does(c)
	}
}

// hold opens connections from an address that send a text, and again when they end.
func (s *attackers) hold(source, address string, connections int, text string) {
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
func (s *attackers) sockets(source string, sockets int, does func(ctx context.Context, ws *websocket.Conn)) {
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

// attacks begin attacks, which go on until the end.
var attacks = map[string]func(s *attackers){
	"sessions": func(s *attackers) { // the largest number of sessions of an address, with keys
		for range withLong(14, 60) {
			s.again(time.Second, func() {
				s.as(s.from(1, 0), func(c *gossh.Client) {
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
	},
	"connections": func(s *attackers) { // to both doors
		s.hold(s.from(2, 0), s.address, 40, "")
		s.hold(s.from(2, 1), s.address, 40, "SSH-2.0-x\r\n")
		s.hold(s.from(14, 0), s.web, withLong(60, 300), "")
		s.hold(s.from(14, 1), s.web, withLong(60, 300), "GET / HTTP/1.1\r\nX-Slow: ")
	},
	"logins": func(s *attackers) { // without a session
		for range 25 {
			s.again(100*time.Millisecond, func() { s.as(s.from(3, 0), func(c *gossh.Client) { _ = c.Wait() }) })
		}
	},
	"passwords": func(s *attackers) {
		wrong := clientConfig(gossh.RetryableAuthMethod(gossh.Password("a wrong password, of course"), 6))
		s.again(50*time.Millisecond, func() {
			if c, err := dialConfig(s.from(4, 0), s.address, wrong); err == nil {
				s.t.Error("a wrong password lets in")
				_ = c.Close()
			}
		})
		for _, hello := range []string{`{"password":"a wrong password, of course","at":"/"}`, `{"at":"/?password=` + s.password + `"}`} {
			s.sockets(s.from(12, 0), 2, func(ctx context.Context, ws *websocket.Conn) {
				_ = send(ctx, ws, hello)
				if _, text, err := ws.Read(ctx); err == nil && !bytes.Contains(text, []byte(`"ask":"password"`)) {
					s.t.Errorf("%s: %s", hello, text)
				}
			})
		}
	},
	"messages": func(s *attackers) {
		s.sockets(s.from(16, 0), withLong(12, 32), func(context.Context, *websocket.Conn) {}) // silent
		s.sockets(s.from(17, 0), 1, func(ctx context.Context, ws *websocket.Conn) { _ = send(ctx, ws, string(make([]byte, 16<<20))) })
		s.sockets(s.from(17, 1), 1, func(ctx context.Context, ws *websocket.Conn) { // fragments without end
			w, err := ws.Writer(ctx, websocket.MessageText)
			for err == nil && ctx.Err() == nil {
				_, err = io.WriteString(w, strings.Repeat("x", 1000))
				s.breathes()
			}
		})
	},
	"frames": func(s *attackers) {
		const open = "GET /ws HTTP/1.1\r\nHost: %s\r\nOrigin: http://%[1]s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n%s"
		for i, c := range []struct{ first, frame string }{{"", "\x89\x80mask"}, {"\x01\x80mask", "\x00\x80mask"}} { // pings and empty fragments
			s.again(100*time.Millisecond, func() {
				ws, err := connectFrom(s.from(19, i), s.web)
				if err != nil {
					return
				}
				defer context.AfterFunc(s.ctx, func() { _ = ws.Close() })()
				defer ws.Close()
				go func() { _, _ = io.Copy(io.Discard, ws) }()
				for _, err = fmt.Fprintf(ws, open, s.web, c.first); err == nil && s.ctx.Err() == nil; {
					_, err = io.WriteString(ws, strings.Repeat(c.frame, 1000))
					s.breathes()
				}
			})
		}
	},
	"pages": func(s *attackers) { // without end
		number := new(atomic.Int64)
		s.sockets(s.from(21, 0), 6, func(ctx context.Context, ws *websocket.Conn) {
			_ = send(ctx, ws, fmt.Sprintf(`{"token":"%032d","password":"%s","at":"/","columns":400,"rows":120}`, number.Add(1), s.password))
			_, _, _ = ws.Read(ctx) // the session is there
			_ = ws.CloseNow()
		})
	},
	"sizes": func(s *attackers) { // and keys without end
		s.sockets(s.from(18, 0), 1, func(ctx context.Context, ws *websocket.Conn) {
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
	},
}

// TestAttackers is the process of the attackers, no test. It ends with its standard input.
func TestAttackers(t *testing.T) {
	s, attack := &attackers{t: t}, ""
	if n, _ := fmt.Sscan(os.Getenv(besieged), &s.address, &s.web, &s.password, &s.place, &attack); n < 5 {
		t.Skip("the process of the attackers")
	}
	ctx, end := context.WithCancel(t.Context())
	s.ctx = ctx
	for name, begin := range attacks {
		if attack == "all" || attack == name {
			begin(s)
		}
	}
	_, _ = io.Copy(io.Discard, os.Stdin)
	end()
	s.all.Wait()
}

// siege is a class under attack: a server as the command has it, with both doors and a password.
type siege struct {
	*program
	t                *testing.T
	web              string
	secret, password string
}

func newSiege(t *testing.T) *siege {
	t.Helper()
	s := &siege{t: t}
	s.program = launch(t, "--listen", "0.0.0.0:0", "--class", "--web", "127.0.0.1:0", "--max-sessions", fmt.Sprint(withLong(28, 200)))
	s.port = s.said.says(t, `Listening on \S+:(\d+)\. Connect`)[1]
	s.address, s.password = "127.0.0.1:"+s.port, s.said.says(t, `Password: (\S+)`)[1]
	s.secret, s.web = s.program.secret(t), s.program.web(t)
	return s
}

// attacked begins an attack. Its process has the lowest priority, because attackers are other
// machines, which take no time of the server's processors.
func (s *siege) attacked(place, attack string) (stop func()) {
	said := new(transcript)
	p := exec.Command("nice", "-n", "19", os.Args[0], "-test.run=^TestAttackers$", fmt.Sprintf("-long=%t", *long), fmt.Sprintf("-load=%t", *load))
	p.Env = append(os.Environ(), besieged+"="+strings.Join([]string{s.address, s.web, s.password, place, attack}, " "))
	p.Stdout, p.Stderr = said, said
	in := testutil.Get(p.StdinPipe())(s.t)
	testutil.Check(s.t, p.Start())
	return func() {
		_ = in.Close()
		if err := p.Wait(); err != nil {
			s.t.Errorf("%v: %s", err, said)
		}
	}
}

// TestAttackSiege attacks a server. Meanwhile presenters and newcomers get in, over SSH and in the
// browser, and the server ends by a signal. With -long or -load, when nothing else runs, presenters
// are in within two seconds, and newcomers within five; while one address attacks, a key of a quiet
// session is on its screen within 60 ms. Pages in the largest window cost the most.
func TestAttackSiege(t *testing.T) {
	for _, c := range [][2]string{{"one", "pages"}, {"one", "all"}, {"many", "all"}} {
		place, attack := c[0], c[1]
		t.Run(place+" "+attack, func(t *testing.T) {
			t.Parallel()
			s := newSiege(t)
			quiet := s.enter("127.0.7.2", "", patience)
			defer s.attacked(place, attack)()
			for i := range withLong(1, 5) {
				s.enter(numbered(8, i), "present", 2*time.Second)
				s.enter(numbered(9, i), "", 5*time.Second)
				s.browses(numbered(10, i), i)
			}
			keys := withLong(3, 40)
			turns := turnTimes(quiet, keys)
			p95 := turns[keys*95/100]
			t.Logf("a key of a quiet session: median %v, 95th percentile %v", turns[keys/2], p95)
			if *load && place == "one" && p95 > 60*time.Millisecond {
				t.Errorf("a key takes %v", p95)
			}
			s.signal(syscall.SIGTERM)
			if code := s.exit(t); code != 0 {
				t.Errorf("exit %d", code)
			}
		})
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
