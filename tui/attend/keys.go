package attend

import (
	"lambdascope/tui/page"
)

// Bindings returns the keys of a lesson, which come before those of pages.
func (x *Lessons) Bindings() []page.Binding {
	scroll := func(by int) func() page.Action {
		return func() page.Action {
			x.run.Scroll(by, x.Window())
			return page.Action{}
		}
	}
	return []page.Binding{
		{Keys: "L", Does: "lessons", Group: page.GroupLessons, Do: does(x.List), Hint: x.hintList},
		{Keys: "n", Does: "in a lesson: the next step", Group: page.GroupLessons, When: x.taken, Do: does(x.Next), Hint: page.Says(page.RankLesson+1, "next")},
		{Keys: "b", Does: "in a lesson: the step before", Group: page.GroupLessons, When: x.taken, Do: does(x.Back), Hint: page.Says(page.RankLesson+2, "back")},
		{Keys: "B", Does: "in a lesson: back to the step, as it was", Group: page.GroupLessons, When: x.taken, Do: does(x.Restore), Hint: page.Says(page.RankLesson+4, "put right")},
		{Keys: "]", Does: "in a lesson: more of its text", Group: page.GroupLessons, When: x.taken, Do: does(scroll(+1))},
		{Keys: "[", Does: "in a lesson: back in its text", Group: page.GroupLessons, When: x.taken, Do: does(scroll(-1))},
		{Keys: "tab", Does: "in a lesson: fold its text away, or unfold it", Group: page.GroupLessons, When: x.taken, Do: does(x.Fold), Hint: x.hintFold},
	}
}

// LeaveBinding returns the key that leaves a lesson. It comes after the keys of pages,
// because there esc leaves a replay first.
func (x *Lessons) LeaveBinding() page.Binding {
	return page.Binding{
		Keys: "esc", Does: "in a lesson: leave it, back to what was before", Group: page.GroupLessons,
		When: x.taken, Do: does(x.Leave), Hint: page.Says(page.RankLesson+3, "leave"),
	}
}

func (x *Lessons) taken(*page.Snapshot) bool { return x.Taken() }

// hintList names the list of lessons in every footer outside of a lesson.
func (x *Lessons) hintList(*page.Snapshot) page.Hint {
	if x.Taken() || x.Listed == nil {
		return page.Hint{}
	}
	return page.Hint{Does: "lessons", Rank: page.RankStays}
}

// does returns the effect of a key that needs no snapshot.
func does(act func() page.Action) func(*page.Snapshot) page.Action {
	return func(*page.Snapshot) page.Action { return act() }
}

// hintFold comes first in a small window, where the text covers a part of the charts.
func (x *Lessons) hintFold(*page.Snapshot) page.Hint {
	h := page.Hint{Does: "fold", Rank: page.RankLesson + 5}
	if x.run.Folded {
		h.Does = "unfold"
	}
	if x.Window().Small() {
		h.Rank = page.RankLesson
	}
	return h
}
