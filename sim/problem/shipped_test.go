package problem

import (
	"runtime"
	"testing"
	"time"
)

// TestShipped: each is called as it is named, and all of its states are reached and end.
func TestShipped(t *testing.T) {
	for _, name := range Names() {
		p, err := Shipped(name)
		if err != nil {
			t.Fatal(err)
		}
		if p.Source != name || p.Name != name || len(p.Unreached) > 0 || p.Endless != "" || p.Dim() == 0 || About(name) == "" {
			t.Errorf("%s: %+v", name, p)
		}
		if _, _, cut := p.Visits(p.MaxSteps); cut > 1e-6 {
			t.Errorf("%s: %v of the episodes are cut", name, cut)
		}
		if again, err := Shipped(name); again != p || err != nil || !Ships(name) {
			t.Errorf("%s: another problem, %v", name, err)
		}
	}
	const want = `problem "maze": want t-maze, long-short, rare-branch, grid or garnet`
	if _, err := Shipped("maze"); err == nil || err.Error() != want || Ships("maze") {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestEqualProblemsAreOne: == tells whether source and content are the same, and nothing is
// kept of those that are no longer used.
func TestEqualProblemsAreOne(t *testing.T) {
	const text = `{"name":"p","states":[{"name":"a","start":1,"next":[{"p":1}]}]}`
	spaced := "{\n\"name\": \"p\", \"states\": [{\"name\":\"a\",\"start\":1,\"next\":[{\"p\":1}]}]}\n"
	parse := func(source, text string) *Problem {
		t.Helper()
		p, err := Parse(source, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := parse("one", text)
	if parse("one", spaced) != p {
		t.Error("spaces make another problem")
	}
	if parse("other", text) == p || parse("one", text[:len(text)-1]+`,"gamma":0.5}`) == p {
		t.Error("another source, or another content, makes the same problem")
	}
	key := identity{p.Source, p.Text}
	runtime.KeepAlive(p)
	kept := func() bool {
		used.Lock()
		defer used.Unlock()
		_, ok := used.problems[key]
		return ok
	}
	p = nil
	for deadline := time.Now().Add(20 * time.Second); kept(); time.Sleep(time.Millisecond) {
		if runtime.GC(); time.Now().After(deadline) {
			t.Fatal("a problem that nobody uses is kept")
		}
	}
}
