package serve

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/tui/disk"
	"lambdascope/tui/serve/internal/credentials"
)

// restricted reports whether there are keys or a password to log in with.
func (o *Options) restricted() bool { return len(o.AuthorizedKeys) > 0 || o.Password != "" }

// knows reports whether a key lets in.
func (o *Options) knows(key gossh.PublicKey) bool {
	return slices.ContainsFunc(o.AuthorizedKeys, func(k gossh.PublicKey) bool { return bytes.Equal(k.Marshal(), key.Marshal()) })
}

// isPassword reports whether what was typed is the password.
func (o *Options) isPassword(typed []byte) bool {
	if o.Password == "" {
		return false
	}
	want, got := sha256.Sum256([]byte(o.Password)), sha256.Sum256(typed)
	return subtle.ConstantTimeCompare(got[:], want[:]) == 1
}

// maxKeys bounds a file of keys, in bytes.
const maxKeys = 1 << 20

// readKeys reads the keys that may connect, where a flag names their file.
func (s *flags) readKeys() (keys []gossh.PublicKey, err error) {
	if s.keys == "" {
		return nil, nil
	}
	text, err := s.openKeys()
	if err == nil {
		keys, err = credentials.ParseAuthorizedKeys(text)
	}
	if err == nil && len(keys) == 0 {
		err = errors.New("want at least one public key")
	}
	if err != nil {
		return nil, fmt.Errorf("authorized-keys %s: %w", s.keys, disk.Cause(err))
	}
	return keys, nil
}

func (s *flags) openKeys() ([]byte, error) {
	info, err := s.env.Files.Stat(s.keys)
	const writable = 0o022 // by others than the owner
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("is no file")
	case info.Mode().Perm()&writable != 0 && runtime.GOOS != "windows":
		return nil, errors.New("can be written by others: want mode 0600")
	}
	f, err := s.env.Files.Open(s.keys)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readUpTo(f, maxKeys)
}

// readUpTo reads a text of at most so many bytes.
func readUpTo(r io.Reader, most int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(text)) > most {
		return nil, fmt.Errorf("is larger than %d MiB: want less", most>>20)
	}
	return text, err
}
