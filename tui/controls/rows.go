package controls

import (
	"cmp"
	"slices"
	"strings"

	"lambdascope/sim"
	"lambdascope/sim/problem"
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

// choice is a setting or a preference in a palette.
type choice struct {
	name, aka, help string
	now             string
	values          []string // accepted values where there are few; otherwise nil
	about           func(value string) string
	turn            func(steps int) string
	accepts         func(value string) bool
	apart           bool // a row for each value
}

// line returns the command that gives the choice a value.
func (c *choice) line(value string) string {
	return c.nameFor(value) + " " + shell.Join([]string{value})
}

// nameFor returns the name of the choice for a value, because one control chooses among domains
// and problems.
func (c *choice) nameFor(value string) string {
	if c.name == "domain" && !slices.Contains(sim.Domains(), value) {
		return "problem"
	}
	return c.name
}

// content is everything that a palette has.
type content struct {
	choices []choice
	rows    []row
}

// content returns everything for the present state.
func (p *Palette) content() content {
	return p.kept.Of(p.Now, func() content {
		all := p.choices()
		return content{all, p.everything(all)}
	})
}

// choices returns the settings of the present state, then the preferences.
func (p *Palette) choices() []choice {
	var out []choice
	for _, k := range p.Now.Choosable(p.Problems) {
		c := choiceOf(k, p.Now)
		switch k.Name {
		case "domain":
			c.apart = true
			c.aka = "problem"
			c.about = aboutSource
		case "page":
			c.apart = true
			c.about = state.AboutPage
		case "features":
			c.about = func(value string) string {
				next := p.Now
				if k.Set(&next, value) != nil {
					return k.Help
				}
				return k.About(next)
			}
		}
		out = append(out, c)
	}
	for _, k := range state.PreferenceKnobs() {
		out = append(out, choiceOf(k, p.Preferences))
	}
	return out
}

// aboutSource describes a domain or a problem in a few words.
func aboutSource(name string) string {
	switch name {
	case "random-walk":
		return "states in a row, and a reward at the right end"
	case "2048":
		return "the game of numbered tiles, played at random"
	case "mountain-car":
		return "a car that has to swing up a hill"
	}
	return cmp.Or(problem.About(name), "a problem of a file")
}

// choiceOf returns the choice of a knob at a value.
func choiceOf[S any](k settings.Knob[S], now S) choice {
	c := choice{name: k.Name, aka: cmp.Or(k.Short, k.Label), help: k.Help, now: k.Get(now)}
	c.turn = func(steps int) string { return k.Turn(now, steps) }
	c.about = func(string) string { return k.Help }
	c.accepts = func(value string) bool {
		next := now
		return k.Set(&next, value) == nil
	}
	if k.Choices != nil {
		c.values = k.Choices(now)
	}
	return c
}

// valueRow returns the row of a value of a choice.
func (c *choice) valueRow(value string) row {
	return row{name: c.nameFor(value) + " " + value, now: c.now, next: value, says: c.about(value), line: c.line(value)}
}

// row returns the row of a choice, with the value some steps away.
func (c *choice) row(steps int) row {
	r := row{name: c.name, aka: c.aka, now: c.now, says: c.help, next: c.turn(steps)}
	if r.next == c.now { // at the last value
		r.next = c.turn(-steps)
	}
	if r.next == c.now {
		r.next = "a value"
		return r
	}
	r.turns = true
	r.line = c.line(r.next)
	return r
}

// typed returns the rows of a choice for a typed value: the accepted values that match, or the
// value itself.
func (c *choice) typed(value, line string, steps int) []row {
	var out []row
	exact := false
	for _, v := range c.values {
		exact = exact || v == value
		if place(v, value) >= 0 {
			out = append(out, c.valueRow(v))
		}
	}
	slices.SortStableFunc(out, func(a, b row) int { return cmp.Compare(rank(a.next, value), rank(b.next, value)) })
	switch {
	case value == "" && len(out) == 0:
		out = []row{c.row(steps)}
	case value != "" && !exact && (len(out) == 0 || c.accepts(value)):
		own := row{name: c.name, now: c.now, next: value, says: c.help, line: line}
		out = slices.Insert(out, 0, own)
	}
	return out
}

// rows returns the rows for the typed text. There is at least one.
func (p *Palette) rows() []row {
	typed := strings.TrimLeft(p.input.Value(), " ")
	all := p.content()
	if i := strings.IndexAny(typed, " ="); i > 0 {
		if c, ok := named(all.choices, typed[:i]); ok {
			return c.typed(strings.TrimSpace(typed[i+1:]), typed, p.steps)
		}
	}
	var out []row
	text := strings.ToLower(strings.TrimSpace(typed))
	for _, r := range all.rows {
		if rank(r.name, text) < unranked || rank(r.aka, text) < unranked {
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, func(a, b row) int { return cmp.Compare(rank(a.name, text), rank(b.name, text)) })
	if len(out) == 0 {
		return []row{{name: typed, says: "this command", line: typed}}
	}
	if i := min(p.chosen, len(out)-1); out[i].turns {
		c, _ := named(all.choices, out[i].name)
		out[i] = c.row(p.steps)
	}
	return out
}

// everything returns all rows: settings, pages, problems, commands.
func (p *Palette) everything(all []choice) []row {
	var out, apart []row
	for _, c := range all {
		if !c.apart {
			out = append(out, c.row(1))
			continue
		}
		for _, v := range c.values {
			if !strings.Contains(v, ":") { // charts of a page follow its name
				apart = append(apart, c.valueRow(v))
			}
		}
	}
	out = append(out, apart...)
	for _, b := range p.Commands {
		key, _, _ := strings.Cut(b.Keys, " ")
		out = append(out, row{name: b.Command, now: key, says: b.Does, key: key})
	}
	return out
}

// named returns the choice with a name, or the only choice that begins with it.
func named(all []choice, name string) (choice, bool) {
	i := slices.IndexFunc(all, func(c choice) bool { return c.name == name || c.aka == name })
	if i >= 0 {
		return all[i], true
	}
	var begin []choice
	for _, c := range all {
		if strings.HasPrefix(c.name, name) {
			begin = append(begin, c)
		}
	}
	if len(begin) != 1 {
		return choice{}, false
	}
	return begin[0], true
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
