package study

import (
	"testing"
	"time"
)

func TestPace(t *testing.T) {
	at := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	var p pace
	finish := func(trials int, each time.Duration) {
		for range trials {
			at = at.Add(each)
			p.finish(at)
		}
	}
	check := func(todo int, want time.Duration) {
		t.Helper()
		if left := p.left(todo); left != want {
			t.Errorf("%d trials take %v; want %v", todo, left, want)
		}
	}
	check(5, -1)
	finish(1, time.Hour) // the time before the first is not known
	finish(2, time.Minute)
	check(5, -1)
	finish(1, 4*time.Minute)
	check(5, 10*time.Minute)
	check(0, 0)
	finish(paceTrials, time.Second) // the last tell
	check(5, 5*time.Second)
}
