package job

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// count is a collector of a number.
type count struct{ n atomic.Int64 }

func (c *count) Now() int64 { return c.n.Load() }

// more returns work that adds one, and ends with an error.
func (c *count) more(err error) func(context.Context, func()) error {
	return func(_ context.Context, news func()) error {
		c.n.Add(1)
		news()
		return err
	}
}

func TestRun(t *testing.T) {
	var r Run[string, *count, int64]
	toEnd := func(cmd tea.Cmd) {
		t.Helper()
		for mine := true; cmd != nil; {
			if cmd, mine = r.Receive(cmd().(Msg)); !mine {
				t.Fatal("a message of the work that runs is not its own")
			}
		}
	}
	if r.Begun() || r.Is("") {
		t.Error("it is of a key before the first")
	}
	c := new(count)
	r.Take("a", c, nil)
	toEnd(r.Proceed(t.Context(), true, false, c.more(nil)))
	if !r.Is("a") || r.Now != 1 || r.Err != nil || r.Running() {
		t.Errorf("%+v", &r)
	}
	if r.Proceed(t.Context(), true, true, c.more(nil)) != nil {
		t.Error("what is complete goes on")
	}

	blocked := func(ctx context.Context, _ func()) error { <-ctx.Done(); return ctx.Err() }
	late := r.Proceed(t.Context(), true, false, blocked)
	if !r.Running() || r.Proceed(t.Context(), true, false, blocked) != nil {
		t.Error("what runs is begun again")
	}
	r.Proceed(t.Context(), false, false, blocked)
	if r.Running() {
		t.Error("what is not wanted goes on")
	}
	if _, mine := r.Receive(late().(Msg)); mine || r.Err != nil {
		t.Error("work that was stopped is received")
	}

	wrong := errors.New("wrong")
	toEnd(r.Proceed(t.Context(), true, false, c.more(wrong)))
	if !errors.Is(r.Err, wrong) || r.Now != 2 || r.Proceed(t.Context(), true, false, c.more(nil)) != nil {
		t.Errorf("%+v: what fails is kept, with what there is, and not tried again", &r)
	}
	r.Take("b", c, nil)
	if r.Is("a") || r.Err != nil || r.Now != 2 {
		t.Errorf("%+v", &r)
	}
	r.Take("c", new(count), wrong)
	if !errors.Is(r.Err, wrong) || r.Proceed(t.Context(), true, false, c.more(nil)) != nil {
		t.Errorf("%+v: there can be no results, and it goes on", &r)
	}
}
