package memory

import (
	"math"
	"testing"
)

// TestArena fills rooms of many sizes, which have to be apart, and poisons them when they
// are given back.
func TestArena(t *testing.T) {
	for range 3 { // in memory that was used before
		var a Arena
		var rooms [][]float64
		for i, n := range []int{0, 1, 1000, 1 << smallestSlab, 1<<smallestSlab + 1, 7, 1 << largestSlab, 1<<largestSlab + 1, 300_000, 5} {
			room := a.Take(n)
			if len(room) != n || cap(room) != n {
				t.Fatalf("room %d has %d numbers, and room for %d, want %d", i, len(room), cap(room), n)
			}
			for j := range room {
				room[j] = float64(i)
			}
			rooms = append(rooms, room)
		}
		for i, room := range rooms {
			for _, v := range room {
				if v != float64(i) {
					t.Fatalf("room %d has a number of room %v", i, v)
				}
			}
		}
		a.Free()
		if len(rooms[2]) > 0 && poison && !math.IsNaN(rooms[2][0]) {
			t.Error("what is given back is not poisoned")
		}
		if a.slabs != nil || a.rest != nil {
			t.Error("an arena keeps what it gave back")
		}
	}
}
