//go:build linux

package serve_test

import (
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/sys/unix"

	"lambdascope/sim/must"
	"lambdascope/tui/serve/internal/client"
)

// siege is a class under attack: a server as the command has it, with a password and a
// presenter's key, all of whose log goes where nobody may read it.
type siege struct {
	*program
	key    gossh.Signer // a presenter's
	secret string
	class  int           // how many follow
	end    chan struct{} // closed when the attacks are to end
	all    sync.WaitGroup
}

const siegePassword = "correct horse battery"

func startSiege(t *testing.T, flags ...string) *siege {
	t.Helper()
	s := &siege{key: signer(t), end: make(chan struct{})}
	s.program = startProgram(t, append([]string{
		"--class", "--password-file", write(t, siegePassword+"\n"),
		"--presenters", write(t, string(gossh.MarshalAuthorizedKey(s.key.PublicKey()))),
	}, flags...)...)
	s.secret = s.program.secret(t)
	return s
}

// stop ends the attacks, before the connections that they use are closed.
func (s *siege) stop() {
	close(s.end)
	s.all.Wait()
}

// again calls f until the attack ends, with a pause: of 200 ms at least, unless with -long
// or -load.
func (s *siege) again(pause time.Duration, f func()) {
	if !*long && !*load {
		pause = max(pause, 200*time.Millisecond)
	}
	s.all.Go(func() {
		for {
			f()
			select {
			case <-s.end:
				return
			case <-time.After(pause):
			}
		}
	})
}

// as dials with the password, from an address.
func (s *siege) as(source string) (*gossh.Client, error) {
	config := client.Config(gossh.Password(siegePassword))
	config.Timeout = 10 * time.Second
	return client.DialFrom(source, s.address, config)
}

// attacks are those of a siege, each with how it begins. It goes on until the end.
var attacks = []struct {
	name  string
	begin func(t *testing.T, s *siege)
}{
	{"one address has all sessions, and types in them", func(t *testing.T, s *siege) {
		var taken sync.WaitGroup
		for range withLong(30, 210) {
			taken.Add(1)
			first := sync.OnceFunc(taken.Done)
			s.again(time.Second, func() {
				defer first()
				c, err := s.as("127.0.1.1")
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
				if session.RequestPty("xterm", 24, 80, nil) != nil || session.Shell() != nil {
					return
				}
				ended := make(chan struct{})
				go func() {
					defer close(ended)
					_ = session.Wait()
				}()
				first()
				for {
					_, _ = io.WriteString(keys, "\x00")
					select {
					case <-s.end:
						return
					case <-ended: // it comes back
						return
					case <-time.After(time.Second):
					}
				}
			})
		}
		taken.Wait()
	}},
	{"seven addresses that have logged in hold ten connections each", func(t *testing.T, s *siege) {
		for i := range 7 {
			source := fmt.Sprintf("127.0.2.%d", 1+i)
			if c, err := s.as(source); err != nil {
				t.Error(err)
			} else {
				_ = c.Close()
			}
			s.holdAgain(source, 10)
		}
		time.Sleep(200 * time.Millisecond)
	}},
	{"two addresses that know the password hold 32 connections each", func(t *testing.T, s *siege) {
		for _, source := range []string{"127.0.3.1", "127.0.3.2"} {
			if c, err := s.as(source); err != nil {
				t.Error(err)
			} else {
				_ = c.Close()
			}
			s.holdAgain(source, 32)
		}
		time.Sleep(200 * time.Millisecond)
	}},
	{"somebody tries wrong passwords without a pause", func(t *testing.T, s *siege) {
		for i := range 2 {
			config := client.Config(gossh.RetryableAuthMethod(gossh.PasswordCallback(func() (string, error) {
				return "a wrong password, of course", nil
			}), 6))
			s.again(50*time.Millisecond, func() {
				if c, err := client.DialFrom(fmt.Sprintf("127.0.4.%d", 1+i), s.address, config); err == nil {
					_ = c.Close()
				}
			})
		}
	}},
	{"eight loops of help", func(t *testing.T, s *siege) {
		for i := range 8 {
			s.again(0, func() {
				c, err := s.as(fmt.Sprintf("127.0.5.%d", 1+i/4))
				if err != nil {
					return
				}
				defer c.Close()
				if session, err := c.NewSession(); err == nil {
					_ = session.Run("help")
				}
			})
		}
	}},
	{"one follower comes back as somebody else", func(t *testing.T, s *siege) {
		width := 80
		s.again(50*time.Millisecond, func() {
			c, err := s.as("127.0.10.1")
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
			width = 80 + (width+1)%100
			if session.RequestPty("xterm", 24, width, nil) != nil || session.Shell() != nil {
				return
			}
			_, _ = io.WriteString(keys, "<V")
			time.Sleep(50 * time.Millisecond)
		})
	}},
	{"three followers come and go by s and r", func(t *testing.T, s *siege) {
		for i := range s.class {
			a := s.enter(t, fmt.Sprintf("127.0.6.%d", 1+i), "", gossh.Password(siegePassword), patience)
			if i < 3 {
				on := true
				s.again(30*time.Millisecond, func() {
					key := "r"
					if on {
						key = "s"
					}
					on = !on
					a.Type(key)
				})
			}
		}
	}},
}

// holdAgain holds connections from an address that send nothing, and opens them again
// when they end.
func (s *siege) holdAgain(source string, connections int) {
	for range connections {
		s.again(100*time.Millisecond, func() {
			c, err := client.ConnectFrom(source, s.address)
			if err != nil {
				return
			}
			defer c.Close()
			ended := make(chan struct{})
			go func() {
				defer close(ended)
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

// TestAttackSiege has each attack alone and all together. While they last, whoever
// presents gets in, by the secret and by a key, and so does somebody from an address of
// their own. With -long and -load, when nothing else runs, the first are in within two
// seconds, the others within five, and a key of a quiet session is on its screen within
// 60 ms.
func TestAttackSiege(t *testing.T) {
	t.Parallel()
	tries := withLong(2, 10)
	under := func(t *testing.T, class int, begin func(t *testing.T, s *siege)) {
		s := startSiege(t, "--max-sessions", fmt.Sprint(withLong(28, 200)))
		defer s.stop()
		s.class = class
		s.enter(t, "127.0.7.1", "present "+s.secret, gossh.Password(siegePassword), patience)
		quiet := s.enter(t, "127.0.7.2", "", gossh.Password(siegePassword), patience)
		begin(t, s)
		began := time.Now()
		for i := range tries {
			fresh := fmt.Sprintf("127.0.8.%d", 1+i)
			auth, command := gossh.Password(siegePassword), "present "+s.secret
			if i%2 == 1 {
				auth, command = gossh.PublicKeys(s.key), "present"
			}
			s.enter(t, fresh, command, auth, 2*time.Second)
			s.enter(t, fmt.Sprintf("127.0.9.%d", 1+i), "", gossh.Password(siegePassword), 5*time.Second)
		}
		t.Logf("%d presenters and %d others were in after %v", tries, tries, time.Since(began).Round(time.Millisecond))
		turns := turnTimes(t, quiet, withLong(5, 60))
		p95 := turns[len(turns)*95/100]
		t.Logf("a key of a quiet session: median %v, 95th percentile %v", turns[len(turns)/2], p95)
		if *load && p95 > 60*time.Millisecond {
			t.Errorf("a key takes %v", p95)
		}
	}
	for _, a := range attacks {
		if !*long && !*load {
			break
		}
		t.Run(a.name, func(t *testing.T) { under(t, 96, a.begin) })
	}
	t.Run("all together", func(t *testing.T) {
		// Of 200 places one address keeps 100, and there are 20 newcomers.
		under(t, withLong(6, 50), func(t *testing.T, s *siege) {
			for _, a := range attacks {
				a.begin(t, s)
			}
		})
	})
}

// enter begins a session from an address and returns it once it shows the app, which with
// -long or -load must be within some time.
func (s *siege) enter(t *testing.T, source, command string, auth gossh.AuthMethod, within time.Duration) *client.Session {
	t.Helper()
	began := time.Now()
	config := client.Config(auth)
	c, err := client.DialFrom(source, s.address, config)
	if err != nil {
		t.Fatalf("%s: %v after %v", source, err, time.Since(began))
	}
	t.Cleanup(func() { _ = c.Close() })
	a := client.Open(t, c, client.View{Width: 120, Height: 36, Command: command})
	a.AwaitText("LOTO error .")
	if took := time.Since(began); (*long || *load) && took > within {
		t.Errorf("%s is in after %v, want %v: %q", source, took, within, command)
	}
	return a
}

// turnTimes returns how long a session takes from a key to the screen that it changes,
// sorted.
func turnTimes(t *testing.T, a *client.Session, keys int) (all []time.Duration) {
	t.Helper()
	for i := range keys {
		key, want := "l", "10 trajectories"
		if i%2 == 1 {
			key, want = "h", "7 trajectories"
		}
		began := time.Now()
		a.Type(key)
		a.AwaitText(want)
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
	s := startSiege(t)
	defer s.stop()
	for range withLong(1, 33) {
		s.again(0, func() {
			if c, err := client.DialFrom("127.0.4.1", s.address, client.Config(gossh.Password("a wrong password, of course"))); err == nil {
				_ = c.Close()
			}
		})
	}
	for i := range 5 {
		began := time.Now()
		c, err := s.as("127.0.4.1")
		if err != nil {
			t.Fatalf("right password %d: %v", i, err)
		}
		_ = c.Close()
		t.Logf("in after %v", time.Since(began).Round(time.Millisecond))
	}
}

// TestAttackVotes has a follower vote, drop and come back as somebody else. It has no
// more voices than one visitor may.
func TestAttackVotes(t *testing.T) {
	t.Parallel()
	const honest, back, most = 3, 6, 4
	p := startProgram(t, "--class")
	leads := p.leads(t)
	join := func(source string, width int) (a *client.Session, drop func() error) {
		c := must.Have(client.DialFrom(source, p.address, client.Config()))(t)
		t.Cleanup(func() { _ = c.Close() })
		return client.Open(t, c, client.View{Width: width, Height: 24, Command: "join --name Ana"}), c.Close
	}
	var class []*client.Session
	for i := range honest {
		a, _ := join(fmt.Sprintf("127.0.6.%d", 1+i), 80)
		class = append(class, a)
	}
	leads.AwaitText(fmt.Sprintf("%d here", honest))
	leads.Type("V")
	leads.AwaitText("Ask the class")
	leads.Type("3")
	for _, a := range class {
		says(a, "V votes.")
		a.Type("V40\r")
		says(a, "Your vote: n = 40.")
	}
	for i := range back {
		a, drop := join("127.0.10.1", 81+i)
		says(a, "V votes.")
		a.Type("V500\r")
		says(a, "Your vote: n = 500.")
		leads.AwaitText(fmt.Sprintf("%d votes, %d here", honest+min(i, most)+1, honest+1))
		_ = drop()
		leads.AwaitText(fmt.Sprintf("%d votes, %d here", honest+min(i+1, most), honest))
	}
	leads.Type("z")
	says(class[0], fmt.Sprintf("%d votes, %d here", honest+most, honest))
}

// TestLogIsNotRead has nobody read the server's log: people get in all the same, and it
// ends when it is told to.
func TestLogIsNotRead(t *testing.T) {
	t.Parallel()
	log, end, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer end.Close()
	defer log.Close()
	must.Have(unix.FcntlInt(end.Fd(), unix.F_SETPIPE_SZ, os.Getpagesize()))(t)
	p := launch(t, end, "--listen", "127.0.0.1:0").listens(t)
	for i := range 30 { // 12 KB of log
		c := must.Have(client.DialFrom(fmt.Sprintf("127.0.1.%d", 1+i), p.address, client.Config()))(t)
		if _, _, code := client.Run(t, c, "help"); code != 0 {
			t.Errorf("exit %d", code)
		}
		_ = c.Close()
	}
	began := time.Now()
	p.stops(t)
	t.Logf("the end took %v", time.Since(began).Round(time.Millisecond))
}
