package credentials

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/must"
)

// newSigner returns a key.
func newSigner(t *testing.T) gossh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	return must.Have(gossh.NewSignerFromKey(private))(t)
}

func TestParseAuthorizedKeys(t *testing.T) {
	line := strings.TrimSpace(string(gossh.MarshalAuthorizedKey(newSigner(t).PublicKey())))
	weak, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Skip(err)
	}
	weakKey := must.Have(gossh.NewPublicKey(&weak.PublicKey))(t)
	weakLine := string(gossh.MarshalAuthorizedKey(weakKey))
	for _, c := range []struct {
		text string
		keys int
		want string
	}{
		{line, 1, ""},
		{"# a class\n\n" + line + " somebody\r\n  " + line + "\n", 2, ""},
		{"restrict,no-X11-forwarding " + line, 1, ""},
		{"", 0, ""},
		{"# none\n", 0, ""},
		{line + "\nssh-ed25519 AAAA", 0, "line 2"},
		{"from=\"10.0.0.1\" " + line, 0, "line 1: option"},
		{"expiry-time=\"20200101\" " + line, 0, "option"},
		{"cert-authority " + line, 0, "option"},
		{weakLine, 0, "2048 bits"},
	} {
		keys, err := ParseAuthorizedKeys([]byte(c.text))
		switch {
		case c.want == "" && (err != nil || len(keys) != c.keys):
			t.Errorf("%q: %d keys, %v; want %d", c.text, len(keys), err, c.keys)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
}

func TestParsePassword(t *testing.T) {
	for text, want := range map[string]string{
		"correct horse battery \nc": "correct horse battery ", "12345678901234567\r\n": "12345678901234567", strings.Repeat("λ", 17): strings.Repeat("λ", 17),
	} {
		if got, err := ParsePassword([]byte(text)); got != want || err != nil {
			t.Errorf("%q: %q, %v, want %q", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"": "want a password", "\nlong enough to be one": "want a password", "secret!": "has 7 characters", "λλλλλλλ\n": "has 7 characters",
		" ": "white space", strings.Repeat(" ", 20) + "\n": "white space", "\t\u2003                ": "white space",
	} {
		if _, err := ParsePassword([]byte(text)); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestLoadPassword makes a password that is long enough, keeps it, and reads one that is
// there already.
func TestLoadPassword(t *testing.T) {
	name := filepath.Join(t.TempDir(), "state", PasswordFile)
	first := must.Have(LoadPassword(name))(t)
	if err := CheckPassword(first); err != nil || !regexp.MustCompile(`^[a-z2-7]{5}-[a-z2-7]{5}-[a-z2-7]{5}$`).MatchString(first) {
		t.Errorf("%q: %v", first, err)
	}
	again, err := LoadPassword(name)
	other, otherErr := LoadPassword(name + "-other")
	if again != first || err != nil || other == first || otherErr != nil {
		t.Errorf("%q, then %q, %v; elsewhere %q, %v", first, again, err, other, otherErr)
	}
	must.Succeed(t, os.WriteFile(name, []byte("secret!\n"), 0o600))
	if _, err := LoadPassword(name); err == nil || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), "secret") {
		t.Errorf("a short one: %v", err)
	}
}

func TestParseDenied(t *testing.T) {
	denied, err := ParseDenied([]byte("# out\n192.0.2.7\r\n\n 198.51.100.9/24 \n2001:db8::1\n::ffff:203.0.113.5\n::ffff:198.18.0.0/111\n"))
	want := "[192.0.2.7/32 198.51.100.0/24 2001:db8::1/128 203.0.113.5/32 198.18.0.0/15]"
	if got := fmt.Sprint(denied); got != want || err != nil {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	for _, text := range []string{"192.0.2", "192.0.2.0/33", "example.org", "fe80::1%eth0", "::ffff:0:0/95", "\n192.0.2.1 # x"} {
		if _, err := ParseDenied([]byte(text)); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

func TestLoadHostKey(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "state", "lambdascope")
	name := filepath.Join(folder, HostKeyFile)
	prints := make([]string, 8)
	var all sync.WaitGroup
	for i := range prints { // at once: one of them makes it
		all.Go(func() {
			key, err := LoadHostKey(name)
			if err != nil {
				t.Error(err)
				return
			}
			prints[i] = gossh.FingerprintSHA256(key.PublicKey())
		})
	}
	all.Wait()
	for _, p := range prints {
		if p != prints[0] {
			t.Fatalf("keys differ: %q", prints)
		}
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v: want the key alone", entries, err)
	}
	if runtime.GOOS == "windows" {
		return
	}
	for path, want := range map[string]os.FileMode{name: 0o600, folder: 0o700} {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v, want %v", path, info.Mode(), err, want)
		}
	}
	for _, mode := range []os.FileMode{0o640, 0o604} {
		must.Succeed(t, os.Chmod(name, mode))
		if _, err := LoadHostKey(name); err == nil || !strings.Contains(err.Error(), "want 0600") {
			t.Errorf("mode %v: %v", mode, err)
		}
	}
	bad := filepath.Join(folder, "bad")
	must.Succeed(t, os.WriteFile(bad, []byte("no key"), 0o600))
	for _, name := range []string{bad, folder} {
		if _, err := LoadHostKey(name); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
