package job

import (
	"context"
	"errors"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// receive hands what a command brings to l, until the work has ended.
func receive(t *testing.T, l *Latest[int, string], cmd tea.Cmd) {
	t.Helper()
	for cmd != nil {
		msg, ok := cmd().(Msg)
		if !ok {
			t.Fatal("a message of another kind")
		}
		cmd, _ = l.Receive(msg)
	}
}

// says returns work that finds a text.
func says(text string) func(context.Context, func(*string)) error {
	return func(_ context.Context, put func(*string)) error {
		put(&text)
		return nil
	}
}

func TestLatest(t *testing.T) {
	var l Latest[int, string]
	receive(t, &l, l.Of(t.Context(), 1, says("one")))
	if *l.Value != "one" || l.Err != nil || l.Slow || l.Running() {
		t.Errorf("%+v", l)
	}
	if l.Of(t.Context(), 1, says("again")) != nil {
		t.Error("work for the key at hand is done again")
	}
	late := l.Of(t.Context(), 2, says("two"))
	if *l.Value != "one" {
		t.Error("the result of the key before is gone before there is another")
	}
	wrong := errors.New("wrong")
	now := l.Of(t.Context(), 3, func(context.Context, func(*string)) error { return wrong })
	if _, mine := l.Receive(late().(Msg)); mine {
		t.Error("work in whose place there is other is received")
	}
	receive(t, &l, now)
	if *l.Value != "one" || !errors.Is(l.Err, wrong) {
		t.Errorf("%+v", l)
	}
	if l.Of(t.Context(), 3, says("three")) != nil {
		t.Error("work that failed is done again")
	}
	l.Stop()
	receive(t, &l, l.Of(t.Context(), 3, says("three")))
	if *l.Value != "three" || l.Err != nil {
		t.Errorf("%+v", l)
	}
}
