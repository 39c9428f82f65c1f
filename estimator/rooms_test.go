package estimator

import (
	"context"
	"slices"
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

// TestPrepareForOthers: lengths that are asked for no longer make way for others, even
// where there were more than are noted.
func TestPrepareForOthers(t *testing.T) {
	c := NewCache(1 << 20)
	for i := range mostLengths {
		c.room(leastRoom + i)
	}
	c.Prepare(t.Context())
	for range 3 {
		c.room(2 * leastRoom)
		c.Prepare(t.Context())
	}
	if numberOfRooms(t, c); len(c.rooms) != 1 || c.rooms[2*leastRoom] == nil {
		t.Errorf("room of %d lengths, want one: the last", len(c.rooms))
	}
}

// TestPrepareKeeps has a cache that holds the sums of one selection and hardly more: room
// for the next is not made at their cost, but at that of older ones.
func TestPrepareKeeps(t *testing.T) {
	const features, lambdas, n = 16, 21, 30
	selected := func(c *Cache, seed uint64) (kept func() int) {
		data := synthetic(t, n, features, 40, seed)
		mustSelect(t, data, Options{Gamma: .9, Lambdas: grid(lambdas), Cache: c})
		return func() (count int) {
			for key := range c.entries {
				if slices.Contains(data, key.trajectory.Value()) {
					count++
				}
			}
			return count
		}
	}
	all := NewCache(64 << 20)
	want := selected(all, 1)()
	c := NewCache(all.Bytes() * 5 / 4)
	for seed := range uint64(4) {
		kept := selected(c, seed)
		before := kept()
		c.Prepare(t.Context())
		if after := kept(); before != want || after != want {
			t.Errorf("seed %d: the sums of %d keys before Prepare, %d after, want %d", seed, before, after, want)
		}
		if seed > 0 && numberOfRooms(t, c) == 0 {
			t.Errorf("seed %d: no rooms at the cost of older sums", seed)
		}
	}
}
