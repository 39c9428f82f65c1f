package recorded

import (
	"bytes"
	"io"
	"strconv"
	"unicode/utf8"

	"lambdascope/sim/textfmt"
)

// maxTextSize is the longest accepted text of an array, in characters.
const maxTextSize = 1 << 20

// parseText parses a text type, such as U5 or S5.
func (n *npyNumber) parseText(rest string) *fault {
	if rest != "" && (rest[0] == 'U' || rest[0] == 'S') {
		if size, err := strconv.Atoi(rest[1:]); err == nil && size >= 0 && size <= maxTextSize {
			if n.kind, n.size = rest[0], size; n.kind == 'U' {
				n.size = utf8.UTFMax * size
			}
			return nil
		}
	}
	return &fault{text: "no text"}
}

// text reports whether the array has texts in place of numbers.
func (n npyNumber) text() bool { return n.kind == 'U' || n.kind == 'S' }

// check returns the fault of a text array where numbers are needed.
func (n npyNumber) check() *fault {
	if n.text() {
		return &fault{text: "text: " + wantNumbers}
	}
	return nil
}

// readText reads the next text, without padding zeros.
func (a *npyArray) readText() (string, *fault) {
	raw := make([]byte, a.number.size)
	if _, err := io.ReadFull(a.r, raw); err != nil {
		return "", brokenArray(err)
	}
	if a.number.kind == 'S' {
		return string(bytes.TrimRight(raw, "\x00")), nil
	}
	var out []byte
	for at := 0; at < len(raw); at += utf8.UTFMax {
		out = utf8.AppendRune(out, rune(a.number.order.Uint32(raw[at:])))
	}
	return string(bytes.TrimRight(out, "\x00")), nil
}

// labels reads an array of n texts, or numbers as text; n is −1 for a single label.
func (z *npz) labels(name string, n int, want string) ([]string, *fault) {
	a, f := openArray(z.files[name])
	if f != nil {
		return nil, f.in(name)
	}
	defer a.close.Close()
	if n >= 0 && len(a.shape) == 2 && a.shape[1] == 1 {
		a.shape = a.shape[:1]
	}
	single := len(a.shape) == 0 || len(a.shape) == 1 && a.shape[0] == 1
	if n < 0 && !single || n >= 0 && (len(a.shape) != 1 || a.shape[0] != n) {
		return nil, shapeFault(a.shape, want).in(name)
	}
	out := make([]string, max(1, n))
	number := make([]float64, 1)
	for i := range out {
		var f *fault
		if a.number.text() {
			out[i], f = a.readText()
		} else if f = a.read(number); f == nil {
			out[i], f = textfmt.Fixed(number[0], -1), finite(number[0])
		}
		if out[i] = string(label([]byte(out[i]))); f == nil {
			f = checkGroup(out[i])
		}
		if f != nil && n >= 0 {
			f = f.at(i)
		}
		if f != nil {
			return nil, f.in(name)
		}
	}
	return out, a.end().in(name)
}

// label reads the name of an episode's group.
func (z *npz) label(name string) (string, *fault) {
	out, f := z.labels(name, -1, "a name or a number")
	if f != nil {
		return "", f
	}
	return out[0], nil
}
