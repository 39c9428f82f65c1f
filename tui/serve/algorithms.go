package serve

import gossh "golang.org/x/crypto/ssh"

// cryptography returns a configuration with modern algorithms alone.
func cryptography() *gossh.ServerConfig {
	return &gossh.ServerConfig{
		Config: gossh.Config{
			KeyExchanges: []string{gossh.KeyExchangeMLKEM768X25519, gossh.KeyExchangeCurve25519},
			Ciphers:      []string{gossh.CipherChaCha20Poly1305, gossh.CipherAES256GCM, gossh.CipherAES128GCM},
			MACs:         []string{gossh.HMACSHA256ETM, gossh.HMACSHA512ETM}, // the ciphers have their own; the list must have one
		},
		PublicKeyAuthAlgorithms: []string{
			gossh.KeyAlgoED25519, gossh.KeyAlgoSKED25519,
			gossh.KeyAlgoECDSA256, gossh.KeyAlgoECDSA384, gossh.KeyAlgoECDSA521, gossh.KeyAlgoSKECDSA256,
			gossh.KeyAlgoRSASHA256, gossh.KeyAlgoRSASHA512,
		},
		MaxAuthTries:  maxAuthTries,
		ServerVersion: "SSH-2.0-lambdascope",
	}
}

// maxAuthTries is how many keys or passwords a connection may try, as in OpenSSH.
const maxAuthTries = 6
