//go:build linux

package serve_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/must"
	"lambdascope/tui/serve"
	"lambdascope/tui/serve/internal/client"
)

// access is how somebody tries to log in.
type access struct {
	name  string
	with  []gossh.AuthMethod
	login string // as the log has it; empty for a refusal
}

// answersNothing is a client's answer where nothing is asked.
var answersNothing = gossh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil })

// TestAccess tries every rule of access with who may and who may not.
func TestAccess(t *testing.T) {
	t.Parallel()
	good, other := signer(t), signer(t)
	large := must.Have(rsa.GenerateKey(rand.Reader, 2048))(t)
	modern := must.Have(gossh.NewSignerFromKey(large))(t)
	sha1 := must.Have(gossh.NewSignerWithAlgorithms(modern.(gossh.AlgorithmSigner), []string{gossh.KeyAlgoRSA}))(t)
	keys := []string{"--authorized-keys", write(t, "# the class\n\n"+public(good)+public(modern))}
	passwords := []string{"--password-file", write(t, password+"\n")}
	with := func(all ...gossh.AuthMethod) []gossh.AuthMethod { return all }
	key, word := func(s gossh.Signer) gossh.AuthMethod { return gossh.PublicKeys(s) }, gossh.Password
	var many []gossh.Signer // of an agent
	for range 20 {
		many = append(many, signer(t))
	}
	for _, server := range []struct {
		name  string
		flags []string
		tries []access
	}{
		{"open", nil, []access{{"no key", nil, "none"}, {"a key", with(key(good)), "none"}}},
		{"keys", keys, []access{
			{"a key", with(key(good)), "publickey"}, {"an RSA key", with(key(modern)), "publickey"},
			{"an RSA key, SHA-1", with(key(sha1)), ""}, {"another key", with(key(other)), ""},
			{"no key", nil, ""}, {"a password", with(word(password), answersNothing), ""},
		}},
		{"either", slices.Concat(keys, passwords), []access{
			{"a key", with(key(good)), "publickey"}, {"the password", with(word(password)), "password"},
			{"another", with(word("correct hors")), ""}, {"one with a blank", with(word(password + " ")), ""}, {"none", with(word("")), ""},
			{"another key", with(key(other)), ""},
		}},
		{"public with keys", append(keys, "--public"), []access{
			{"a key", with(key(good)), "publickey"}, {"many keys", with(gossh.PublicKeys(many...), answersNothing), "none"},
			{"no key", with(answersNothing), "none"},
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
		p.said.lacks(t, "correct hors")
	}
}

// TestStart starts the program where it may and where it may not listen, and with files
// that are wrong. It prints the key that it has made.
func TestStart(t *testing.T) {
	t.Parallel()
	words, empty, short := write(t, password+"\n"), write(t, "\n"), write(t, "secret\n")
	large := write(t, strings.Repeat("# a class\n", 120_000))
	readable := write(t, password+"\n")
	must.Succeed(t, os.Chmod(readable, 0o604))
	for _, c := range []struct {
		flags string
		made  bool   // a password is
		want  string // of the message; empty for a start
	}{
		{"--listen :0", true, ""},
		{"--listen [::]:0 --class --presenters " + write(t, public(signer(t))), true, ""},
		{"--listen 0.0.0.0:0 --public", false, ""},
		{"--listen 0.0.0.0:0 --password-file " + words, false, ""},
		{"--listen localhost:0", false, ""},
		{"--listen example.invalid:0", false, "example.invalid"},
		{"--listen 127.0.0.1", false, "127.0.0.1"},
		{"--listen none", false, "want --web"},
		{"--listen none --web 127.0.0.1:70000", false, "want a port"},
		{"--web nowhere", false, "want host:port"},
		{"--web 127.0.0.1:0 --tls-cert x", false, "want both"},
		{"--web :0 --tls-cert x --tls-key y", false, "tls-cert x"},
		{"--tls-cert x --tls-key y", false, "want both"},
		{"--metrics x --listen 127.0.0.1:0", false, "want [host]:port"},
		{"--password-file " + short, false, "at least 17"},
		{"--password-file " + empty + ".none", false, "no such file"},
		{"--password-file " + readable, false, "read by others"},
		{"--password-file " + t.TempDir(), false, "is no file"},
		{"--public --password-file " + words, false, "one of the two"},
		{"--authorized-keys " + large, false, "larger than 1 MiB"},
		{"--authorized-keys " + empty, false, "key"},
		{"--deny " + short, false, "line 1: want an IP address"},
		{"--lessons " + empty + ".none", false, "no such file"},
		{"--memory 1M", false, "at least 128M"},
		{"anything", false, "serve takes flags alone"},
	} {
		p := launch(t, nil, strings.Fields(c.flags)...)
		if c.want != "" {
			if code := p.exit(t); code != 2 || !strings.Contains(p.said.String(), c.want) || strings.Count(p.said.String(), "level=") > 0 {
				t.Errorf("%q: exit %d, want 2 and %q:\n%s", c.flags, code, c.want, p.said)
			}
			continue
		}
		printed := p.said.says(t, `Host key: (\S+)`)[1]
		key := must.Have(gossh.ParsePrivateKey(must.Have(os.ReadFile(filepath.Join(p.state, "ssh_host_ed25519")))(t)))(t)
		if print := gossh.FingerprintSHA256(key.PublicKey()); print != printed {
			t.Errorf("%q: the key %s is printed as %s", c.flags, print, printed)
		}
		if made := regexp.MustCompile(`(?m)^Password: [a-z2-7]{5}-[a-z2-7]{5}-[a-z2-7]{5}$`).MatchString(p.said.String()); made != c.made {
			t.Errorf("%q: a password is made: %t, want %t:\n%s", c.flags, made, c.made, p.said)
		}
		p.stops(t)
	}
}

// TestReload replaces the lists of keys, the password and the addresses to deny while the
// program runs. Who is no longer welcome is told and leaves, all others go on. What is
// wrong in a file changes nothing.
func TestReload(t *testing.T) {
	t.Parallel()
	first, second, teacher := signer(t), signer(t), signer(t)
	const elsewhere, battery = "127.0.5.1", "battery staple horse"
	files := map[string]string{"keys": public(first), "presenters": public(teacher), "password": password + "\n", "denied": ""}
	folder := folderOf(t, files)
	file := func(name string) string { return filepath.Join(folder, name) }
	p := startProgram(t, "--authorized-keys", file("keys"), "--password-file", file("password"), "--class", "--presenters", file("presenters"), "--deny", file("denied"))
	inside := func(source, command string, auth gossh.AuthMethod) *client.Session {
		t.Helper()
		a := client.Open(t, dialFrom(t, source, p.address, auth), client.View{Width: 120, Height: 36, Command: command})
		a.AwaitText("8 trajectories")
		return a
	}
	byFirst, leads := inside(client.Loopback, "", gossh.PublicKeys(first)), inside(client.Loopback, "present", gossh.PublicKeys(teacher))
	typed, away := inside(client.Loopback, "", gossh.Password(password)), inside(elsewhere, "", gossh.Password(password))
	reload := func(says string, changes ...string) { // names and texts of files
		t.Helper()
		for i := 0; i < len(changes); i += 2 {
			must.Succeed(t, os.WriteFile(file(changes[i]), []byte(changes[i+1]), 0o600))
		}
		p.reloads(t, says)
	}
	lets := func(want bool, what string, auth gossh.AuthMethod, source string) {
		t.Helper()
		if getsIn(source, p.address, auth) != want {
			t.Errorf("%s: want in: %t", what, want)
		}
	}
	reload(`level=ERROR msg="reload failed.*line 1: want a public key`, "keys", "no key\n", "password", battery+"\n")
	lets(true, "the first key after a faulty file", gossh.PublicKeys(first), client.Loopback)
	lets(false, "the password beside a faulty file", gossh.Password(battery), client.Loopback)
	lets(true, "the password before it", gossh.Password(password), client.Loopback)
	reload(`reload failed.*want at least 17`, "keys", public(second), "password", "short\n")
	lets(false, "the second key beside a faulty password", gossh.PublicKeys(second), client.Loopback)

	reload(`msg=reloaded keys=1 presenters=1 password=true denied=1`, "password", battery+"\n", "presenters", public(second), "denied", "127.0.5.0/24\n")
	for what, a := range map[string]*client.Session{"this key": byFirst, "this address": away} {
		if code := a.Ends(t); code != 1 {
			t.Errorf("%s: exit %d", what, code)
		}
		a.AwaitText(what + " may no longer connect")
	}
	leads.Ends(t)
	leads.AwaitText("this key may no longer connect")
	lets(false, "the first key when it is gone", gossh.PublicKeys(first), client.Loopback)
	lets(false, "the presenter's key when it is gone", gossh.PublicKeys(teacher), client.Loopback)
	lets(true, "the second key", gossh.PublicKeys(second), client.Loopback)
	lets(true, "the second password", gossh.Password(battery), client.Loopback)
	lets(false, "the first password when it is gone", gossh.Password(password), client.Loopback)
	lets(false, "an address that is denied", gossh.Password(battery), "127.0.5.7")
	typed.Type("l")
	typed.AwaitText("10 trajectories") // whoever came with the first password goes on
	reload(`msg=reloaded keys=0 presenters=0 password=true`, "keys", "# nobody\n", "presenters", "")
	lets(false, "the last key when it is gone", gossh.PublicKeys(second), client.Loopback)
	lets(true, "the password without keys", gossh.Password(battery), client.Loopback)
	p.said.lacks(t, "staple", "horse")
	p.stops(t)
}

const (
	mineLesson  = "# Mine\n\n## A\n\nThere are {n} walks.\n\n```lambdascope\n--states 5 -n 7\nuntil: seed = 2\n```\n\nThese are {n} others.\n"
	mineProblem = `{"name":"my own","states":[{"name":"here","start":1,"next":[{"to":"there","p":0.5},{"p":0.5}]},{"name":"there","next":[{"p":1,"reward":1}]}]}`
)

// TestReloadLessons reads lessons and problems of folders, which sessions list and open,
// and again while the program runs. One that is wrong changes nothing, and the log has its
// line or place.
func TestReloadLessons(t *testing.T) {
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
	lists("run --problem help", "\nmine ", "t-maze ")
	if out, errs, code := run(t, p.address, "run --problem /etc/passwd"); code != 2 || out != "" || !strings.Contains(errs, "garnet or mine") {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
	s := sized(t, p.address, "lambdascope lesson mine", 80, 24)
	awaitAll(s, "There are 7 walks.", "▸ Waiting: set seed to 2 (type :seed 2)")
	s.Type("s")
	s.AwaitText("These are 7 others.")
	s.Type("L")
	awaitAll(s, "▸ mine", "What does λ do?")
	s.Type("\x1b[H\r") // home: the first
	s.AwaitText("─ 1/4 Where do they agree?")
	s.Type("\x1b") // out of the lesson
	s.AwaitText("n ‹8›")
	for _, c := range [][2]string{{"mine", "domain mine"}, {"grid", "domain grid"}} {
		s.Type(":problem " + c[0] + "\r")
		s.AwaitText(c[1])
	}
	leaves(t, s, "q")
	for _, c := range []struct{ file, text, says string }{
		{"mine.md", strings.Replace(mineLesson, "{n} walks", "{rmsve at 0.55} walks", 1), `level=ERROR msg="reload failed: lessons stay as they were" error=".*mine\.md: line 5: {rmsve at 0\.55}`},
		{"bad.md", "Text\n# A\n", `lessons stay.*bad\.md: line 1: `},
		{"trace.md", mineLesson, `lessons stay.*trace is there already`},
		{"Mine.md", mineLesson, `lessons stay.*want a name of lower-case `},
		{"grid.json", mineProblem, `problems stay.*grid\.json: want another name`},
		{"two.json", strings.Replace(mineProblem, "0.5", "0.4", 1), `level=ERROR msg="reload failed: problems stay as they were" error=".*two\.json: states\[0\]\.next: probabilities sum to 0\.9`},
	} {
		name := filepath.Join(folder, c.file)
		before, err := os.ReadFile(name)
		must.Succeed(t, os.WriteFile(name, []byte(c.text), 0o600))
		p.reloads(t, c.says)
		if must.Succeed(t, os.Remove(name)); err == nil {
			must.Succeed(t, os.WriteFile(name, before, 0o600))
		}
	}
	lists("lesson", "Mine")
	must.Succeed(t, os.WriteFile(filepath.Join(folder, "c.md"), []byte(strings.Replace(mineLesson, "Mine", "Third", 1)), 0o600))
	must.Succeed(t, os.WriteFile(filepath.Join(folder, "two.json"), []byte(mineProblem), 0o600))
	p.reloads(t, `msg="problems reloaded" problems=2`)
	p.said.says(t, `msg="lessons reloaded" lessons=3`)
	lists("lesson", "Third")
	lists("run --problem help", "\ntwo ")
	p.stops(t)
}

// TestWebTLS serves with a certificate, which it reads again on SIGHUP, and without a
// password of the flags asks for one where others reach it.
func TestWebTLS(t *testing.T) {
	t.Parallel()
	certificate, key := filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	first := certify(t, certificate, key)
	p := launch(t, nil, "--listen", "none", "--web", ":0", "--tls-cert", certificate, "--tls-key", key)
	link := p.said.says(t, `Open: (https://\S+/)`)[1]
	p.said.says(t, `Password: \S+`)
	trusts := func(with *x509.Certificate) error {
		pool := x509.NewCertPool()
		pool.AddCert(with)
		by := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, DisableKeepAlives: true}}
		answer, err := by.Get(link)
		if err == nil {
			err = answer.Body.Close()
		}
		if err == nil && (answer.StatusCode != http.StatusOK || answer.ProtoMajor != 1) {
			err = fmt.Errorf("%s, %s", answer.Status, answer.Proto)
		}
		return err
	}
	must.Succeed(t, trusts(first))
	second := certify(t, certificate, key)
	p.reloads(t, `certificate reloaded`)
	must.Succeed(t, trusts(second))
	if trusts(first) == nil {
		t.Error("the first certificate is still there")
	}
	must.Succeed(t, os.WriteFile(certificate, []byte("none"), 0o600))
	p.reloads(t, `the certificate stays as it was`)
	must.Succeed(t, trusts(second))
	p.stops(t)
}

// certify writes a certificate for loopback, and its key.
func certify(t *testing.T, certificate, key string) *x509.Certificate {
	t.Helper()
	private := must.Have(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	public := must.Have(x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private))(t)
	secret := must.Have(x509.MarshalECPrivateKey(private))(t)
	for file, block := range map[string]*pem.Block{certificate: {Type: "CERTIFICATE", Bytes: public}, key: {Type: "EC PRIVATE KEY", Bytes: secret}} {
		must.Succeed(t, os.WriteFile(file, pem.EncodeToMemory(block), 0o600))
	}
	return must.Have(x509.ParseCertificate(public))(t)
}

// denied is where the clients of these tests come from whose address is denied.
var denied = []netip.Prefix{netip.MustParsePrefix("127.0.3.0/24")}

// TestAttackUnwelcome: a key is taken off the list, or an address denied, at each stage of a
// connection: while it logs in, when it has logged in, has a channel, or a session, over SSH
// or of a page. It ends, and nothing waits for it.
func TestAttackUnwelcome(t *testing.T) {
	t.Parallel()
	key, other := signer(t), signer(t)
	keys := []gossh.PublicKey{key.PublicKey(), other.PublicKey()}
	for name, now := range map[string]serve.Access{
		"a key": {AuthorizedKeys: keys[1:]}, "an address": {AuthorizedKeys: keys[:1], Denied: denied},
	} {
		s := start(t, func(o *serve.Options) { asServed(o); o.Public, o.AuthorizedKeys = false, keys })
		comes := func() *gossh.Client { return dialFrom(t, "127.0.3.1", s.address, gossh.PublicKeys(key)) }
		logsIn, idle, opens, app := raw(t, "127.0.3.1", s.address), comes(), comes(), client.Open(t, comes(), client.View{Width: 100, Height: 30})
		app.AwaitText("λ̂ =")
		opened := must.Have(opens.NewSession())(t)
		must.Have(logsIn.Read(make([]byte, 1)))(t) // it is in
		must.Succeed(t, s.SetAccess(now))
		if late, err := idle.NewSession(); err == nil && late.Run("help") == nil || opened.Run("help") == nil {
			t.Errorf("%s that is no longer welcome begins a session", name)
		}
		app.Ends(t)
		app.AwaitText("may no longer connect")
		if name == "an address" {
			closes(t, logsIn, "an address that is denied")
		}
	}
	s := start(t, nil)
	p := page(t, s.web, "x", "/")
	p.AwaitText("λ̂ =")
	must.Succeed(t, s.SetAccess(serve.Access{Denied: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}}))
	isTold(p, "may no longer connect")
	for _, path := range []string{"/", "/ws", "/web/app.js"} {
		if answer, _ := get(t, client.BrowserFrom(client.Loopback), "GET", "http://"+s.web+path, nil, ""); answer.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %s", path, answer.Status)
		}
	}
}

// TestAttackNoAccessLeft: where keys let in and none is left, nobody gets in, also not by
// a password that is empty; and who was let in by nothing can't be asked later.
func TestAttackNoAccessLeft(t *testing.T) {
	t.Parallel()
	key := signer(t)
	s := start(t, func(o *serve.Options) {
		asServed(o)
		o.Public, o.AuthorizedKeys, o.Password = false, []gossh.PublicKey{key.PublicKey()}, password
	})
	must.Succeed(t, s.SetAccess(serve.Access{}))
	if getsIn("127.0.3.1", s.address, gossh.PublicKeys(key)) || getsIn("127.0.3.1", s.address, gossh.Password("")) {
		t.Error("the key or no password lets in")
	}
	if p := page(t, s.web, "x", "/"); p != nil {
		isTold(p, "by keys alone")
	}
	if err := start(t, nil).SetAccess(serve.Access{Password: password}); err == nil {
		t.Error("a server that was open takes a password")
	}
}

// TestPresentersKeys: a key that is named presents without the secret, and needs no
// other way in; others with keys do not present. Where anybody may come, nobody is asked.
// A presenter that leads by the panel leaves when the key is taken off the list.
func TestPresentersKeys(t *testing.T) {
	t.Parallel()
	teacher, student := signer(t), signer(t)
	for _, c := range []struct {
		keys []gossh.PublicKey
		auth gossh.AuthMethod // of a student
	}{{[]gossh.PublicKey{student.PublicKey()}, gossh.PublicKeys(student)}, {nil, answersNothing}} {
		s := start(t, func(o *serve.Options) {
			o.Public, o.Class, o.AuthorizedKeys, o.Presenters = false, true, c.keys, []gossh.PublicKey{teacher.PublicKey(), signer(t).PublicKey()}
		})
		open(t, s.address, "present", c.auth).AwaitText("this server has one room")
		follows := open(t, s.address, "", c.auth)
		follows.AwaitText("○ no presenter")
		leads := open(t, s.address, "present", gossh.PublicKeys(teacher))
		leads.AwaitText("1 here")
		follows.AwaitText("● live")
		panel := open(t, s.address, "", gossh.PublicKeys(teacher))
		for _, step := range [][2]string{{"R", "leave the room"}, {"l", "You have left the room"}, {"R", "open a room"}, {"1", "You present"}} {
			panel.Type(step[0])
			panel.AwaitText(step[1])
		}
		must.Succeed(t, s.SetAccess(serve.Access{AuthorizedKeys: c.keys, Presenters: []gossh.PublicKey{signer(t).PublicKey()}}))
		panel.Ends(t)
	}
}

// TestNothingTyped sends words wherever a client can: none is in the log.
func TestNothingTyped(t *testing.T) {
	t.Parallel()
	const word = "hunter2"
	s := start(t, func(o *serve.Options) { o.Public, o.Password = false, password })
	as := func(change func(c *gossh.ClientConfig)) (*gossh.Client, error) {
		config := client.Config(gossh.Password(password))
		config.User = word
		change(config)
		return client.DialFrom(client.Loopback, s.address, config)
	}
	for _, change := range []func(c *gossh.ClientConfig){
		func(c *gossh.ClientConfig) { c.Auth = []gossh.AuthMethod{gossh.Password(word)} },
		func(c *gossh.ClientConfig) { c.Auth = []gossh.AuthMethod{gossh.PublicKeys(signer(t))} },
		func(c *gossh.ClientConfig) {
			c.KeyExchanges, c.ClientVersion = []string{gossh.InsecureKeyExchangeDH14SHA1}, "SSH-2.0-"+word
		},
	} {
		if c, err := as(change); err == nil {
			t.Error("gets in")
			_ = c.Close()
		}
	}
	for _, text := range []string{word + "\r\n", "SSH-2.0-" + word + "\r\n" + word + word + word} {
		_, _ = io.WriteString(raw(t, client.Loopback, s.address), text)
	}
	for _, command := range []string{word, "run --" + word, "run --features " + word, "lambdascope --gamma " + word} {
		c := must.Have(as(func(*gossh.ClientConfig) {}))(t)
		if _, _, code := client.Run(t, c, command); code != 2 {
			t.Errorf("%q: exit %d", command, code)
		}
		_ = c.Close()
	}
	s.awaits(t, ended("misuse"), 4)
	s.said.says(t, "no common key exchange")
	s.stop(t)
	s.said.lacks(t, word)
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
		c, err := client.DialFrom(client.Loopback, s.address, config)
		if none := new(gossh.AlgorithmNegotiationError); !errors.As(err, &none) {
			t.Errorf("%s: %v, want it refused", name, err)
		}
		if err == nil {
			_ = c.Close()
		}
	}
}

// TestSignals ends the program while one session has a reader that reads nothing: it waits
// for that one, and after another signal no more. Another command than serve is ended by
// SIGHUP.
func TestSignals(t *testing.T) {
	t.Parallel()
	p := startProcess(t)
	st := stall(t, p.address)
	port := must.Have(strconv.Atoi(p.port))(t)
	queue := regexp.MustCompile(fmt.Sprintf(`:%04X \S+ 01 (\w+):`, port)) // what waits in the system for the reader
	until(t, "a write that waits", func() bool {
		before := queue.FindString(proc(t, "net", "tcp"))
		time.Sleep(700 * time.Millisecond) // in which it would draw
		return before != "" && before == queue.FindString(proc(t, "net", "tcp"))
	})
	p.signal(syscall.SIGTERM)
	p.said.says(t, "stopping")
	until(t, "the end", func() bool { // the first moments after a signal are still the first's
		p.signal(syscall.SIGTERM)
		select {
		case <-p.ended:
			return true
		default:
			return false
		}
	})
	if p.command.ProcessState.Exited() {
		t.Errorf("exit %d, want it ended by another signal:\n%s", p.command.ProcessState.ExitCode(), p.said)
	}
	st.closed(t)

	out := filepath.Join(t.TempDir(), "study")
	study := exec.Command(must.Have(build())(t), "study", "--domain", "mountain-car", "--trials", "10000", "--out", out)
	said := new(transcript)
	study.Stdout, study.Stderr = said, said
	must.Succeed(t, study.Start())
	late := time.AfterFunc(patience, func() { _ = study.Process.Kill() })
	defer late.Stop()
	until(t, "the study", func() bool { _, err := os.Stat(out); return err == nil })
	must.Succeed(t, study.Process.Signal(syscall.SIGHUP))
	_ = study.Wait()
	if status := study.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGHUP || !strings.Contains(said.String(), "interrupted") {
		t.Errorf("%v:\n%s", study.ProcessState, said)
	}
	if left := must.Have(os.ReadDir(out))(t); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}
