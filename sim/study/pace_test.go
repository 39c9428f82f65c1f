package study

import (
	"testing"
	"time"
)

func TestPace(t *testing.T) {
	at := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	var p Pace
	finish := func(parts int, each time.Duration) {
		for range parts {
			at = at.Add(each)
			p.Finish(at)
		}
	}
	check := func(todo, enough int, want time.Duration) {
		t.Helper()
		left, ok := p.Left(todo, enough)
		if ok != (want > 0) || left != want {
			t.Errorf("%d parts take %v, known: %t; want %v", todo, left, ok, want)
		}
	}
	check(5, 0, 0)
	finish(1, time.Hour) // the time before the first is not known
	check(5, 1, 0)
	finish(1, time.Minute)
	check(5, 1, 5*time.Minute)
	check(5, 3, 0)
	finish(2, 4*time.Minute)
	check(5, 3, 15*time.Minute)
	finish(paceParts, time.Second) // the last tell
	check(5, 3, 5*time.Second)
	at = at.Add(time.Hour)
	p.Begin(at) // the pause does not count
	finish(1, time.Second)
	check(1, 3, time.Second)
	if left, ok := p.Left(0, 3); left != 0 || !ok {
		t.Errorf("nothing left takes %v, known: %t", left, ok)
	}
}
