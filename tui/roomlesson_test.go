package tui

import (
	"testing"
	"testing/synctest"
)

// TestFollowerBeginsWithTheScene: at the beginning of a step, and where that is put right,
// a follower's λ cursor and charts are those that its text is about. In between they are
// its own, and after the lesson they are as before.
func TestFollowerBeginsWithTheScene(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		leads, follows := s.sit(80, 24, nil), s.sit(60, 20, nil)
		cursor := func(when string, want float64) {
			t.Helper()
			if got := follows.Snapshot().CursorLambda(); got != want {
				t.Errorf("%s the cursor is at λ = %v, want %v", when, got, want)
			}
		}
		s.press(follows, ">", "o")
		s.press(leads, "L", "down", "enter")
		cursor("at step 1", 0)
		if follows.Chart != 1 {
			t.Errorf("step 1 has chart %d on show", follows.Chart)
		}
		s.press(follows, ".", ".")
		s.press(leads, "end", ".") // the replay to its end
		cursor("within the step", 0.2)
		late := s.sit(60, 20, nil)
		if got := late.Snapshot().CursorLambda(); got != 0 {
			t.Errorf("who comes late is at λ = %v", got)
		}
		s.press(leads, "B")
		cursor("in the step put right", 0)
		s.press(follows, ".")
		s.press(leads, "end", "n", "n")
		cursor("at step 2", 0)
		s.press(leads, "n", "n")
		cursor("at step 3", 0.8)
		s.press(follows, "1") // its own view
		s.press(follows, ",", "r")
		cursor("after coming back to the step", 0.7)
		s.press(follows, "n", "n", "r") // to the next step, and back
		cursor("after coming back from another step", 0.8)
		s.press(leads, "esc", "esc")
		cursor("after the lesson", 1)
		if leads.lessons.Taken() || follows.lessons.Taken() || follows.Chart != 2 || follows.room.Part().Own {
			t.Errorf("chart %d, own view %v", follows.Chart, follows.room.Part().Own)
		}
	})
}
