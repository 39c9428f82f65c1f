package terminal

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// throttle runs a model on a remote terminal. It limits redraws to so many a second,
// fewer when the server is busy, and runs the model in the terminal's turn among
// others. A panic of the model is kept and ends the program.
type throttle struct {
	model  tea.Model
	ctx    context.Context // of Show
	remote *Remote
	size   Size
	screen lineRenderer
	guard  panicGuard

	least    time.Duration // between redraws, on average
	interval time.Duration // that is to be kept now
	saved    float64       // redraws that may come sooner, up to burst
	drawn    time.Time     // the last redraw
	stale    bool          // the model has changed since
	waiting  bool          // a drawMsg is to come
}

// drawMsg says that it is time to draw.
type drawMsg struct{}

func newThrottle(ctx context.Context, t Terminal, m tea.Model) *throttle {
	least := time.Second / time.Duration(max(1, t.Remote.FramesPerSecond))
	return &throttle{
		model: m, ctx: ctx, least: least, interval: least, remote: t.Remote, stale: true,
		screen: lineRenderer{out: t.Out, profile: colorprofile.Env(t.Environ)},
	}
}

// turn runs f when it is the terminal's turn, and keeps its panic.
func (t *throttle) turn(f func()) (took time.Duration, ran bool) {
	t.guard.do(func() {
		if t.remote.Turn != nil {
			took, ran = t.remote.Turn(t.ctx, f)
			return
		}
		f()
		ran = true
	})
	return took, ran
}

// Init starts the model.
func (t *throttle) Init() (cmd tea.Cmd) {
	t.guard.do(func() { cmd = t.guard.command(t.model.Init()) })
	return cmd
}

// Update takes a message.
func (t *throttle) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := msg.(drawMsg); ok {
		t.waiting = false
		return t, t.later() // the screen may have been drawn since that was asked for
	}
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		t.size = Size(size)
		// A client that was suspended says so by sending the size of its window again.
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

// later returns a command that says when it is time to draw what has changed; nil if that
// is now, or will be said already.
func (t *throttle) later() tea.Cmd {
	wait := t.wait()
	if !t.stale || t.waiting || wait <= 0 {
		return nil
	}
	t.waiting = true
	return tea.Tick(wait, func(time.Time) tea.Msg { return drawMsg{} })
}

// burst is how many redraws may follow each other at once after a pause: one for the
// key that was pressed, one for its result.
const burst = 3

// redraws returns how many there may be now.
func (t *throttle) redraws() float64 {
	return min(burst, t.saved+float64(time.Since(t.drawn))/float64(t.interval))
}

// wait returns how long it is to the next redraw; 0 or less if it may be now.
func (t *throttle) wait() time.Duration {
	return time.Duration((1 - t.redraws()) * float64(t.interval))
}

// View draws the screen on the terminal, unless it is too early for another redraw.
// The view that Bubble Tea gets is empty.
func (t *throttle) View() tea.View {
	if !t.stale || t.wait() > 0 {
		return tea.View{}
	}
	took, drawn := t.turn(func() { t.screen.draw(t.model.View(), t.size.Width, t.size.Height) })
	if drawn {
		t.saved = t.redraws() - 1
		t.drawn, t.stale, t.interval = time.Now(), false, t.least
		if t.remote.Rest != nil {
			t.interval = max(t.least, t.remote.Rest(took))
		}
		_ = t.screen.flush() // fails for a terminal that is gone; the session's end says so
	}
	return tea.View{}
}
