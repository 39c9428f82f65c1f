package analysis

import (
	"testing"
	"time"
)

// TestProgress looks at an analysis under way from beside.
func TestProgress(t *testing.T) {
	e := NewEngine(1 << 20)
	s, err := Defaults("2048")
	if err != nil {
		t.Fatal(err)
	}
	s.Trajectories, s.Lambdas = 300, "0:1:0.05"
	if _, under := e.Progress(s); under {
		t.Error("it is under way before it has begun")
	}
	end := make(chan error, 1)
	go func() {
		_, err := e.Analyze(t.Context(), s)
		end <- err
	}()
	last, seen := 0., 0
	for ended := false; !ended; time.Sleep(time.Millisecond) {
		select {
		case err := <-end:
			if err != nil {
				t.Fatal(err)
			}
			ended = true
		default:
		}
		share, under := e.Progress(s)
		if !under {
			continue
		}
		if seen++; share < last || share > 1 {
			t.Fatalf("%v after %v", share, last)
		}
		last = share
	}
	if seen == 0 || last == 0 {
		t.Errorf("seen %d times, last %v", seen, last)
	}
	if _, under := e.Progress(s); under {
		t.Error("it is under way after its end")
	}
}
