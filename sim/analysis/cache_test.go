package analysis

import "testing"

// TestCacheDropsWhatIsOld: values that were not used for longest go, as soon as there is
// no room for all, and what is too large is not kept.
func TestCacheDropsWhatIsOld(t *testing.T) {
	e := NewEngine(100 * sumsShare)
	keeps := func(what string, want ...bool) {
		t.Helper()
		for key, want := range want {
			if _, ok := e.cache.get(key); ok != want {
				t.Errorf("%s: %d is kept: %t, want %t", what, key, ok, want)
			}
		}
	}
	for key := range 5 {
		e.Keep(key, "value", 25)
	}
	keeps("5 of 25 bytes", false, true, true, true, true)
	e.Recall(1)
	e.Keep(2, "too large", 101)
	if v, ok := e.Recall(2); !ok || v != "value" {
		t.Errorf("a value larger than the cache: %v", v)
	}
	e.Bound(50*sumsShare, 1<<20)
	keeps("half as large", false, true, true, false, false)
}
