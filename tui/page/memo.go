package page

// Memo keeps the value of the last key. The value must depend on the key alone, and data behind
// the key must be immutable. The zero Memo is empty.
type Memo[K comparable, V any] struct {
	key   K
	value V
	known bool
}

// Of returns the value of a key, and calls make for a new key.
func (m *Memo[K, V]) Of(key K, make func() V) V {
	if !m.known || m.key != key {
		m.key, m.value, m.known = key, make(), true
	}
	return m.value
}
