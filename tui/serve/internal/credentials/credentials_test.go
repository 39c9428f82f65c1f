package credentials

import (
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

	"lambdascope/sim/testutil"
)

// line returns a key of RSA as a file of keys has it.
func line(t *testing.T, bits int) string {
	t.Helper()
	key := testutil.Get(rsa.GenerateKey(rand.Reader, bits))(t)
	return strings.TrimSpace(string(gossh.MarshalAuthorizedKey(testutil.Get(gossh.NewPublicKey(key.Public()))(t))))
}

// TestParse reads files of each kind. The error names what is wrong, and never a password.
func TestParse(t *testing.T) {
	key, weak, greek := line(t, minRSA), line(t, minRSA/2), strings.Repeat("λ", minPassword)
	keys := func(text []byte) (string, error) {
		all, err := ParseAuthorizedKeys(text)
		return fmt.Sprint(len(all)), err
	}
	for _, c := range []struct {
		parse             func([]byte) (string, error)
		text, want, fault string
	}{
		{keys, "# a class\n\n" + key + " somebody\r\n  " + key + "\n", "2", ""},
		{keys, "restrict,no-X11-forwarding " + key, "1", ""},
		{keys, "# none\n", "0", ""},
		{keys, key + "\nssh-ed25519 AAAA", "", "line 2: want a public key"},
		{keys, "from=\"10.0.0.1\" " + key, "", "line 1: option"},
		{keys, "cert-authority " + key, "", "option"},
		{keys, weak, "", "2048 bits"},
		{parsePassword, "correct horse battery \nc", "correct horse battery ", ""},
		{parsePassword, "12345678901234567\r\n", "12345678901234567", ""},
		{parsePassword, greek, greek, ""},
		{parsePassword, "\nlong enough to be one", "", "has 0 characters"},
		{parsePassword, "secret!", "", "has 7 characters"},
		{parsePassword, "\t\u2003                \n", "", "has 0 characters"},
	} {
		got, err := c.parse([]byte(c.text))
		switch {
		case c.fault == "" && (err != nil || got != c.want):
			t.Errorf("%q: %q, %v; want %q", c.text, got, err, c.want)
		case c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault) || strings.Contains(err.Error(), "secret")):
			t.Errorf("%q: %v, want %q", c.text, err, c.fault)
		}
	}
}

// TestLoad makes a password and a host key that are not there yet, for their owner alone,
// and reads those that are. Where several ask at once, one makes it.
func TestLoad(t *testing.T) {
	for file, load := range map[string]func(name string) (string, error){
		PasswordFile: LoadPassword,
		HostKeyFile: func(name string) (string, error) {
			key, err := LoadHostKey(name)
			if err != nil {
				return "", err
			}
			return gossh.FingerprintSHA256(key.PublicKey()), nil
		},
	} {
		folder := filepath.Join(t.TempDir(), "state", "lambdascope")
		name := filepath.Join(folder, file)
		made := make([]string, 8)
		var all sync.WaitGroup
		for i := range made {
			all.Go(func() {
				var err error
				if made[i], err = load(name); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for _, m := range made {
			if m != made[0] || m == "" {
				t.Fatalf("%s: they differ: %q", file, made)
			}
		}
		if strong := regexp.MustCompile(`^[a-z2-7]{5}-[a-z2-7]{5}-[a-z2-7]{5}$`); file == PasswordFile && (!strong.MatchString(made[0])) {
			t.Errorf("the password is %q", made[0])
		}
		if entries := testutil.Get(os.ReadDir(folder))(t); len(entries) != 1 {
			t.Errorf("%s: the folder has %v", file, entries)
		}
		if other := testutil.Get(load(name + "-other"))(t); other == made[0] {
			t.Errorf("%s: the same elsewhere", file)
		}
		if runtime.GOOS != "windows" {
			for path, want := range map[string]os.FileMode{name: 0o600, folder: 0o700} {
				if info := testutil.Get(os.Stat(path))(t); info.Mode().Perm() != want {
					t.Errorf("%s: mode %v, want %v", path, info.Mode(), want)
				}
			}
			for _, mode := range []os.FileMode{0o640, 0o604} {
				testutil.Check(t, os.Chmod(name, mode))
				if _, err := load(name); err == nil || !strings.Contains(err.Error(), "want 0600") {
					t.Errorf("%s of mode %v: %v", file, mode, err)
				}
			}
		}
		bad := filepath.Join(folder, "bad")
		testutil.Check(t, os.WriteFile(bad, []byte("secret!\n"), 0o600))
		for _, wrong := range []string{bad, folder} {
			if _, err := load(wrong); err == nil || !strings.Contains(err.Error(), wrong) || strings.Contains(err.Error(), "secret") {
				t.Errorf("%s in %s: %v", file, wrong, err)
			}
		}
	}
}
