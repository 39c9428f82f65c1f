// Package credentials reads what logins are checked with, and makes what is not there:
// the keys and the password that let people in, and the key that the server shows. It imports the standard library and
// golang.org/x/crypto/ssh alone.
package credentials

import (
	"bytes"
	"crypto/rsa"
	"fmt"
	"strings"
	"unicode/utf8"

	gossh "golang.org/x/crypto/ssh"
)

// ParseAuthorizedKeys reads the keys of a file in OpenSSH's format. A line that
// would mean less than its key alone is an error; none is fine.
func ParseAuthorizedKeys(text []byte) ([]gossh.PublicKey, error) {
	var keys []gossh.PublicKey
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
		if err := acceptable(key, options); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// minRSA is the least size of an RSA key, in bits.
const minRSA = 2048

func acceptable(key gossh.PublicKey, options []string) error {
	for _, o := range options {
		switch strings.ToLower(o) {
		case "restrict", "no-port-forwarding", "no-agent-forwarding", "no-x11-forwarding", "no-user-rc": // as all are
		default:
			return fmt.Errorf("option %q: want a key without options", o)
		}
	}
	switch key.Type() {
	case gossh.KeyAlgoED25519, gossh.KeyAlgoSKED25519,
		gossh.KeyAlgoECDSA256, gossh.KeyAlgoECDSA384, gossh.KeyAlgoECDSA521, gossh.KeyAlgoSKECDSA256:
		return nil
	case gossh.KeyAlgoRSA:
		if k, ok := key.(gossh.CryptoPublicKey); ok {
			if r, ok := k.CryptoPublicKey().(*rsa.PublicKey); ok && r.N.BitLen() >= minRSA {
				return nil
			}
		}
		return fmt.Errorf("RSA key: want at least %d bits", minRSA)
	}
	return fmt.Errorf("key type %q: want Ed25519, ECDSA or RSA", key.Type())
}

// parsePassword reads the password of a file, its first line, and refuses one that is soon
// guessed. The error does not have the password.
func parsePassword(text []byte) (string, error) {
	line, _, _ := strings.Cut(string(text), "\n")
	line = strings.TrimSuffix(line, "\r")
	if n := utf8.RuneCountInString(strings.TrimSpace(line)); n < minPassword {
		return "", fmt.Errorf("the password has %d characters: want at least %d", n, minPassword)
	}
	return line, nil
}

// minPassword is the least length of a password, in characters: that of those which the
// server makes. Nothing slows down guesses, so that it has to be one that can't be guessed.
const minPassword = 17
