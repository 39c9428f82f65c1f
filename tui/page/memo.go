package page

// Memo keeps the last value made of a key, which has to be all that the value depends
// on; what the key points to does not change. The zero Memo is empty.
type Memo[K comparable, V any] struct {
	key   K
	value V
	known bool
}

// Of returns the value of a key, made now or the last time.
func (m *Memo[K, V]) Of(key K, make func() V) V {
	if !m.known || m.key != key {
		m.key, m.value, m.known = key, make(), true
	}
	return m.value
}
