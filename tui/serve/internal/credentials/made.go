package credentials

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	gossh "golang.org/x/crypto/ssh"
)

// HostKeyFile is the name of the host key in the program's folder.
const HostKeyFile = "ssh_host_ed25519"

// LoadHostKey returns the key of a file, which is made first if it is not there.
func LoadHostKey(name string) (gossh.Signer, error) {
	text, err := load(name, func() ([]byte, error) {
		_, private, err := ed25519.GenerateKey(nil)
		if err != nil {
			return nil, err
		}
		block, err := gossh.MarshalPrivateKey(private, "lambdascope")
		if err != nil {
			return nil, err
		}
		return pem.EncodeToMemory(block), nil
	})
	if err != nil {
		return nil, fmt.Errorf("host key: %w", err)
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

// PasswordFile is the name of the password that the server makes, beside the host key.
const PasswordFile = "password"

// LoadPassword returns the password of a file. If the file is not there, it is made first,
// with a password of 75 random bits.
func LoadPassword(name string) (string, error) {
	text, err := load(name, func() ([]byte, error) {
		letters := strings.ToLower(rand.Text()) // of base32: no 0, 1, 8 and 9
		return []byte(letters[:5] + "-" + letters[5:10] + "-" + letters[10:15] + "\n"), nil
	})
	if err != nil {
		return "", fmt.Errorf("password: %w", err)
	}
	password, err := parsePassword(text)
	if err != nil {
		return "", fmt.Errorf("password %s: %w", name, err)
	}
	return password, nil
}

// SecretFile is the name of the secret of the class, beside the host key.
const SecretFile = "class"

// LoadSecret returns the secret of a file. If the file does not exist, LoadSecret makes it with
// a secret of 130 random bits.
func LoadSecret(name string) (string, error) {
	text, err := load(name, func() ([]byte, error) { return []byte(rand.Text() + "\n"), nil })
	if err != nil {
		return "", fmt.Errorf("secret of the class: %w", err)
	}
	secret := strings.TrimSpace(string(text))
	if len(secret) != len(rand.Text()) {
		return "", fmt.Errorf("secret of the class %s: want %d letters", name, len(rand.Text()))
	}
	return secret, nil
}

// load reads a file that nobody but its owner may read, which is made first if it is not
// there.
func load(name string, fresh func() ([]byte, error)) ([]byte, error) {
	text, err := readPrivate(name)
	if !errors.Is(err, fs.ErrNotExist) {
		return text, err
	}
	if text, err = fresh(); err == nil {
		err = writeNew(name, text)
	}
	if err != nil {
		return nil, err
	}
	return readPrivate(name)
}

// readPrivate reads a file that nobody but its owner may read.
func readPrivate(name string) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: is no file", name)
	case info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows":
		return nil, fmt.Errorf("%s: has mode %04o: want 0600", name, info.Mode().Perm())
	}
	return os.ReadFile(name)
}

// writeNew writes a file and the folder it is in, unless another process was quicker.
// The file is complete when it has its name.
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
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	if err = os.Link(f.Name(), name); errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}
