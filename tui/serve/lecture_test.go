//go:build linux

package serve_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"lambdascope/sim/testutil"
)

// lecture is a class in its own process, with the same addresses after a restart.
type lecture struct {
	*program
	t       *testing.T
	web     string
	chrome  *chrome // nil without -browser: students and phones then have no browser
	start   func() *program
	present func() *sshClient // over SSH
}

// student is somebody with a page of the app.
type student interface {
	person
	AwaitLink(text string) // in the page's address
	Reload()
}

// voter is somebody with a phone.
type voter interface {
	Vote(answer int)
	AwaitText(text string)
}

// TestClass gives a lecture to ten people over SSH, ten with pages and ten with phones: it is
// followed, left and come back to, voted in, and gives everybody their own data; some come late, reload
// or lose their connections, the presenter's, too, and the server is killed. With -browser the
// pages are in Chromium. With -load a hundred are there over SSH, and turns take at most 200 ms.
func TestClass(t *testing.T) {
	t.Parallel()
	l := newLecture(t)
	each, overSSH, turns := 10, 10, 4
	if *load {
		overSSH, turns = 100, 40
	}
	leads := l.present()
	leads.Type("R")
	awaitAll(leads, "http://"+strings.Replace(l.web, "127.0.0.1", "localhost", 1)+"/vote ", "█▀▀▀▀▀█")
	leads.Type("R")
	var sessions []*sshClient
	var students []student
	var phones []voter
	for i := range overSSH {
		sessions = append(sessions, l.session(i))
	}
	for i := range each {
		students = append(students, l.student(i))
		phones = append(phones, l.phone(i))
	}
	all := make([]person, 0, overSSH+each)
	for _, s := range sessions {
		all = append(all, s)
	}
	for _, s := range students {
		all = append(all, s)
	}
	everybody := func(text string) {
		t.Helper()
		for _, p := range all {
			p.AwaitText(text)
		}
	}
	phonesSee := func(text string) {
		t.Helper()
		for _, p := range phones {
			p.AwaitText(text)
		}
	}
	here := fmt.Sprintf("%3d here · ", len(all))
	leads.AwaitText(here + " 0 away · 10 on phones")
	phonesSee("the question appears here")

	var took []time.Duration
	for i := range turns {
		pressed := time.Now()
		leads.Type(fmt.Sprintf(":n %d\r", 21+i))
		everybody(fmt.Sprintf("‹ %d ›", 21+i))
		for _, s := range sessions {
			s.AwaitIdle(20 * time.Millisecond)
			took = append(took, s.Last().Sub(pressed))
		}
	}
	slices.Sort(took)
	t.Logf("95 %% of %d turns within %v", len(took), took[len(took)*95/100])
	if *load && took[len(took)*95/100] > 200*time.Millisecond {
		t.Error("too slow")
	}

	wander := []person{sessions[0], students[0]}
	for _, p := range wander {
		p.Type(":n 12\r")
		p.AwaitText("○ your own view")
	}
	leads.AwaitText(" 2 away")
	students[0].Reload()
	awaitAll(students[0], "○ your own view", "‹ 12 ›")
	leads.Type("A")
	for _, p := range wander {
		p.AwaitText("asks all to come back")
		p.Type("r")
	}
	leads.AwaitText(here + " 0 away")

	asksClass(leads, "2")
	phonesSee("You have not voted.")
	for i, p := range all {
		p.AwaitText("V votes.")
		p.Type("V")
		p.AwaitText("one cannot tell")
		p.Type(fmt.Sprint(1 + i%3))
	}
	for i, p := range phones {
		p.Vote(i % 3)
		p.AwaitText("Your vote: " + fmt.Sprint(1+i%3))
	}
	phones[0].Vote(1)
	phones[0].AwaitText("Your vote: 2, no.")
	from := "10 addresses"
	if l.chrome != nil {
		from = "1 address"
	}
	students[1].Reload()
	students[1].AwaitText("Your vote: ")
	voted := fmt.Sprintf("%d voted · 10 phones from %s · %d seats", len(all)+each, from, len(all))
	says(leads, voted)
	leads.Type("z")
	says(leads, voted)
	everybody("Right is 3, one cannot tell")
	phonesSee("Right is 3, one cannot tell. Your vote: ")
	leads.Type("V")

	leads.Type("g")
	says(leads, fmt.Sprintf("%d results of %[1]d seats: λ̂", len(all)))
	leads.Type("g")

	late := []person{l.session(overSSH), l.student(each)}
	all = append(all, late...)
	here = fmt.Sprintf("%3d here · ", len(all))
	leads.AwaitText(here)
	everybody(fmt.Sprintf("‹ %d ›", 20+turns))

	testutil.Check(t, leads.line.Close()) // the presenter's network
	everybody("○ no presenter")
	teaches := l.page(each+1, "/present#"+l.secret(t))
	everybody("● live")
	teaches.Type(":n 44\r")
	everybody("‹ 44 ›")
	teaches.AwaitLink("n=44")

	secret := l.secret(t)
	l.signal(syscall.SIGKILL)
	<-l.ended
	l.program = l.start()
	if again := l.secret(t); again != secret {
		t.Errorf("the secret is %s, was %s", again, secret)
	}
	teaches.Reload()
	students[0].Reload()
	for _, p := range []person{students[0], l.session(overSSH + 1)} {
		awaitAll(p, "● live", "‹ 44 ›")
	}
	phonesSee("the question appears here")
	l.stops(t)
}

// newLecture starts a server with a class.
func newLecture(t *testing.T) *lecture {
	t.Helper()
	l := &lecture{t: t, web: freePort(t)}
	if *browser {
		l.chrome = chromium(t)
		l.chrome.step() // starts it
	}
	home, at := t.TempDir(), freePort(t)
	l.start = func() *program {
		return process(t, home, "--listen", at, "--web", l.web, "--class", "--name", "localhost").listens(t)
	}
	l.program = l.start()
	l.present = func() *sshClient { return presents(t, at, l.secret(t), 120, 36) }
	return l
}

// session opens a session over SSH from an address of its own.
func (l *lecture) session(i int) *sshClient {
	return openView(l.t, dialFrom(l.t, numbered(41, i), l.address), view{Width: 120, Height: 36})
}

// student opens the page of the class.
func (l *lecture) student(i int) student { return l.page(i, "/") }

// page opens an address in a browser of its own.
func (l *lecture) page(i int, at string) student {
	l.t.Helper()
	if l.chrome != nil {
		return l.chrome.another(1280, 800, "http://"+l.web+at)
	}
	s := &bareStudent{source: numbered(42, i), web: l.web, hello: pageHello{Token: phone(i), Browser: phone(100 + i)}}
	s.hello.At, s.hello.Again, _ = strings.Cut(at, "#")
	s.webPage = openPageFrom(l.t, s.source, s.web, s.hello)
	return s
}

// bareStudent is a student without a browser.
type bareStudent struct {
	*webPage
	source, web string
	hello       pageHello
}

// AwaitLink waits until the page is told an address with a text.
func (s *bareStudent) AwaitLink(text string) { isAt(s.webPage, text) }

// Reload opens the page again at its address.
func (s *bareStudent) Reload() {
	at := s.Seen().At
	s.hello.At, s.hello.Again = at.Link, at.Again
	s.Drop()
	s.webPage = openPageFrom(s.tb, s.source, s.web, s.hello)
}

// phone opens the page for phones.
func (l *lecture) phone(i int) voter {
	if l.chrome != nil {
		return chromePhone{l.chrome.another(360, 740, "http://"+l.web+"/vote")}
	}
	p := barePhone{l.t, l.web, "/vote", browserFrom(numbered(43, i)), phone(200 + i)}
	p.AwaitText("")
	return p
}

// phone is the token of a phone.
func phone(i int) string { return fmt.Sprintf("%032d", i) }

// barePhone is a phone without a browser.
type barePhone struct {
	t         *testing.T
	web, path string
	by        *http.Client
	token     string
}

// post sends a request, which may have a guess, and returns the words of the answer.
func (p barePhone) post(guess string) string {
	_, text := get(p.t, p.by, "POST", "http://"+p.web+p.path, http.Header{"Origin": {"http://" + p.web}}, fmt.Sprintf(`{"token":"%s"%s}`, p.token, guess))
	return text
}

func (p barePhone) Vote(answer int) { p.post(fmt.Sprintf(`,"guess":%d`, answer)) }

func (p barePhone) AwaitText(text string) {
	until(p.t, text, func() bool { return strings.Contains(p.post(""), text) })
}
