package analysis

import "container/list"

// cache keeps the values used last, up to a number of bytes. It is not safe for
// concurrent use.
type cache struct {
	limit, size int
	order       *list.List // of *cached, the last used in front
	entries     map[any]*list.Element
}

type cached struct {
	key, value any
	bytes      int
}

func newCache(limit int) *cache {
	return &cache{limit: limit, order: list.New(), entries: make(map[any]*list.Element)}
}

func (c *cache) get(key any) (any, bool) {
	e, ok := c.entries[key]
	if !ok {
		return nil, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*cached).value, true
}

// put keeps value, of that many bytes, and drops what was used longest ago. A
// value larger than the whole cache is not kept, and what the key has stays.
func (c *cache) put(key, value any, bytes int) {
	if bytes > c.limit {
		return
	}
	if e, ok := c.entries[key]; ok {
		c.remove(e)
	}
	c.entries[key] = c.order.PushFront(&cached{key, value, bytes})
	c.size += bytes
	c.resize(c.limit)
}

// resize sets how many bytes are kept.
func (c *cache) resize(limit int) {
	for c.limit = limit; c.size > c.limit; {
		c.remove(c.order.Back())
	}
}

func (c *cache) remove(e *list.Element) {
	v := c.order.Remove(e).(*cached)
	delete(c.entries, v.key)
	c.size -= v.bytes
}
