//go:build unix

package terminal

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"
)

// showLocal is Show for the process's own terminal. Bubble Tea reads its keys and writes
// what the model asks of it; the rest is done here, as a change would wait for a tick of
// Bubble Tea's renderer. Both write whole sequences in one Write, and os.File lets no
// Write come between the parts of another.
func (t Terminal) showLocal(ctx context.Context, m tea.Model) error {
	if err := checkWindow(t.Out); err != nil {
		return err
	}
	profile := colorprofile.Detect(t.Out, t.Environ)
	limited := newThrottle(ctx, t, m, &lineRenderer{out: t.Out, profile: profile, synchronized: true})
	keys, background := keyboard{in: t.In}, question{out: t.Out}
	var program *tea.Program
	program = tea.NewProgram(limited,
		tea.WithoutSignalHandler(),
		tea.WithInput(localInput(t.In)),
		tea.WithOutput(t.Out),
		tea.WithEnvironment(t.Environ),
		tea.WithColorProfile(profile),
		tea.WithoutRenderer(), // see lineRenderer
		tea.WithFPS(questionsPerSecond),
		tea.WithFilter(t.localMessages(&background, func() {
			_ = limited.screen.close()
			_ = program.ReleaseTerminal()
			background.takeAnswer(t.In)
			keys.restore()
			stopGroup()
			_ = keys.raw() // fails for a terminal that is gone; the reader says so
			_ = program.RestoreTerminal()
			go program.Send(tea.ResumeMsg{})
		})),
	)
	if err := keys.raw(); err != nil {
		return fmt.Errorf("the terminal's keys: %w", err)
	}
	defer keys.restore()
	unwatch := t.watchSize(program)
	err := limited.run(ctx, program)
	unwatch()
	background.takeAnswer(t.In)
	if p := limited.guard.panicked(); p != nil {
		keys.restore()
		fmt.Fprintf(os.Stderr, "Caught panic:\n\n%v\n\n%s\n", p.Value, p.Stack)
		return fmt.Errorf("%w: %w", tea.ErrProgramKilled, tea.ErrProgramPanic)
	}
	if err != nil {
		return err
	}
	return ctx.Err()
}

// keyboard is where the keys of the process's own terminal come from.
type keyboard struct {
	in     io.Reader
	before *term.State // the mode to restore; nil for none
}

// raw has the terminal pass on each key as it is pressed.
func (k *keyboard) raw() (err error) {
	if file, ok := k.in.(term.File); ok && term.IsTerminal(file.Fd()) {
		k.before, err = term.MakeRaw(file.Fd())
	}
	return err
}

// restore sets the mode there was before raw.
func (k *keyboard) restore() {
	if file, ok := k.in.(term.File); ok && k.before != nil {
		_ = term.Restore(file.Fd(), k.before) // fails for a terminal that is gone
		k.before = nil
	}
}

// localMessages returns the filter of a model on the process's own terminal. It asks for
// the background, and suspends the model where it is asked to, and then returns the size,
// which may be another and has the screen drawn anew.
func (t Terminal) localMessages(background *question, suspend func()) func(tea.Model, tea.Msg) tea.Msg {
	sizes := t.sizes()
	return func(m tea.Model, msg tea.Msg) tea.Msg {
		if _, ok := msg.(tea.SuspendMsg); ok {
			suspend()
			msg = tea.WindowSizeMsg{}
		}
		return sizes(m, background.pass(msg))
	}
}

// stopTimeout is how long the process may run on after SIGTSTP: the system ignores the
// signal where no shell could continue the process.
const stopTimeout = 500 * time.Millisecond

// stopGroup stops the process and those that it shares its job with, and returns when it
// is continued.
func stopGroup() {
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	_ = syscall.Kill(0, syscall.SIGTSTP)
	select {
	case <-continued:
	case <-time.After(stopTimeout):
	}
}

// watchSize tells the program the size of the window whenever that changes, until the
// returned func is called, which is after the program has ended. The first size, which
// Bubble Tea does not know without its renderer, is for the filter to put right.
func (t Terminal) watchSize(program *tea.Program) (unwatch func()) {
	changed, leave, left := make(chan os.Signal, 1), make(chan struct{}), make(chan struct{})
	signal.Notify(changed, syscall.SIGWINCH)
	go func() {
		defer close(left)
		for {
			select {
			case <-leave:
				return
			case <-changed:
				if size, ok := sizeOf(t.Out); ok {
					program.Send(tea.WindowSizeMsg(size))
				}
			}
		}
	}()
	return func() {
		signal.Stop(changed)
		close(leave)
		<-left
	}
}
