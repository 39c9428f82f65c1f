//go:build linux

package serve_test

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"lambdascope/sim/must"
	"lambdascope/tui/serve/internal/client"
)

// TestHugeWindows claims windows that no screen has, at first and later, in the
// program itself: what they cost shows in its memory.
func TestHugeWindows(t *testing.T) {
	t.Parallel()
	p := startProcess(t)
	type size struct{ columns, rows int }
	// The protocol sends -1 as 2³² − 1.
	normal, huge := size{columns: 80, rows: 24}, size{columns: 3000, rows: 3000}
	for _, c := range []struct{ first, later size }{
		{huge, normal}, {normal, huge}, {huge, size{columns: 1 << 20, rows: 1 << 20}}, {normal, size{columns: -1, rows: -1}},
		{size{columns: 0, rows: 0}, huge}, {huge, size{columns: 0, rows: 0}}, {huge, size{columns: 1, rows: 1}}, {size{columns: 1, rows: 3000}, huge}, {size{columns: 3000, rows: 1}, huge},
	} {
		session, err := dial(t, p.address).NewSession() // open until the end
		if err != nil {
			t.Fatal(err)
		}
		var screen counter
		session.Stdout = &screen
		keys := must.Have(session.StdinPipe())(t)
		must.Succeed(t, session.RequestPty("xterm-256color", c.first.rows, c.first.columns, nil))
		must.Succeed(t, session.Shell())
		until(t, "a screen", func() bool { return screen.Load() > 0 })
		before := screen.Load()
		must.Succeed(t, session.WindowChange(c.later.rows, c.later.columns))
		if c.first.columns != 0 && c.later.columns != 0 { // zero leaves the size as it is
			until(t, fmt.Sprintf("a screen of another size: %v", c), func() bool { return screen.Load() > before })
		}
		before = screen.Load()
		must.Have(io.WriteString(keys, "?"))(t)
		if c.later.columns != 1 {
			until(t, fmt.Sprintf("the help: %v", c), func() bool { return screen.Load() > before })
		}
	}
	const most = 250 << 20
	if peak := p.memory(t, "VmHWM"); peak > most {
		t.Errorf("%d MB at most, want under %d", peak>>20, most>>20)
	}
	p.stops(t)
}

// memory returns a figure of the process in bytes: VmRSS is what it has in
// memory, VmHWM the most it ever had.
func (p *program) memory(t *testing.T, name string) int {
	t.Helper()
	status := must.Have(os.ReadFile(fmt.Sprintf("/proc/%d/status", p.command.Process.Pid)))(t)
	for line := range strings.Lines(string(status)) {
		if f := strings.Fields(line); len(f) == 3 && f[0] == name+":" {
			kilo := must.Have(strconv.Atoi(f[1]))(t)
			return kilo << 10
		}
	}
	t.Fatalf("no %s in:\n%s", name, status)
	return 0
}

// processor returns the processor time that the process has had.
func (p *program) processor(t *testing.T) time.Duration {
	t.Helper()
	stat := must.Have(os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.command.Process.Pid)))(t)
	_, after, _ := strings.Cut(string(stat), ") ")
	f := strings.Fields(after) // from the third field on
	return processorTime(t, f[11:13])
}

// allProcessors returns the processor time that all processes have had.
func allProcessors(t *testing.T) time.Duration {
	t.Helper()
	stat := must.Have(os.ReadFile("/proc/stat"))(t)
	f := strings.Fields(string(stat)) // "cpu", user, nice, system, idle …
	return processorTime(t, f[1:4])
}

// processorTime returns the sum of times that Linux tells.
func processorTime(t *testing.T, fields []string) time.Duration {
	t.Helper()
	var ticks int
	for _, field := range fields {
		n := must.Have(strconv.Atoi(field))(t)
		ticks += n
	}
	const ticksPerSecond = 100
	return time.Duration(ticks) * time.Second / ticksPerSecond
}

// TestManyJoins has seats come and go, with -long a thousand of them: none is left, and
// what they take is given back.
func TestManyJoins(t *testing.T) {
	t.Parallel()
	joins := withLong(4, 1000)
	p := startProcess(t, "--class")
	leads := p.leads(t)
	before := 0
	for i := range joins {
		c := dial(t, p.address)
		s := client.Open(t, c, client.View{Width: 80, Height: 24})
		s.AwaitText("● live")
		_ = c.Close()
		if i == joins/10 {
			before = p.memory(t, "VmRSS")
		}
	}
	leads.AwaitText("  0 here ·  0 away")
	after := p.memory(t, "VmRSS")
	t.Logf("%d MB after %d joins, %d MB after %d", before>>20, joins/10, after>>20, joins)
	if after > before+40<<20 {
		t.Error("memory is not given back")
	}
}
