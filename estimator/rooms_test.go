package estimator

import (
	"context"
	"sync"
	"testing"
)

// numberOfRooms returns how many rooms a Cache has made ahead, and checks its books.
func numberOfRooms(t *testing.T, c *Cache) (rooms int) {
	t.Helper()
	bytes := 0
	for numbers, r := range c.rooms {
		for _, x := range r.free {
			if len(x) != numbers {
				t.Fatalf("a room of %d numbers among those of %d", len(x), numbers)
			}
		}
		rooms += len(r.free)
		bytes += 8 * numbers * len(r.free)
	}
	if c.roomBytes != bytes || c.Bytes() < bytes || c.Bytes() > c.limit {
		t.Fatalf("%d bytes of rooms on the books, want %d; %d in all of %d", c.roomBytes, bytes, c.Bytes(), c.limit)
	}
	return rooms
}

// TestPrepare makes room between selections: the results have the same bits, and the room
// is used.
func TestPrepare(t *testing.T) {
	const features, lambdas, n, limit = 16, 21, 12, 4 << 20
	const room = 8 * lambdas * (features*features + features)
	most := min(n, limit/roomsShare/room)
	c := NewCache(limit)
	for seed := range uint64(8) { // of which the cache holds a few
		data := synthetic(t, n, features, 40, seed)
		opt := Options{Gamma: .9, Lambdas: grid(lambdas)}
		want := bits(t, mustSelect(t, data, opt), nil)
		opt.Cache = c
		if got := bits(t, mustSelect(t, data, opt), nil); got != want {
			t.Fatalf("seed %d: other bits", seed)
		}
		if rooms := numberOfRooms(t, c); rooms > 0 {
			t.Errorf("%d rooms are not used", rooms)
		}
		for range 2 { // the second has nothing to do
			if c.Prepare(t.Context()); numberOfRooms(t, c) != most {
				t.Errorf("%d rooms, want %d", numberOfRooms(t, c), most)
			}
		}
	}
	fewer := Options{Gamma: .9, Lambdas: grid(lambdas - 1), Cache: c}
	mustSelect(t, synthetic(t, n, features, 40, 9), fewer)
	c.Prepare(t.Context())
	for numbers, r := range c.rooms {
		if 8*numbers >= room && len(r.free) > 0 {
			t.Errorf("%d rooms of %d numbers, which nobody asks for any more", len(r.free), numbers)
		}
	}
	if c.Resize(limit / 2); numberOfRooms(t, c) > 0 {
		t.Errorf("%d rooms in a cache that was made smaller", numberOfRooms(t, c))
	}
	ended, end := context.WithCancel(t.Context())
	end()
	c.room(room / 8)
	if c.Prepare(ended); numberOfRooms(t, c) > 0 {
		t.Errorf("%d rooms for somebody who does not wait for them", numberOfRooms(t, c))
	}
}

// TestPrepareAtOnce takes rooms and makes some at the same time. Each is zero, and nobody
// else's.
func TestPrepareAtOnce(t *testing.T) {
	c := NewCache(64 * 8 * leastRoom)
	var all sync.WaitGroup
	for w := range 4 {
		all.Go(func() {
			for i := range 300 {
				numbers := leastRoom + (w+i)%(mostLengths+2)
				room := c.room(numbers)
				if len(room) != numbers {
					t.Errorf("room for %d, want %d", len(room), numbers)
				}
				for j := range room {
					if room[j]++; room[j] != 1 {
						t.Errorf("number %d is %g", j, room[j]-1)
						return
					}
				}
				if i%5 == w {
					c.Prepare(t.Context())
				}
			}
		})
	}
	all.Wait()
	numberOfRooms(t, c)
}
