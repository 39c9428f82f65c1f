package terminal

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
)

// ticksPerSecond is the rate at which Bubble Tea, which does not draw here, looks for work. Each
// tick wakes the process.
const ticksPerSecond = 30

// throttle runs a model on a remote terminal and draws it. It limits the redraws in a
// second, and runs the model in the session's turn. A panic of the model ends the program.
type throttle struct {
	model  tea.Model
	remote *Remote
	ctx    context.Context // for Remote.Turn
	size   Size
	screen screen
	guard  panicGuard

	saved   float64   // redraws available at the last one, up to burst
	drawn   time.Time // of the last redraw
	stale   bool      // the screen lacks changes of the model
	waiting bool      // a drawMsg is due
}

// screen draws a model.
type screen interface {
	// forget makes show draw the next view in full, because the old view may be gone.
	forget()
	// show prepares the view of a model.
	show(m tea.Model, width, height int)
	// flush sends the prepared view.
	flush() error
	// close restores the terminal.
	close() error
}

// drawMsg ends the wait for a redraw.
type drawMsg struct{}

func newThrottle(ctx context.Context, r *Remote, m tea.Model, on screen) *throttle {
	return &throttle{model: m, remote: r, ctx: ctx, screen: on, stale: true}
}

// interval returns the time between redraws, on average.
func (t *throttle) interval() time.Duration {
	return time.Second / time.Duration(max(1, t.remote.FramesPerSecond))
}

// run runs the program of the throttle until it or ctx ends, and restores the terminal.
func (t *throttle) run(ctx context.Context, program *tea.Program) error {
	t.guard.quit = program.Quit
	// Bubble Tea's own context and signal handler drop unwritten output.
	defer context.AfterFunc(ctx, program.Quit)()
	_, err := program.Run()
	if e := t.screen.close(); err == nil {
		err = e
	}
	return err
}

// turn runs f in the session's turn and keeps its panic.
func (t *throttle) turn(f func()) (ran bool) {
	t.guard.do(func() {
		if t.remote.Turn != nil {
			ran = t.remote.Turn(t.ctx, f)
			return
		}
		f()
		ran = true
	})
	return ran
}

// Init starts the model.
func (t *throttle) Init() (cmd tea.Cmd) {
	t.guard.do(func() { cmd = t.guard.command(t.model.Init()) })
	return cmd
}

// Update passes a message to the model.
func (t *throttle) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := msg.(drawMsg); ok {
		t.waiting = false
		return t, t.later() // the last redraw may be later than the request
	}
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		t.size = Size(size)
		// Clients send the size again after a suspension.
		t.screen.forget()
	}
	var cmd tea.Cmd
	t.turn(func() {
		_, cmd = t.model.Update(msg)
		cmd = t.guard.command(cmd)
	})
	t.stale = true
	return t, tea.Batch(cmd, t.later())
}

// later returns a command that waits for the next redraw. It returns nil if View can draw
// now, and if a command waits already.
func (t *throttle) later() tea.Cmd {
	wait := t.wait()
	if !t.stale || t.waiting || wait <= 0 {
		return nil
	}
	t.waiting = true
	return tea.Tick(wait, func(time.Time) tea.Msg { return drawMsg{} })
}

// burst is the largest number of redraws without a wait after a pause: a key and its result
// need two.
const burst = 3

// available returns the number of redraws without a wait.
func (t *throttle) available() float64 {
	return min(burst, t.saved+float64(time.Since(t.drawn))/float64(t.interval()))
}

// wait returns the time until the next redraw, at most 0 if View can draw now.
func (t *throttle) wait() time.Duration {
	return time.Duration((1 - t.available()) * float64(t.interval()))
}

// View draws the screen, unless it is too early or the size is unknown. It returns an empty
// view, because Bubble Tea does not draw.
func (t *throttle) View() tea.View {
	if !t.stale || t.size == (Size{}) || t.wait() > 0 {
		return tea.View{}
	}
	if t.turn(func() { t.screen.show(t.model, t.size.Width, t.size.Height) }) {
		t.saved = t.available() - 1
		t.drawn = time.Now()
		t.stale = false
		_ = t.screen.flush() // fails if the terminal is gone; then the input ends, too
	}
	return tea.View{}
}
