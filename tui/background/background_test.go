package background

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
)

// deliver hands all that a command brings to a job, until the work has ended.
func deliver[V any](t *testing.T, j *Job[int, V], cmd tea.Cmd) {
	t.Helper()
	for cmd != nil {
		mine := false
		if cmd, mine = j.Receive(cmd().(Msg)); !mine {
			t.Fatal("the job does not know its own message")
		}
	}
}

// finds returns work that finds a text.
func finds(text string) Work[string] {
	return func(_ context.Context, put func(string)) error {
		put(text)
		return nil
	}
}

func fails(err error) Work[string] {
	return func(context.Context, func(string)) error { return err }
}

// blocks is work that ends when other work takes its place.
func blocks(ctx context.Context, _ func(string)) error {
	<-ctx.Done()
	return ctx.Err()
}

func TestEnsure(t *testing.T) {
	var j Job[int, string]
	if j.Begun() {
		t.Error("begun before the first key")
	}
	deliver(t, &j, j.Ensure(t.Context(), 1, finds("one")))
	if j.Now != "one" || j.Err != nil || j.Slow || j.Running() {
		t.Errorf("%+v", &j)
	}
	if j.Ensure(t.Context(), 1, finds("again")) != nil {
		t.Error("work for the current key is done again")
	}
	late := j.Ensure(t.Context(), 2, blocks)
	if j.Now != "one" {
		t.Error("the earlier result is gone before there is another")
	}
	wrong := errors.New("wrong")
	now := j.Ensure(t.Context(), 3, fails(wrong))
	if _, mine := j.Receive(late().(Msg)); mine || j.Err != nil {
		t.Error("a late message has an effect")
	}
	deliver(t, &j, now)
	if j.Now != "one" || !errors.Is(j.Err, wrong) {
		t.Errorf("%+v", &j)
	}
	if j.Ensure(t.Context(), 3, finds("three")) != nil {
		t.Error("work that failed is done again")
	}
	j.Forget()
	deliver(t, &j, j.Ensure(t.Context(), 3, finds("three")))
	if j.Now != "three" || j.Err != nil {
		t.Errorf("%+v", &j)
	}
}

func TestProceed(t *testing.T) {
	var j Job[int, string]
	j.Take(1, "begun")
	if !j.Begun() || j.Now != "begun" {
		t.Errorf("%+v", &j)
	}
	if j.Proceed(t.Context(), true, true, finds("more")) != nil {
		t.Error("complete work goes on")
	}
	late := j.Proceed(t.Context(), true, false, blocks)
	if !j.Running() || j.Proceed(t.Context(), true, false, blocks) != nil {
		t.Error("running work starts again")
	}
	if j.Proceed(t.Context(), false, false, blocks); j.Running() {
		t.Error("unwanted work goes on")
	}
	if _, mine := j.Receive(late().(Msg)); mine {
		t.Error("a message of stopped work has an effect")
	}
	wrong := errors.New("wrong")
	deliver(t, &j, j.Proceed(t.Context(), true, false, fails(wrong)))
	if !errors.Is(j.Err, wrong) || j.Proceed(t.Context(), true, false, finds("more")) != nil {
		t.Errorf("%+v: failed work goes on", &j)
	}
}

// TestMessages finds results at some times after the start, and compares the times of the
// messages and the results that they bring.
func TestMessages(t *testing.T) {
	const ms = time.Millisecond
	for name, c := range map[string]struct {
		first   time.Duration
		results []time.Duration
		end     time.Duration
		want    []time.Duration // of the messages
		number  []int           // results by then
		slow    []bool
	}{
		"quick":           {results: []time.Duration{5 * ms}, end: 30 * ms, want: []time.Duration{30 * ms}, number: []int{1}, slow: []bool{false}},
		"partial results": {results: []time.Duration{5 * ms, 10 * ms, 90 * ms}, end: 200 * ms, want: []time.Duration{66 * ms, 132 * ms, 200 * ms}, number: []int{2, 3, 3}, slow: []bool{false, true, false}},
		"early first":     {first: 20 * ms, results: []time.Duration{5 * ms, 40 * ms}, end: 99 * ms, want: []time.Duration{20 * ms, 86 * ms, 99 * ms}, number: []int{1, 2, 2}, slow: []bool{false, false, false}},
		"no results":      {end: 250 * ms, want: []time.Duration{100 * ms, 200 * ms, 250 * ms}, number: []int{0, 0, 0}, slow: []bool{true, true, false}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				j := Job[int, int]{First: c.first}
				start := time.Now()
				cmd := j.Start(t.Context(), 1, func(_ context.Context, put func(int)) error {
					for i, at := range c.results {
						time.Sleep(at - time.Since(start))
						put(i + 1)
					}
					time.Sleep(c.end - time.Since(start))
					return nil
				})
				var at []time.Duration
				var number []int
				var slow []bool
				for cmd != nil {
					cmd, _ = j.Receive(cmd().(Msg))
					at = append(at, time.Since(start))
					number = append(number, j.Now)
					slow = append(slow, j.Slow)
				}
				if !slices.Equal(at, c.want) || !slices.Equal(number, c.number) || !slices.Equal(slow, c.slow) {
					t.Errorf("messages at %v with %v, slow %v", at, number, slow)
				}
			})
		})
	}
}

// TestPanic raises a panic of the work in the command that waits for it.
func TestPanic(t *testing.T) {
	var j Job[int, string]
	cmd := j.Start(t.Context(), 1, func(context.Context, func(string)) error { panic("here") })
	defer func() {
		if recover() == nil {
			t.Error("the panic is lost")
		}
	}()
	cmd()
}
