package chart

import "testing"

func TestLevelsAscend(t *testing.T) {
	for n := 1; n < 20; n++ {
		seen := map[Ink]bool{}
		for i := range n {
			l := Level(i, n)
			if l < InkLevel || l >= InkLevel+Levels || i > 0 && l < Level(i-1, n) {
				t.Errorf("level %d of %d is ink %d", i, n, l)
			}
			seen[l] = true
		}
		if len(seen) != min(n, Levels) {
			t.Errorf("%d inks for %d levels", len(seen), n)
		}
		if Level(n-1, n) != InkLevel+Levels-1 {
			t.Errorf("the last of %d levels is not the last ink", n)
		}
	}
}
