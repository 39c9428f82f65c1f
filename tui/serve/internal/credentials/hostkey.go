package credentials

import (
	"crypto/ed25519"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	gossh "golang.org/x/crypto/ssh"
)

// HostKeyFile is the name of the host key in the program's folder.
const HostKeyFile = "ssh_host_ed25519"

// LoadHostKey returns the key of a file, which is made first if it is not there.
func LoadHostKey(name string) (gossh.Signer, error) {
	text, err := readPrivate(name)
	if errors.Is(err, fs.ErrNotExist) {
		if err = makeHostKey(name); err == nil {
			text, err = readPrivate(name)
		}
	}
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

// makeHostKey makes a key and the folder it is in, unless another process was
// quicker. The file is complete when it has its name.
func makeHostKey(name string) error {
	folder := filepath.Dir(name)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		return err
	}
	block, err := gossh.MarshalPrivateKey(private, "lambdascope")
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(folder, "."+HostKeyFile+"-") // with mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(pem.EncodeToMemory(block))
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
