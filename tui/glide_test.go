package tui

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestGlide turns λ on Explore: the frames differ, take at most 150 ms together, and end with the
// screen of an app whose marks jump.
func TestGlide(t *testing.T) {
	for _, still := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			start := ofFlags(t, "--states 5 --features dependent -n 30 --seed 1615")
			a := startApp(t, 120, 36, func(c *Config) {
				start(c)
				c.Moves = true
				c.Still = still
			})
			end := startApp(t, 120, 36, start)
			for _, key := range []string{",", "s", "right", "z", "s", "3", "1"} {
				end.press(key)
				begin := time.Now()
				frames := make(map[string]bool)
				watched(a, key, func() { frames[a.draw().text] = true })
				if a.draw().text != end.draw().text {
					t.Errorf("still %v: after %s the glide ends elsewhere", still, key)
				}
				if took := time.Since(begin); key != "3" && key != "1" && took > 800*time.Millisecond {
					t.Errorf("still %v: %s takes %v", still, key, took)
				}
				if many := len(frames) >= 4; key == "s" && many == still {
					t.Errorf("still %v: %s has %d frames", still, key, len(frames))
				}
			}
		})
	}
}
