package terminal

import (
	"sync"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/panics"
)

// panicGuard keeps the first panic of a program and quits the program.
type panicGuard struct {
	quit func()

	mu    sync.Mutex
	first *panics.Panic
}

// panicked returns the first panic, or nil.
func (g *panicGuard) panicked() *panics.Panic {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.first
}

// do calls f and keeps its panic.
func (g *panicGuard) do(f func()) {
	p := panics.Catch(f)
	if p == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.first == nil {
		g.first = p
		go g.quit()
	}
}

// command guards a command and the commands of its batches.
func (g *panicGuard) command(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		g.do(func() {
			msg = cmd()
			if batch, ok := msg.(tea.BatchMsg); ok {
				guarded := make(tea.BatchMsg, len(batch))
				for i, c := range batch {
					guarded[i] = g.command(c)
				}
				msg = guarded
			}
		})
		return msg
	}
}
