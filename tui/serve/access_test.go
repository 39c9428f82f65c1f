//go:build linux

package serve_test

import (
	"crypto/rand"
	"crypto/rsa"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/testutil"
	"lambdascope/tui/serve"
)

// access is how somebody tries to log in.
type access struct {
	name  string
	with  []gossh.AuthMethod
	login string // as the log has it; empty for a refusal
}

// answersNothing is a client's answer where nothing is asked.
var answersNothing = gossh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil })

// TestAccess tries every rule of access with accepted and refused clients.
func TestAccess(t *testing.T) {
	t.Parallel()
	good, other := signer(t), signer(t)
	large := testutil.Get(rsa.GenerateKey(rand.Reader, 2048))(t)
	modern := testutil.Get(gossh.NewSignerFromKey(large))(t)
	sha1 := testutil.Get(gossh.NewSignerWithAlgorithms(modern.(gossh.AlgorithmSigner), []string{gossh.KeyAlgoRSA}))(t)
	keys := []gossh.PublicKey{good.PublicKey(), modern.PublicKey()}
	with := func(all ...gossh.AuthMethod) []gossh.AuthMethod { return all }
	key, word := func(s gossh.Signer) gossh.AuthMethod { return gossh.PublicKeys(s) }, gossh.Password
	for _, server := range []struct {
		name   string
		change func(o *serve.Options)
		tries  []access
	}{
		{"open", func(o *serve.Options) { o.Public = false }, []access{{"no key", nil, "none"}, {"a key", with(key(good)), "none"}}},
		{"keys", func(o *serve.Options) { o.Public, o.AuthorizedKeys = false, keys }, []access{
			{"a key", with(key(good)), "publickey"},
			{"an RSA key", with(key(modern)), "publickey"},
			{"an RSA key, SHA-1", with(key(sha1)), ""},
			{"another key", with(key(other)), ""},
			{"no key", nil, ""},
			{"a password", with(word(password), answersNothing), ""},
		}},
		{"either", func(o *serve.Options) { o.Public, o.AuthorizedKeys, o.Password = false, keys, password }, []access{
			{"a key", with(key(good)), "publickey"},
			{"the password", with(word(password)), "password"},
			{"another", with(word("correct hors")), ""},
			{"one with a blank", with(word(password + " ")), ""},
			{"none", with(word("")), ""},
			{"another key", with(key(other)), ""},
		}},
	} {
		p := start(t, server.change)
		for _, try := range server.tries {
			c, err := dialConfig(loopback, p.address, clientConfig(try.with...))
			if (err == nil) != (try.login != "") {
				t.Errorf("%s, %s: %v, want it granted: %t", server.name, try.name, err, try.login != "")
			}
			if err != nil {
				continue
			}
			if out, _, code := runOn(t, c, "--version"); code != 0 || !strings.Contains(out, "test") {
				t.Errorf("%s, %s: exit %d, %q", server.name, try.name, code, out)
			}
			_ = c.Close()
			p.said.says(t, "msg=session .*login="+try.login)
		}
		p.stop(t)
		p.said.lacks(t, "correct hors")
	}
}

// TestStart starts the program with addresses that it accepts and refuses, and with invalid files.
// The program prints the fingerprint of a new host key.
func TestStart(t *testing.T) {
	t.Parallel()
	empty := write(t, "\n")
	keys, written := write(t, public(signer(t))), write(t, public(signer(t)))
	testutil.Check(t, os.Chmod(written, 0o606))
	for _, c := range []struct {
		flags string
		made  bool   // a password is
		want  string // of the message; empty for a start
	}{
		{"--listen :0", true, ""},
		{"--listen 0.0.0.0:0 --public", false, ""},
		{"--listen 0.0.0.0:0 --authorized-keys " + keys, false, ""},
		{"--listen 127.0.0.1", false, "127.0.0.1"},
		{"--listen none", false, "want --web"},
		{"--listen none --web 127.0.0.1:70000", false, "want host:port"},
		{"--authorized-keys " + written, false, "has mode 0606"},
		{"--lessons " + empty + ".none", false, "no such file"},
		{"anything", false, "serve takes flags alone"},
	} {
		p := launch(t, strings.Fields(c.flags)...)
		if c.want != "" {
			if code := p.exit(t); code != 2 || !strings.Contains(p.said.String(), c.want) || strings.Count(p.said.String(), "level=") > 0 {
				t.Errorf("%q: exit %d, want 2 and %q:\n%s", c.flags, code, c.want, p.said)
			}
			continue
		}
		printed := p.said.says(t, `Host key: (\S+)`)[1]
		key := testutil.Get(gossh.ParsePrivateKey(testutil.Get(os.ReadFile(filepath.Join(p.state, "ssh_host_ed25519")))(t)))(t)
		if print := gossh.FingerprintSHA256(key.PublicKey()); print != printed {
			t.Errorf("%q: the key %s is printed as %s", c.flags, print, printed)
		}
		if made := regexp.MustCompile(`(?m)^Password: [a-z2-7]{5}-[a-z2-7]{5}-[a-z2-7]{5}$`).MatchString(p.said.String()); made != c.made {
			t.Errorf("%q: a password is made: %t, want %t:\n%s", c.flags, made, c.made, p.said)
		}
		p.stops(t)
	}
}

const (
	mineLesson  = "# Mine\n\n## A\n\nThere are {n} walks.\n\n```lambdascope\n--states 5 -n 7\nuntil: seed = 2\n```\n\nThese are {n} others.\n"
	mineProblem = `{"name":"my own","states":[{"name":"here","start":1,"next":[{"to":"there","p":0.5},{"p":0.5}]},{"name":"there","next":[{"p":1,"reward":1}]}]}`
)

// TestFolders reads lessons and problems of folders, which sessions list and open. One that
// is wrong ends the program with its line or place.
func TestFolders(t *testing.T) {
	t.Parallel()
	folder := folderOf(t, map[string]string{"mine.md": mineLesson, "b.md": mineLesson, "mine.json": mineProblem, "notes.txt": "none"})
	p := startProgram(t, "--public", "--lessons", folder, "--problems", folder)
	lists := func(command string, want ...string) {
		t.Helper()
		out, errs, code := run(t, p.address, command)
		for _, text := range want {
			if code != 0 || errs != "" || !strings.Contains(out, text) || strings.Contains(out, "file") {
				t.Errorf("%s: exit %d, no %q in %s%s", command, code, text, out, errs)
			}
		}
	}
	lists("lesson", "\nb ", "\nmine ", "Mine", "dial")
	if out, errs, code := run(t, p.address, "run --problem /etc/passwd"); code != 2 || out != "" || !strings.Contains(errs, "garnet or mine") {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
	s := sized(t, p.address, "lambdascope lesson mine", 80, 24)
	awaitAll(s, "There are 7 walks.", "▸ Waiting: set seed to 2 (s draws other data)")
	s.Type("s")
	s.AwaitText("These are 7 others.")
	s.Type("L")
	awaitAll(s, "▸ mine", "What does λ do?")
	s.Type("\x1b[H\r") // home: the first
	s.AwaitText("─ 1/4 Where do they agree?")
	s.Type("\x1b") // out of the lesson
	s.AwaitText("n ‹30›")
	for _, c := range [][2]string{{"mine", "my own · "}, {"grid", "grid · "}} {
		s.Type(":problem " + c[0] + "\r")
		s.AwaitText(c[1])
	}
	leaves(t, s)
	p.stops(t)
	wrong := folderOf(t, map[string]string{"mine.md": strings.Replace(mineLesson, "{n} walks", "{rmsve at 0.55} walks", 1), "grid.json": mineProblem})
	for flag, says := range map[string]string{"--lessons": "mine.md: line 5: {rmsve at 0.55}", "--problems": "grid.json: want another name"} {
		launch(t, append(anyPort, flag, wrong)...).said.says(t, says)
	}
}
