//go:build unix

package serve_test

import (
	"fmt"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"lambdascope/tui/internal/emulator"
	"lambdascope/tui/serve/internal/client"
)

// TestManyInAClass has a class of many, of whom one takes no output, follow turns. With
// -load it is a hundred, and what turns take is held to 200 ms.
func TestManyInAClass(t *testing.T) {
	t.Parallel()
	people, turns := 8, 3
	if *load {
		people, turns = 100, 40
	}
	p := startProgram(t, "--class")
	if early, _, _ := strings.Cut(p.said.String(), "\nssh -t "); strings.Contains(early, "present ") {
		t.Errorf("said before the command for the presenter:\n%s", early)
	}
	secret := p.said.await(t, p.ended, regexp.MustCompile(`(?m)^ssh -t -p \d+ 127\.0\.0\.1 present (\S+)$`))[1]
	stall(t, p.address)
	all := make([]*client.Session, people)
	for i := range all {
		all[i] = open(t, p.address, "")
	}
	leads := open(t, p.address, "present "+secret)
	leads.AwaitText(fmt.Sprintf("%d here", people+1))
	var took []time.Duration
	bytes, own := 0, 0
	for i := range turns {
		n := 21 + i
		wants := fmt.Sprintf("‹ %d ›", n)
		before := leads.Written()
		for _, f := range all {
			bytes -= f.Written()
		}
		pressed := time.Now()
		leads.Type(fmt.Sprintf(":n %d\r", n))
		for _, f := range all {
			f.AwaitText(wants)
		}
		leads.AwaitText(wants)
		for _, f := range all {
			f.AwaitIdle(20 * time.Millisecond)
			took = append(took, f.Last().Sub(pressed))
			bytes += f.Written()
		}
		own += leads.Written() - before
	}
	within := 0
	for _, d := range took {
		if d <= loadWithin {
			within++
		}
	}
	t.Logf("%d of %d turns within %v; %d bytes a turn and seat, %d for the presenter", within, len(took), loadWithin, bytes/len(took), own/turns)
	if *load && float64(within) < loadShare*float64(len(took)) {
		t.Error("too slow")
	}
	leads.AwaitText(fmt.Sprintf("%d here", people+1))
}

// TestClassTakesALesson has a class go through a lesson: every seat does what each step
// waits for, and the presenter goes on when all have. With -long it is a class of 30.
func TestClassTakesALesson(t *testing.T) {
	t.Parallel()
	people := withLong(2, 30)
	p := startProgram(t, "--class")
	secret := p.secret(t)
	var all []*client.Session
	for range people {
		s := client.Open(t, dial(t, p.address), client.View{Width: 80, Height: 24})
		s.AwaitText("○ no presenter")
		all = append(all, s)
	}
	leads := open(t, p.address, "present "+secret)
	leads.AwaitText(fmt.Sprintf("%d here", people))
	leads.Type("Lj\r") // trace
	end := "\x1b[F"
	for i, does := range []string{"z" + end, ":cursor 0.8\r", ":cursor 1\r", "1"} {
		for _, s := range all {
			s.AwaitText(fmt.Sprintf("─ %d/4 ", i+1))
			s.AwaitText("▸ ")
			s.AwaitText(" have")
			if i == 0 {
				s.AwaitText("step 0 of 3") // the walk is there
			}
			s.AwaitIdle(30 * time.Millisecond)
		}
		for k, s := range all {
			s.Type(does)
			s.AwaitText("✓ ")
			leads.AwaitText(fmt.Sprintf("%d of %d have", k+1, people))
		}
		if i == 3 { // Explore is another page, and so one's own view
			leads.AwaitText(fmt.Sprintf("%2d away", people))
			break
		}
		leads.Type(does)
		leads.AwaitText("✓ ")
		leads.Type("n")
		leads.AwaitText(fmt.Sprintf("─ %d/4 ", i+2))
	}
	leads.Type("\x1b") // closes the replay
	leads.AwaitText("by influence")
	leads.Type("\x1b")
	leads.Await("no lesson", func(screen string) bool { return !strings.Contains(screen, "/4 ") })
	leads.Type("A")
	for _, s := range all {
		s.AwaitText("asks all to come back")
		s.Type("r")
		s.AwaitText("● live")
	}
	leads.AwaitText(fmt.Sprintf("%d here", people))
}

// TestClassSurvives kills the server in the middle of a vote. It begins again with the
// same secret, view and votes, and who comes back has the same seat and vote.
func TestClassSurvives(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	serves := func() *program {
		return process(t, nil, home, "--listen", "127.0.0.1:0", "--class").listens(t)
	}
	p := serves()
	secret, leads := p.secret(t), p.leads(t)
	join := func(p *program, width, height int) *client.Session {
		return client.Open(t, dial(t, p.address), client.View{Width: width, Height: height, Command: "join --name Ana"})
	}
	small, large := join(p, 60, 20), join(p, 100, 30)
	leads.AwaitText("2 here")
	leads.Type(":n 33\r")
	leads.AwaitText("‹ 33 ›")
	leads.Type("V")
	leads.AwaitText("Ask the class")
	leads.Type("3")
	says(small, "V votes.")
	small.Type("V40\r")
	says(small, "Your vote: n = 40.")
	says(large, "V votes.")
	large.Type("V100\r")
	says(large, "Your vote: n = 100.")
	leads.AwaitText("2 votes, 2 here")
	time.Sleep(time.Second) // within which all is kept
	p.signal(syscall.SIGKILL)
	<-p.ended

	p = serves()
	if again := p.secret(t); again != secret {
		t.Fatalf("the secret is %s, was %s", again, secret)
	}
	leads = open(t, p.address, "present "+secret)
	leads.AwaitText("‹ 33 ›")
	leads.AwaitText("2 votes, 0 here")
	leads.Type("R")
	leads.AwaitText("Ana dropped  voted")
	leads.Type("\x1b")
	small = join(p, 60, 20)
	small.AwaitText("n ‹33›")
	says(small, "Your vote: n = 40.")
	leads.AwaitText("2 votes, 1 here")
	leads.Type("z")
	says(small, "2 votes, 1 here, median n = 70.")
}

// TestOpenSSHRoom is three windows of OpenSSH in one room: small, usual and large.
func TestOpenSSHRoom(t *testing.T) {
	t.Parallel()
	needsOpenSSH(t)
	p := startProgram(t, "--class")
	secret := p.secret(t)
	c := newOpenSSH(t, p)
	small, _ := c.open(60, 20, host)
	large, _ := c.open(200, 60, host)
	small.AwaitText("○ no presenter")
	leads, _ := c.open(80, 24, "-t", host, "present", secret)
	leads.AwaitText("2 here ·  0 away")
	leads.Type(":n 33\r")
	small.AwaitText("n ‹33›")
	large.AwaitText("33 trajectories")
	leads.Type("V")
	leads.Await("questions about the result", func(screen string) bool {
		return strings.Contains(screen, "Ask the class") && !strings.Contains(screen, "not now")
	})
	leads.Type("\r")
	leads.AwaitText("0 votes") // the truth is hidden before
	for _, term := range []*emulator.Terminal{small, large} {
		term.AwaitText("Which λ has the lowest true error?")
		term.Type("<V")
		term.AwaitText("Your vote: λ = 0.")
	}
	leads.AwaitText("2 votes, 2 here")
	leads.Type("z")
	small.AwaitText("2 votes, 2 here, median λ = 0.")
	large.AwaitText("Your λ = 0")
}

// TestGuessingCodes has an address guess codes: the next ones are looked at later, even a
// right one, and secrets are looked at all the same.
func TestGuessingCodes(t *testing.T) {
	t.Parallel()
	if !*long {
		t.Skip("runs with -long")
	}
	p := startProgram(t)
	leads := open(t, p.address, "present")
	leads.AwaitText("● live")
	code, secret := leads.Room()
	wrong := "BBBB"
	if code == wrong {
		wrong = "CCCC"
	}
	for range 7 { // the last one 5 s later
		s := open(t, p.address, "join "+wrong)
		s.AwaitText("no room that takes newcomers has this code")
	}
	s := open(t, p.address, "join "+code)
	s.AwaitText("too many wrong codes came from your address")
	again := open(t, p.address, "present "+secret)
	again.AwaitText("● live")
	p.said.await(t, p.ended, regexp.MustCompile("code not looked at"))
	if strings.Contains(p.said.String(), code) {
		t.Error("the log has the code")
	}
}
