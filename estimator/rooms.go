package estimator

import "context"

// rooms are memory for the sums of a Cache, which is made before it is needed: a first
// touch of memory takes longer than what is summed there. They are of zeros.
type rooms struct {
	wanted int         // how many were asked for since Prepare
	free   [][]float64 // all of one length
}

const (
	// leastRoom is how many numbers a room has that is worth making ahead.
	leastRoom = 1 << 12
	// mostLengths bounds for how many lengths it is noted how many rooms are asked for.
	mostLengths = 16
	// roomsShare is what part of a Cache rooms may be, one in so many.
	roomsShare = 4
)

// room returns room for some numbers, all zero.
func (c *Cache) room(numbers int) []float64 {
	if room := c.readyRoom(numbers); room != nil {
		return room
	}
	room := make([]float64, numbers)
	touch(room)
	return room
}

// readyRoom returns a room that has been made ahead; nil for none.
func (c *Cache) readyRoom(numbers int) []float64 {
	if numbers < leastRoom {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.rooms[numbers]
	if r == nil {
		if c.crowded = len(c.rooms) >= mostLengths; c.crowded {
			return nil
		}
		r = new(rooms)
		c.rooms[numbers] = r
	}
	r.wanted++
	last := len(r.free) - 1
	if last < 0 {
		return nil
	}
	room := r.free[last]
	r.free[last] = nil
	r.free = r.free[:last]
	c.roomBytes -= 8 * numbers
	c.size -= 8 * numbers
	return room
}

// Prepare makes room for as many new sums as were asked for since the last time, up to a
// quarter of the Cache, whose bytes they count among. It drops what room there is for
// others, and sums that nobody has used since. It is for the time in which nobody waits for
// a selection; where that ends, ctx does.
func (c *Cache) Prepare(ctx context.Context) {
	defer c.nextRound()
	for numbers, wanted := range c.wantedRooms() {
		for ; wanted > 0 && ctx.Err() == nil; wanted-- {
			room := make([]float64, numbers)
			touch(room)
			if !c.addRoom(room) {
				return
			}
		}
	}
}

// wantedRooms returns how many rooms of each length Prepare is to make, and drops those
// that nobody has asked for. Where nobody has asked for any, it leaves things as they are.
func (c *Cache) wantedRooms() map[int]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make(map[int]int)
	for numbers, r := range c.rooms {
		if r.wanted > 0 {
			out[numbers] = r.wanted - len(r.free)
			r.wanted = 0
		}
	}
	if len(out) == 0 && !c.crowded {
		return out
	}
	c.crowded = false
	for numbers, r := range c.rooms {
		if _, ok := out[numbers]; !ok {
			c.dropRooms(numbers, r)
		}
	}
	return out
}

func (c *Cache) dropRooms(numbers int, r *rooms) {
	c.roomBytes -= 8 * numbers * len(r.free)
	c.size -= 8 * numbers * len(r.free)
	delete(c.rooms, numbers)
}

// nextRound begins the time until Prepare is called again.
func (c *Cache) nextRound() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.round++
}

// addRoom takes a room, and tells whether it may be had.
func (c *Cache) addRoom(room []float64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, bytes := c.rooms[len(room)], 8*len(room)
	if r == nil || c.roomBytes+bytes > c.limit/roomsShare || !c.spare(bytes) {
		return false
	}
	r.free = append(r.free, room)
	c.roomBytes += bytes
	c.size += bytes
	return true
}

// spare drops sums that have not been used since the last Prepare until there is room for
// some bytes, and tells whether there is.
func (c *Cache) spare(bytes int) bool {
	for c.size+bytes > c.limit {
		last := c.order.Back()
		if last == nil || last.Value.(*cachedSums).round == c.round {
			return false
		}
		c.remove(last)
	}
	return true
}
