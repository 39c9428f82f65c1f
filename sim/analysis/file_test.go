package analysis

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"lambdascope/sim/must"
)

// episodes returns a file of n episodes that start at x.
func episodes(n int, x float64) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, `{"observations":[[%v,1],[%d,2]],"rewards":[%d],"terminated":true}`+"\n", x, i, i%3)
	}
	return out.String()
}

func load(t *testing.T, e *Engine, name, text string) File {
	t.Helper()
	return must.Have(e.Load(name, strings.NewReader(text)))(t)
}

// held returns how many files have their trajectories in memory.
func (e *Engine) held() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	n := 0
	for _, f := range e.files {
		if f.trajectories != nil {
			n++
		}
	}
	return n
}

func TestSettingsOfAnOlderContent(t *testing.T) {
	e := NewEngine(0)
	old := FileDefaults(load(t, e, "walk.jsonl", episodes(5, 1)))
	analyze(t, e, old)
	current := load(t, e, "walk.jsonl", episodes(4, 2))
	const want = "walk.jsonl has changed since it had these data; want its new ones"
	if _, err := e.Analyze(t.Context(), old); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if _, _, err := e.data(t.Context(), old); err == nil || err.Error() != want { // checked before it changed
		t.Errorf("%v, want %s", err, want)
	}
	analyze(t, e, FileDefaults(current))
	load(t, e, "walk.jsonl", episodes(5, 1)) // as it was
	analyze(t, e, old)
}

// Two names may have one content, which stays until neither has it.
func TestNamesOfOneContent(t *testing.T) {
	e := NewEngine(0)
	s := FileDefaults(load(t, e, "a", episodes(5, 1)))
	load(t, e, "b", episodes(5, 1))
	load(t, e, "a", episodes(5, 2))
	analyze(t, e, s)
	load(t, e, "b", episodes(5, 2))
	if _, err := e.Analyze(t.Context(), s); err == nil {
		t.Error("no error, though no name has the content")
	}
	if n := e.held(); n != 1 {
		t.Errorf("%d contents in memory, want 1", n)
	}
}

// Whatever changes while an analysis is under way, it ends in a result or in the
// error that says so.
func TestLoadWhileAnalyzing(t *testing.T) {
	e := NewEngine(0)
	var wg sync.WaitGroup
	s := FileDefaults(load(t, e, "a", episodes(50, 1)))
	for range 4 {
		wg.Go(func() {
			for i := range 30 {
				s := s
				s.Gamma = float64(i) / 30
				if _, err := e.Analyze(t.Context(), s); err != nil && !strings.HasPrefix(err.Error(), "a has changed") {
					t.Error(err)
				}
			}
		})
	}
	for i := range 30 {
		load(t, e, "a", episodes(50, float64(i%2)))
	}
	wg.Wait()
}
