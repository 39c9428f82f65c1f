//go:build unix

package serve_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/tui/internal/emulator"
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

// inTerminal starts a process in a terminal of its own.
func inTerminal(t *testing.T, p *exec.Cmd, width, height int) (*emulator.Terminal, *exec.Cmd) {
	t.Helper()
	term := emulator.Open(t, width, height)
	p.Stdin, p.Stdout, p.Stderr = term.TTY, term.TTY, term.TTY
	p.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
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

// newKey makes a key with ssh-keygen and returns the file of the private one.
func newKey(t *testing.T, args ...string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "key")
	if out, err := exec.Command("ssh-keygen", append([]string{"-q", "-N", "", "-f", name}, args...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return name
}

// write writes a file that only its owner reads, and returns its name.
func write(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestOpenSSHAccess tries every rule of access with who may and who may not.
func TestOpenSSHAccess(t *testing.T) {
	needsOpenSSH(t)
	t.Parallel()
	good, other, rsa := newKey(t, "-t", "ed25519"), newKey(t, "-t", "ed25519"), newKey(t, "-t", "rsa", "-b", "2048")
	public := func(key string) string {
		text, err := os.ReadFile(key + ".pub")
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	authorized := write(t, "# the class\n\n"+public(good)+public(rsa))
	password := write(t, "correct horse battery\n")
	keys, passwords := []string{"--authorized-keys", authorized}, []string{"--password-file", password}
	key := func(file string) []string {
		return []string{"-o", "PreferredAuthentications=publickey", "-i", file}
	}
	var many []string
	for range 10 {
		many = append(many, "-i", newKey(t, "-t", "ed25519"))
	}
	for _, c := range []struct {
		name    string
		flags   []string
		options []string
		answer  string // to a question for a password
		granted bool
	}{
		{"open", nil, nil, "", true},
		{"open, with a key", nil, key(good), "", true},
		{"public", []string{"--public"}, nil, "", true},
		{"key", keys, key(good), "", true},
		{"another key", keys, key(other), "", false},
		{"RSA key", keys, key(rsa), "", true},
		{"RSA key, SHA-1", keys, append(key(rsa), "-o", "PubkeyAcceptedAlgorithms=ssh-rsa"), "", false},
		{"no key", keys, []string{"-o", "PreferredAuthentications=none"}, "", false},
		{"password where keys are asked", keys, []string{"-o", "PreferredAuthentications=password,keyboard-interactive"}, "correct horse battery", false},
		{"password", passwords, []string{"-o", "PreferredAuthentications=password"}, "correct horse battery", true},
		{"another password", passwords, []string{"-o", "PreferredAuthentications=password"}, "correct hors", false},
		{"password with the line's end", passwords, []string{"-o", "PreferredAuthentications=password"}, "correct horse battery ", false},
		{"empty password", passwords, []string{"-o", "PreferredAuthentications=password"}, "", false},
		{"key where a password is asked", passwords, key(good), "", false},
		{"either: key", append(keys, passwords...), key(good), "", true},
		{"either: password", append(keys, passwords...), []string{"-o", "PreferredAuthentications=password"}, "correct horse battery", true},
		{"either: neither", append(keys, passwords...), key(other), "", false},
		{"public with keys: key", append(keys, "--public"), []string{"-i", good}, "", true},
		{"public with keys: another key", append(keys, "--public"), []string{"-i", other}, "", true},
		{"public with keys: many keys", append(keys, "--public"), many, "", true},
		{"public with keys: no key", append(keys, "--public"), nil, "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ssh := newOpenSSH(t, startProgram(t, c.flags...), c.options...)
			ask := filepath.Join(t.TempDir(), "ask")
			if err := os.WriteFile(ask, []byte("#!/bin/sh\nprintf '%s\\n' \"$ANSWER\"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			ssh.environ = []string{"SSH_ASKPASS=" + ask, "SSH_ASKPASS_REQUIRE=force", "ANSWER=" + c.answer}
			out, errs, code := ssh.run(host, "--version")
			if granted := code == 0 && strings.Contains(out, "lambdascope"); granted != c.granted {
				t.Errorf("exit %d, %q, %q; want it granted: %t", code, out, errs, c.granted)
			}
			if !c.granted && (code != 255 || !strings.Contains(errs, "Permission denied")) {
				t.Errorf("exit %d, %q, want 255 and a permission denied", code, errs)
			}
			login := "login=none"
			switch {
			case c.answer != "":
				login = "login=password"
			case len(c.flags) > 0 && slices.Contains(c.options, good), slices.Contains(c.options, rsa):
				login = "login=publickey"
			}
			if c.granted { // ssh may end before the line is read
				ssh.server.said.await(t, ssh.server.ended, regexp.MustCompile(login))
			}
			if c.answer != "" && strings.Contains(ssh.server.said.String(), c.answer) {
				t.Errorf("the log has a password:\n%s", ssh.server.said)
			}
		})
	}
}

// TestStart starts the program where it may and where it may not listen.
func TestStart(t *testing.T) {
	t.Parallel()
	password, empty := write(t, "correct horse battery\n"), write(t, "\n")
	key := write(t, string(gossh.MarshalAuthorizedKey(signer(t).PublicKey())))
	short, blank, large := write(t, "secret\n"), write(t, "                    \n"), write(t, strings.Repeat("# a class\n", 120_000))
	for _, c := range []struct {
		name  string
		flags []string
		want  string // of the message; empty for a start
	}{
		{"all addresses", []string{"--listen", "0.0.0.0:0"}, ""},
		{"all addresses, no host", []string{"--listen", ":0"}, ""},
		{"all addresses, IPv6", []string{"--listen", "[::]:0"}, ""},
		{"all addresses, presenters", []string{"--listen", ":0", "--class", "--presenters", key}, ""},
		{"a host's name", []string{"--listen", "example.invalid:0"}, "example.invalid"},
		{"no port", []string{"--listen", "127.0.0.1"}, "127.0.0.1"},
		{"all addresses, public", []string{"--listen", "0.0.0.0:0", "--public"}, ""},
		{"all addresses, password", []string{"--listen", "0.0.0.0:0", "--password-file", password}, ""},
		{"empty password", []string{"--listen", "127.0.0.1:0", "--password-file", empty}, "password"},
		{"short password", []string{"--listen", "127.0.0.1:0", "--password-file", short}, "at least 17"},
		{"blank password", []string{"--listen", "127.0.0.1:0", "--password-file", blank}, "white space"},
		{"public with a password", []string{"--listen", "127.0.0.1:0", "--public", "--password-file", password}, "one of the two"},
		{"too many keys", []string{"--listen", "127.0.0.1:0", "--authorized-keys", large}, "larger than 1 MiB"},
		{"no password file", []string{"--listen", "127.0.0.1:0", "--password-file", empty + ".none"}, "no such file"},
		{"no keys in the file", []string{"--listen", "127.0.0.1:0", "--authorized-keys", empty}, "key"},
		{"no address to deny", []string{"--listen", "127.0.0.1:0", "--deny", short}, "line 1: want an IP address"},
		{"loopback by name", []string{"--listen", "localhost:0"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := launch(t, c.flags...)
			if c.want == "" {
				p.said.await(t, p.ended, regexp.MustCompile(`SHA256:[A-Za-z0-9+/]{43}`))
				made := regexp.MustCompile(`(?m)^Password: [a-z2-7]{5}-[a-z2-7]{5}-[a-z2-7]{5}$`).MatchString(p.said.String())
				if opens := strings.HasPrefix(c.name, "all addresses") && !strings.HasSuffix(c.name, "public") && !strings.HasSuffix(c.name, "password"); made != opens {
					t.Errorf("a password is made: %t, want %t:\n%s", made, opens, p.said)
				}
				p.signal(t, syscall.SIGTERM)
				if code := p.exit(t); code != 0 {
					t.Errorf("exit %d, want 0:\n%s", code, p.said)
				}
				return
			}
			if code := p.exit(t); code != 2 || !strings.Contains(p.said.String(), c.want) || strings.Count(p.said.String(), "\n") != 1 {
				t.Errorf("exit %d, want 2 and a line with %q:\n%s", code, c.want, p.said)
			}
		})
	}
}

// TestHostKey starts the program twice with one state folder: the key is made
// once, for its owner alone, and its fingerprint is what clients see.
func TestHostKey(t *testing.T) {
	needsOpenSSH(t)
	t.Parallel()
	server := startProgram(t)
	folder := server.stateFolder()
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no host key in %s, %v", folder, err)
	}
	for _, f := range append(files, folder) {
		info, err := os.Stat(f)
		if err != nil {
			t.Fatal(err)
		}
		if others := info.Mode().Perm() & 0o077; others != 0 && !strings.HasSuffix(f, ".pub") {
			t.Errorf("%s has mode %v", f, info.Mode())
		}
	}
	name := filepath.Join(folder, "ssh_host_ed25519")
	out, err := exec.Command("ssh-keygen", "-l", "-f", name).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if print := strings.Fields(string(out))[1]; !strings.Contains(server.said.String(), print) {
		t.Errorf("%s is not printed:\n%s", print, server.said)
	}
	key, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	again := launch(t, "--listen", "127.0.0.1:0", "--host-key", name)
	again.said.await(t, again.ended, listening)
	if now, err := os.ReadFile(name); err != nil || string(now) != string(key) {
		t.Errorf("the key has changed, %v", err)
	}
}

// TestOpenSSHCommands runs commands without a terminal: what they say and their
// status arrive.
func TestOpenSSHCommands(t *testing.T) {
	needsOpenSSH(t)
	t.Parallel()
	ssh := newOpenSSH(t, startProgram(t))
	for _, c := range []struct {
		args []string
		code int
		want string // on standard output where the code is 0, else on standard error
	}{
		{[]string{"run", "-n", "10", "--format", "csv"}, 0, "lambda,loto,loto_se"},
		{[]string{"lambdascope", "run", "--lambdas", "'0, 0.5'", "--format", "csv"}, 0, "\n0.5,"},
		{[]string{"run", "--gamma", "1.2"}, 2, "gamma 1.2: want 0 ≤ γ ≤ 1"},
		{[]string{"simulate", "--out", "-"}, 2, "usage: "},
		{nil, 2, "usage: "},
	} {
		out, errs, code := ssh.run(append([]string{"-T", host}, c.args...)...)
		said, nothing := out, errs
		if c.code != 0 {
			said, nothing = errs, out
		}
		if code != c.code || !strings.Contains(said, c.want) || nothing != "" {
			t.Errorf("%q: exit %d, %q, %q; want %d and %q", c.args, code, out, errs, c.code, c.want)
		}
	}
}

// TestOpenSSHResult compares the JSON of a remote run with the local one.
func TestOpenSSHResult(t *testing.T) {
	needsOpenSSH(t)
	t.Parallel()
	ssh := newOpenSSH(t, startProgram(t))
	name, err := build()
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"run", "--domain", "mountain-car", "-n", "15", "--seed", "3", "--folds", "--refine", "--format", "json"}
	local, err := exec.Command(name, args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	remote, errs, code := ssh.run(append([]string{host}, args...)...)
	if code != 0 {
		t.Fatalf("exit %d, %s", code, errs)
	}
	read := func(text string) map[string]any {
		var v map[string]any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		delete(v, "elapsed_ms")
		return v
	}
	if want, got := read(string(local)), read(remote); len(want) < 5 || !reflect.DeepEqual(got, want) {
		t.Errorf("remote %v\nlocal %v", got, want)
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
		term, p := ssh.open(120, 36, "-t", host)
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
	})
	t.Run("no command", func(t *testing.T) {
		t.Parallel()
		ssh := newOpenSSH(t, server)
		term, p := ssh.open(80, 24, host)
		term.AwaitText("λ̂ =")
		term.Type("\x03")
		if code := exitOf(t, p); code != 0 {
			t.Errorf("exit %d", code)
		}
		term.AwaitRestored()
	})
	t.Run("leading word left out", func(t *testing.T) {
		t.Parallel()
		ssh := newOpenSSH(t, server)
		term, _ := ssh.open(100, 30, "-t", host, "--states", "7", "-n", "30")
		term.AwaitText("30 trajectories")
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
			text, err := base64.StdEncoding.DecodeString(found[1])
			if err != nil {
				t.Fatal(err)
			}
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
	t.Run("suspend", func(t *testing.T) {
		t.Parallel()
		ssh := newOpenSSH(t, server)
		term, _ := ssh.open(100, 30, "-t", host)
		term.AwaitText("λ̂ =")
		term.Type("\x1al") // ctrl+z would stop the whole server
		term.AwaitText("30 trajectories")
		if _, errs, code := newOpenSSH(t, server).run(host, "--version"); code != 0 {
			t.Errorf("another client: exit %d, %s", code, errs)
		}
	})
}

// TestOpenSSHTerminals looks at what is sent to terminals of several sizes and
// colours, side by side.
func TestOpenSSHTerminals(t *testing.T) {
	needsOpenSSH(t)
	t.Parallel()
	server := startProgram(t)
	const truecolor, indexed, basic = "8;2;", "8;5;", "\x1b[3"
	for _, c := range []struct {
		name          string
		width, height int
		term          string
		environ       []string
		flags         []string
		want, not     []string // in the bytes
	}{
		{"no colour", 60, 20, "xterm-256color", []string{"NO_COLOR=1"}, nil, nil, []string{truecolor, indexed}},
		{"256 colours", 80, 24, "xterm-256color", nil, nil, []string{indexed}, []string{truecolor}},
		{"all colours", 120, 36, "xterm-256color", []string{"COLORTERM=truecolor"}, nil, []string{truecolor}, nil},
		{"16 colours", 200, 60, "xterm", nil, nil, nil, []string{truecolor, indexed}},
		{"mono", 120, 36, "xterm-256color", nil, []string{"--theme", "mono"}, nil, []string{truecolor, indexed}},
		{"ASCII", 100, 30, "vt100", nil, []string{"--ascii"}, nil, []string{"⠤", "░", "λ", truecolor, indexed}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var send []string
			for _, e := range c.environ {
				send = append(send, "-o", "SetEnv="+e)
			}
			ssh := newOpenSSH(t, server, send...)
			ssh.environ = []string{"TERM=" + c.term} // the last one counts
			term, p := ssh.open(c.width, c.height, append([]string{"-t", host, "lambdascope"}, c.flags...)...)
			term.AwaitText("root MSVE")
			term.Type("l")
			term.Await("30 trajectories", func(screen string) bool { return strings.Contains(screen, "30") })
			for i, line := range strings.Split(strings.TrimRight(term.Screen(), "\n"), "\n") {
				if i >= c.height {
					t.Errorf("line %d of %d: %q", i, c.height, line)
				}
			}
			term.Type("q")
			if code := exitOf(t, p); code != 0 {
				t.Errorf("exit %d", code)
			}
			raw := term.Raw()
			for _, w := range c.want {
				if !strings.Contains(raw, w) {
					t.Errorf("no %q in what was sent", w)
				}
			}
			for _, n := range c.not {
				if strings.Contains(raw, n) {
					t.Errorf("%q in what was sent", n)
				}
			}
		})
	}
}

// TestOpenSSHRefusals asks for what the server does not give.
func TestOpenSSHRefusals(t *testing.T) {
	needsOpenSSH(t)
	t.Parallel()
	server := startProgram(t)
	for _, c := range []struct {
		name string
		args []string // options, host, command
		want string   // on standard error
	}{
		{"local forwarding", []string{"-W", server.address, host}, "forwarding failed"},
		{"remote forwarding", []string{"-o", "ExitOnForwardFailure=yes", "-N", "-R", "0:127.0.0.1:9", host}, "forwarding failed"},
		{"SFTP", []string{"-s", host, "sftp"}, "subsystem request failed"},
		{"old key exchange", []string{"-o", "KexAlgorithms=diffie-hellman-group14-sha1", host, "--version"}, "no matching key exchange"},
		{"older key exchange", []string{"-o", "KexAlgorithms=diffie-hellman-group1-sha1", host, "--version"}, "no matching key exchange"},
		{"CBC", []string{"-o", "Ciphers=aes128-cbc", host, "--version"}, "no matching cipher"},
		{"3DES", []string{"-o", "Ciphers=3des-cbc", host, "--version"}, "no matching cipher"},
		{"SHA-1 MAC", []string{"-o", "Ciphers=aes128-ctr", "-o", "MACs=hmac-sha1", host, "--version"}, "no matching"},
		{"SHA-1 host key", []string{"-o", "HostKeyAlgorithms=ssh-rsa", host, "--version"}, "no matching host key"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			out, errs, code := newOpenSSH(t, server, "-o", "LogLevel=INFO").run(c.args...)
			if code == 0 || out != "" || !strings.Contains(errs, c.want) {
				t.Errorf("exit %d, %q, %q; want it refused with %q", code, out, errs, c.want)
			}
		})
	}
}

// TestOpenSSHShutdown ends the program while a session is open: the terminal is
// restored, the session learns why, and the status is 0.
func TestOpenSSHShutdown(t *testing.T) {
	needsOpenSSH(t)
	t.Parallel()
	server := startProgram(t)
	ssh := newOpenSSH(t, server)
	term, p := ssh.open(100, 30, "-t", host, "lambdascope", "--page", "trials", "--domain", "mountain-car")
	term.AwaitText("3·Trials")
	term.Type(" ") // plays
	server.signal(t, syscall.SIGTERM)
	if code := server.exit(t); code != 0 {
		t.Errorf("exit %d:\n%s", code, server.said)
	}
	exitOf(t, p)
	term.AwaitRestored()
	term.Await("a word on why", func(screen string) bool {
		return strings.Contains(screen, "stopping") || strings.Contains(screen, "shut") || strings.Contains(screen, "server")
	})
}
