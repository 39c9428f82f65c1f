package report

import (
	"slices"
	"testing"
)

func TestAlign(t *testing.T) {
	got := Align([]Column{
		{Cells: []string{"λ", "0.25", "1"}},
		{Cells: []string{"name", "a", ""}, Left: true},
		{Cells: []string{"n", "λ̂", "100"}},
	}, " | ")
	want := []string{
		"   λ | name |   n",
		"0.25 | a    |   λ̂",
		"   1 |      | 100",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Align([]Column{{Cells: []string{"a", "b"}}, {Cells: []string{"x", ""}, Left: true}}, " "); !slices.Equal(got, []string{"a x", "b"}) {
		t.Errorf("%q has spaces at its end", got)
	}
	if got := Align(nil, " "); got != nil {
		t.Errorf("%q of no columns", got)
	}
}
