package lesson

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lambdascope/sim/textfmt"
)

// value is the content of the braces of a number, or a side of a comparison.
type value struct {
	text   string // in the lesson
	digits int    // 0 for the default
	with   string // changes of settings, in the form of typed commands

	// A single field is set.
	literal  *result
	ratio    []*value // dividend and divisor
	field    string   // a setting, or trials
	quantity *quantity

	at    lambda       // of a quantity at a λ
	where []comparison // of countOfTrials
}

// readValue reads a value.
func readValue(written string) (*value, error) {
	v := &value{text: written}
	if found := regexp.MustCompile(`^(.*\S), ([1-9]) digits?$`).FindStringSubmatch(written); found != nil {
		written = found[1]
		v.digits, _ = strconv.Atoi(found[2])
	}
	if both, ok := strings.CutPrefix(written, "ratio "); ok {
		a, b, ok := strings.Cut(both, " to ")
		if !ok {
			return v, errors.New("want ratio NUMBER to NUMBER")
		}
		for _, text := range []string{a, b} {
			side, err := readValue(text)
			if err != nil {
				return v, err
			}
			v.ratio = append(v.ratio, side)
		}
		return v, nil
	}
	var name string
	name, v.with, _ = strings.Cut(written, " with ")
	if condition, ok := strings.CutPrefix(name, countOfTrials+" where "); ok {
		var err error
		v.quantity = quantityNamed(countOfTrials)
		if v.where, err = readComparisons(condition); err != nil {
			return v, err
		}
		for _, c := range v.where {
			if c.a.overTrials() || c.b.overTrials() {
				return v, fmt.Errorf("%s: want numbers of one data set", condition)
			}
		}
		return v, nil
	}
	return v, v.read(name)
}

// overTrials reports whether the value summarizes many data sets.
func (v *value) overTrials() bool {
	return slices.ContainsFunc(v.ratio, (*value).overTrials) || v.quantity != nil && v.quantity.overTrials()
}

// read reads the name of a quantity, such as "rmsve over trials at 0.5".
func (v *value) read(name string) (err error) {
	if field, ok := fieldNamed(name); ok {
		v.field = field
		return nil
	}
	tokens := strings.Fields(name)
	for i := 1; i < len(tokens); i++ {
		if tokens[i-1] == "at" {
			if v.at, err = readLambda(tokens[i]); err != nil {
				return err
			}
			tokens[i] = "λ"
		}
	}
	pattern := strings.Join(tokens, " ")
	if slices.Contains(lambdaNames(), pattern) {
		v.at = lambda{name: pattern}
		pattern = "λ"
	}
	v.quantity = quantityNamed(pattern)
	if v.quantity == nil {
		return errors.New("no such number: lambdascope guide lessons lists them")
	}
	return nil
}

// lambda is the λ of a value: a name, or a number with an empty name.
type lambda struct {
	name  string
	value float64
}

// lambdaNames are the names of λ's.
func lambdaNames() []string { return []string{"selected", "best", "worst", "cursor", "random"} }

// readLambda reads a λ.
func readLambda(text string) (lambda, error) {
	if slices.Contains(lambdaNames(), text) {
		return lambda{name: text}, nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v >= 0 && v <= 1) {
		return lambda{}, fmt.Errorf("at %s: want a λ from 0 to 1, or %s", text, textfmt.Or(lambdaNames()))
	}
	return lambda{value: v + 0}, nil // not −0
}

// comparison compares two values.
type comparison struct {
	a, b *value
	op   string
}

// readComparisons reads comparisons joined by "and".
func readComparisons(text string) (out []comparison, err error) {
	for _, part := range strings.Split(text, " and ") {
		found := regexp.MustCompile(`^(.+?) ([=<>]) (.+)$`).FindStringSubmatch(part)
		if found == nil {
			return nil, fmt.Errorf("%q: want two numbers and =, < or > between them", part)
		}
		a, err := readSide(found[1])
		if err != nil {
			return nil, err
		}
		b, err := readSide(found[3])
		if err != nil {
			return nil, err
		}
		out = append(out, comparison{a, b, found[2]})
	}
	return out, nil
}

// readSide reads a side of a comparison: a number, a value, or yes, no or unclear.
func readSide(text string) (*value, error) {
	if v, err := strconv.ParseFloat(text, 64); err == nil {
		return &value{text: text, literal: &result{number: v}}, nil
	}
	if slices.Contains(helps(), text) {
		return &value{text: text, literal: &result{kind: kindWord, word: text}}, nil
	}
	return readValue(text)
}

// holds reports whether the comparison of two results is true. Words have no order.
func (c comparison) holds(a, b result) (bool, error) {
	if a.kind == kindWord || b.kind == kindWord {
		if c.op != "=" || a.kind != b.kind {
			return false, fmt.Errorf("%s %s %s: want two numbers, or two words and =", c.a.text, c.op, c.b.text)
		}
		return a.word == b.word, nil
	}
	switch c.op {
	case "<":
		return a.number < b.number, nil
	case ">":
		return a.number > b.number, nil
	}
	return a.number == b.number, nil
}
