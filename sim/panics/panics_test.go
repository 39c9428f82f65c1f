package panics

import (
	"errors"
	"strings"
	"testing"
)

func panicHere() { panic("here") }

func TestCatch(t *testing.T) {
	if p := Catch(func() {}); p != nil {
		t.Errorf("%v of what does not panic", p)
	}
	p := Catch(panicHere)
	if p == nil || p.Value != "here" || !strings.Contains(p.String(), "panicHere") {
		t.Fatalf("%v, want the panic with its stack", p)
	}
	if again := Catch(func() { Raise(p) }); again != p {
		t.Errorf("%v, want the same panic, raised again", again)
	}
}

func TestGuard(t *testing.T) {
	fault := errors.New("fault")
	for _, want := range []error{nil, fault} {
		err := Guard(func() error { return want })
		if !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
		Raise(err) // does nothing
	}
	var p *Panic
	if err := Guard(func() error { panicHere(); return nil }); !errors.As(err, &p) || err.Error() != "panic: here" {
		t.Errorf("%v, want the panic", err)
	}
}
