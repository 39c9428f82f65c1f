package study

import (
	"slices"
	"strings"
	"testing"
)

// TestFieldsRoundTrip: what Get writes Set reads, and a wrong value leaves the
// settings as they were.
func TestFieldsRoundTrip(t *testing.T) {
	for _, f := range Fields() {
		s := defaults(t)
		if !f.Applies(s) {
			t.Errorf("%s does not apply to the walk", f.Name)
			continue
		}
		if err := f.Set(&s, f.Get(s)); err != nil || s != defaults(t) {
			t.Errorf("%s: %v, %+v", f.Name, err, s)
		}
		for _, wrong := range []string{"", "x", "-1", "1e999", "nan", "∞"} {
			before := s
			err := f.Set(&s, wrong)
			if err == nil {
				t.Errorf("%s takes %q", f.Name, wrong)
				continue
			}
			if s != before {
				t.Errorf("%s: %q changes the settings", f.Name, wrong)
			}
			if !strings.Contains(err.Error(), "want ") {
				t.Errorf("%s: %q: %v does not say what is accepted", f.Name, wrong, err)
			}
		}
		if f.Choices != nil {
			for _, c := range f.Choices(s) {
				if err := f.Set(&s, c); err != nil || f.Get(s) != c {
					t.Errorf("%s: %q: %v", f.Name, c, err)
				}
			}
		}
	}
}

func TestArgs(t *testing.T) {
	s := defaults(t)
	if args := s.Args(); len(args) != 0 {
		t.Errorf("the defaults need no flags: %q", args)
	}
	s.Trajectories, s.Gamma = 50, .9
	if got := s.Args(); !slices.Equal(got, []string{"--trajectories", "50", "--gamma", "0.9"}) {
		t.Errorf("%q", got)
	}
}
