package lessonrun

import (
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// Bindings returns the keys of a lesson. They come before the keys of pages.
func (x *Model) Bindings() []page.Binding {
	scroll := func(by int) func() page.Action {
		return func() page.Action {
			x.run.scroll(by, x.Window())
			return page.Action{}
		}
	}
	return []page.Binding{
		{Keys: "L", Does: "lessons", Group: page.GroupLessons, Do: does(x.List), Hint: x.hintList},
		{Keys: "tab", Does: "in a lesson: fold its text away, or unfold it", Group: page.GroupLessons, When: x.taken, Do: does(x.Fold), Hint: x.hintFold},
		{Keys: "n", Does: "in a lesson: the next step", Group: page.GroupLessons, When: x.taken, Do: does(x.Next), Hint: page.Says("next")},
		{Keys: "b", Does: "in a lesson: the step before", Group: page.GroupLessons, When: x.taken, Do: does(x.Back), Hint: page.Says("back")},
		{Keys: "esc", Does: "in a lesson: leave it, back to what was before", Group: page.GroupLessons, When: x.left, Do: does(x.Leave), Hint: page.Says("leave")},
		{Keys: "B", Does: "in a lesson: back to the step, as it was", Group: page.GroupLessons, When: x.taken, Do: does(x.Restore), Hint: page.Says("put right")},
		{Keys: "]", Does: "in a lesson: more of its text", Group: page.GroupLessons, When: x.taken, Do: does(scroll(+1))},
		{Keys: "[", Does: "in a lesson: back in its text", Group: page.GroupLessons, When: x.taken, Do: does(scroll(-1))},
	}
}

func (x *Model) taken(*page.Snapshot) bool { return x.Taken() }

// left reports whether esc leaves the lesson. It must leave a replay first.
func (x *Model) left(s *page.Snapshot) bool {
	return x.Taken() && (s.Page != state.PageFolds || !s.Step.Set)
}

// hintList is the hint of the list of lessons in every footer, except in a lesson.
func (x *Model) hintList(*page.Snapshot) page.Hint {
	if x.Taken() || x.Listed == nil {
		return page.Hint{}
	}
	return page.Hint{Does: "lessons", Stays: true}
}

// does returns the effect of a key that needs no snapshot.
func does(act func() page.Action) func(*page.Snapshot) page.Action {
	return func(*page.Snapshot) page.Action { return act() }
}

func (x *Model) hintFold(*page.Snapshot) page.Hint {
	if x.run.folded {
		return page.Hint{Does: "unfold"}
	}
	return page.Hint{Does: "fold"}
}
