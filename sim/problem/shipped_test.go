package problem

import (
	"encoding/json"
	"math"
	"runtime"
	"slices"
	"testing"
	"time"

	"lambdascope/assets"
	"lambdascope/sim/must"
)

// TestShipped: each is called as it is named, and all of its states are reached and end.
func TestShipped(t *testing.T) {
	for _, name := range Names() {
		p := must.Have(Shipped(name))(t)
		if p.Source != name || p.Name != name || len(p.Unreached) > 0 || p.Endless != "" || p.Dim() == 0 || About(name) == "" {
			t.Errorf("%s: %+v", name, p)
		}
		var file struct { // as it is read here
			Gamma    float64
			MaxSteps int `json:"max_steps"`
			States   []struct {
				Name     string
				Features []float64
				Next     []struct{ P, Reward float64 }
			}
		}
		must.Succeed(t, json.Unmarshal(must.Have(assets.Problem(name))(t), &file))
		if file.Gamma != p.Gamma || file.MaxSteps != p.MaxSteps || len(file.States) != len(p.States) {
			t.Fatalf("%s: %+v", name, p)
		}
		for i, s := range file.States {
			reward := 0.0
			for _, b := range s.Next {
				reward += b.P * b.Reward
			}
			if got := p.States[i]; got.Name != s.Name || !slices.Equal(got.Features, s.Features) || len(got.Next) != len(s.Next) || math.Abs(p.MeanReward(i)-reward) > 1e-12 {
				t.Errorf("%s: %+v, want %+v", name, got, s)
			}
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
	parse := func(source, text string) *Problem { return must.Have(Parse(source, []byte(text)))(t) }
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
