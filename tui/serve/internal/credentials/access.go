package credentials

import (
	"crypto/sha256"
	"crypto/subtle"
	"slices"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// Access is who may log in. It is replaced as a whole when the files are read again.
type Access struct {
	keys     []gossh.PublicKey
	password [sha256.Size]byte // its hash
}

// NewAccess returns an access for keys and a password.
func NewAccess(keys []gossh.PublicKey, password string) *Access {
	return &Access{keys: keys, password: sha256.Sum256([]byte(password))}
}

// HasKey tells whether a key lets in.
func (a *Access) HasKey(key gossh.PublicKey) bool {
	return slices.ContainsFunc(a.keys, func(k gossh.PublicKey) bool { return ssh.KeysEqual(k, key) })
}

// IsPassword tells whether what was typed is the password.
func (a *Access) IsPassword(typed []byte) bool {
	got := sha256.Sum256(typed)
	return subtle.ConstantTimeCompare(got[:], a.password[:]) == 1
}
