package cli

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"lambdascope/sim/testutil"
	"lambdascope/tui/disk"
)

// TestMemoryIsBounded runs files of several shapes, each in a process of its own, which stays below
// --memory and 60 MB whether the memory is enough or too small.
func TestMemoryIsBounded(t *testing.T) {
	if shape := os.Getenv("SHAPE"); shape != "" {
		s := newSession(t)
		s.Files = disk.OS{}
		s.call(strings.Fields("run --lambdas 0:1:0.5 --memory 48M --data " + shape)...)
		peak := regexp.MustCompile(`VmHWM:\s*(\d+)`).FindSubmatch(testutil.Get(os.ReadFile("/proc/self/status"))(t))
		fmt.Printf("peak %s %s\n", peak[1], s.err.String())
		return
	}
	const head = "episode_id,t,reward,terminated,truncated,obs_0,obs_1"
	for _, c := range []struct {
		episodes, steps, columns int
		want                     string
	}{
		{150_000, 1, 2, "for each pass"},
		{2, 400_000, 2, "rows or more of 2 numbers: want --memory"},
		{2, 2, 100_000, "100005 columns: want at most"},
	} {
		var out strings.Builder
		out.WriteString(head)
		for j := 2; j < c.columns; j++ {
			fmt.Fprintf(&out, ",obs_%d", j)
		}
		for i := range c.episodes * c.steps {
			fmt.Fprintf(&out, "\nepisode-%d,%d,%d,%t,false%s", i/c.steps, i%c.steps, i%7, (i+1)%c.steps == 0, strings.Repeat(fmt.Sprintf(",%d", i%100), c.columns))
		}
		name := t.TempDir() + "/data.csv"
		testutil.Check(t, os.WriteFile(name, []byte(out.String()), 0o600))
		p := exec.Command(os.Args[0], "-test.run=^TestMemoryIsBounded$")
		p.Env = append(os.Environ(), "SHAPE="+name)
		said := string(testutil.Get(p.CombinedOutput())(t))
		text, _, _ := strings.Cut(strings.TrimPrefix(said, "peak "), " ")
		if kB, err := strconv.Atoi(text); err != nil || kB<<10 > 48<<20+60e6 || !strings.Contains(said, c.want) {
			t.Errorf("%d episodes of %d steps and %d columns: %.300s", c.episodes, c.steps, c.columns, said)
		}
	}
}
