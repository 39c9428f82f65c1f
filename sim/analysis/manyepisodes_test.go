package analysis

import (
	"bytes"
	"flag"
	"math"
	"strconv"
	"testing"
)

// episodeCount is how many episodes the file of TestNoEpisodeLeftOut has, above
// MaxTrajectories by default.
var episodeCount = flag.Int("episodes", 120_000, "episodes of the file that must be read to its end")

// TestNoEpisodeLeftOut has a file of one-step episodes, of which the last tenth alone
// has rewards: their mean is in θ, whatever λ.
func TestNoEpisodeLeftOut(t *testing.T) {
	n := *episodeCount
	var text bytes.Buffer
	text.WriteString("episode_id,t,reward,terminated,truncated,obs_0\n")
	for i := range n {
		reward := "0"
		if i >= n-n/10 {
			reward = "1000"
		}
		text.WriteString(strconv.Itoa(i) + ",0," + reward + ",true,false,1\n")
	}
	e := NewEngine(1 << 20)
	f := load(t, e, "many.csv", text.String())
	s := FileDefaults(f)
	s.Lambdas = "0,1"
	a := analyze(t, e, s)
	if f.Trajectories != n || s.Trajectories != n || a.Selection.Trajectories != n || a.Selection.Steps != n {
		t.Fatalf("%d episodes read, %d chosen, %d analysed of %d", f.Trajectories, s.Trajectories, a.Selection.Trajectories, n)
	}
	want := 1000 * float64(n/10) / float64(n)
	for _, c := range a.Selection.Candidates {
		if got := c.Theta[0]; !(math.Abs(got-want) <= 1e-9*want) {
			t.Errorf("λ = %v: θ = %v, want %v", c.Lambda, got, want)
		}
	}
}
