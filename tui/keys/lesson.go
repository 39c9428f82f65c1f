package keys

import (
	"charm.land/bubbles/v2/key"

	"lambdascope/tui/page"
)

// Lesson are the keys of a lesson. They mean nothing else on any page.
type Lesson struct{ Next, Back, Scene, Down, Up, Fold, Leave key.Binding }

// NewLesson returns them.
func NewLesson() Lesson {
	return Lesson{
		Next:  page.Bind("n", "in a lesson: the next step", "n"),
		Back:  page.Bind("b", "in a lesson: the step before", "b"),
		Scene: page.Bind("B", "in a lesson: back to the step, as it was", "B"),
		Down:  page.Bind("]", "in a lesson: more of its text", "]"),
		Up:    page.Bind("[", "in a lesson: back in its text", "["),
		Fold:  page.Bind("tab", "in a lesson: fold its text away, or unfold it", "tab"),
		Leave: page.Bind("esc", "in a lesson: leave it, back to what was before", "esc"),
	}
}

// All returns all of them, for the help.
func (k Lesson) All() []key.Binding {
	return []key.Binding{k.Next, k.Back, k.Scene, k.Down, k.Up, k.Fold, k.Leave}
}

// Hints are the keys of a lesson for the footer.
func (k Lesson) Hints(small, folded bool) []page.Hint {
	fold := Hint("tab", "fold", "tab")
	if folded {
		fold = Hint("tab", "unfold", "tab")
	}
	out := []page.Hint{Hint("n", "next", "n"), Hint("b", "back", "b"), Hint("esc", "leave", "esc"), Hint("B", "put right", "B"), fold}
	if small { // where it hides the charts
		out = append([]page.Hint{fold}, out[:len(out)-1]...)
	}
	return out
}
