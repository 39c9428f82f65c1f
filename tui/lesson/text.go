package lesson

import (
	"errors"
	"fmt"
	"strings"
)

// text is a text in Markdown with uncomputed numbers.
type text []part

// part is a plain text, a value, or a choice of arms.
type part struct {
	plain string
	value *value
	arms  []arm
	line  int // of value
}

func (p part) isPlain() bool { return p.value == nil && p.arms == nil }

// arm is a text of a choice. The first arm with a true condition is chosen.
type arm struct {
	when []comparison // must all hold; nil for {else}
	line int
	text text
}

// text reads the text of lines.
func (p *parser) text(lines []line) text {
	if len(lines) == 0 {
		return nil
	}
	t := &textReader{parser: p, line: lines[0].number}
	t.into = &t.out
	rest := joined(lines)
	for rest != "" {
		i := strings.IndexAny(rest, "{}")
		if i < 0 {
			i = len(rest)
		}
		t.plain(rest[:i])
		rest = rest[i:]
		if rest == "" {
			break
		}
		end := strings.IndexByte(rest, '}')
		if end <= 0 || strings.IndexByte(rest[1:end], '{') >= 0 {
			p.fail(t.line, "%c alone: want braces in pairs", rest[0])
			return t.out
		}
		inner := strings.Join(strings.Fields(rest[1:end]), " ")
		if err := t.brace(inner); err != nil {
			p.fail(t.line, "{%s}: %w", inner, err)
		}
		t.line += strings.Count(rest[:end], "\n")
		rest = rest[end+1:]
	}
	if t.open != nil {
		p.fail(t.opened, "{if} is not ended: want {end}")
	}
	return t.out
}

// textReader reads a text.
type textReader struct {
	*parser
	line   int
	out    text
	into   *text // receives the next part
	open   []arm // of an {if} without an {end}; nil outside of {if}
	opened int   // line of that {if}
}

func (t *textReader) plain(text string) {
	if text != "" {
		*t.into = append(*t.into, part{plain: text})
		t.line += strings.Count(text, "\n")
	}
}

// brace reads the content of braces.
func (t *textReader) brace(inner string) error {
	word, rest, _ := strings.Cut(inner, " ")
	switch {
	case word == "if" && t.open != nil:
		return fmt.Errorf("within the {if} of line %d: want {end} first", t.opened)
	case word == "if":
		t.opened = t.line
		return t.arm(rest)
	case word != "else" && word != "end":
		v, err := readValue(inner)
		*t.into = append(*t.into, part{value: v, line: t.line})
		return err
	case t.open == nil:
		return errors.New("without {if}")
	case inner == "end":
		t.out = append(t.out, part{arms: t.open})
		t.into = &t.out
		t.open = nil
		return nil
	case t.open[len(t.open)-1].when == nil:
		return errors.New("after {else}: want {end}")
	case inner == "else":
		t.next(nil)
		return nil
	}
	condition, ok := strings.CutPrefix(rest, "if ")
	if !ok {
		return errors.New("want {else}, {else if CONDITION} or {end}")
	}
	return t.arm(condition)
}

// arm begins a text with a condition.
func (t *textReader) arm(condition string) error {
	when, err := readComparisons(condition)
	if err != nil {
		when = []comparison{} // because nil means {else}
	}
	t.next(when)
	return err
}

func (t *textReader) next(when []comparison) {
	t.open = append(t.open, arm{when: when, line: t.line})
	t.into = &t.open[len(t.open)-1].text
}
