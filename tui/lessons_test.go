//go:build unix

package tui

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/internal/emulator"
	"lambdascope/tui/lesson"
	"lambdascope/tui/state"
)

var long = flag.Bool("long", false, "take each lesson, in several windows")

// TestLessonsInATerminal takes the lessons that ship from the first step to the last, by
// doing what the steps wait for. Without -long it is the first one alone.
func TestLessonsInATerminal(t *testing.T) {
	defer goleak.VerifyNone(t, typedAhead, goleak.IgnoreCurrent())
	e := analysis.NewEngine(64 << 20)
	all := must.Have(lesson.Shipped(e))(t)
	sizes := [][2]int{{80, 24}}
	if *long {
		sizes = append(sizes, [2]int{120, 36})
	} else {
		all = all[:1]
	}
	for _, l := range all {
		for _, size := range sizes {
			t.Run(fmt.Sprintf("%s/%dx%d", l.Name, size[0], size[1]), func(t *testing.T) {
				takeLesson(t, l, size[0], size[1])
			})
		}
	}
}

// takeLesson takes a lesson in a window, as a person does.
func takeLesson(t *testing.T, l *lesson.Lesson, width, height int) {
	term := emulator.Open(t, width, height)
	e := analysis.NewEngine(64 << 20)
	var opened []string
	wait := onTerminal(t, term, func(c *Config) {
		c.Engine, c.Lesson = e, l
		opened = c.State.Args(analysis.File{})
	})
	for i, step := range l.Steps {
		title := fmt.Sprintf("─ %d/%d ", i+1, len(l.Steps))
		term.AwaitText(title)
		if step.Until != nil {
			awaitScene(term, step, title)
			for _, c := range step.Until {
				term.Type(keysFor(t, e, step, c))
			}
			term.AwaitText("✓ ")
		}
		if i < len(l.Steps)-1 {
			term.Type("n")
		}
	}
	term.AwaitText("the last step")
	term.Type("n")
	term.AwaitIdle(30 * time.Millisecond)
	term.Type(keyEsc)
	term.Await("what was before the lesson", func(screen string) bool { return !strings.Contains(screen, fmt.Sprintf("/%d ", len(l.Steps))) })
	term.Type("q")
	args, err := wait()
	if err != nil || !slices.Equal(args, opened) {
		t.Errorf("left at %q, %v, want %q", args, err, opened)
	}
}

// awaitScene waits until the scene of a step is on the screen, and below the title what it
// waits for.
func awaitScene(term *emulator.Terminal, step lesson.Step, title string) {
	term.Await("what the step waits for", func(screen string) bool {
		header, _, _ := strings.Cut(screen, "\n")
		_, strip, _ := strings.Cut(screen, title)
		return strings.Contains(strip, "▸ ") && !strings.Contains(header, "computing")
	})
	if step.Scene.Page == state.PageFolds && step.Scene.Step.Set {
		term.AwaitText(fmt.Sprintf(" step %d of ", step.Scene.Step.Value))
	}
	term.AwaitIdle(30 * time.Millisecond)
}

// keysFor are keys that do what a step waits for, in its scene.
func keysFor(t *testing.T, e *analysis.Engine, step lesson.Step, c lesson.Condition) string {
	t.Helper()
	a := must.Have(e.Analyze(t.Context(), step.Scene.Settings))(t)
	switch c.Kind {
	case lesson.CursorAt:
		at, sel := c.At, a.Selection
		if k, ok := map[string]int{"selected": sel.Selected, "best": a.Best, "worst": a.Worst}[at]; ok {
			at = fmt.Sprint(sel.Candidates[k].Lambda)
		}
		return ":cursor " + at + keyEnter
	case lesson.CursorMoved:
		return "<>"
	case lesson.Is:
		return ":" + c.Name + " " + c.Value + keyEnter
	case lesson.Changed:
		if c.Name == "seed" {
			return "s"
		}
		return "/" + c.Name[:2] + keyEnter + keyRight
	case lesson.Revealed:
		return "z"
	case lesson.Pinned:
		return "p"
	case lesson.TrialsDone:
		if step.Scene.Page == state.PageFigures {
			return ""
		}
		return "3"
	case lesson.ReplayOpen:
		return "2 "
	case lesson.ReplayAtEnd:
		if step.Scene.Step.Set {
			return "\x1b[F" // end
		}
		return "2 \x1b[F"
	case lesson.LeaveOutDone:
		last := step.Scene.Settings.Trajectories - 1 // the others have been watched in the tests of Folds
		return fmt.Sprintf(":leave-out %d%s", last, keyEnter)
	}
	t.Fatalf("no keys for %s", c)
	return ""
}
