//go:build unix

package serve_test

import (
	"crypto/ed25519"
	"encoding/pem"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/testutil"
	"lambdascope/tui/internal/emulator"
	"lambdascope/tui/serve"
)

// host is how tests name the server.
const host = "student@127.0.0.1"

// openSSH runs OpenSSH's client of a person without configuration, whose password a program gives.
// Without ssh the test is skipped.
func openSSH(t *testing.T, port, ask string, args ...string) (out, errs string, code int) {
	t.Helper()
	if _, err := exec.LookPath("ssh"); err != nil {
		t.Skip(err)
	}
	p := exec.Command("ssh", append([]string{
		"-F", "none",
		"-o", "UserKnownHostsFile=" + filepath.Join(t.TempDir(), "known"),
		"-o", "GlobalKnownHostsFile=none",
		"-o", "StrictHostKeyChecking=accept-new",
		"-o", "IdentitiesOnly=yes",
		"-o", "IdentityAgent=none",
		"-o", "NumberOfPasswordPrompts=1",
		"-p", port,
	}, args...)...)
	p.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "SSH_ASKPASS=" + ask, "SSH_ASKPASS_REQUIRE=force"}
	var o, e strings.Builder
	p.Stdout, p.Stderr = &o, &e
	testutil.Check(t, p.Start())
	code = exitOf(t, p)
	return o.String(), e.String(), code
}

// exitOf waits for a process and returns its status.
func exitOf(t *testing.T, p *exec.Cmd) int {
	t.Helper()
	timeout := time.AfterFunc(patience, func() { _ = p.Process.Kill() })
	defer timeout.Stop()
	_ = p.Wait()
	return p.ProcessState.ExitCode()
}

// terminal is a process in its own terminal.
type terminal struct {
	*emulator.Terminal
	t *testing.T
	p *exec.Cmd
}

// inTerminal starts a process in its own terminal.
func inTerminal(t *testing.T, p *exec.Cmd, width, height int) terminal {
	t.Helper()
	term := emulator.Open(t, width, height)
	p.Stdin, p.Stdout, p.Stderr = term.TTY, term.TTY, term.TTY
	p.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	testutil.Check(t, p.Start())
	t.Cleanup(func() {
		if p.ProcessState == nil { // the whole group, because children of the shell hold the terminal
			_ = syscall.Kill(-p.Process.Pid, syscall.SIGKILL)
		}
		_ = p.Wait()
	})
	return terminal{term, t, p}
}

// ends presses a key that leaves: the process ends well, and the terminal is as before.
func (x terminal) ends(key string) {
	x.t.Helper()
	x.Type(key)
	if code := exitOf(x.t, x.p); code != 0 {
		x.t.Errorf("exit %d", code)
	}
	x.AwaitRestored()
}

// TestOpenSSHAccess logs in as OpenSSH does, with its files of keys and its question for a
// password, and asks for what the server does not give.
func TestOpenSSHAccess(t *testing.T) {
	t.Parallel()
	newKey := func() (file, line string) {
		_, private, err := ed25519.GenerateKey(nil)
		testutil.Check(t, err)
		block := testutil.Get(gossh.MarshalPrivateKey(private, ""))(t)
		return write(t, string(pem.EncodeToMemory(block))), public(testutil.Get(gossh.NewSignerFromKey(private))(t))
	}
	good, line := newKey()
	key, _, _, _, err := gossh.ParseAuthorizedKey([]byte(line))
	testutil.Check(t, err)
	inside := start(t, func(o *serve.Options) {
		o.Public, o.AuthorizedKeys, o.Password = false, []gossh.PublicKey{key}, password
	})
	_, port, err := net.SplitHostPort(inside.address)
	testutil.Check(t, err)
	all := startProgram(t)
	ask := write(t, "#!/bin/sh\necho "+password+"\n")
	testutil.Check(t, os.Chmod(ask, 0o700))
	version := []string{"--", host, "--version"}
	for _, c := range []struct {
		name, port string
		args       []string // options, host, command
		errs       string   // on standard error; empty for a version
	}{
		{"a key", port, slices.Concat([]string{"-o", "PreferredAuthentications=publickey", "-i", good}, version), ""},
		{"a password", port, slices.Concat([]string{"-o", "PreferredAuthentications=password"}, version), ""},
		{"a port to connect to", all.port, []string{"-W", all.address, host}, "forwarding failed"},
		{"files", all.port, []string{"-s", host, "sftp"}, "subsystem request failed"},
	} {
		out, errs, code := openSSH(t, c.port, ask, c.args...)
		if granted := code == 0 && strings.Contains(out, "lambdascope"); granted != (c.errs == "") || !granted && (out != "" || !strings.Contains(errs, c.errs)) {
			t.Errorf("%s: exit %d, %q, %q; want %q", c.name, code, out, errs, c.errs)
		}
	}
}
