//go:build linux

package serve_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/problem"
	"lambdascope/sim/testutil"
	"lambdascope/tui/room"
	"lambdascope/tui/serve"
	"lambdascope/tui/serve/internal/client"
)

// asksClass has the presenter ask the class a question of the panel.
func asksClass(leads *client.Session, question string) {
	leads.Type("V")
	leads.AwaitText("Ask the class")
	leads.Type(question)
}

// guesses has a seat vote on a number of trajectories.
func guesses(s *client.Session, n string) {
	says(s, "V votes.")
	s.Type("V" + n + "\r")
	says(s, "Your vote: n = "+n+".")
}

// wrongCode is a code that is none of a room.
func wrongCode(code string) string {
	if code == "BBBB" {
		return "CCCC"
	}
	return "BBBB"
}

// TestClassInSessions: every session follows from its start, the secret presents, and
// takes the class over when the presenter's connection is cut. The presenter reads names,
// puts a seat out that does not come back, and lets it in again.
func TestClassInSessions(t *testing.T) {
	t.Parallel()
	s := start(t, func(o *serve.Options) { o.Class = true })
	first := sized(t, s.address, "join --name 'Ana  Lee'", 60, 20)
	first.AwaitText("○ no presenter")
	first.Type("R")
	says(first, "The presenter sees your name, Ana Lee.")
	first.Type("\x1b")
	for forged, want := range map[string]string{"join": "want ssh -t", "present": "", "present x": "", "present " + s.Secret()[1:]: ""} {
		if out, errs, code := run(t, s.address, forged); code == 0 || out != "" || !strings.Contains(errs, "lambdascope: ") || !strings.Contains(errs, want) || strings.Contains(errs, s.Secret()) {
			t.Errorf("%s: exit %d, %q, %q", forged, code, out, errs)
		}
	}
	open(t, s.address, "present AAAABBBBCCCCDDDDEEEEFFFFGG").AwaitText("no room has this secret")
	line := dial(t, s.address)
	leads := client.Open(t, line, client.View{Width: 80, Height: 24, Command: "present " + s.Secret()})
	leads.AwaitText("1 here")
	late := sized(t, s.address, "", 200, 60)
	apart := sized(t, s.address, "lambdascope --domain 2048 --page trials", 100, 30)
	apart.AwaitText("○ your own view")
	leads.AwaitText("2 here ·  1 away")
	leads.Type(":n 33\r")
	late.AwaitText("33 trajectories")
	first.AwaitText("n ‹33›")
	if screen := apart.Screen(); !strings.Contains(screen, "2048") {
		t.Errorf("pulled along:\n%s", screen)
	}
	apart.Type("r")
	apart.AwaitText("‹ 33 ›")
	_ = line.Close() // the teacher's network
	awaitAll(late, "○ no presenter", "33 trajectories")
	leads = open(t, s.address, "lambdascope present "+s.Secret())
	awaitAll(leads, "‹ 33 ›", "3 here")
	leads.Type("2")
	for _, f := range []*client.Session{first, late, apart} {
		f.AwaitText("2·Folds")
	}
	leaves(t, late, "q")
	leads.AwaitText("2 here")
	back := sized(t, s.address, "", 200, 60)
	back.Type("R")
	awaitAll(back, "join --name NAME", "seat 3.")

	leads.Type("R")
	leads.AwaitText("1 Ana Lee live")
	leads.Type("1x")
	leads.AwaitText("Kept out: 1 Ana Lee")
	says(first, "the presenter has put this seat out")
	says(sized(t, s.address, "", 90, 24), "the presenter has put out somebody")
	leads.Type("1i")
	leads.Await("nobody is kept out", func(screen string) bool { return !strings.Contains(screen, "Kept out") })
	sized(t, s.address, "", 90, 24).AwaitText("● live")
	for _, what := range []string{"put out", "let in again"} {
		s.said.says(t, `msg="seat `+what+`" room=[A-Z]{4} seat=1 from=127\.0\.0\.1`)
	}
	s.said.lacks(t, "Ana")
}

// TestRoomsInSessions opens a room, joins it by its code, and takes it over. It is there
// again when the server stops and another begins, with its problem, and without the class
// of another. An address opens few of them.
func TestRoomsInSessions(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "rooms")
	own := testutil.Get(problem.Parse("mine", []byte(mineProblem)))(t)
	begin := func() *server {
		return start(t, func(o *serve.Options) { o.RoomsFolder, o.Problems = folder, []*problem.Problem{own} })
	}
	s := begin()
	leads := sized(t, s.address, "present", 80, 24)
	leads.AwaitText("● live")
	code, secret := leads.Room()
	follows := open(t, s.address, "join "+strings.ToLower(code))
	follows.AwaitText("● live")
	leads.AwaitText("1 here")
	if out, errs, code := run(t, s.address, "join"); code != 2 || out != "" || !strings.Contains(errs, "lambdascope: ") {
		t.Errorf("join: exit %d, %q, %q", code, out, errs)
	}
	open(t, s.address, "join "+wrongCode(code)).AwaitText("no room that takes newcomers has this code")
	over := sized(t, s.address, "present "+secret, 80, 24)
	over.AwaitText("● live")
	leads.AwaitText("Somebody else presents now")
	over.Type(":problem mine\r")
	over.AwaitText("domain mine")
	follows.AwaitText("my own")
	over.Type(":n 33\r")
	over.AwaitText("n ‹33›")
	for range 8 - 1 {
		open(t, s.address, "present").AwaitText("● live")
	}
	open(t, s.address, "present").AwaitText("rooms were opened from your address")
	client.Open(t, dialFrom(t, "127.0.9.1", s.address), client.View{Width: 80, Height: 24, Command: "present"}).AwaitText("● live")
	if rooms := s.counts("rooms"); rooms != 9 {
		t.Errorf("%d rooms", rooms)
	}
	class := filepath.Join(folder, room.ClassName+".json")
	testutil.Check(t, os.WriteFile(class, []byte("of a class"), 0o600))
	s.stop(t)
	s.said.lacks(t, code, secret)
	if mode := testutil.Get(os.Stat(filepath.Join(folder, code+".json")))(t).Mode(); mode.Perm() != 0o600 {
		t.Errorf("mode %v", mode)
	}

	s = begin()
	leads = sized(t, s.address, "present "+secret, 80, 24)
	awaitAll(leads, "domain mine", "n ‹33›")
	open(t, s.address, "join "+code+" --name Ana").AwaitText("● live")
	leads.AwaitText("1 here")
	if text := testutil.Get(os.ReadFile(class))(t); string(text) != "of a class" {
		t.Errorf("the class of another: %q", text)
	}
	s.said.lacks(t, "class")
}

// TestClassJoinsAtOnce has a whole class connect at the same instant, from one address,
// with the default flags of --class: nobody is lost. Then they vote, one of them as fast
// as it can, and others with what is no vote. With -long they are a hundred.
func TestClassJoinsAtOnce(t *testing.T) {
	t.Parallel()
	people, fast := withLong(4, 100), withLong(60, 500)
	p := startProgram(t, "--class")
	if early, _, _ := strings.Cut(p.said.String(), "\nssh -t "); strings.Contains(early, "present ") {
		t.Errorf("said before the command for the presenter:\n%s", early)
	}
	leads := p.leads(t, 0)
	type dialed struct {
		*gossh.Client
		error
	}
	start, lines := make(chan struct{}), make(chan dialed, people)
	for range people {
		go func() {
			<-start
			c, err := client.Dial(p.address)
			lines <- dialed{c, err}
		}()
	}
	close(start)
	var all []*client.Session
	for i := range people {
		line := <-lines
		if line.error != nil {
			t.Fatalf("%d of %d have connected: %v", i, people, line.error)
		}
		t.Cleanup(func() { _ = line.Close() })
		all = append(all, client.Open(t, line.Client, client.View{Width: 80, Height: 24}))
	}
	leads.AwaitText(fmt.Sprintf("%3d here ·  0 away", people))

	asksClass(leads, "2")
	leads.AwaitText(fmt.Sprintf("0 votes, %d here", people))
	flood, wrong, quiet := all[0], all[1], all[2]
	for _, s := range []*client.Session{flood, wrong} {
		says(s, "V votes.")
	}
	flood.Type(strings.Repeat("V50\rV\x1bV7\r", fast) + "V70\r")
	wrong.Type("V1\r") // a seat that has only this
	says(wrong, "Not voted: guess 1: want a whole number, 2 to 100000")
	wrong.Type("V999999999\r")
	says(wrong, "Not voted: guess 999999: want")
	guesses(quiet, "100")
	says(flood, "Your vote: n = 70.")
	result := func(text string) {
		t.Helper()
		leads.AwaitText(fmt.Sprintf("2 votes, %d here", people))
		leads.Type("z")
		for _, s := range []*client.Session{leads, wrong, quiet, flood} {
			says(s, fmt.Sprintf("2 votes, %d here, median %s.", people, text))
		}
	}
	result("n = 85")
	leads.Type("V") // closes the panel
	leads.AwaitText("more data usually")
	asksClass(leads, "1")
	for _, s := range all[:3] {
		says(s, "Put λ there with")
	}
	flood.Type(strings.Repeat("<V.V,V", fast) + ">V") // λ = 1 comes last, and once
	quiet.Type("<V")
	says(quiet, "Your vote: λ = 0.")
	says(flood, "Your vote: λ = 1.")
	result("λ = 0.5")
	leads.Type(":n 33\r")
	quiet.AwaitText("n ‹33›")
}

// TestManyInAClass has a class of many, of whom one takes no output, follow turns. With
// -load it is a hundred, and what turns take is held to 200 ms.
func TestManyInAClass(t *testing.T) {
	t.Parallel()
	people, turns := 8, 3
	if *load {
		people, turns = 100, 40
	}
	p := startProgram(t, "--class")
	all := make([]*client.Session, people)
	for i := range all {
		all[i] = open(t, p.address, "")
	}
	leads := p.leads(t, people)
	stall(t, p.address) // last, as its session ends after some time
	leads.AwaitText(fmt.Sprintf("%3d here", people+1))
	var took []time.Duration
	bytes, own := 0, 0
	for i := range turns {
		wants := fmt.Sprintf("‹ %d ›", 21+i)
		before := leads.Written()
		for _, f := range all {
			bytes -= f.Written()
		}
		pressed := time.Now()
		leads.Type(fmt.Sprintf(":n %d\r", 21+i))
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
	share := within(took)
	t.Logf("%.0f %% of %d turns within %v; %d bytes a turn and seat, %d for the presenter", 100*share, len(took), loadWithin, bytes/len(took), own/turns)
	if *load && share < loadShare {
		t.Error("too slow")
	}
	leads.AwaitText(fmt.Sprintf("%d here", people+1))
}

// TestClassSurvives kills the server in the middle of a vote. It begins again with the
// same secret, view and votes, and who comes back has the same seat and vote.
func TestClassSurvives(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	serves := func() *program { return process(t, nil, home, append(anyPort, "--class")...).listens(t) }
	p := serves()
	secret, leads := p.secret(t), p.leads(t, 0)
	join := func(width, height int) *client.Session { return sized(t, p.address, "join --name Ana", width, height) }
	small, large := join(60, 20), join(100, 30)
	leads.AwaitText("2 here")
	leads.Type(":n 33\r")
	leads.AwaitText("‹ 33 ›")
	asksClass(leads, "3")
	guesses(small, "40")
	guesses(large, "100")
	leads.AwaitText("2 votes, 2 here")
	until(t, "the votes on the disk", func() bool {
		text, _ := os.ReadFile(filepath.Join(p.state, "rooms", "class.json"))
		return strings.Contains(string(text), `"guess":40`) && strings.Contains(string(text), `"guess":100`)
	})
	p.signal(syscall.SIGKILL)
	<-p.ended

	p = serves()
	if again := p.secret(t); again != secret {
		t.Fatalf("the secret is %s, was %s", again, secret)
	}
	leads = p.leads(t, 0)
	awaitAll(leads, "‹ 33 ›", "2 votes, 0 here")
	leads.Type("R")
	leads.AwaitText("Ana dropped  voted")
	leads.Type("\x1b")
	small = join(60, 20)
	small.AwaitText("n ‹33›")
	says(small, "Your vote: n = 40.")
	leads.AwaitText("2 votes, 1 here")
	leads.Type("z")
	says(small, "2 votes, 1 here, median n = 70.")
}

// TestAttackVotes has a follower vote, drop and come back as somebody else. It has no
// more voices than one visitor may.
func TestAttackVotes(t *testing.T) {
	t.Parallel()
	const honest, back, most = 3, 6, 4
	p := startProgram(t, "--class")
	leads := p.leads(t, 0)
	join := func(source string, width int) (a *client.Session, drop func() error) {
		c := dialFrom(t, source, p.address)
		return client.Open(t, c, client.View{Width: width, Height: 24, Command: "join --name Ana"}), c.Close
	}
	var class []*client.Session
	for i := range honest {
		a, _ := join(numbered(6, i), 80)
		class = append(class, a)
	}
	leads.AwaitText(fmt.Sprintf("%d here", honest))
	asksClass(leads, "3")
	for _, a := range class {
		guesses(a, "40")
	}
	for i := range back {
		a, drop := join(numbered(10, 0), 81+i)
		guesses(a, "500")
		if i == back-1 { // who is there counts, too
			leads.AwaitText(fmt.Sprintf("%d votes, %d here", honest+most+1, honest+1))
		}
		_ = drop()
	}
	leads.AwaitText(fmt.Sprintf("%d votes, %d here", honest+most, honest))
	leads.Type("z")
	says(class[0], fmt.Sprintf("%d votes, %d here", honest+most, honest))
}
