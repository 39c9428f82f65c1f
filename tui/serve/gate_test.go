package serve

import (
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/tui/terminal"
)

// testGate is a gate without a channel.
func testGate() *gate { return newGate(nil, newWindows(0, 0).enter(), func() {}) }

func request(kind string, payload any) *gossh.Request {
	return &gossh.Request{Type: kind, Payload: gossh.Marshal(payload)}
}

type ptyRequest struct {
	Term          string
	Columns, Rows uint32
	Width, Height uint32
	Modes         string
}

type windowChange struct{ Columns, Rows, Width, Height uint32 }

func TestGateSizes(t *testing.T) {
	g := testGate()
	if _, granted := g.judge(request("window-change", windowChange{10, 10, 0, 0})); granted {
		t.Error("a size without a terminal is granted")
	}
	r := request("pty-req", ptyRequest{"xterm", 3000, 3000, 1, 1, strings.Repeat("x", 1000)})
	if pass, _ := g.judge(r); !pass {
		t.Fatal("no terminal")
	}
	var sent ptyRequest
	if err := gossh.Unmarshal(r.Payload, &sent); err != nil || sent != (ptyRequest{"xterm", 400, 120, 0, 0, ""}) {
		t.Errorf("%v, %v passes on", sent, err)
	}
	if pass, _ := g.judge(request("pty-req", ptyRequest{"xterm", 80, 24, 0, 0, ""})); pass {
		t.Error("a second terminal passes")
	}
	for range 5 { // nobody takes them
		g.judge(request("window-change", windowChange{100, 40, 0, 0}))
		g.judge(request("window-change", windowChange{101, 41, 0, 0}))
	}
	if a := g.asked(); a.size != (terminal.Size{Width: 101, Height: 41}) || !a.terminal {
		t.Errorf("asked %+v", a)
	}
	if pass, _ := g.judge(&gossh.Request{Type: "shell"}); !pass {
		t.Fatal("no shell")
	}
	for i := range uint32(5) {
		g.judge(request("window-change", windowChange{3000, 20 + i, 0, 0}))
	}
	g.judge(request("window-change", windowChange{0, 30, 0, 0}))
	g.judge(request("window-change", windowChange{0, 0, 0, 0}))
	latest := terminal.Size{Width: 400, Height: 30}
	if size := <-g.sizes; size != latest {
		t.Errorf("the latest size is %v", size)
	}
	// OpenSSH sends the size of the window when it was suspended and goes on.
	g.judge(request("window-change", windowChange{400, 30, 0, 0}))
	select {
	case size := <-g.sizes:
		if size != latest {
			t.Errorf("the same size is %v", size)
		}
	default:
		t.Error("the same size does not pass")
	}
}

func TestGateEnvironment(t *testing.T) {
	g := testGate()
	set := func(name, value string) bool {
		pass, granted := g.judge(request("env", struct{ Name, Value string }{name, value}))
		if pass {
			t.Errorf("%s passes", name)
		}
		return granted
	}
	for range 100 {
		if !set("LANG", "de_DE.UTF-8") || !set("COLORTERM", "truecolor") {
			t.Error("refused")
		}
	}
	for name, value := range map[string]string{"LD_PRELOAD": "x", "TERM": "x", "lang": "x", "LC_ALL": strings.Repeat("x", maxValue+1), "NO_COLOR": "\x1b[2J", "TERM_PROGRAM": "a\u202eb"} {
		if set(name, value) {
			t.Errorf("%s=%q is taken", name, value)
		}
	}
	g.judge(request("pty-req", ptyRequest{"../../etc/passwd", 80, 24, 0, 0, ""}))
	g.judge(&gossh.Request{Type: "shell"})
	if set("LC_ALL", "C") {
		t.Error("taken after the start")
	}
	if got := strings.Join(g.asked().environ, " "); got != "LANG=de_DE.UTF-8 COLORTERM=truecolor TERM=xterm SSH_TTY=ssh" {
		t.Errorf("environment %q", got)
	}
}

func TestGateCommands(t *testing.T) {
	for command, kind := range map[string]string{
		"":                           kindWrong,
		" ":                          kindWrong,
		"lambdascope":                kindApp, // which says that there is no terminal
		"--domain 2048":              kindApp,
		"lambdascope --pin '-n 5'":   kindApp,
		"run":                        kindRun,
		"lambdascope run -n 5":       kindRun,
		"compare maps --states 9":    kindRun,
		"guide data":                 kindGuide,
		"lesson trace":               kindLesson,
		"help run":                   kindHelp,
		"lambdascope lambdascope":    kindWrong,
		"study":                      kindWrong,
		"--hide __complete x":        kindWrong,
		"run 'x":                     kindWrong,
		"run \x00":                   kindWrong,
		"run \xff":                   kindWrong,
		"run \u202e":                 kindWrong,
		"run \u200b":                 kindWrong,
		strings.Repeat("run ", 1000): kindWrong,
	} {
		g := testGate()
		r := request("exec", struct{ Command string }{command})
		if pass, _ := g.judge(r); !pass || strings.Contains(string(r.Payload), "lambdascope") {
			t.Errorf("%q: passes %t, with %q", command, pass, r.Payload)
		}
		if pass, _ := g.judge(&gossh.Request{Type: "shell"}); pass {
			t.Errorf("%q: a second command passes", command)
		}
		v := &session{asked: g.asked()}
		if v.parse(); v.kind != kind {
			t.Errorf("%.40q: %s, want %s", command, v.kind, kind)
		}
	}
	g := testGate()
	g.judge(request("pty-req", ptyRequest{"xterm", 80, 24, 0, 0, ""}))
	g.judge(&gossh.Request{Type: "shell"})
	v := &session{asked: g.asked()}
	if v.parse(); v.kind != kindApp {
		t.Errorf("a terminal alone: %s", v.kind)
	}
}

func TestGateRefusesTheRest(t *testing.T) {
	for _, kind := range []string{"auth-agent-req@openssh.com", "x11-req", "subsystem", "signal", "break", "xon-xoff", "?"} {
		if pass, granted := testGate().judge(request(kind, struct{ Name string }{"sftp"})); pass || granted {
			t.Errorf("%s: passes %t, granted %t", kind, pass, granted)
		}
	}
	for _, kind := range []string{"pty-req", "env", "exec", "window-change"} { // payloads that are none
		g := testGate()
		g.terminal = kind == "window-change"
		if pass, granted := g.judge(&gossh.Request{Type: kind, Payload: []byte{0, 0, 1}}); pass || granted {
			t.Errorf("%s with half a payload: passes %t, granted %t", kind, pass, granted)
		}
	}
}
