package recorded

import (
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/testutil"
)

// TestLabels: a name has one spelling in every format, and names that differ in more stay apart.
func TestLabels(t *testing.T) {
	for _, c := range []struct {
		names []string
		count int
	}{
		{[]string{"01", "1", "1.0", "1.", " 1.00 "}, 1},
		{[]string{"-3", "-3.0"}, 1},
		{[]string{"0", "00", "0.0"}, 1},
		{[]string{"Zo\u00eb", "Zoe\u0308"}, 1},
		{[]string{"robot a", "robot  a", "robot\u00a0a "}, 1},
		{[]string{"1", "1.5", "10", "a.0", "1e0", "A", "a", "0x1"}, 8},
	} {
		var lines strings.Builder
		for _, name := range c.names {
			lines.WriteString(strings.Replace(goodEnded, "{", `{"group":"`+name+`",`, 1))
		}
		for format, text := range map[string]string{"JSON Lines": lines.String(), "CSV": string(csvOfGroups(c.names...))} {
			data := testutil.Get(read(strings.NewReader(text), "x"))(t)
			if len(data.Groups.Names) != c.count {
				t.Errorf("%s, %q: groups %q, want %d", format, c.names, data.Groups.Names, c.count)
			}
		}
	}
	data := testutil.Get(read(strings.NewReader(strings.ReplaceAll(table, "a,1,", "a ,1,")), "x"))(t)
	data2 := testutil.Get(read(strings.NewReader(strings.NewReplacer("\na,", "\n7,", "a,1,", "7.0,1,").Replace(table)), "x"))(t)
	if !slices.Equal(data.IDs, []string{"a", "b"}) || !slices.Equal(data2.IDs, []string{"7", "b"}) {
		t.Errorf("episodes %q, %q", data.IDs, data2.IDs)
	}
}
