//go:build linux

package serve_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/serve/internal/client"
)

// fairWithin is how soon a quiet session has a key on its screen, for 95 % of its
// keys, whatever others do.
const fairWithin = 100 * time.Millisecond

// TestFair measures a quiet session beside others that keep the server busy, from
// outside:
//
//	go test ./tui/serve -run TestFair -load -v
func TestFair(t *testing.T) {
	if !*load {
		t.Skip("runs with -load")
	}
	turns := seeds(t, 1001, 80)
	for _, c := range []struct {
		name          string
		others        int
		width, height int
		command       string
		keys          string
		every         time.Duration
	}{
		{"alone", 0, 0, 0, "", "", 0},
		{"20 at 400×120, 100 keys a second", 20, 400, 120, "lambdascope", "lhsv,.lsh", 10 * time.Millisecond},
		{"60 at 400×120, 100 keys a second", 60, 400, 120, "lambdascope", "lhsv,.lsh", 10 * time.Millisecond},
		{"60 sweeps, a new one every second", 60, 120, 36, "lambdascope --page figures --figure sweep --domain 2048", "s", time.Second},
		{"20 pages of trials, new ones every second", 20, 120, 36, "lambdascope --page trials --domain 2048 -n 200 --trials 320", "s", time.Second},
		{"20 figures with times", 20, 120, 36, "lambdascope --page figures --figure c --domain 2048", "s", 5 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := startProcess(t)
			quiet := open(t, server.address, "lambdascope --seed 1000")
			quiet.AwaitText("λ̂ =")
			stop := make(chan struct{})
			var busy sync.WaitGroup
			for i := range c.others {
				keys := press(t, server.address, client.View{Width: c.width, Height: c.height, Command: fmt.Sprintf("%s --seed %d", c.command, 1+i)})
				busy.Go(func() {
					tick := time.NewTicker(c.every)
					defer tick.Stop()
					random := rand.New(rand.NewPCG(1, uint64(i)))
					for {
						select {
						case <-stop:
							return
						case <-tick.C:
							_, _ = keys.Write([]byte{c.keys[random.IntN(len(c.keys))]})
						}
					}
				})
			}
			time.Sleep(3 * time.Second)
			cpu, own, begin := server.processor(t), ownProcessor(t), time.Now()
			var took []time.Duration
			for i := range turns {
				time.Sleep(time.Duration(200+i%50) * time.Millisecond)
				pressed := time.Now()
				quiet.Type("s")
				quiet.Await("the new data", func(screen string) bool { return shows(screen, turns[i]) })
				took = append(took, time.Since(pressed))
			}
			span := time.Since(begin)
			cpu, own = server.processor(t)-cpu, ownProcessor(t)-own
			close(stop)
			busy.Wait()
			slices.Sort(took)
			t.Logf("on the screen: median %v, 95th percentile %v, longest %v; processors: server %.2f, clients %.2f; memory %.0f MB at most",
				quantile(took, .5).Round(time.Millisecond), quantile(took, .95).Round(time.Millisecond), took[len(took)-1].Round(time.Millisecond),
				cpu.Seconds()/span.Seconds(), own.Seconds()/span.Seconds(), mega(server.memory(t, "VmHWM")))
			if late := quantile(took, .95); late > fairWithin {
				t.Errorf("95th percentile %v, want at most %v", late, fairWithin)
			}
		})
	}
}

// seeds returns what a session shows at each of some seeds.
func seeds(t *testing.T, first, count int) []turn {
	t.Helper()
	engine := analysis.NewEngine(0)
	var all []turn
	for i := range count {
		s := must.Have(analysis.Defaults("random-walk"))(t)
		s.Seed = uint64(first + i)
		a := must.Have(engine.Analyze(t.Context(), s))(t)
		all = append(all, turn{n: s.Trajectories, seed: first + i, steps: a.Selection.Steps})
	}
	return all
}

// press opens a session whose screen nobody looks at, and returns where its keys
// go.
func press(t *testing.T, address string, v client.View) io.Writer {
	t.Helper()
	session := must.Have(dial(t, address).NewSession())(t)
	keys := must.Have(session.StdinPipe())(t)
	session.Stdout = io.Discard
	must.Succeed(t, session.RequestPty("xterm-256color", v.Height, v.Width, gossh.TerminalModes{}))
	must.Succeed(t, session.Start(v.Command))
	return keys
}
