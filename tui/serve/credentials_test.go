//go:build unix

package serve

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/testutil"
)

// TestLoad makes a password and a host key, for their owner alone, and reads them again. If several
// ask at once, one makes it.
func TestLoad(t *testing.T) {
	for file, load := range map[string]func(name string) (string, error){
		passwordFile: loadPassword,
		hostKeyFile: func(name string) (string, error) {
			key, err := loadHostKey(name)
			if err != nil {
				return "", err
			}
			return gossh.FingerprintSHA256(key.PublicKey()), nil
		},
	} {
		name := filepath.Join(t.TempDir(), "state", "lambdascope", file)
		made := make([]string, 8)
		var all sync.WaitGroup
		for i := range made {
			all.Go(func() { made[i], _ = load(name) })
		}
		all.Wait()
		for _, m := range made {
			if m != made[0] || m == "" {
				t.Fatalf("%s: they differ: %q", file, made)
			}
		}
		if file == passwordFile && !regexp.MustCompile(`^[a-z2-7]{5}-[a-z2-7]{5}-[a-z2-7]{5}$`).MatchString(made[0]) {
			t.Errorf("the password is %q", made[0])
		}
		if entries := testutil.Get(os.ReadDir(filepath.Dir(name)))(t); len(entries) != 1 {
			t.Errorf("%s: the folder has %v", file, entries)
		}
		if other := testutil.Get(load(name + "-other"))(t); other == made[0] {
			t.Errorf("%s: the same elsewhere", file)
		}
		for path, want := range map[string]os.FileMode{name: 0o600, filepath.Dir(name): 0o700} {
			if info := testutil.Get(os.Stat(path))(t); info.Mode().Perm() != want {
				t.Errorf("%s: mode %v, want %v", path, info.Mode(), want)
			}
		}
		testutil.Check(t, os.Chmod(name, 0o604))
		bad := name + "-bad"
		testutil.Check(t, os.WriteFile(bad, []byte("secret!\n"), 0o600))
		for _, wrong := range []string{name, bad, filepath.Dir(name)} {
			if _, err := load(wrong); err == nil || !strings.Contains(err.Error(), wrong) || strings.Contains(err.Error(), "secret") {
				t.Errorf("%s in %s: %v", file, wrong, err)
			}
		}
	}
}
