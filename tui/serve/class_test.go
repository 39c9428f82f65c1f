//go:build linux

package serve_test

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/testutil"
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
	leads := open(t, s.address, "lambdascope present")
	leads.AwaitText("Secret of the class:")
	leads.Type("x\x7f" + s.secret + "\rR") // the app has the key after the secret
	awaitAll(leads, "● live", "0 here", "Only this machine can join")
	apart := sized(t, s.address, "lambdascope --domain 2048 --page trials", 120, 30)
	apart.AwaitText("○ your own view")
	leads.AwaitText("You present. 0 follow, 1 have their own views")

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
	leads *sshClient
	link  string // path of the page for phones
}

// asking is a lesson with a question.
const asking = "# Asking\n\n## A\n\nWhich?\n\n```lambdascope\n--states 5 -n 7\nquestion: Which?\nanswer: this\nright: that\n```\n"

// takesLesson is the keys that open the lesson.
const takesLesson = "L\x1b[F\r"

// newVoting starts a class on a server for browsers, with options.
func newVoting(t *testing.T, change func(*serve.Options)) *voting {
	t.Helper()
	l := testutil.Get(lesson.Parse(sharedEngine(), "asking.md", []byte(asking)))(t)
	v := &voting{server: start(t, func(o *serve.Options) {
		asServed(o)
		withClass(o)
		o.Lessons = []*lesson.Lesson{l}
		o.Name = "localhost"
		if change != nil {
			change(o)
		}
	})}
	v.leads = types(openView(t, dial(t, v.address, gossh.Password(password)), view{Width: 120, Height: 36, Command: "present"}), v.secret)
	v.leads.AwaitText("● live")
	v.link = "/vote/" + serve.Token(v.secret)
	return v
}

// TestVoteRefuses requests from other pages, without a token, too long, or with another link. The
// short address leads to the class where the server asks for no password.
func TestVoteRefuses(t *testing.T) {
	t.Parallel()
	v := newVoting(t, func(o *serve.Options) { o.Public, o.Password = false, password })
	v.leads.Type("V1")
	barePhone{t, v.web, v.link, browserFrom(loopback), phone(1)}.AwaitText("You have not voted.")
	good := fmt.Sprintf(`{"token":"%s","guess":0.5}`, phone(9))
	for name, c := range map[string]struct {
		path, origin, body string
		want               int
	}{
		"another page": {v.link, "https://evil.example", good, http.StatusForbidden},
		"no ballot":    {v.link, "", "", http.StatusBadRequest},
		"no token":     {v.link, "", `{"vote":1,"guess":1}`, http.StatusBadRequest},
		"too long":     {v.link, "", `{"x":"` + strings.Repeat("x", 1<<10) + `",` + good[1:], http.StatusBadRequest},
		"no link":      {"/vote", "", good, http.StatusNotFound},
		"another link": {v.link[:len(v.link)-1], "", good, http.StatusNotFound},
		"capitals":     {strings.ToUpper(v.link), "", good, http.StatusOK},
	} {
		header := http.Header{"Origin": {cmp.Or(c.origin, "http://"+v.web)}}
		answer, text := get(t, browserFrom(loopback), "POST", "http://"+v.web+c.path, header, c.body)
		if answer.StatusCode != c.want || !strings.Contains(text, `"says":"`) || strings.Contains(text, `"vote":0`) != (c.want != http.StatusOK) {
			t.Errorf("%s: %s, %s, want %d", name, answer.Status, text, c.want)
		}
	}
	v.leads.AwaitText("2 on phones")
	v.said.lacks(t, v.link)
	openPage(t, v.web, pageHello{Browser: phone(9), Password: password, At: "/"}).AwaitText("Your vote: λ = 0.5") // of the same browser
	says(v.leads, "1 voted · 2 phones from 1 address · 1 seat")
}

// TestClassCommand starts a class in a terminal. Students join with OpenSSH, in a browser and with a
// phone, at an address that other machines reach. Neither ctrl+z nor a single q or ctrl+c ends it.
func TestClassCommand(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("ssh"); err != nil {
		t.Skip(err)
	}
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
	overSSH := inTerminal(t, exec.Command("ssh", "-F", "none", "-o", "UserKnownHostsFile=/dev/null", "-o", "StrictHostKeyChecking=no", "-o", "PubkeyAuthentication=no", "-p", port, "student@"+host), 120, 36)
	overSSH.AwaitText("password:")
	overSSH.Type(password + "\r")
	inBrowser := openPage(t, web, pageHello{Password: password, At: "/"})
	barePhone{t, web, vote, browserFrom(host), phone(1)}.AwaitText("the question appears here")
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
	if code := exitOf(t, overSSH.p); code != 1 {
		t.Errorf("exit %d", code)
	}
}
