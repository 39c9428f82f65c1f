package terminal

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
)

// questionsPerSecond is how often Bubble Tea, which does not draw on a remote terminal,
// looks whether the model wants anything of it: to keep a text in the clipboard, or to say
// its background. Each look wakes the process.
const questionsPerSecond = 30

// throttle runs a model on a remote terminal and draws it. It limits redraws to so many a
// second, fewer when a server is busy, and runs the model in the terminal's turn among
// others. A panic of the model is kept and ends the program.
type throttle struct {
	model  tea.Model
	ctx    context.Context // of Show
	inTurn func(ctx context.Context, f func()) (took time.Duration, ran bool)
	rest   func(took time.Duration) time.Duration // see Remote
	size   Size
	screen screen
	guard  panicGuard

	least    time.Duration // between redraws, on average
	interval time.Duration // that is to be kept now
	saved    float64       // redraws that may come sooner, up to burst
	drawn    time.Time     // the last redraw
	stale    bool          // the model has changed since
	waiting  bool          // a drawMsg is to come
}

// screen is what a model is drawn on.
type screen interface {
	// forget has the next view drawn in full, as something else may be there in its place.
	forget()
	// show prepares what makes the screen show a model.
	show(m tea.Model, width, height int)
	// flush sends what show has prepared.
	flush() error
	// close gives the screen back.
	close() error
}

// drawMsg says that it is time to draw.
type drawMsg struct{}

func newThrottle(ctx context.Context, r *Remote, m tea.Model, on screen) *throttle {
	least := time.Second / time.Duration(max(1, r.FramesPerSecond))
	return &throttle{
		model:    m,
		ctx:      ctx,
		inTurn:   r.Turn,
		rest:     r.Rest,
		screen:   on,
		least:    least,
		interval: least,
		stale:    true,
	}
}

// run runs the program whose model this is until it or ctx ends, and gives the screen
// back.
func (t *throttle) run(ctx context.Context, program *tea.Program) error {
	t.guard.quit = program.Quit
	// Bubble Tea's own context and signal handler kill the program, with what it was
	// about to write.
	stop := context.AfterFunc(ctx, program.Quit)
	defer stop()
	_, err := program.Run()
	if e := t.screen.close(); err == nil {
		err = e
	}
	return err
}

// turn runs f when it is the terminal's turn, and keeps its panic.
func (t *throttle) turn(f func()) (took time.Duration, ran bool) {
	t.guard.do(func() {
		if t.inTurn != nil {
			took, ran = t.inTurn(t.ctx, f)
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

// View draws the screen on the terminal, unless it is too early for another redraw or
// the size is still to come. The view that Bubble Tea gets is empty.
func (t *throttle) View() tea.View {
	if !t.stale || t.size == (Size{}) || t.wait() > 0 {
		return tea.View{}
	}
	took, drawn := t.turn(func() { t.screen.show(t.model, t.size.Width, t.size.Height) })
	if drawn {
		t.saved = t.redraws() - 1
		t.drawn, t.stale, t.interval = time.Now(), false, t.least
		if t.rest != nil {
			t.interval = max(t.least, t.rest(took))
		}
		_ = t.screen.flush() // fails for a terminal that is gone; the end of its input says so
	}
	return tea.View{}
}
