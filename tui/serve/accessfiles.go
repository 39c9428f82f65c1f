package serve

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"

	"lambdascope/tui/disk"
	"lambdascope/tui/serve/internal/credentials"
)

// accessFiles are the files that say who may connect, empty for none.
type accessFiles struct {
	keys, presenters, password, denied string

	made bool // the password is the server's own
}

// make has the server use its own password, which is in a file.
func (a *accessFiles) make(name string) { a.password, a.made = name, true }

// read reads the files. The error is the first of theirs.
func (a *accessFiles) read(files disk.Files) (out Access, first error) {
	var faults [4]error
	out.AuthorizedKeys, faults[0] = readFile(files, "authorized-keys", a.keys, credentials.ParseAuthorizedKeys, written)
	out.Presenters, faults[1] = readFile(files, "presenters", a.presenters, credentials.ParseAuthorizedKeys, written)
	out.Denied, faults[2] = readFile(files, "deny", a.denied, credentials.ParseDenied, written)
	if a.made {
		out.Password, faults[3] = credentials.LoadPassword(a.password)
	} else {
		out.Password, faults[3] = readFile(files, "password-file", a.password, credentials.ParsePassword, readable)
	}
	return out, cmp.Or(faults[:]...)
}

// check returns an error for a file of keys that has none: a server begins with some, and
// may lose them later.
func (a *accessFiles) check(read Access) error {
	for _, f := range []struct {
		flag, name string
		keys       int
	}{{"authorized-keys", a.keys, len(read.AuthorizedKeys)}, {"presenters", a.presenters, len(read.Presenters)}} {
		if f.name != "" && f.keys == 0 {
			return fmt.Errorf("%s %s: want at least one public key", f.flag, f.name)
		}
	}
	return nil
}

// others is what others than the owner of a file may not do with it.
type others struct {
	modes fs.FileMode
	what  string
}

var (
	written  = others{0o022, "written"}
	readable = others{0o007, "read"}
)

// maxFile bounds a file of keys or of a password, in bytes.
const maxFile = 1 << 20

// readFile parses the file of a flag, where there is one.
func readFile[T any](files disk.Files, flag, name string, parse func([]byte) (T, error), refused others) (out T, err error) {
	if name == "" {
		return out, nil
	}
	text, err := openFile(files, name, refused)
	if err == nil {
		out, err = parse(text)
	}
	if err != nil {
		err = fmt.Errorf("%s %s: %w", flag, name, disk.Cause(err))
	}
	return out, err
}

func openFile(files disk.Files, name string, refused others) ([]byte, error) {
	info, err := files.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("is no file")
	case info.Mode().Perm()&refused.modes != 0 && runtime.GOOS != "windows":
		return nil, fmt.Errorf("can be %s by others: want mode 0600", refused.what)
	}
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readUpTo(f, maxFile)
}

// readUpTo reads what has at most so many bytes.
func readUpTo(r io.Reader, most int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(text)) > most {
		return nil, fmt.Errorf("is larger than %d MiB: want less", most>>20)
	}
	return text, err
}
