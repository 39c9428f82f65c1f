package controls

import (
	"cmp"
	"slices"
	"strings"

	"lambdascope/sim"
	"lambdascope/sim/settings"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
)

// row is a row of a palette.
type row struct {
	name      string
	now, next string // present value, and the value that the row gives
	says      string // a few words
	line, key string // for ⏎: a command, or a key; both empty for a setting that needs a typed value
	turns     bool   // ← and → change next
	aka       string // further name
}

// present reports whether a row gives the present value. Such a row changes nothing, although the command
// of a domain would set the domain's other defaults as well.
func (r row) present() bool { return r.next != "" && r.next == r.now }

// does reports whether ⏎ does something on a row.
func (r row) does() bool { return r.name != "" && r.says != noMatch }

// choices are everything that a palette changes.
type choices struct {
	state.State
	state.Preferences
}

// knob is a knob of a setting, of the view or of a preference.
type knob = settings.Knob[choices]

// content is everything that a palette has.
type content struct {
	knobs []knob
	rows  []row
}

// content returns everything for the present state.
func (p *palette) content() content {
	return p.kept.Of(p.now(), func() content {
		all := p.knobs()
		return content{all, p.everything(all)}
	})
}

// now returns the present values.
func (p *palette) now() choices {
	s, look := p.Chosen()
	return choices{s, look}
}

// knobs returns the knobs of the present state, then the preferences.
func (p *palette) knobs() (out []knob) {
	for _, k := range p.now().Choosable(p.Problems) {
		if k.Source {
			k.Short = "problem" // the other name of the domain
		}
		out = append(out, settings.Lift(k, func(c *choices) *state.State { return &c.State }))
	}
	for _, k := range state.PreferenceKnobs() {
		out = append(out, settings.Lift(k, func(c *choices) *state.Preferences { return &c.Preferences }))
	}
	return out
}

// valueRow returns the row that gives a knob a value.
func (p *palette) valueRow(k knob, value string) row {
	name := k.Name
	if k.Source && !slices.Contains(sim.Domains(), value) {
		name = "problem" // because one knob chooses among domains and problems
	}
	says := k.Help
	if k.Says != nil {
		says = k.Says(p.now(), value)
	}
	return row{name: name + " " + value, now: k.Get(p.now()), next: value, says: says, line: line(name, value)}
}

// line returns the command that gives a knob a value.
func line(name, value string) string { return name + " " + shell.Join([]string{value}) }

// knobRow returns the row of a knob, with the value some steps away.
func (p *palette) knobRow(k knob, steps int) row {
	now := p.now()
	r := row{name: k.Name, aka: cmp.Or(k.Short, k.Label), now: k.Get(now), says: k.Help, next: k.Turn(now, steps)}
	if r.next == r.now { // at the last value
		r.next = k.Turn(now, -steps)
	}
	if r.next == r.now {
		r.next = "a value"
		return r
	}
	r.turns = true
	r.line = line(k.Name, r.next)
	return r
}

// typedRows returns the rows of a knob for a typed value: the accepted values that match, or the
// value itself.
func (p *palette) typedRows(k knob, value, line string) (out []row) {
	exact := false
	now := p.now()
	if k.Choices != nil {
		for _, v := range k.Choices(now) {
			exact = exact || v == value
			if place(v, value) >= 0 {
				out = append(out, p.valueRow(k, v))
			}
		}
	}
	slices.SortStableFunc(out, func(a, b row) int { return cmp.Compare(rank(a.next, value), rank(b.next, value)) })
	if next := now; value == "" && len(out) == 0 {
		out = []row{p.knobRow(k, p.steps)}
	} else if value != "" && !exact && (len(out) == 0 || k.Set(&next, value) == nil) {
		out = slices.Insert(out, 0, row{name: k.Name, now: k.Get(now), next: value, says: k.Help, line: line})
	}
	return out
}

// rows returns the rows for the typed text. There is at least one.
func (p *palette) rows() (out []row) {
	typed := strings.TrimLeft(p.input.Value(), " ")
	all := p.content()
	if i := strings.IndexAny(typed, " ="); i > 0 {
		if found := settings.Matching(all.knobs, typed[:i]); len(found) == 1 {
			return p.typedRows(found[0], strings.TrimSpace(typed[i+1:]), typed)
		}
	}
	text := strings.ToLower(strings.TrimSpace(typed))
	for _, r := range all.rows {
		if rank(r.name, text) < unranked || rank(r.aka, text) < unranked {
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, func(a, b row) int { return cmp.Compare(rank(a.name, text), rank(b.name, text)) })
	if len(out) == 0 {
		return []row{{name: typed, says: p.describes(typed), line: typed}}
	}
	if i := min(p.chosen, len(out)-1); i != none && out[i].turns {
		out[i] = p.knobRow(settings.Matching(all.knobs, out[i].name)[0], p.steps)
	}
	return out
}

// noMatch describes a typed text that is no command.
const noMatch = "no match"

// describes says whether a typed text without rows is a command.
func (p *palette) describes(typed string) string {
	now := p.now()
	_, err := now.Command(typed, p.Problems...)
	if _, preference, _ := now.With(typed); err != nil && !preference && !strings.HasPrefix(typed, ask) {
		return noMatch
	}
	return "this command"
}

// ask begins a question to the class.
const ask = "ask "

// everything returns all rows: settings, pages, problems, commands.
func (p *palette) everything(all []knob) []row {
	var out, apart []row
	for _, k := range all {
		if !k.Source && k.Name != "page" {
			out = append(out, p.knobRow(k, 1))
			continue
		}
		for _, v := range k.Choices(p.now()) {
			if !strings.Contains(v, ":") { // charts of a page follow its name
				apart = append(apart, p.valueRow(k, v))
			}
		}
	}
	out = append(out, apart...)
	for _, b := range p.commands {
		if b.Command != "" {
			key, _, _ := strings.Cut(b.Keys, " ")
			out = append(out, row{name: b.Command, now: key, says: b.Does, key: key})
		}
	}
	return out
}

// place returns the index of a typed text at the beginning of a word of a name, or -1.
func place(name, typed string) int {
	typed = strings.ToLower(typed)
	for at := 0; ; {
		if strings.HasPrefix(strings.ToLower(name[at:]), typed) {
			return at
		}
		next := strings.IndexAny(name[at:], " -:+")
		if next < 0 {
			return -1
		}
		at += next + 1
	}
}

// unranked is the rank of a name without the text.
const unranked = 3

// rank orders names by a typed text: the text itself, names that begin with it, names with a word
// that does.
func rank(name, typed string) int {
	switch at := place(name, typed); {
	case name == "" && typed != "", at < 0:
		return unranked
	case strings.EqualFold(name, typed):
		return 0
	case at == 0:
		return 1
	}
	return 2
}
