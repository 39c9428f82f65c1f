//go:build linux

package serve_test

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/testutil"
	"lambdascope/tui/class"
	"lambdascope/tui/lesson"
	"lambdascope/tui/serve"
)

// withClass gives a server a class.
func withClass(o *serve.Options) { o.ClassSecret = rand.Text() }

// presents returns a presenter, who types the secret.
func presents(t *testing.T, address, secret string, width, height int) *sshClient {
	t.Helper()
	return types(openView(t, dial(t, address), view{Width: width, Height: height, Command: "present"}), secret)
}

// types types the secret of a class.
func types(s *sshClient, secret string) *sshClient {
	s.AwaitText("Secret of the class:")
	s.Type(secret + "\r")
	return s
}

// TestPresenting types the secret of a class, and gives it in the wrong ways. Nobody sees it, neither
// in the log nor in an address.
func TestPresenting(t *testing.T) {
	t.Parallel()
	s := start(t, withClass)
	if out, errs, code := run(t, s.address, "present "+s.secret); code == 0 || out != "" || !strings.Contains(errs, "the secret is typed") || strings.Contains(errs, s.secret) {
		t.Errorf("the secret as an argument: exit %d, %q, %q", code, out, errs)
	}
	wrong := presents(t, s.address, s.secret[1:], 80, 24)
	wrong.AwaitText("that is not the secret of the class")
	leads := types(open(t, s.address, "lambdascope present"), "x\x7f"+s.secret)
	awaitAll(leads, "● live", "0 here")
	apart := sized(t, s.address, "lambdascope --domain 2048 --page trials", 120, 30)
	apart.AwaitText("○ your own view")
	leads.Type("R")
	awaitAll(leads, "You present. 0 follow, 1 have their own views", "Only this machine can join")

	p := launch(t, "--listen", "none", "--web", "127.0.0.1:0", "--class")
	web, secret := p.web(t), p.secret(t)
	for _, h := range []pageHello{{At: "/present"}, {At: "/present", Again: "wrong"}} {
		asked := openPage(t, web, h)
		asked.Await("the question", func() bool { return asked.Seen().Ask == "secret" })
	}
	teaches := openPage(t, web, pageHello{At: "/present", Again: secret})
	teaches.AwaitText("● live")
	teaches.Await("a place without the secret", func() bool {
		return teaches.Seen().At.Again == secret && !strings.Contains(teaches.Seen().At.Link, secret)
	})
	p.signal(syscall.SIGTERM)
	isTold(teaches, "the server is stopping")
	if code := p.exit(t); code != 0 {
		t.Errorf("exit %d", code)
	}
	for _, seen := range []string{wrong.Screen(), leads.Screen(), s.said.String(), teaches.Screen()} {
		if strings.Contains(seen, s.secret[1:]) || strings.Contains(seen, secret) {
			t.Errorf("a secret is in:\n%s", seen)
		}
	}
}

// asksClass opens the panel of questions and types the number of one.
func asksClass(leads person, question string) {
	leads.Type("V")
	leads.AwaitText("Ask the class")
	leads.Type(question)
}

// voting is a class with phones. Its presenter is over SSH.
type voting struct {
	*server
	t      *testing.T
	leads  *sshClient
	token  string // in the link for phones
	origin string // of the page
}

// ballot is a phone's request.
type ballot struct {
	Token string   `json:"token"`
	Vote  int      `json:"vote,omitempty"`
	Guess *float64 `json:"guess,omitempty"`
}

// asking is a lesson with a question.
const asking = "# Asking\n\n## A\n\nWhich?\n\n```lambdascope\n--states 5 -n 7\nquestion: Which?\nanswer: this\nright: that\n```\n"

// takesLesson is the keys that open the lesson.
const takesLesson = "L\x1b[F\r"

// newVoting starts a class on a server for browsers, with options.
func newVoting(t *testing.T, change func(*serve.Options)) *voting {
	t.Helper()
	l := testutil.Get(lesson.Parse(sharedEngine(), "asking.md", []byte(asking)))(t)
	v := &voting{t: t, server: start(t, func(o *serve.Options) {
		asServed(o)
		withClass(o)
		o.Lessons = []*lesson.Lesson{l}
		o.Name = "localhost"
		if change != nil {
			change(o)
		}
	})}
	v.origin = "http://" + v.web
	v.leads = types(openView(t, dial(t, v.address, gossh.Password(password)), view{Width: 120, Height: 36, Command: "present"}), v.secret)
	v.leads.AwaitText("● live")
	v.token = serve.Token(v.secret)
	return v
}

// phone is the token of a phone.
func phone(i int) string { return fmt.Sprintf("%032d", i) }

// post sends a phone's request and returns the status and the content of its page.
func (v *voting) post(by *http.Client, path, body string) (int, class.Phone) {
	v.t.Helper()
	answer, text := get(v.t, by, "POST", "http://"+v.web+path, http.Header{"Origin": {v.origin}}, body)
	var p class.Phone
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		v.t.Errorf("%s: %v", text, err)
	}
	return answer.StatusCode, p
}

// looks returns the content of the first phone's page.
func (v *voting) looks() class.Phone {
	v.t.Helper()
	_, p := v.send(ballot{Token: phone(1)})
	return p
}

// send sends a ballot.
func (v *voting) send(b ballot) (int, class.Phone) {
	v.t.Helper()
	return v.post(browserFrom(loopback), "/vote/"+v.token, string(testutil.Get(json.Marshal(b))(v.t)))
}

// asks has the presenter ask a question, and returns the ID of the vote.
func (v *voting) asks(question, text string) (id int) {
	v.t.Helper()
	v.leads.Type(question)
	until(v.t, text, func() bool { p := v.looks(); id = p.Vote; return p.Open && strings.Contains(p.Text, text) })
	return id
}

// ends has the presenter end the vote and close the panel with its result; it returns the content
// of the first phone's page.
func (v *voting) ends(result string) {
	v.t.Helper()
	v.leads.Type("z")
	until(v.t, "the end of the vote", func() bool { return !v.looks().Open })
	says(v.leads, result)
	if !strings.Contains(result, "λ") { // which is on the chart
		v.leads.AwaitText("esc close")
		v.leads.Type("V")
		v.leads.Await("the page", func(screen string) bool { return !strings.Contains(screen, "esc close") })
	}
}

// TestVoteRefuses requests from other pages, without a token, too long, or with another link. The
// short address leads to the class where the server asks for no password.
func TestVoteRefuses(t *testing.T) {
	t.Parallel()
	v, by := newVoting(t, func(o *serve.Options) { o.Public, o.Password = false, password }), browserFrom(loopback)
	id, own := v.asks("V1", "Which λ"), v.origin // phone 1 is there
	good := fmt.Sprintf(`{"token":"%s","vote":%d,"guess":0.5}`, phone(9), id)
	for name, c := range map[string]struct {
		origin string
		body   string
		want   int
	}{
		"another page": {"https://evil.example", good, http.StatusForbidden},
		"no ballot":    {"", "", http.StatusBadRequest},
		"no token":     {"", `{"vote":1,"guess":1}`, http.StatusBadRequest},
		"too long":     {"", `{"x":"` + strings.Repeat("x", 1<<10) + `",` + good[1:], http.StatusBadRequest},
	} {
		v.origin = cmp.Or(c.origin, own)
		if status, p := v.post(by, "/vote/"+v.token, c.body); status != c.want || p.Says == "" || p.Vote != 0 {
			t.Errorf("%s: %d, %+v, want %d", name, status, p, c.want)
		}
	}
	v.origin = own
	for path, want := range map[string]int{"/vote": http.StatusNotFound, "/vote/" + v.token[1:] + "A": http.StatusNotFound, "/VOTE/" + v.token: http.StatusOK} {
		if status, p := v.post(by, path, good); status != want {
			t.Errorf("%s: %d, %+v", path, status, p)
		}
	}
	v.leads.AwaitText("2 on phones")
	v.said.lacks(t, v.token)
	openPage(t, v.web, pageHello{Browser: phone(9), Password: password, At: "/"}).AwaitText("Your vote: λ = 0.5") // of the same browser
	says(v.leads, "1 voted · 2 phones from 1 address · 1 seat")
	open := newVoting(t, nil)
	if status, p := open.post(by, "/vote", good); status != http.StatusOK {
		t.Errorf("the short address: %d, %+v", status, p)
	}
}

// TestClassCommand starts a class in a terminal. Students join over SSH, in a browser and with a
// phone, at an address that other machines reach. Neither ctrl+z nor a single q or ctrl+c ends it.
func TestClassCommand(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	command := exec.Command(testutil.Get(build())(t), "class", "--listen", "0.0.0.0:0", "--web", "0.0.0.0:0", "--password", "-n", "20")
	command.Env = []string{"HOME=" + home, "XDG_STATE_HOME=" + home, "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color"}
	leads := inTerminal(t, command, 200, 60)
	awaitAll(leads, "20 trajectories", "You present: the class sees what you do.", "0 here")
	leads.Type("R")
	leads.AwaitText("Password: ")
	panel := strings.Join(strings.Fields(leads.Screen()), " ")
	join := regexp.MustCompile(`ssh -p (\d+) ([\d.]+) .*browser: http://([\d.:]+)/ .*phone: http://[\d.:]+(/vote/[A-Z2-7]+) .*Password: (\S+)`).FindStringSubmatch(panel)
	if join == nil && strings.Contains(panel, "Only this machine can join") {
		t.Skip("no network here")
	}
	if join == nil || strings.Contains(panel, "127.0.0.1") {
		t.Fatalf("others cannot join by:\n%s", panel)
	}
	port, host, web, vote, password := join[1], join[2], join[3], join[4], join[5]
	overSSH := open(t, net.JoinHostPort(host, port), "", gossh.Password(password))
	inBrowser := openPage(t, web, pageHello{Password: password, At: "/"})
	header := http.Header{"Origin": {"http://" + web}}
	if answer, text := get(t, http.DefaultClient, "POST", "http://"+web+vote, header, `{"token":"`+phone(1)+`"}`); answer.StatusCode != http.StatusOK {
		t.Errorf("a phone: %s, %s", answer.Status, text)
	}
	leads.AwaitText("2 follow, 0 have their own views, 1 phone from 1 address")
	leads.Type("q:n 30\r")
	for _, student := range []person{overSSH, inBrowser} {
		awaitAll(student, "● live", "‹ 30 ›")
	}
	leads.Type("\x1a")
	leads.AwaitText("ctrl+z would stop")
	leads.Type("\x03")
	leads.AwaitText("Leaving ends the class.")
	leads.Type("l")
	overSSH.AwaitText("‹ 50 ›")
	leads.Type("q")
	leads.AwaitText("Leaving ends the class.")
	leads.ends("q")
	leads.AwaitText("--trajectories 50")
	isTold(inBrowser, "the server is stopping")
	if code := overSSH.Ends(t); code != 1 {
		t.Errorf("exit %d", code)
	}
}
