package settings

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lambdascope/sim"
	"lambdascope/sim/textfmt"
)

// Knob declares one choice of S, once: a flag of the commands, a control of the app, a line of
// the palette and a part of a link follow from the declaration.
type Knob[S any] struct {
	Name  string // of the flag
	Short string // one-letter form; may be empty
	Help  string // one line
	Kind  string // of value, in the help; empty for "value"
	// Switch marks the knob of "true" and "false", so that the flag needs no value.
	Switch bool

	Group string                      // of the control; empty without a control
	Label string                      // of the control
	About func(s S) string            // a sentence for a learner
	Rest  bool                        // not among the controls of a first hour
	First bool                        // the control has the focus when its page comes on show
	Stops func(s S) []float64         // the usual values of a number, increasing; nil for none
	Next  func(s S, steps int) string // the value some steps away, where neither Stops nor Choices lead there

	// Get returns the value as text that Set reads back.
	Get func(s S) string
	// Set reads a value. An error names the knob and the accepted values, and leaves s
	// unchanged.
	Set func(s *S, text string) error
	// Check returns the error of a value out of range; nil where only Set can set the value.
	Check func(s S) error
	// Applies reports whether the knob has a meaning for the source of S.
	Applies func(s S) bool
	// Needs names what a file without a meaning for the knob lacks; empty if no file has a meaning.
	Needs string
	// Choices lists the accepted texts where there are few; nil otherwise.
	Choices func(s S) []string
	// Says describes one of Choices in a few words; nil where Help describes them.
	Says func(s S, value string) string
	// JSON returns the value among the settings of a result; nil if another part of the result has the
	// value.
	JSON func(s S) any
	// Source marks the knobs that choose the domain or the problem. Such knobs can be set for any
	// source.
	Source bool
}

// Lift turns a knob of a part of T into a knob of T.
func Lift[S, T any](k Knob[S], part func(*T) *S) Knob[T] {
	out := Knob[T]{
		Name: k.Name, Short: k.Short, Help: k.Help, Kind: k.Kind, Switch: k.Switch, Needs: k.Needs, Source: k.Source,
		Group: k.Group, Label: k.Label, Rest: k.Rest, First: k.First,
		Get:     lift(k.Get, part),
		Set:     func(t *T, text string) error { return k.Set(part(t), text) },
		About:   lift(k.About, part),
		Stops:   lift(k.Stops, part),
		Applies: lift(k.Applies, part),
		Choices: lift(k.Choices, part),
		JSON:    lift(k.JSON, part),
	}
	if k.Next != nil {
		out.Next = func(t T, steps int) string { return k.Next(*part(&t), steps) }
	}
	if k.Says != nil {
		out.Says = func(t T, value string) string { return k.Says(*part(&t), value) }
	}
	return out
}

// lift turns a function of a part of T, if any, into a function of T.
func lift[S, T, V any](f func(S) V, part func(*T) *S) func(T) V {
	if f == nil {
		return nil
	}
	return func(t T) V { return f(*part(&t)) }
}

// Matching returns the knobs that a word means: the knob of this name, one-letter name or label, or
// otherwise the knobs with a name that begins so.
func Matching[S any](all []Knob[S], word string) (begin []Knob[S]) {
	for _, k := range all {
		switch {
		case k.Name == word, word != "" && (k.Short == word || k.Label == word):
			return []Knob[S]{k}
		case word != "" && strings.HasPrefix(k.Name, word):
			begin = append(begin, k)
		}
	}
	return begin
}

// Turn returns the text of the value a number of steps away, at an end the present one.
func (k *Knob[S]) Turn(s S, steps int) string {
	switch {
	case k.Next != nil:
		return k.Next(s, steps)
	case k.Slides(s):
		return turned(k.Stops(s), k.number(s), steps)
	case k.Choices != nil:
		all := k.Choices(s)
		return turnedRound(slices.Index(all, k.Get(s)), steps, all)
	}
	return k.Get(s)
}

// number returns the value of a numeric knob.
func (k *Knob[S]) number(s S) float64 {
	v, _ := strconv.ParseFloat(k.Get(s), 64)
	return v
}

// Slides reports whether a slider shows the value. The stops are evenly spaced.
func (k *Knob[S]) Slides(s S) bool { return k.Stops != nil && len(k.Stops(s)) > 1 }

// Cell returns the cell of the value on a slider of n cells.
func (k *Knob[S]) Cell(s S, n int) int {
	stops := k.Stops(s)
	at, _ := slices.BinarySearch(stops, k.number(s))
	at = min(at, len(stops)-1)
	return int(math.Round(float64(at) / float64(len(stops)-1) * float64(n-1)))
}

// Stop returns the text of the value at a cell of a slider of n.
func (k *Knob[S]) Stop(s S, cell, n int) string {
	stops := k.Stops(s)
	at := float64(max(0, min(n-1, cell))) / float64(n-1) * float64(len(stops)-1)
	return textfmt.Fixed(stops[int(math.Round(at))], -1)
}

// turned returns the text of the value steps away from another, among increasing values. A step
// from between two values leads to the next.
func turned(values []float64, from float64, steps int) string {
	at, exact := slices.BinarySearch(values, from)
	if !exact && steps > 0 {
		at-- // the first step up lands on the value above
	}
	at = max(0, min(len(values)-1, at+steps))
	next := values[at]
	if (next-from)*float64(steps) < 0 { // beyond the last value already
		next = from
	}
	return textfmt.Fixed(next, -1)
}

// turnedRound returns the name steps after another, round and round. A big turn back to the start
// goes a single step, since otherwise nothing would change.
func turnedRound(at, steps int, names []string) string {
	n := len(names)
	if steps%n == 0 {
		steps = cmp.Compare(steps, 0)
	}
	return names[((at+steps)%n+n)%n]
}

// Always returns an About with the same sentence for all values.
func Always[S any](about string) func(S) string { return func(S) string { return about } }

// among returns Stops with the same values for all settings.
func among(stops ...float64) func(Settings) []float64 {
	return func(Settings) []float64 { return stops }
}

// number completes the knob of a number at a place in the settings.
func number(k Knob[Settings], want string, accepts func(v float64) bool, at func(*Settings) *float64) Knob[Settings] {
	k.Get = func(s Settings) string { return textfmt.Number(*at(&s)) }
	k.Set = func(s *Settings, text string) error {
		v, err := textfmt.ParseNumber(text)
		if err != nil || !accepts(v) {
			return RangeError(k.Name, textfmt.Clip(text), "%s", want)
		}
		*at(s) = v + 0 // + 0 makes −0 a 0
		return nil
	}
	k.Check = func(s Settings) error {
		if v := *at(&s); !accepts(v) {
			return RangeError(k.Name, textfmt.Number(v), "%s", want)
		}
		return nil
	}
	k.JSON = func(s Settings) any { return *at(&s) }
	k.Applies = always
	return k
}

// enum completes the knob of one of a few names at a place in the settings.
func enum[T interface {
	~int
	fmt.Stringer
}](k Knob[Settings], names []string, at func(*Settings) *T) Knob[Settings] {
	k.Help += ": " + strings.Join(names, ", ")
	k.Get = func(s Settings) string { return (*at(&s)).String() }
	k.Set = func(s *Settings, text string) error {
		i := slices.Index(names, text)
		if i < 0 {
			return RangeError(k.Name, strconv.Quote(text), "%s", textfmt.Or(names))
		}
		*at(s) = T(i)
		return nil
	}
	k.JSON = func(s Settings) any { return k.Get(s) }
	k.Applies = always
	k.Choices = func(Settings) []string { return names }
	return k
}

// option completes the knob of an option of the domain at a place. Zero stands for the domain's
// default, so that it can't be given. A change that the domain refuses is not made.
func option[T int | float64 | string](k Knob[Settings], want string, at func(*sim.Options) *T) Knob[Settings] {
	var zero T
	k.Get = func(s Settings) string { return fmt.Sprint(*at(&s.Problem)) }
	k.Set = func(s *Settings, text string) error {
		next := s.Problem
		if err := parse(text, at(&next)); err != nil || *at(&next) <= zero {
			return RangeError(k.Name, textfmt.Clip(text), "%s", want)
		}
		d, err := sim.New(next)
		if err != nil {
			return err
		}
		s.Problem = d.Options()
		return nil
	}
	k.Applies = func(s Settings) bool { return simulated(s) && *at(&s.Problem) != zero }
	return k
}

// parse reads an int, a float64 or a string.
func parse(text string, to any) (err error) {
	switch to := to.(type) {
	case *int:
		*to, err = strconv.Atoi(strings.TrimSpace(text))
	case *float64:
		*to, err = textfmt.ParseNumber(text)
	case *string:
		*to = text
	}
	return err
}
