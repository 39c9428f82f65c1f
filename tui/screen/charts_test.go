package screen

import (
	"slices"
	"testing"

	"lambdascope/tui/chart"
)

// TestBeside: rows are joined again where a block, their number or the separator is
// another, and only then.
func TestBeside(t *testing.T) {
	c := NewCharts(New(ThemeMono, true, chart.Braille))
	var last []string
	for _, s := range []struct {
		separator string
		blocks    [][]string
		want      []string
		kept      bool
	}{
		{" ", [][]string{{"a", "b"}, {"c", "d", "e"}}, []string{"a c", "b d"}, false},
		{" ", [][]string{{"a", "b"}, {"c", "d", "e"}}, []string{"a c", "b d"}, true},
		{"|", [][]string{{"a", "b"}, {"c", "d", "e"}}, []string{"a|c", "b|d"}, false},
		{"|", [][]string{{"a", "x"}, {"c", "d", "e"}}, []string{"a|c", "x|d"}, false},
		{"|", [][]string{{"a", "x"}, {"c"}}, []string{"a|c"}, false},
		{"|", [][]string{{"a", "x"}, {"c"}, {"z"}}, []string{"a|c|z"}, false},
	} {
		got := c.Beside("name", s.separator, s.blocks...)
		if !slices.Equal(got, s.want) || (last != nil && &got[0] == &last[0]) != s.kept {
			t.Errorf("%q of %q: %q, want %q", s.separator, s.blocks, got, s.want)
		}
		last = got
	}
	c.Forget()
	if got := c.Beside("name", "|", []string{"a", "x"}, []string{"c"}, []string{"z"}); &got[0] == &last[0] {
		t.Error("rows are kept")
	}
}
