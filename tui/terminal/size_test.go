package terminal

import (
	"math"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"
)

func TestClamp(t *testing.T) {
	wide, small := Bounds{Size{1000, 500}, 200_000}, Bounds{Size{400, 120}, 12_000}
	for _, c := range []struct {
		bounds     Bounds
		size, want Size
	}{
		{wide, Size{120, 36}, Size{120, 36}},
		{wide, Size{0, 0}, Size{0, 0}},
		{wide, Size{-5, math.MinInt}, Size{0, 0}},
		{wide, Size{20000, 20000}, Size{632, 316}},
		{wide, Size{math.MaxInt, 1}, Size{1000, 1}},
		{wide, Size{1000, 200}, Size{1000, 200}},
		{wide, Size{1000, 210}, Size{952, 210}}, // the rows stay
		{wide, Size{410, 500}, Size{410, 487}},  // the columns stay
		{small, Size{400, 120}, Size{200, 60}},
		{small, Size{80, 5000}, Size{80, 120}},
		{small, Size{5000, 24}, Size{400, 24}},
		{small, Size{400, 40}, Size{300, 40}},
		{small, Size{150, 100}, Size{150, 80}},
		{Bounds{}, Size{80, 24}, Size{}},
	} {
		if got := c.bounds.Clamp(c.size); got != c.want {
			t.Errorf("%v clamps %v to %v, want %v", c.bounds, c.size, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(1, 1000)
		b := Bounds{Size{side.Draw(t, "columns"), side.Draw(t, "rows")}, rapid.IntRange(1, 500_000).Draw(t, "cells")}
		size := Size{rapid.Int().Draw(t, "width"), rapid.Int().Draw(t, "height")}
		got := b.Clamp(size)
		if got.Width < 0 || got.Height < 0 || got.Width > b.Width || got.Height > b.Height || got.Width*got.Height > b.Cells {
			t.Errorf("%v is out of bounds", got)
		}
		if again := b.Clamp(got); again != got {
			t.Errorf("%v is clamped to %v", got, again)
		}
	})
}

// TestSizesAreClamped before a renderer makes room for them.
func TestSizesAreClamped(t *testing.T) {
	bounds := Bounds{Size{200, 60}, 12_000}
	sizes := Terminal{Remote: &Remote{Bounds: bounds}}.sizes()
	filtered := func(size Size) Size {
		msg, ok := sizes(nil, tea.WindowSizeMsg(size)).(tea.WindowSizeMsg)
		if !ok {
			t.Fatalf("%v is no size any more", size)
		}
		return Size(msg)
	}
	for said, want := range map[Size]Size{
		{20000, 20000}: {200, 60},
		{1000, 36}:     {200, 36},
		{60, 20}:       {60, 20},
	} {
		if got := filtered(said); got != want {
			t.Errorf("%v becomes %v, want %v", said, got, want)
		}
	}
}
