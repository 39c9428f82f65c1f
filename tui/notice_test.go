package tui

import "testing"

// TestNotice stands under the charts until the first key or click, the verdict
// after it.
func TestNotice(t *testing.T) {
	const notice = "This says what this is. Press one of three keys, and see."
	for _, size := range [][2]int{{44, 15}, {60, 20}, {80, 24}, {120, 36}} {
		a := startApp(t, size[0], size[1], func(c *Config) { c.Notice = notice })
		a.wants("This says what this is.", "λ̂ = 0")
		a.press("right")
		a.lacks("This says")
		a.press("u")
		a.lacks("This says")
	}
}
