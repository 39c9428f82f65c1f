package words

import "testing"

func TestJoined(t *testing.T) {
	for _, c := range []struct {
		names   []string
		or, and string
	}{
		{nil, "", ""},
		{[]string{"a"}, "a", "a"},
		{[]string{"a", "b"}, "a or b", "a and b"},
		{[]string{"a", "b", "c"}, "a, b or c", "a, b and c"},
	} {
		if or, and := Or(c.names), And(c.names); or != c.or || and != c.and {
			t.Errorf("%q: %q and %q", c.names, or, and)
		}
	}
}
