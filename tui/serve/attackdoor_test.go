//go:build linux

package serve_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/must"
	"lambdascope/tui/serve"
	"lambdascope/tui/serve/internal/client"
)

// The attacks on who gets in. All of 127.0.0.0/8 is this machine, so that clients
// come from different addresses.

// asServed sets what the command has.
func asServed(o *serve.Options) {
	*o = o.WithLimits()
	o.MaxSessions = 200
}

// hold connects from an address and goes to a stage before a session, there to stay.
// It returns when it is there, or is told to end.
func hold(source, address, stage string, auth []gossh.AuthMethod, end <-chan struct{}) (io.Closer, error) {
	config := client.Config(auth...)
	config.Timeout = 0
	switch stage {
	case "nothing sent":
		return client.ConnectFrom(source, address)
	case "version sent":
		c, err := client.ConnectFrom(source, address)
		if err == nil {
			_, err = io.WriteString(c, "SSH-2.0-x\r\n")
		}
		return c, err
	case "in the key exchange":
		raw, err := client.ConnectFrom(source, address)
		if err != nil {
			return nil, err
		}
		there := make(chan struct{})
		config.HostKeyCallback = func(string, net.Addr, gossh.PublicKey) error {
			close(there)
			<-end
			return errors.New("ended")
		}
		go func() { _, _, _, _ = gossh.NewClientConn(raw, address, config) }()
		select {
		case <-there:
		case <-end:
		case <-time.After(300 * time.Millisecond): // it waits for its turn
		}
		return raw, nil
	case "logged in":
		raw, err := client.ConnectFrom(source, address)
		if err != nil {
			return nil, err
		}
		there := make(chan struct{})
		go func() {
			defer close(there)
			if c, channels, requests, err := gossh.NewClientConn(raw, address, config); err == nil {
				go gossh.DiscardRequests(requests)
				go func() {
					for range channels {
					}
				}()
				_ = c
			}
		}()
		select {
		case <-there:
		case <-time.After(300 * time.Millisecond):
		}
		return raw, nil
	}
	return nil, fmt.Errorf("no stage %q", stage)
}

// TestAttackHeld has three addresses hold as many connections as they can at each
// stage before a session, while a fourth logs in again and again.
func TestAttackHeld(t *testing.T) {
	t.Parallel()
	logins := withLong(15, 45)
	for _, stage := range []string{"nothing sent", "version sent", "in the key exchange", "logged in"} {
		t.Run(stage, func(t *testing.T) {
			t.Parallel()
			s := start(t, asServed)
			end := make(chan struct{})
			var mu sync.Mutex
			var held []io.Closer
			var all sync.WaitGroup
			for _, source := range []string{"127.0.1.1", "127.0.1.2", "127.0.1.3"} {
				for range 25 {
					all.Go(func() {
						c, err := hold(source, s.address, stage, nil, end)
						if err != nil {
							t.Error(err)
							return
						}
						mu.Lock()
						defer mu.Unlock()
						held = append(held, c)
					})
				}
			}
			all.Wait()
			failed := 0
			began := time.Now()
			for range logins {
				c, err := client.DialFrom("127.0.2.1", s.address, client.Config())
				if err != nil {
					failed++
					continue
				}
				if _, _, code := client.Run(t, c, "--version"); code != 0 {
					failed++
				}
				_ = c.Close()
			}
			t.Logf("%d logins beside %d connections took %v", logins, len(held), time.Since(began))
			if failed > 0 {
				t.Errorf("%d of %d logins failed", failed, logins)
			}
			close(end)
			for _, c := range held {
				_ = c.Close()
			}
		})
	}
}

// TestAttackHeldByMany has 20 addresses hold ten connections each, which is more than
// there may be.
func TestAttackHeldByMany(t *testing.T) {
	t.Parallel()
	logins := withLong(15, 45)
	s := start(t, asServed)
	var held []net.Conn
	for i := range 200 {
		c := must.Have(client.ConnectFrom(fmt.Sprintf("127.0.1.%d", 1+i%20), s.address))(t)
		held = append(held, c)
	}
	failed := 0
	for range logins {
		c, err := client.DialFrom("127.0.2.1", s.address, client.Config())
		if err != nil {
			failed++
			continue
		}
		_ = c.Close()
	}
	if failed > 0 {
		t.Errorf("%d of %d logins failed", failed, logins)
	}
	for _, c := range held {
		_ = c.Close()
	}
}

// TestAttackAllSessions has two addresses begin as many sessions as there may be, and
// type in all of them. Those who come from elsewhere get in, and those who had come
// before are still there.
func TestAttackAllSessions(t *testing.T) {
	t.Parallel()
	most := withLong(20, 200)
	s := start(t, func(o *serve.Options) { asServed(o); o.MaxSessions = most })
	before := open(t, s.address, "")
	before.AwaitText("8 trajectories")
	for _, source := range []string{"127.0.1.1", "127.0.1.2"} {
		for range most {
			c := must.Have(client.DialFrom(source, s.address, client.Config()))(t)
			t.Cleanup(func() { _ = c.Close() })
			begins(t, c)
		}
	}
	if n := s.count(t, "lambdascope_sessions"); n != most {
		t.Errorf("%d sessions, want all %d", n, most)
	}
	for i := range 5 {
		c := must.Have(client.DialFrom(fmt.Sprintf("127.0.2.%d", 1+i), s.address, client.Config()))(t)
		t.Cleanup(func() { _ = c.Close() })
		if !begins(t, c) {
			t.Error("a third address does not get in")
		}
	}
	before.Type("l")
	before.AwaitText("10 trajectories")
}

// begins opens the app and tells whether it begins: it draws a screen rather than
// ending.
func begins(t *testing.T, c *gossh.Client) bool {
	t.Helper()
	session := must.Have(c.NewSession())(t)
	keys, err := session.StdinPipe() // open, as a terminal's is
	if err != nil {
		t.Fatal(err)
	}
	_ = keys
	screen := newTranscript()
	session.Stdout = screen
	must.Succeed(t, session.RequestPty("xterm", 24, 80, nil))
	must.Succeed(t, session.Shell())
	began := false
	until(t, "a screen or a refusal", func() bool {
		text := screen.String()
		began = strings.Contains(text, "\x1b[?1049h")
		return began || strings.Contains(text, "lambdascope: ")
	})
	return began
}

// TestEvicted fills a server: whoever comes next has the place of the session that
// has been idle longest, which is told, even where that takes no output.
func TestEvicted(t *testing.T) {
	t.Parallel()
	s := start(t, func(o *serve.Options) { o.MaxSessions, o.EvictAfter = 2, 500*time.Millisecond })
	idle := open(t, s.address, "lambdascope -n 30")
	idle.AwaitText("30 trajectories")
	busy := open(t, s.address, "")
	busy.AwaitText("8 trajectories")
	time.Sleep(600 * time.Millisecond)
	busy.Type("l")
	busy.AwaitText("10 trajectories")
	third := open(t, s.address, "lambdascope -n 50")
	third.AwaitText("50 trajectories")
	if code := idle.Ends(t); code != 1 {
		t.Errorf("exit %d", code)
	}
	idle.AwaitRestored()
	idle.AwaitText("somebody else needs the place")
	idle.AwaitText("lambdascope --states 5 --trajectories 30") // how to come back
	busy.Type("h")
	busy.AwaitText("7 trajectories")
	s.said.await(t, nil, regexp.MustCompile(`msg="session ended" .*reason=evicted`))
}

// TestEvictedStalled evicts a session that takes no output.
func TestEvictedStalled(t *testing.T) {
	t.Parallel()
	listener := must.Have(net.Listen("tcp", "127.0.0.1:0"))(t)
	held := &shallow{Listener: listener}
	s := startOn(t, held, func(o *serve.Options) { o.MaxSessions, o.EvictAfter = 1, 100*time.Millisecond })
	st := stall(t, s.address)
	until(t, "a write that waits", func() bool { return held.writes.Load() > 0 })
	time.Sleep(200 * time.Millisecond)
	open(t, s.address, "").AwaitText("λ̂ =")
	st.closed(t)
}

// TestReserved fills a server with people who have the password: who has a key still
// gets in.
func TestReserved(t *testing.T) {
	t.Parallel()
	key := signer(t)
	s := start(t, func(o *serve.Options) {
		o.Public, o.AuthorizedKeys, o.Password = false, []gossh.PublicKey{key.PublicKey()}, "correct horse battery"
		o.MaxSessions = 10
	})
	in := 0
	for range 10 {
		c := must.Have(client.Dial(s.address, gossh.Password("correct horse battery")))(t)
		defer c.Close()
		if begins(t, c) {
			in++
		}
	}
	if in != 9 {
		t.Errorf("%d sessions without a key, want 9 of 10", in)
	}
	c := must.Have(client.Dial(s.address, gossh.PublicKeys(key)))(t)
	defer c.Close()
	if !begins(t, c) {
		t.Error("who has a key does not get in")
	}
}

// TestClass has people behind one address connect at once to the program as it is without
// flags. All get in: with -long a hundred, also where each takes 8 seconds to type the
// password.
func TestClass(t *testing.T) {
	t.Parallel()
	people := withLong(15, 100)
	for _, typing := range []time.Duration{0, 8 * time.Second}[:withLong(1, 2)] {
		p := startProgram(t, "--password-file", write(t, "correct horse battery\n"))
		began := time.Now()
		n, last := class(t, p.address, people, typing)
		t.Logf("%d of %d were in after %v", n, people, last.Sub(began).Round(time.Millisecond))
		if n != people {
			t.Errorf("%d of %d got in", n, people)
		}
	}
}

// class has people log in at once, each with one try, and open the app.
func class(t *testing.T, address string, people int, typing time.Duration) (in int, last time.Time) {
	t.Helper()
	var mu sync.Mutex
	var all sync.WaitGroup
	var clients []*gossh.Client
	for range people {
		all.Go(func() {
			c, err := client.DialFrom("127.0.0.1", address, client.Config(gossh.PasswordCallback(func() (string, error) {
				time.Sleep(typing)
				return "correct horse battery", nil
			})))
			if err != nil {
				t.Log(err)
				return
			}
			mu.Lock()
			clients = append(clients, c)
			mu.Unlock()
			if begins(t, c) {
				mu.Lock()
				in++
				last = time.Now()
				mu.Unlock()
			}
		})
	}
	all.Wait()
	for _, c := range clients {
		_ = c.Close()
	}
	return in, last
}

// TestManyLogins is a semester's worth of logins. Goroutines and memory are back
// where they began.
func TestManyLogins(t *testing.T) {
	warm, many := withLong(25, 100), withLong(25, 10_000)
	s := start(t, func(o *serve.Options) { o.Log = nil }) // the test keeps what is logged
	login := func(i int) {
		c := must.Have(client.DialFrom(fmt.Sprintf("127.0.%d.%d", 1+i/100%10, 1+i%100), s.address, client.Config()))(t)
		defer c.Close()
		if i%5 == 0 {
			return // without a session
		}
		if _, _, code := client.Run(t, c, "run -n 5 --seed "+fmt.Sprint(i%10)); code != 0 {
			t.Fatalf("exit %d", code)
		}
	}
	rest := func() (goroutines int, heap uint64) {
		until(t, "the end of all sessions", func() bool { return !running("serve.(*session)", "ssh.(*Server).handleConn") })
		runtime.GC()
		runtime.GC()
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		return runtime.NumGoroutine(), memory.HeapAlloc
	}
	for i := range warm {
		login(i)
	}
	goroutines, heap := rest()
	for i := range many {
		login(i)
	}
	after, heapAfter := rest()
	t.Logf("%d logins: from %d to %d goroutines, from %.1f to %.1f MB", many, goroutines, after, float64(heap)/1e6, float64(heapAfter)/1e6)
	const slack = 1 << 20 // the table of addresses and how a heap varies
	if after > goroutines+2 || heapAfter > heap+slack {
		t.Error("something is left")
	}
}

// TestReload replaces the lists of keys, the password and the addresses to deny while the
// program runs. Who is no longer welcome is told and leaves, all others go on. What is
// wrong in a file changes nothing.
func TestReload(t *testing.T) {
	t.Parallel()
	first, second, teacher := signer(t), signer(t), signer(t)
	line := func(s gossh.Signer) string { return string(gossh.MarshalAuthorizedKey(s.PublicKey())) }
	keys, presenters, password, denied := write(t, line(first)), write(t, line(teacher)), write(t, "correct horse battery\n"), write(t, "")
	p := startProgram(t, "--authorized-keys", keys, "--password-file", password, "--class", "--presenters", presenters, "--deny", denied)
	inside := func(source, command string, auth gossh.AuthMethod) *client.Session {
		t.Helper()
		c := must.Have(client.DialFrom(source, p.address, client.Config(auth)))(t)
		t.Cleanup(func() { _ = c.Close() })
		a := client.Open(t, c, client.View{Width: 120, Height: 36, Command: command})
		a.AwaitText("8 trajectories")
		return a
	}
	byFirst := inside("127.0.0.1", "", gossh.PublicKeys(first))
	typed := inside("127.0.0.1", "", gossh.Password("correct horse battery"))
	elsewhere := inside("127.0.5.1", "", gossh.Password("correct horse battery"))
	leads := inside("127.0.0.1", "present", gossh.PublicKeys(teacher))
	reload := func(keysText, passwordText, said string) {
		t.Helper()
		for name, text := range map[string]string{keys: keysText, password: passwordText} {
			must.Succeed(t, os.WriteFile(name, []byte(text), 0o600))
		}
		p.signal(syscall.SIGHUP)
		p.said.await(t, p.ended, regexp.MustCompile(said))
	}
	lets := func(source string, auth gossh.AuthMethod, want bool, what string) {
		t.Helper()
		c, err := client.DialFrom(source, p.address, client.Config(auth))
		if (err == nil) != want {
			t.Errorf("%s: %v, want in: %t", what, err, want)
		}
		if err == nil {
			_ = c.Close()
		}
	}
	reload("no key\n", "battery staple horse\n", `level=ERROR msg="reload failed.*line 1: want a public key`)
	lets("127.0.0.1", gossh.PublicKeys(first), true, "the first key after a faulty file")
	lets("127.0.0.1", gossh.Password("battery staple horse"), false, "the password beside a faulty file")
	lets("127.0.0.1", gossh.Password("correct horse battery"), true, "the password before it")
	reload(line(second), "short\n", `reload failed.*want at least 17`)
	lets("127.0.0.1", gossh.PublicKeys(second), false, "the second key beside a faulty password")
	reload(strings.Repeat("# a class\n", 120_000)+line(second), "battery staple horse\n", `reload failed.*larger than 1 MiB`)

	for name, text := range map[string]string{presenters: line(second), denied: "127.0.5.0/24\n"} {
		must.Succeed(t, os.WriteFile(name, []byte(text), 0o600))
	}
	reload(line(second), "battery staple horse\n", `msg=reloaded keys=1 presenters=1 password=true denied=1`)
	for what, a := range map[string]*client.Session{"this key": byFirst, "this address": elsewhere} {
		if code := a.Ends(t); code != 1 {
			t.Errorf("%s: exit %d", what, code)
		}
		a.AwaitText(what + " may no longer connect")
	}
	leads.Ends(t)
	leads.AwaitText("this key may no longer connect")
	lets("127.0.0.1", gossh.PublicKeys(first), false, "the first key when it is gone")
	lets("127.0.0.1", gossh.PublicKeys(teacher), false, "the presenter's key when it is gone")
	lets("127.0.0.1", gossh.PublicKeys(second), true, "the second key")
	lets("127.0.0.1", gossh.Password("battery staple horse"), true, "the second password")
	lets("127.0.0.1", gossh.Password("correct horse battery"), false, "the first password when it is gone")
	lets("127.0.5.7", gossh.Password("battery staple horse"), false, "an address that is denied")
	typed.Type("l")
	typed.AwaitText("10 trajectories") // whoever came with the first password goes on
	must.Succeed(t, os.WriteFile(presenters, nil, 0o600))
	reload("# nobody\n", "battery staple horse\n", `msg=reloaded keys=0 presenters=0 password=true`)
	lets("127.0.0.1", gossh.PublicKeys(second), false, "the last key when it is gone")
	lets("127.0.0.1", gossh.Password("battery staple horse"), true, "the password without keys")
	if strings.Contains(p.said.String(), "staple") || strings.Contains(p.said.String(), "horse") {
		t.Errorf("the log has a password:\n%s", p.said)
	}
	p.stops(t)
}

// TestNothingTyped sends words wherever a client can: none is in the log.
func TestNothingTyped(t *testing.T) {
	t.Parallel()
	const word = "hunter2"
	s := start(t, func(o *serve.Options) { o.Public, o.Password = false, "correct horse battery" })
	dialAs := func(change func(c *gossh.ClientConfig)) (*gossh.Client, error) {
		config := client.Config(gossh.Password("correct horse battery"))
		config.User = word
		change(config)
		return client.DialFrom("127.0.0.1", s.address, config)
	}
	for _, change := range []func(c *gossh.ClientConfig){
		func(c *gossh.ClientConfig) { c.Auth = []gossh.AuthMethod{gossh.Password(word)} },
		func(c *gossh.ClientConfig) { c.Auth = []gossh.AuthMethod{gossh.PublicKeys(signer(t))} },
		func(c *gossh.ClientConfig) { c.Auth = nil },
		func(c *gossh.ClientConfig) {
			c.KeyExchanges = []string{gossh.InsecureKeyExchangeDH14SHA1}
			c.ClientVersion = "SSH-2.0-" + word
		},
	} {
		if c, err := dialAs(change); err == nil {
			t.Error("gets in")
			_ = c.Close()
		}
	}
	for _, text := range []string{word + "\r\n", "SSH-2.0-" + word + "\r\n" + word + word + word} {
		c := must.Have(net.Dial("tcp", s.address))(t)
		_, _ = io.WriteString(c, text)
		_ = c.Close()
	}
	for _, command := range []string{word, "run --" + word, "run --features " + word, "lambdascope --gamma " + word} {
		c := must.Have(dialAs(func(*gossh.ClientConfig) {}))(t)
		if _, _, code := client.Run(t, c, command); code != 2 {
			t.Errorf("%q: exit %d", command, code)
		}
		_ = c.Close()
	}
	until(t, "the lines", func() bool {
		return strings.Count(s.said.String(), "reason=misuse") == 4 && strings.Contains(s.said.String(), "no common key exchange")
	})
	s.stop(t)
	if strings.Contains(strings.ToLower(s.said.String()), word) {
		t.Errorf("the log has what was typed:\n%s", s.said)
	}
}
