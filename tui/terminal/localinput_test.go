//go:build unix

package terminal

import (
	"io"
	"os"
	"strings"
	"testing"

	"lambdascope/sim/testutil"
)

// piped returns a file that has a text to read, and then what is written to out.
func piped(t *testing.T, text string) (in, out *os.File) {
	t.Helper()
	in, out, err := os.Pipe()
	testutil.Check(t, err)
	t.Cleanup(func() { _, _ = in.Close(), out.Close() })
	testutil.Get(io.WriteString(out, text))(t)
	return in, out
}

// TestLocalInput lets through all but what no terminal sends.
func TestLocalInput(t *testing.T) {
	for text, want := range map[string]string{
		"λ\x1b[1;2A\x1b[<0;1;1M\x1b[200~0;0;0\x1b[201~":   "λ\x1b[1;2A\x1b[<0;1;1M\x1b[200~0;0;0\x1b[201~",
		strings.Repeat(";", 100):                          strings.Repeat(";", 100),
		"\x1b[" + strings.Repeat("1;", 40) + "1A;;":       "\x1b[" + strings.Repeat("1;", maxSeparators) + strings.Repeat("1", 17) + "A;;",
		"\x1bP" + strings.Repeat(":", 40) + "1A\x1b[1;2A": "\x1bP" + strings.Repeat(":", maxSeparators) + "1A\x1b[1;2A",
	} {
		for _, piece := range []int{1, 7, 1000} {
			in, out := piped(t, text)
			_ = out.Close()
			var got strings.Builder
			_, _ = io.CopyBuffer(struct{ io.Writer }{&got}, struct{ io.Reader }{localInput(in)}, make([]byte, piece))
			if got.String() != want {
				t.Errorf("%q in pieces of %d: %q, want %q", text, piece, got.String(), want)
			}
		}
	}
}
