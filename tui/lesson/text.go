package lesson

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"lambdascope/tui/state"
)

// text is a text in Markdown with numbers to be computed.
type text []part

// part is a part of a text: one of plain, number and choice.
type part interface{}

type (
	// plain is a text as it is.
	plain string
	// number is a number, of a line of the source.
	number struct {
		*value
		line int
	}
	// choice is texts of which one is chosen: the first whose condition holds.
	choice []arm
)

// arm is a text of a choice.
type arm struct {
	when comparisons // nil for {else}
	line int
	text text
}

// maxBrace is how long what stands in braces may be, in bytes.
const maxBrace = 400

// text reads a part of the source, whose numbers are of a scene.
func (p *parser) text(from, to int, scene state.State) text {
	t := &textReader{parser: p, scene: scene, at: from, end: to}
	t.into = &t.out
	for t.at < t.end {
		t.next()
	}
	if t.open != nil {
		p.failLine(t.opened, errors.New("{if} is not ended: want {end}"))
	}
	return t.out
}

// textReader reads a text.
type textReader struct {
	*parser
	scene   state.State
	at, end int
	out     text
	into    *text   // what is read now belongs to
	open    *choice // {if} that is not ended; nil for none
	opened  int     // its line
}

// next reads up to a brace, and what is in it.
func (t *textReader) next() {
	rest := t.source[t.at:t.end]
	i := slices.IndexFunc(rest, func(c byte) bool { return c == '{' || c == '}' })
	if i < 0 {
		t.add(plain(rest))
		t.at = t.end
		return
	}
	line := t.line(t.at + i)
	length := strings.IndexByte(string(rest[i:]), '}')
	switch {
	case rest[i] == '}':
		t.failLine(line, errors.New("} without {"))
		t.at = t.end
		return
	case length < 0 || length > maxBrace || strings.IndexByte(string(rest[i+1:i+length]), '{') >= 0:
		t.failLine(line, errors.New("{ is not closed"))
		t.at = t.end
		return
	}
	inner := strings.Join(strings.Fields(string(rest[i+1:i+length])), " ")
	before, after := rest[:i], t.at+i+length+1
	if word, _, _ := strings.Cut(inner, " "); word == "if" || word == "else" || word == "end" {
		before, after = t.alone(before, after)
	}
	if len(before) > 0 {
		t.add(plain(before))
	}
	t.at = after
	if err := t.brace(inner, line); err != nil {
		t.failLine(line, fmt.Errorf("{%s}: %w", inner, err))
	}
}

// errNoCondition is the error of an {if} alone.
var errNoCondition = errors.New("no condition: want two numbers and =, ≠, <, >, ≤ or ≥ between them")

// alone returns the text before a brace and where the text after it begins, without
// the line of the brace where there is nothing else on it.
func (t *textReader) alone(before []byte, after int) ([]byte, int) {
	last := 1 + strings.LastIndexByte(string(before), '\n')
	starts := last > 0 || t.startOfLine(t.at) == t.at
	end := min(t.end, t.endOfLine(after))
	if starts && strings.TrimSpace(string(before[last:])) == "" && strings.TrimSpace(string(t.source[after:end])) == "" {
		return before[:last], end
	}
	return before, after
}

func (t *textReader) add(p part) { *t.into = append(*t.into, p) }

// brace reads what stands in braces.
func (t *textReader) brace(inner string, line int) error {
	switch condition, isIf := strings.CutPrefix(inner, "if "); {
	case inner == "if", inner == "else if" && t.open != nil:
		if inner == "if" && t.open == nil { // so that what follows belongs to one
			t.open, t.opened = &choice{arm{line: line, when: comparisons{}}}, line
			t.into = &(*t.open)[0].text
		}
		return errNoCondition
	case isIf && t.open != nil:
		return fmt.Errorf("within that of line %d: want {end} first", t.opened)
	case isIf:
		t.open, t.opened = &choice{}, line
		return t.arm(condition, line)
	case inner == "end" && t.open != nil:
		t.into = &t.out
		t.add(*t.open)
		t.open = nil
		return nil
	case inner == "else" && t.open != nil:
		return t.arm("", line)
	case strings.HasPrefix(inner, "else if ") && t.open != nil:
		return t.arm(strings.TrimPrefix(inner, "else if "), line)
	case inner == "end" || inner == "else" || inner == "else if" || strings.HasPrefix(inner, "else if "):
		return errors.New("without {if}")
	}
	v, err := t.readValue(inner, t.scene)
	if err != nil {
		return err
	}
	t.add(number{v, line})
	return nil
}

// arm begins a text of the choice that is open; without a condition the last.
func (t *textReader) arm(condition string, line int) error {
	arms := *t.open
	if n := len(arms); n > 0 && arms[n-1].when == nil {
		return errors.New("after {else}: want {end}")
	}
	next := arm{line: line}
	var err error
	if condition != "" {
		if next.when, err = t.readComparisons(condition, t.scene, false); err != nil {
			next.when = comparisons{}
		}
	}
	*t.open = append(arms, next)
	t.into = &(*t.open)[len(arms)].text
	return err
}

// values calls f for each value of a text, in order, with its line.
func (t text) values(f func(v *value, line int)) {
	for _, p := range t {
		switch p := p.(type) {
		case number:
			p.each(func(v *value) { f(v, p.line) })
		case choice:
			for _, a := range p {
				for _, c := range a.when {
					c.each(func(v *value) { f(v, a.line) })
				}
				a.text.values(f)
			}
		}
	}
}
