// Package credentials reads what logins are checked with, and makes what is not there:
// the keys and the password that let people in, the addresses that nobody is let in
// from, and the key that the server shows. It imports the standard library and
// golang.org/x/crypto/ssh alone.
package credentials

import (
	"bytes"
	"crypto/rsa"
	"errors"
	"fmt"
	"net/netip"
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

// ParsePassword reads the password of a file: its first line.
func ParsePassword(text []byte) (string, error) {
	line, _, _ := strings.Cut(string(text), "\n")
	if line = strings.TrimSuffix(line, "\r"); line == "" {
		return "", errors.New("want a password in its first line")
	}
	return line, CheckPassword(line)
}

// minPassword is the least length of a password, in characters: that of those which the
// server makes. Nothing slows down guesses, so that it has to be one that can't be guessed.
const minPassword = 17

// CheckPassword refuses what is soon guessed. The error does not have the password.
func CheckPassword(password string) error {
	switch n := utf8.RuneCountInString(password); {
	case strings.TrimSpace(password) == "":
		return errors.New("the password is white space alone: want letters or digits")
	case n < minPassword:
		return fmt.Errorf("the password has %d characters: want at least %d", n, minPassword)
	}
	return nil
}

// ParseDenied reads addresses that nobody is let in from: one a line, an IP address or a
// network such as 192.0.2.0/24. Lines that begin with # are comments. None is fine.
func ParseDenied(text []byte) ([]netip.Prefix, error) {
	var denied []netip.Prefix
	n := 0
	for line := range bytes.Lines(text) {
		n++
		line := strings.TrimSpace(string(line))
		if line == "" || line[0] == '#' {
			continue
		}
		prefix, err := netip.ParsePrefix(line)
		if err != nil {
			address, err := netip.ParseAddr(line)
			if err != nil || address.Zone() != "" {
				return nil, fmt.Errorf("line %d: want an IP address or a network such as 192.0.2.0/24", n)
			}
			address = address.Unmap()
			prefix = netip.PrefixFrom(address, address.BitLen())
		}
		if a := prefix.Addr(); a.Is4In6() { // as connections over IPv4 have them
			const mapped = 128 - 32
			if prefix.Bits() < mapped {
				return nil, fmt.Errorf("line %d: want a network of IPv4 or of IPv6", n)
			}
			prefix = netip.PrefixFrom(a.Unmap(), prefix.Bits()-mapped)
		}
		denied = append(denied, prefix.Masked())
	}
	return denied, nil
}
