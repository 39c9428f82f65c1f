package cli

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"testing"
)

// watchedWriter calls seen with all that was written so far.
type watchedWriter struct {
	mu   sync.Mutex
	all  bytes.Buffer
	seen func(all string)
}

func (w *watchedWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all.Write(p)
	w.seen(w.all.String())
	return len(p), nil
}

// TestProgressOfRun interrupts a long command once it has said how far it is.
func TestProgressOfRun(t *testing.T) {
	for _, args := range [][]string{
		{"run", "--domain", "2048", "-n", "100000", "--lambdas", "0:1:0.01"},
		{"compare", "ridges", "0", "1", "--states", "51", "-n", "100000", "--lambdas", "0:1:0.01"},
		{"compare", "maps", "1-hot", "dependent", "--states", "51", "-n", "100000", "--lambdas", "0:1:0.001"},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			t.Parallel()
			s := newSession(t)
			s.Terminal.Err = true
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			w := &watchedWriter{seen: func(all string) {
				if strings.Contains(all, "%") {
					cancel()
				}
			}}
			s.Err = w
			if code := s.callIn(ctx, args...); code != 1 || s.out.Len() > 0 {
				t.Errorf("exit %d, %q", code, s.out.String())
			}
			lines := strings.Split(w.all.String(), "\r")
			if !strings.HasPrefix(lines[2], "lambdascope: [") || !strings.Contains(lines[2], "; features ") {
				t.Errorf("%q", lines)
			}
			if last := lines[len(lines)-1]; last != "lambdascope: interrupted\n" || strings.TrimSpace(lines[len(lines)-2]) != "" {
				t.Errorf("%q", lines)
			}
		})
	}
}
