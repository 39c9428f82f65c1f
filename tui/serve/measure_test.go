//go:build linux

package serve_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/serve/internal/client"
)

var (
	loadSessions = flag.Int("sessions", 200, "sessions of TestLoad")
	loadFor      = flag.Duration("for", 30*time.Second, "how long the sessions of TestLoad turn knobs")
	loadEvery    = flag.Duration("every", 2*time.Second, "time between two turns in a session of TestLoad")
	loadPages    = flag.Int("pages", 0, "sessions of TestLoad that are pages in browsers")
	loadStalled  = flag.Int("stalled", 0, "sessions of TestLoad besides that read nothing")
)

// What the server is to reach under load.
const (
	loadWithin = 200 * time.Millisecond // of a key press, a change is on the screen
	loadShare  = 0.95                   // of all changes
	loadMemory = 4 << 20                // the most bytes that a session is to take

	// Where some are pages, 95 of 100 changes are to be there in this time, with this many
	// bytes a session.
	pagesWithin = 100 * time.Millisecond
	pageMemory  = 2 << 20
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

func mega(bytes int) float64 { return float64(bytes) / (1 << 20) }

// proc returns a text that Linux tells of a process, "" for all.
func proc(t *testing.T, process, name string) string {
	t.Helper()
	return string(must.Have(os.ReadFile("/proc/" + process + "/" + name))(t))
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
	return must.Have(strconv.Atoi(found[1]))(t) << 10
}

// processorTimes returns the processor time that the server, the test, and all processes
// have had.
func (p *program) processorTimes(t *testing.T) (server, own, all time.Duration) {
	t.Helper()
	_, after, _ := strings.Cut(p.proc(t, "stat"), ") ")
	_, self, _ := strings.Cut(proc(t, "self", "stat"), ") ")
	return ticks(t, strings.Fields(after)[11:13]), ticks(t, strings.Fields(self)[11:13]), ticks(t, strings.Fields(proc(t, "", "stat"))[1:4])
}

// ticks returns the sum of times that Linux tells.
func ticks(t *testing.T, fields []string) (sum time.Duration) {
	t.Helper()
	const tick = time.Second / 100
	for _, field := range fields {
		sum += time.Duration(must.Have(strconv.Atoi(field))(t)) * tick
	}
	return sum
}

// TestManyJoins has seats come and go, with -long a thousand of them: none is left, and
// what they take is given back.
func TestManyJoins(t *testing.T) {
	t.Parallel()
	joins := withLong(4, 1000)
	p := startProcess(t, "--class")
	leads := p.leads(t, 0)
	before := 0
	for i := range joins {
		c := dial(t, p.address)
		client.Open(t, c, client.View{Width: 80, Height: 24}).AwaitText("● live")
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

// turn is a key and what it leads to.
type turn struct {
	key   string
	n     int
	seed  int
	steps int // of the trajectories with that seed
}

// plan returns turns, the first being what is shown at the start: the i-th is as change
// makes it of the one before.
func plan(t *testing.T, turns int, now turn, change func(i int, now *turn)) (all []turn) {
	t.Helper()
	engine := analysis.NewEngine(0)
	for i := range turns {
		change(i, &now)
		s := must.Have(analysis.Defaults("random-walk"))(t)
		s.Trajectories, s.Seed = now.n, uint64(now.seed)
		now.steps = must.Have(engine.Analyze(t.Context(), s))(t).Selection.Steps
		all = append(all, now)
	}
	return all
}

// shows tells whether a screen shows the controls that a turn leads to and the
// data that they draw.
func shows(screen string, want turn) bool {
	seed := ""
	for line := range strings.Lines(screen) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "seed" {
			seed = f[1]
		}
	}
	return seed == strconv.Itoa(want.seed) &&
		strings.Contains(screen, fmt.Sprintf("%d trajectories · %d steps", want.n, want.steps))
}

// TestLoad measures the program under load, from outside:
//
//	go test ./tui/serve -run 'TestLoad$' -load -v
//
// Each session turns a knob at its own moments, n up, the next seed, n down, the
// next seed; no two have a seed in common, so no result is another's. A change
// is on the screen when the last byte before the next turn has arrived, if the
// screen then shows the right data. At the end half of the sessions leave and
// SIGTERM ends the others; the command that each is left with tells whether a turn
// was lost. Other work on the machine counts as the server's: its share is told.
func TestLoad(t *testing.T) {
	if !*load {
		t.Skip("runs with -load")
	}
	server := startProcess(t, "--max-sessions", strconv.Itoa(*loadSessions+*loadStalled), "--web", "127.0.0.1:0")
	web, base := server.web(t), server.memory(t, "VmRSS")

	rounds := int(*loadFor / *loadEvery)
	plans := make([][]turn, *loadSessions)
	for i := range plans {
		plans[i] = plan(t, rounds+1, turn{n: 20, seed: 1 + i*(rounds+1)}, func(round int, now *turn) {
			switch {
			case round == 0:
			case round%4 == 1:
				now.key, now.n = "l", 30
			case round%4 == 3:
				now.key, now.n = "h", 20
			default:
				now.key, now.seed = "s", now.seed+1
			}
		})
	}
	sessions := make([]person, *loadSessions)
	opening := time.Now()
	for i := range sessions {
		if seed := plans[i][0].seed; i < *loadPages {
			sessions[i] = client.OpenPage(t, web, client.Hello{At: fmt.Sprintf("/?seed=%d", seed)})
		} else {
			sessions[i] = open(t, server.address, fmt.Sprintf("lambdascope --seed %d", seed))
		}
		sessions[i].AwaitText("λ̂ =")
	}
	opened, idle := time.Since(opening), server.memory(t, "VmRSS")
	for range *loadStalled {
		stall(t, server.address)
	}

	cpu, own, all := server.processorTimes(t)
	begin := time.Now()
	pressed, before := make([]time.Time, len(sessions)), make([]int, len(sessions))
	var took []time.Duration
	var bytes []int
	late := 0 // changes that are not on the screen at the next turn
	for round := 1; round <= rounds+1; round++ {
		for i, s := range sessions {
			at := begin.Add(time.Duration(round-1) * *loadEvery).Add(*loadEvery * time.Duration(i) / time.Duration(len(sessions)))
			time.Sleep(time.Until(at))
			if round > 1 { // look at the last turn
				if shows(s.Screen(), plans[i][round-1]) {
					took = append(took, s.Last().Sub(pressed[i]))
					bytes = append(bytes, s.Written()-before[i])
				} else {
					late++
				}
			}
			if round <= rounds {
				before[i], pressed[i] = s.Written(), time.Now()
				s.Type(plans[i][round].key)
			}
		}
	}
	span := time.Since(begin).Seconds()
	cpuAfter, ownAfter, allAfter := server.processorTimes(t)
	cpu, own, all = cpuAfter-cpu, ownAfter-own, allAfter-all
	after, peak := server.memory(t, "VmRSS"), server.memory(t, "VmHWM")
	for i, s := range sessions { // half of them leave, half are told to
		if i%2 == 0 {
			s.Type("q")
			lastWords(t, s)
		}
	}
	server.stops(t)
	lost := 0 // sessions that do not end where their turns lead
	for i, s := range sessions {
		seed := fmt.Sprintf(`seed[ =]%d\b`, plans[i][rounds].seed)
		if last := lastWords(t, s); !regexp.MustCompile(seed).MatchString(last) {
			lost++
			t.Logf("session %d: want %s in:\n%s", i, seed, last)
		}
	}
	if len(took) == 0 {
		t.Fatal("no change was seen")
	}

	share := within(took) * float64(len(took)) / float64(len(took)+late)
	slices.Sort(took)
	slices.Sort(bytes)
	each := (peak - base) / len(sessions)
	t.Logf("%d sessions opened in %.1f s, then %.0f s of a turn every %v each; %d turns, %d not seen before the next, %d sessions lost some",
		len(sessions), opened.Seconds(), span, *loadEvery, len(took)+late, late, lost)
	t.Logf("on the screen within %v: %.2f %%; median %v, 95th percentile %v, 99th %v, longest %v", loadWithin, 100*share,
		quantile(took, .5).Round(time.Millisecond), quantile(took, .95).Round(time.Millisecond),
		quantile(took, .99).Round(time.Millisecond), took[len(took)-1].Round(time.Millisecond))
	t.Logf("bytes a change: median %d, 95th percentile %d", quantile(bytes, .5), quantile(bytes, .95))
	t.Logf("memory of the server: %.1f MB at the start, %.1f MB with all sessions open, %.1f MB at the end, peak %.1f MB, cache of results included; %.2f MB a session",
		mega(base), mega(idle), mega(after), mega(peak), mega(each))
	t.Logf("processor time: server %.2f cores, clients %.2f, all others on this machine %.2f of %d",
		cpu.Seconds()/span, own.Seconds()/span, (all-cpu-own).Seconds()/span, runtime.NumCPU())
	if p95 := quantile(took, .95); *loadPages > 0 && (p95 > pagesWithin || each > pageMemory) {
		t.Errorf("want 95 %% within %v, at most %.0f MB a seat", pagesWithin, mega(pageMemory))
	}
	if lost > 0 || share < loadShare || each > loadMemory {
		t.Errorf("want nothing lost, %.0f %% within %v, at most %.0f MB a session", 100*loadShare, loadWithin, mega(loadMemory))
	}
}

// lastWords waits for the end of a session and returns what it leaves.
func lastWords(t *testing.T, p person) string {
	t.Helper()
	switch p := p.(type) {
	case *client.Session:
		if code := p.Ends(t); code > 1 {
			t.Errorf("exit %d", code)
		}
		p.AwaitRestored()
	case *client.Page:
		p.Await("the end", func() bool { return p.Seen().Ended })
		return p.Seen().Said
	}
	return p.Screen()
}
