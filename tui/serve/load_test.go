//go:build linux

package serve_test

import (
	"flag"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
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

// person is who uses a session, over SSH or in a page.
type person interface {
	Type(keys string)
	AwaitText(text string)
	Screen() string
	Last() time.Time // when bytes arrived last
	Written() int    // bytes that have arrived
}

// loadMemory is the most bytes that a session is to take.
const loadMemory = 4 << 20

// Where some are pages, 95 of 100 changes are to be there in this time, with this many bytes
// a session.
const (
	pagesWithin = 100 * time.Millisecond
	pageMemory  = 2 << 20
)

// turn is a key and what it leads to.
type turn struct {
	key   string
	n     int
	seed  int
	steps int // of the trajectories with that seed
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
	count := strconv.Itoa(*loadSessions + *loadStalled)
	server := startProcess(t, "--max-sessions", count, "--web", "127.0.0.1:0")
	web := server.web(t)
	base := server.memory(t, "VmRSS")

	rounds := int(*loadFor / *loadEvery)
	plans := make([][]turn, *loadSessions)
	for i := range plans {
		plans[i] = plan(t, 1+i*(rounds+1), rounds)
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
	opened := time.Since(opening)
	idle := server.memory(t, "VmRSS")
	for range *loadStalled {
		stall(t, server.address)
	}

	cpu, own, all, begin := server.processor(t), ownProcessor(t), allProcessors(t), time.Now()
	pressed := make([]time.Time, len(sessions))
	before := make([]int, len(sessions))
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
	span := time.Since(begin)
	cpu, own, all = server.processor(t)-cpu, ownProcessor(t)-own, allProcessors(t)-all
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

	within := 0
	for _, d := range took {
		if d <= loadWithin {
			within++
		}
	}
	share := float64(within) / float64(len(took)+late)
	slices.Sort(took)
	slices.Sort(bytes)
	each := (peak - base) / len(sessions)
	t.Logf("%d sessions opened in %.1f s, then %.0f s of a turn every %v each; %d turns, %d not seen before the next, %d sessions lost some",
		len(sessions), opened.Seconds(), span.Seconds(), *loadEvery, len(took)+late, late, lost)
	t.Logf("on the screen within %v: %.2f %%; median %v, 95th percentile %v, 99th %v, longest %v", loadWithin, 100*share,
		quantile(took, .5).Round(time.Millisecond), quantile(took, .95).Round(time.Millisecond),
		quantile(took, .99).Round(time.Millisecond), took[len(took)-1].Round(time.Millisecond))
	t.Logf("bytes a change: median %d, 95th percentile %d", quantile(bytes, .5), quantile(bytes, .95))
	t.Logf("memory of the server: %.1f MB at the start, %.1f MB with all sessions open, %.1f MB at the end, peak %.1f MB, cache of results included; %.2f MB a session",
		mega(base), mega(idle), mega(after), mega(peak), mega(each))
	t.Logf("processor time: server %.2f cores, clients %.2f, all others on this machine %.2f of %d",
		cpu.Seconds()/span.Seconds(), own.Seconds()/span.Seconds(), (all-cpu-own).Seconds()/span.Seconds(), runtime.NumCPU())
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

// plan returns the turns of a session that begins with a seed, the first being
// what it shows at the start.
func plan(t *testing.T, seed, rounds int) []turn {
	t.Helper()
	engine := analysis.NewEngine(0)
	now := turn{n: 20, seed: seed}
	var all []turn
	for round := range rounds + 1 {
		switch {
		case round == 0:
		case round%4 == 1:
			now.key, now.n = "l", 30
		case round%4 == 3:
			now.key, now.n = "h", 20
		default:
			now.key, now.seed = "s", now.seed+1
		}
		s := must.Have(analysis.Defaults("random-walk"))(t)
		s.Trajectories, s.Seed = now.n, uint64(now.seed)
		a := must.Have(engine.Analyze(t.Context(), s))(t)
		now.steps = a.Selection.Steps
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

func quantile[T any](sorted []T, q float64) T { return sorted[int(q*float64(len(sorted)-1))] }

func mega(bytes int) float64 { return float64(bytes) / (1 << 20) }

// ownProcessor returns the processor time that the test has had.
func ownProcessor(t *testing.T) time.Duration {
	t.Helper()
	var use syscall.Rusage
	must.Succeed(t, syscall.Getrusage(syscall.RUSAGE_SELF, &use))
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
