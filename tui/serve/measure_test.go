//go:build linux

package serve_test

import (
	"os"
	"regexp"
	"strconv"
	"testing"
	"time"

	"lambdascope/sim/testutil"
)

// What a class of many is to have on its screens.
const (
	loadWithin = 200 * time.Millisecond // of a key press, a change is on the screen
	loadShare  = 0.95                   // of all changes
)

// within is the share of changes that are on the screen in time.
func within(took []time.Duration) float64 {
	n := 0
	for _, d := range took {
		if d <= loadWithin {
			n++
		}
	}
	return float64(n) / float64(len(took))
}

func quantile[T any](sorted []T, q float64) T { return sorted[int(q*float64(len(sorted)-1))] }

// proc returns a text that Linux tells of a process, "" for all.
func proc(t *testing.T, process, name string) string {
	t.Helper()
	return string(testutil.Get(os.ReadFile("/proc/" + process + "/" + name))(t))
}

func (p *program) proc(t *testing.T, name string) string {
	t.Helper()
	return proc(t, strconv.Itoa(p.command.Process.Pid), name)
}

// memory returns a figure of the process in bytes: VmRSS is what it has in
// memory, VmHWM the most it ever had.
func (p *program) memory(t *testing.T, name string) int {
	t.Helper()
	found := regexp.MustCompile(name + `:\s+(\d+) kB`).FindStringSubmatch(p.proc(t, "status"))
	return testutil.Get(strconv.Atoi(found[1]))(t) << 10
}
