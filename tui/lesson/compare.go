package lesson

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"lambdascope/tui/state"
)

// comparisons are true together.
type comparisons []comparison

// comparison compares two values.
type comparison struct {
	a, b *value
	op   string
}

// each calls f for all values of the comparison.
func (c comparison) each(f func(*value)) {
	c.a.each(f)
	c.b.each(f)
}

// readComparisons reads comparisons joined by and. Those of each trial can't be over
// trials themselves.
func (p *parser) readComparisons(text string, scene state.State, ofTrial bool) (comparisons, error) {
	var out comparisons
	for _, part := range strings.Split(text, " and ") {
		c, err := p.readComparison(part, scene)
		if err != nil {
			return nil, err
		}
		over := false
		c.each(func(v *value) { over = over || v.quantity != nil && v.quantity.overTrials() })
		if over && ofTrial {
			return nil, fmt.Errorf("%s: want numbers of one data set", part)
		}
		out = append(out, c)
	}
	return out, nil
}

// readComparison reads one comparison.
func (p *parser) readComparison(text string, scene state.State) (comparison, error) {
	found := regexp.MustCompile(`^(.+?) (=|≠|!=|<|>|≤|<=|≥|>=) (.+)$`).FindStringSubmatch(text)
	if found == nil {
		return comparison{}, fmt.Errorf("%q: want two numbers and =, ≠, <, >, ≤ or ≥ between them", text)
	}
	c := comparison{op: found[2]}
	var err error
	if c.a, err = p.readSide(found[1], scene); err != nil {
		return c, err
	}
	if c.b, err = p.readSide(found[3], scene); err != nil {
		return c, err
	}
	if c.a.kind() == kindWord && c.b.literal != nil { // 2048 is a name beside one
		c.b = &value{text: found[3], literal: &result{kind: kindWord, word: found[3]}}
	}
	words := 0
	for _, v := range []*value{c.a, c.b} {
		if v.kind() == kindWord {
			words++
		}
	}
	loose := c.a.isWord() && (c.b.kind() != kindWord || c.b.isWord()) || c.b.isWord() && c.a.kind() != kindWord
	switch {
	case loose:
		return c, fmt.Errorf("%q: no such number: lambdascope guide lessons lists them", text)
	case words == 1:
		return c, fmt.Errorf("%q: want two numbers or two words", text)
	case words == 2 && c.op != "=" && c.op != "≠" && c.op != "!=":
		return c, fmt.Errorf("%q: want words compared by = or ≠", text)
	}
	return c, nil
}

// readSide reads a side of a comparison: a number as it is, a value, or a word.
func (p *parser) readSide(text string, scene state.State) (*value, error) {
	if v, err := strconv.ParseFloat(text, 64); err == nil {
		return &value{text: text, literal: &result{kind: kindLambda, number: v}}, nil
	}
	v, err := p.readValue(text, scene)
	if err != nil && regexp.MustCompile(`^[a-z0-9][a-z0-9+-]*$`).MatchString(text) {
		return &value{text: text, literal: &result{kind: kindWord, word: text}}, nil
	}
	return v, err
}

// isWord tells whether a value is a word as it is.
func (v *value) isWord() bool { return v.literal != nil && v.literal.kind == kindWord }

// holds tells whether two results compare so.
func holds(a result, op string, b result) bool {
	if a.kind == kindWord {
		return (a.word == b.word) == (op == "=")
	}
	switch x, y := a.number, b.number; op {
	case "=":
		return x == y
	case "≠", "!=":
		return x != y
	case "<":
		return x < y
	case ">":
		return x > y
	case "≤", "<=":
		return x <= y
	case "≥", ">=":
		return x >= y
	}
	return false
}
