//go:build unix

package serve_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/cli"
	"lambdascope/tui/internal/emulator"
	"lambdascope/tui/serve/internal/client"
	"lambdascope/tui/shell"
)

// openSSH is OpenSSH's client, that of a person without configuration.
type openSSH struct {
	t       *testing.T
	server  *program
	options []string
	environ []string
}

// newOpenSSH returns a client of a server. The test is skipped where there is no
// ssh.
func newOpenSSH(t *testing.T, server *program, options ...string) openSSH {
	t.Helper()
	known := filepath.Join(t.TempDir(), "known")
	return openSSH{t: t, server: server, options: append(options, []string{ // the first value of an option counts
		"-F", "none",
		"-o", "UserKnownHostsFile=" + known,
		"-o", "GlobalKnownHostsFile=none",
		"-o", "StrictHostKeyChecking=accept-new",
		"-o", "IdentitiesOnly=yes",
		"-o", "IdentityAgent=none",
		"-o", "NumberOfPasswordPrompts=1",
		"-o", "LogLevel=ERROR",
		"-p", server.port,
	}...)}
}

// needsOpenSSH skips a test where there is no ssh.
func needsOpenSSH(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("ssh"); err != nil {
		t.Skip("OpenSSH's ssh is not installed: ", err)
	}
}

// command returns the process for ssh with more options, the host, and a command
// for it.
func (c openSSH) command(args ...string) *exec.Cmd {
	all := append(append([]string{}, c.options...), args...)
	if i := slices.Index(all, host); i >= 0 {
		all = slices.Insert(all, i, "--") // or ssh takes flags after the host for its own
	}
	p := exec.Command("ssh", all...)
	p.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "TERM=xterm-256color"}, c.environ...)
	return p
}

// run runs ssh without a terminal. The words follow the options: host first.
func (c openSSH) run(args ...string) (out, errs string, code int) {
	c.t.Helper()
	p := c.command(args...)
	var o, e strings.Builder
	p.Stdout, p.Stderr = &o, &e
	timeout := time.AfterFunc(patience, func() { _ = p.Process.Kill() })
	defer timeout.Stop()
	_ = p.Run()
	return o.String(), e.String(), p.ProcessState.ExitCode()
}

// host is how tests name the server.
const host = "student@127.0.0.1"

// open runs ssh in a terminal of a size.
func (c openSSH) open(width, height int, args ...string) (*emulator.Terminal, *exec.Cmd) {
	c.t.Helper()
	return inTerminal(c.t, c.command(args...), width, height)
}

// inTerminal starts a process in its own terminal.
func inTerminal(t *testing.T, p *exec.Cmd, width, height int) (*emulator.Terminal, *exec.Cmd) {
	t.Helper()
	term := emulator.Open(t, width, height)
	p.Stdin, p.Stdout, p.Stderr = term.TTY, term.TTY, term.TTY
	p.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	must.Succeed(t, p.Start())
	t.Cleanup(func() {
		if p.ProcessState == nil { // its group: what a shell has started has the terminal too
			_ = syscall.Kill(-p.Process.Pid, syscall.SIGKILL)
		}
		_ = p.Wait()
	})
	return term, p
}

// exitOf waits for a process and returns its status.
func exitOf(t *testing.T, p *exec.Cmd) int {
	t.Helper()
	timeout := time.AfterFunc(patience, func() { _ = p.Process.Kill() })
	defer timeout.Stop()
	_ = p.Wait()
	return p.ProcessState.ExitCode()
}

// write writes a file that only its owner reads, and returns its name.
func write(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file")
	must.Succeed(t, os.WriteFile(name, []byte(text), 0o600))
	return name
}

// public is a key's line in a file of them.
func public(key gossh.Signer) string { return string(gossh.MarshalAuthorizedKey(key.PublicKey())) }

// TestAccess tries every rule of access with who may and who may not.
func TestAccess(t *testing.T) {
	t.Parallel()
	good, other := signer(t), signer(t)
	large := must.Have(rsa.GenerateKey(rand.Reader, 2048))(t)
	modern := must.Have(gossh.NewSignerFromKey(large))(t)
	sha1 := must.Have(gossh.NewSignerWithAlgorithms(modern.(gossh.AlgorithmSigner), []string{gossh.KeyAlgoRSA}))(t)
	const right = "correct horse battery"
	keys := []string{"--authorized-keys", write(t, "# the class\n\n"+public(good)+public(modern))}
	passwords := []string{"--password-file", write(t, right+"\n")}
	key, word := func(s gossh.Signer) gossh.AuthMethod { return gossh.PublicKeys(s) }, gossh.Password
	nothing := gossh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil })
	for _, server := range []struct {
		name  string
		flags []string
		tries []access
	}{
		{"open", nil, []access{{"no key", nil, "none"}, {"a key", []gossh.AuthMethod{key(good)}, "none"}}},
		{"public", []string{"--public"}, []access{{"no key", nil, "none"}}},
		{"keys", keys, []access{
			{"a key", []gossh.AuthMethod{key(good)}, "publickey"}, {"an RSA key", []gossh.AuthMethod{key(modern)}, "publickey"},
			{"an RSA key, SHA-1", []gossh.AuthMethod{key(sha1)}, ""}, {"another key", []gossh.AuthMethod{key(other)}, ""},
			{"no key", nil, ""}, {"a password", []gossh.AuthMethod{word(right), nothing}, ""},
		}},
		{"password", passwords, []access{
			{"the password", []gossh.AuthMethod{word(right)}, "password"}, {"another", []gossh.AuthMethod{word("correct hors")}, ""},
			{"one with a blank", []gossh.AuthMethod{word(right + " ")}, ""}, {"none", []gossh.AuthMethod{word("")}, ""},
			{"a key", []gossh.AuthMethod{key(good)}, ""},
		}},
		{"either", slices.Concat(keys, passwords), []access{
			{"a key", []gossh.AuthMethod{key(good)}, "publickey"}, {"the password", []gossh.AuthMethod{word(right)}, "password"},
			{"neither", []gossh.AuthMethod{key(other)}, ""},
		}},
		{"public with keys", append(keys, "--public"), []access{
			{"a key", []gossh.AuthMethod{key(good)}, "publickey"}, {"another key", []gossh.AuthMethod{key(other), nothing}, "none"},
			{"no key", []gossh.AuthMethod{nothing}, "none"},
		}},
	} {
		p := startProgram(t, server.flags...)
		granted := make(map[string]int)
		for _, try := range server.tries {
			c, err := client.Dial(p.address, try.with...)
			if (err == nil) != (try.login != "") {
				t.Errorf("%s, %s: %v, want it granted: %t", server.name, try.name, err, try.login != "")
			}
			if err != nil {
				continue
			}
			if out, _, code := client.Run(t, c, "--version"); code != 0 || !strings.Contains(out, "lambdascope") {
				t.Errorf("%s, %s: exit %d, %q", server.name, try.name, code, out)
			}
			_ = c.Close()
			granted[try.login]++
		}
		p.stops(t)
		for login, n := range granted {
			if got := strings.Count(p.said.String(), "login="+login); got != n {
				t.Errorf("%s: %d sessions of login %s in the log, want %d:\n%s", server.name, got, login, n, p.said)
			}
		}
		if strings.Contains(p.said.String(), "correct hors") {
			t.Errorf("the log has a password:\n%s", p.said)
		}
	}
}

// access is how somebody tries to log in.
type access struct {
	name  string
	with  []gossh.AuthMethod
	login string // as the log has it; empty for a refusal
}

// TestOpenSSHAccess logs in as OpenSSH does, with its files of keys and its question for a
// password.
func TestOpenSSHAccess(t *testing.T) {
	needsOpenSSH(t)
	t.Parallel()
	newKey := func() (file, line string) {
		_, private, err := ed25519.GenerateKey(nil)
		if err != nil {
			t.Fatal(err)
		}
		block := must.Have(gossh.MarshalPrivateKey(private, ""))(t)
		key := must.Have(gossh.NewSignerFromKey(private))(t)
		return write(t, string(pem.EncodeToMemory(block))), public(key)
	}
	good, line := newKey()
	other, _ := newKey()
	keys := []string{"--authorized-keys", write(t, line)}
	either := startProgram(t, append(keys, "--password-file", write(t, "correct horse battery\n"))...)
	all := startProgram(t, append(keys, "--public")...)
	ask := filepath.Join(t.TempDir(), "ask")
	must.Succeed(t, os.WriteFile(ask, []byte("#!/bin/sh\necho correct horse battery\n"), 0o700))
	var many []string
	for range 10 {
		key, _ := newKey()
		many = append(many, "-i", key)
	}
	for _, c := range []struct {
		name    string
		server  *program
		options []string
		granted bool
	}{
		{"a key", either, []string{"-o", "PreferredAuthentications=publickey", "-i", good}, true},
		{"another key", either, []string{"-o", "PreferredAuthentications=publickey", "-i", other}, false},
		{"a password", either, []string{"-o", "PreferredAuthentications=password"}, true},
		{"many keys where none is asked", all, many, true},
	} {
		ssh := newOpenSSH(t, c.server, c.options...)
		ssh.environ = []string{"SSH_ASKPASS=" + ask, "SSH_ASKPASS_REQUIRE=force"}
		out, errs, code := ssh.run(host, "--version")
		if granted := code == 0 && strings.Contains(out, "lambdascope"); granted != c.granted || !granted && (code != 255 || !strings.Contains(errs, "Permission denied")) {
			t.Errorf("%s: exit %d, %q, %q; want it granted: %t", c.name, code, out, errs, c.granted)
		}
	}
}

// TestStart starts the program where it may and where it may not listen.
func TestStart(t *testing.T) {
	t.Parallel()
	const loopback = "127.0.0.1:0"
	password, empty := write(t, "correct horse battery\n"), write(t, "\n")
	short, blank, large := write(t, "secret\n"), write(t, "                    \n"), write(t, strings.Repeat("# a class\n", 120_000))
	for _, c := range []struct {
		flags []string // after --listen
		made  bool     // a password is
		want  string   // of the message; empty for a start
	}{
		{[]string{"0.0.0.0:0"}, true, ""},
		{[]string{":0"}, true, ""},
		{[]string{"[::]:0"}, true, ""},
		{[]string{":0", "--class", "--presenters", write(t, public(signer(t)))}, true, ""},
		{[]string{"0.0.0.0:0", "--public"}, false, ""},
		{[]string{"0.0.0.0:0", "--password-file", password}, false, ""},
		{[]string{"localhost:0"}, false, ""},
		{[]string{"example.invalid:0"}, false, "example.invalid"},
		{[]string{"127.0.0.1"}, false, "127.0.0.1"},
		{[]string{loopback, "--password-file", empty}, false, "password"},
		{[]string{loopback, "--password-file", short}, false, "at least 17"},
		{[]string{loopback, "--password-file", blank}, false, "white space"},
		{[]string{loopback, "--password-file", empty + ".none"}, false, "no such file"},
		{[]string{loopback, "--public", "--password-file", password}, false, "one of the two"},
		{[]string{loopback, "--authorized-keys", large}, false, "larger than 1 MiB"},
		{[]string{loopback, "--authorized-keys", empty}, false, "key"},
		{[]string{loopback, "--deny", short}, false, "line 1: want an IP address"},
	} {
		p := launch(t, nil, append([]string{"--listen"}, c.flags...)...)
		if c.want != "" {
			if code := p.exit(t); code != 2 || !strings.Contains(p.said.String(), c.want) || strings.Count(p.said.String(), "\n") != 1 {
				t.Errorf("%q: exit %d, want 2 and a line with %q:\n%s", c.flags, code, c.want, p.said)
			}
			continue
		}
		p.said.await(t, p.ended, regexp.MustCompile(`SHA256:[A-Za-z0-9+/]{43}`))
		if made := regexp.MustCompile(`(?m)^Password: [a-z2-7]{5}-[a-z2-7]{5}-[a-z2-7]{5}$`).MatchString(p.said.String()); made != c.made {
			t.Errorf("%q: a password is made: %t, want %t:\n%s", c.flags, made, c.made, p.said)
		}
		p.stops(t)
	}
}

// TestHostKey starts the program twice with one state folder: the key is made
// once, for its owner alone, and its fingerprint is what clients see.
func TestHostKey(t *testing.T) {
	t.Parallel()
	server := startProgram(t)
	files, err := filepath.Glob(filepath.Join(server.state, "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no host key in %s, %v", server.state, err)
	}
	for _, f := range append(files, server.state) {
		info := must.Have(os.Stat(f))(t)
		if others := info.Mode().Perm() & 0o077; others != 0 && !strings.HasSuffix(f, ".pub") {
			t.Errorf("%s has mode %v", f, info.Mode())
		}
	}
	name := filepath.Join(server.state, "ssh_host_ed25519")
	key := must.Have(os.ReadFile(name))(t)
	signs := must.Have(gossh.ParsePrivateKey(key))(t)
	if print := gossh.FingerprintSHA256(signs.PublicKey()); !strings.Contains(server.said.String(), print) {
		t.Errorf("%s is not printed:\n%s", print, server.said)
	}
	startProgram(t, "--host-key", name)
	if now, err := os.ReadFile(name); err != nil || string(now) != string(key) {
		t.Errorf("the key has changed, %v", err)
	}
}

// TestOpenSSHCommands runs commands without a terminal: what they say and their status
// are those of a local run.
func TestOpenSSHCommands(t *testing.T) {
	needsOpenSSH(t)
	t.Parallel()
	ssh := newOpenSSH(t, startProgram(t))
	times := regexp.MustCompile(`(?s)"elapsed_ms": *\{.*?\}`)
	for _, args := range [][]string{
		{"lambdascope", "run", "--lambdas", "'0, 0.5'", "--format", "csv"},
		{"run", "--domain", "mountain-car", "-n", "15", "--seed", "3", "--folds", "--refine", "--format", "json"},
		{"run", "--gamma", "1.2"},
		{"guide"},
		{"lambdascope", "guide", "data", "--ascii"},
		{"guide", "nothing"},
	} {
		words := must.Have(shell.Split(strings.TrimPrefix(strings.Join(args, " "), "lambdascope ")))(t)
		var local, localErrs strings.Builder
		env := cli.Env{Out: &local, Err: &localErrs, Engine: analysis.NewEngine(1 << 20), Version: "lambdascope test"}
		want := cli.Main(t.Context(), env, words)
		out, errs, code := ssh.run(append([]string{"-T", host}, args...)...)
		if code != want || times.ReplaceAllString(out, "") != times.ReplaceAllString(local.String(), "") || errs != localErrs.String() || out+errs == "" {
			t.Errorf("%q: exit %d, %q, %q; want %d, %q, %q", args, code, out, errs, want, &local, &localErrs)
		}
	}
	for _, args := range [][]string{{"simulate", "--out", "-"}, nil} {
		if out, errs, code := ssh.run(append([]string{"-T", host}, args...)...); code != 2 || !strings.Contains(errs, "usage: ") || out != "" {
			t.Errorf("%q: exit %d, %q, %q; want 2 and the usage", args, code, out, errs)
		}
	}
}

// TestOpenSSHApp uses the app as a student does.
func TestOpenSSHApp(t *testing.T) {
	needsOpenSSH(t)
	t.Parallel()
	server := startProgram(t)
	t.Run("view", func(t *testing.T) {
		t.Parallel()
		ssh := newOpenSSH(t, server)
		term, p := ssh.open(120, 36, "-t", host, "lambdascope", "--domain", "2048", "-n", "50", "--page", "folds")
		term.AwaitText("50 trajectories")
		term.AwaitText("2·Folds")
		term.Type("1l")
		term.AwaitText("70 trajectories")
		term.Resize(60, 20)
		term.AwaitText("n ‹70›")
		term.Resize(10, 4)
		term.AwaitText("Too small")
		term.Resize(200, 60)
		term.AwaitText("70 trajectories")
		term.AwaitIdle(300 * time.Millisecond) // what came late is there
		if n := term.Idle(300 * time.Millisecond); n != 0 {
			t.Errorf("%d bytes written at idle", n)
		}
		term.Type("q")
		if code := exitOf(t, p); code != 0 {
			t.Errorf("exit %d", code)
		}
		term.AwaitRestored()
		term.AwaitText("lambdascope --domain 2048 --trajectories 70")
	})
	t.Run("suspended", func(t *testing.T) { // as there is no shell to go back to, ssh goes on at once
		t.Parallel()
		ssh := newOpenSSH(t, server)
		term, p := ssh.open(120, 36, host)
		term.AwaitText("λ̂ =")
		term.AwaitIdle(200 * time.Millisecond) // the terminal has said what it was asked, too
		term.Type("\r")                        // ssh takes an escape at the start of a line
		term.AwaitText("keep the old value")
		term.AwaitIdle(100 * time.Millisecond)
		screen, before := term.Screen(), len(term.Raw())
		term.Type("~\x1a")
		term.AwaitWritten("the screen drawn in full", before, func(raw string) bool {
			_, after, erased := strings.Cut(raw, "\x1b[2J")
			return erased && strings.Contains(after, "keep the old value")
		})
		term.AwaitIdle(100 * time.Millisecond)
		if got := term.Screen(); got != screen {
			t.Errorf("the screen is\n%s\nwant\n%s", got, screen)
		}
		term.Type("\x03")
		if code := exitOf(t, p); code != 0 {
			t.Errorf("exit %d", code)
		}
		term.AwaitRestored()
	})
	t.Run("wrong use in a terminal", func(t *testing.T) {
		t.Parallel()
		ssh := newOpenSSH(t, server)
		term, p := ssh.open(100, 30, "-t", host, "lambdascope", "--gamma", "1.2")
		if code := exitOf(t, p); code != 2 {
			t.Errorf("exit %d", code)
		}
		term.AwaitText("gamma 1.2: want 0 ≤ γ ≤ 1")
	})
	t.Run("the command opens the same view", func(t *testing.T) {
		t.Parallel()
		ssh := newOpenSSH(t, server)
		term, p := ssh.open(120, 36, "-t", host, "lambdascope", "--states", "7", "--pin", "\"--states 7 --seed 5\"", "--cursor", "0.3", "--theme", "light", "--glyphs", "block")
		term.AwaitText("λ = 0.3")
		term.AwaitText("seed 5") // the pinned curve is drawn
		term.AwaitIdle(200 * time.Millisecond)
		shown := term.Screen()
		term.Type("y")
		term.AwaitText("Copied, if your terminal allows it: ")
		until(t, "the copy", func() bool { return strings.Contains(term.Raw(), "\x1b]52;c;") }) // apart from the screen
		var copied string
		if found := regexp.MustCompile(`\x1b\]52;c;([A-Za-z0-9+/=]+)`).FindStringSubmatch(term.Raw()); found != nil {
			text := must.Have(base64.StdEncoding.DecodeString(found[1]))(t)
			copied = string(text)
		}
		term.Type("q")
		if code := exitOf(t, p); code != 0 {
			t.Errorf("exit %d", code)
		}
		term.AwaitRestored()
		words, err := shell.Split(copied)
		if err != nil || len(words) < 4 || words[0] != "ssh" || !strings.Contains(copied, "-p "+server.port) {
			t.Fatalf("copied %q, %v", copied, err)
		}
		// A shell runs what was copied, with this test's options of ssh.
		again := exec.Command("sh", "-c", fmt.Sprintf("ssh() { command ssh %s \"$@\"; }; %s", shell.Join(ssh.options), copied))
		again.Env = ssh.command().Env
		second, _ := inTerminal(t, again, 120, 36)
		second.AwaitText("λ = 0.3")
		same := func(screen string) string { // but for the time it took and the news of a first visit
			var rows []string
			for row := range strings.Lines(screen) {
				if strings.Contains(row, "│") || strings.Contains(row, "root MSVE") {
					rows = append(rows, row)
				}
			}
			return strings.Join(rows, "")
		}
		second.Await("the same view", func(screen string) bool { return same(screen) == same(shown) })
	})
	t.Run("ctrl+z, and no leading word", func(t *testing.T) {
		t.Parallel()
		ssh := newOpenSSH(t, server)
		term, _ := ssh.open(100, 30, "-t", host, "--states", "7", "-n", "30")
		term.AwaitText("30 trajectories")
		term.Type("\x1al") // would stop the whole server
		term.AwaitText("50 trajectories")
	})
	t.Run("guide", func(t *testing.T) {
		t.Parallel()
		ssh := newOpenSSH(t, server)
		term, p := ssh.open(60, 20, "-t", host, "guide", "data")
		term.AwaitText("guide data")
		term.AwaitText("0 %")
		term.Type(" ")
		term.AwaitText("Each line is an episode")
		term.Resize(80, 24)
		term.AwaitText("Each line is an episode, in the shape of Minari's")
		term.Type("\x1b[C") // right
		term.AwaitText("guide domains")
		term.Type("q")
		if code := exitOf(t, p); code != 0 {
			t.Errorf("exit %d", code)
		}
		term.AwaitRestored()
	})
}

// TestTerminals looks at what is sent to terminals of several sizes and colours.
func TestTerminals(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	const truecolor, indexed = "8;2;", "8;5;"
	for _, c := range []struct {
		name      string
		view      client.View
		want, not []string // in the bytes
	}{
		{"no colour", client.View{Width: 60, Height: 20, Environ: []string{"NO_COLOR=1"}}, nil, []string{truecolor, indexed}},
		{"256 colours", client.View{Width: 80, Height: 24}, []string{indexed}, []string{truecolor}},
		{"all colours", client.View{Width: 120, Height: 36, Environ: []string{"COLORTERM=truecolor"}}, []string{truecolor}, nil},
		{"16 colours", client.View{Width: 200, Height: 60, Term: "xterm"}, nil, []string{truecolor, indexed}},
		{"mono", client.View{Width: 120, Height: 36, Command: "lambdascope --theme mono"}, nil, []string{truecolor, indexed}},
		{"ASCII", client.View{Width: 100, Height: 30, Term: "vt100", Command: "lambdascope --ascii"}, nil, []string{"⠤", "░", "λ", truecolor, indexed}},
	} {
		a := client.Open(t, dial(t, s.address), c.view)
		a.AwaitText("root MSVE")
		a.Type("l")
		a.Await("n = 10", func(screen string) bool { return regexp.MustCompile(`n +[‹<] ?10 ?[›>]`).MatchString(screen) })
		a.Type("q")
		if code := a.Ends(t); code != 0 {
			t.Errorf("%s: exit %d", c.name, code)
		}
		a.AwaitRestored()
		raw := a.Raw()
		for _, w := range c.want {
			if !strings.Contains(raw, w) {
				t.Errorf("%s: no %q in what was sent", c.name, w)
			}
		}
		for _, n := range c.not {
			if strings.Contains(raw, n) {
				t.Errorf("%s: %q in what was sent", c.name, n)
			}
		}
	}
}

// TestOpenSSHRefusals asks for what the server does not give.
func TestOpenSSHRefusals(t *testing.T) {
	needsOpenSSH(t)
	t.Parallel()
	server := startProgram(t)
	for _, c := range []struct {
		args []string // options, host, command
		want string   // on standard error
	}{
		{[]string{"-W", server.address, host}, "forwarding failed"},
		{[]string{"-o", "ExitOnForwardFailure=yes", "-N", "-R", "0:127.0.0.1:9", host}, "forwarding failed"},
		{[]string{"-s", host, "sftp"}, "subsystem request failed"},
		{[]string{"-o", "KexAlgorithms=diffie-hellman-group14-sha1", host, "--version"}, "no matching key exchange"},
	} {
		out, errs, code := newOpenSSH(t, server, "-o", "LogLevel=INFO").run(c.args...)
		if code == 0 || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%q: exit %d, %q, %q; want it refused with %q", c.args, code, out, errs, c.want)
		}
	}
}

// TestOldAlgorithms offers one that is no longer safe, and no other.
func TestOldAlgorithms(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	for name, change := range map[string]func(c *gossh.ClientConfig){
		"key exchange":       func(c *gossh.ClientConfig) { c.KeyExchanges = []string{gossh.InsecureKeyExchangeDH14SHA1} },
		"older key exchange": func(c *gossh.ClientConfig) { c.KeyExchanges = []string{gossh.InsecureKeyExchangeDH1SHA1} },
		"CBC":                func(c *gossh.ClientConfig) { c.Ciphers = []string{gossh.InsecureCipherAES128CBC} },
		"3DES":               func(c *gossh.ClientConfig) { c.Ciphers = []string{gossh.InsecureCipherTripleDESCBC} },
		"host key":           func(c *gossh.ClientConfig) { c.HostKeyAlgorithms = []string{gossh.KeyAlgoRSA} },
		"MAC": func(c *gossh.ClientConfig) {
			c.Ciphers, c.MACs = []string{gossh.CipherAES128CTR}, []string{gossh.HMACSHA1}
		},
	} {
		config := client.Config()
		change(config)
		c, err := client.DialFrom("127.0.0.1", s.address, config)
		if none := new(gossh.AlgorithmNegotiationError); !errors.As(err, &none) {
			t.Errorf("%s: %v, want it refused", name, err)
		}
		if err == nil {
			_ = c.Close()
		}
	}
}
