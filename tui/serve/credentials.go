package serve

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/tui/disk"
)

// The files of the server in its folder.
const (
	hostKeyFile  = "ssh_host_ed25519"
	passwordFile = "password"
	secretFile   = "class" // the secret of the class
)

// restricted reports whether there are keys or a password to log in with.
func (o *Options) restricted() bool { return len(o.AuthorizedKeys) > 0 || o.Password != "" }

// knows reports whether a key lets in.
func (o *Options) knows(key gossh.PublicKey) bool {
	return slices.ContainsFunc(o.AuthorizedKeys, func(k gossh.PublicKey) bool { return bytes.Equal(k.Marshal(), key.Marshal()) })
}

// isPassword reports whether a text is the password.
func (o *Options) isPassword(typed string) bool { return o.Password != "" && equal(o.Password, typed) }

// equal compares two texts in a time that does not depend on them.
func equal(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// loadHostKey returns the key of a file. A missing file is created with a new key.
func loadHostKey(name string) (gossh.Signer, error) {
	_, private, _ := ed25519.GenerateKey(nil) // never fails
	block, _ := gossh.MarshalPrivateKey(private, "lambdascope")
	text, err := loadPrivate(name, pem.EncodeToMemory(block))
	if err != nil {
		return nil, fmt.Errorf("host key %s: %w", name, disk.Cause(err))
	}
	key, err := gossh.ParsePrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("host key %s: %w", name, err)
	}
	if key.PublicKey().Type() != gossh.KeyAlgoED25519 {
		return nil, fmt.Errorf("host key %s: want an Ed25519 key", name)
	}
	return key, nil
}

// loadPassword returns the password of a file. A missing file is created with a new password of 75
// random bits, because guesses are fast.
func loadPassword(name string) (string, error) {
	letters := strings.ToLower(rand.Text()) // of base32: no 0, 1, 8 and 9
	return loadWord("password", name, letters[:5]+"-"+letters[5:10]+"-"+letters[10:15])
}

// loadSecret returns the secret of the class in a file. A missing file is created with a new secret of
// 130 random bits.
func loadSecret(name string) (string, error) {
	return loadWord("secret of the class", name, rand.Text())
}

// loadWord returns the word of a file. A missing file is created with a fresh word.
func loadWord(what, name, fresh string) (string, error) {
	text, err := loadPrivate(name, []byte(fresh+"\n"))
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", what, name, disk.Cause(err))
	}
	word := strings.TrimSpace(string(text))
	if len(word) < len(fresh) {
		return "", fmt.Errorf("%s %s: %d characters: want at least %d; delete the file for a new one", what, name, len(word), len(fresh))
	}
	return word, nil
}

// loadPrivate reads a private file. A missing file is created with a fresh text.
func loadPrivate(name string, fresh []byte) ([]byte, error) {
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		if err := writeNew(name, fresh); err != nil {
			return nil, err
		}
	}
	return readGuarded(name, 0o027) // systemd's credentials have 0440
}

// readGuarded reads a file that has none of some bits of permission.
func readGuarded(name string, forbidden fs.FileMode) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("is no file")
	case info.Mode().Perm()&forbidden != 0 && runtime.GOOS != "windows":
		return nil, fmt.Errorf("has mode %04o: want 0600", info.Mode().Perm())
	}
	return os.ReadFile(name)
}

// writeNew writes a file and its folder, unless another process was quicker. The name comes last, so
// that nobody reads a part.
func writeNew(name string, text []byte) error {
	folder := filepath.Dir(name)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(folder, "."+filepath.Base(name)+"-") // with mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err = os.Link(f.Name(), name); errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// loadKeys reads a file of keys in OpenSSH's format, which others must not be able to write.
func loadKeys(name string) ([]gossh.PublicKey, error) {
	var keys []gossh.PublicKey
	text, err := readGuarded(name, 0o022)
	if err == nil {
		keys, err = parseKeys(text)
	}
	if err != nil {
		return nil, fmt.Errorf("authorized-keys %s: %w", name, disk.Cause(err))
	}
	return keys, nil
}

// parseKeys returns the keys of a text, one or more.
func parseKeys(text []byte) (keys []gossh.PublicKey, err error) {
	n := 0
	for line := range bytes.Lines(text) {
		n++
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		key, _, options, _, err := gossh.ParseAuthorizedKey(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: want a public key", n)
		}
		if len(options) > 0 {
			return nil, fmt.Errorf("line %d: option %q: want a key without options", n, options[0])
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		return nil, errors.New("want at least one public key")
	}
	return keys, nil
}
