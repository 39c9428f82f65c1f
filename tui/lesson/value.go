package lesson

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/sim/words"
	"lambdascope/tui/state"
)

// value is what stands in the braces of a number, or at a side of a comparison.
type value struct {
	text     string
	settings analysis.Settings // that it is of
	trials   int
	digits   int // to write it with, 0 for the usual

	quantity   *quantity   // nil for the rest of these
	at         lambda      // of a quantity that has a λ
	trajectory string      // of one that has a trajectory: a number, or top
	steps      int         // of one that has steps
	where      comparisons // of share and count of trials
	ratio      []*value    // the two that are compared
	literal    *result     // a number or a word as it is
}

// each calls f for the value and all that it is made of.
func (v *value) each(f func(*value)) {
	f(v)
	for _, r := range v.ratio {
		r.each(f)
	}
	for _, c := range v.where {
		c.each(f)
	}
}

// readValue reads a value, of a scene unless it has its own settings.
func (p *parser) readValue(written string, scene state.State) (*value, error) {
	v := &value{text: written}
	if found := regexp.MustCompile(`^(.*\S), ([1-9]) digits?$`).FindStringSubmatch(written); found != nil {
		written = found[1]
		v.digits, _ = strconv.Atoi(found[2])
	}
	if both, ok := strings.CutPrefix(written, "ratio "); ok {
		return v, p.readRatio(v, both, scene)
	}
	name, with, changes := strings.Cut(written, " with ")
	if changes {
		next, err := scene.Command(with, analysis.File{})
		if err == nil {
			next, err = checked(p.engine, next)
		}
		if err != nil {
			return nil, err
		}
		same := scene
		same.Settings, same.Trials = next.Settings, next.Trials
		if next != same {
			return nil, fmt.Errorf("with %s: want settings, or trials and their number", with)
		}
		scene = next
	}
	v.settings, v.trials = scene.Settings, scene.Trials
	for _, q := range []string{shareOfTrials, countOfTrials} {
		if condition, ok := strings.CutPrefix(name, q+" where "); ok {
			v.quantity = quantityNamed(q)
			var err error
			v.where, err = p.readComparisons(condition, scene, true)
			return v, err
		}
	}
	return v, v.read(name)
}

// readRatio reads the two values of a ratio.
func (p *parser) readRatio(v *value, both string, scene state.State) error {
	a, b, ok := strings.Cut(both, " to ")
	if !ok {
		return errors.New("want ratio NUMBER to NUMBER")
	}
	for _, text := range []string{a, b} {
		side, err := p.readValue(text, scene)
		if err == nil && side.kind() == kindWord {
			err = fmt.Errorf("%s: want a number", text)
		}
		if err != nil {
			return err
		}
		v.ratio = append(v.ratio, side)
	}
	return nil
}

// read reads the name of a quantity with its parts, such as "rmsve over trials at 0.5".
func (v *value) read(name string) error {
	tokens := strings.Fields(name)
	var err error
	for i := 1; i < len(tokens); i++ {
		part := tokens[i]
		switch tokens[i-1] {
		case "at":
			if v.at, err = readLambda(part); err != nil {
				return err
			}
			tokens[i] = "λ"
		case "trajectory":
			if _, err := strconv.ParseUint(part, 10, 31); err != nil && part != topTrajectory {
				return fmt.Errorf("trajectory %s: want a number from 0, or %s", part, topTrajectory)
			}
			v.trajectory = part
			tokens[i] = "I"
		case "after":
			n, err := strconv.Atoi(part)
			if err != nil || n < 0 {
				return fmt.Errorf("after %s: want a number of steps from 0", part)
			}
			v.steps = n
			tokens[i] = "K"
		}
	}
	pattern := strings.Join(tokens, " ")
	v.quantity = quantityNamed(pattern)
	if v.quantity == nil {
		return unknownNumber(pattern)
	}
	return v.fits()
}

// fits returns an error where the parts of a quantity don't suit it.
func (v *value) fits() error {
	q, at := v.quantity, v.at
	if field := q.field; field != "" {
		if f, ok := analysis.FieldNamed(field); ok && !f.Applies(v.settings) {
			return fmt.Errorf("does not apply to %s", v.settings.Problem.Name())
		}
	}
	if i, err := strconv.Atoi(v.trajectory); v.trajectory != "" && err == nil && i >= v.settings.Trajectories {
		return fmt.Errorf("trajectory %d: want 0 to %d", i, v.settings.Trajectories-1)
	}
	switch {
	case at == lambda{}:
	case q.trials == nil && at.name == "random":
		return errors.New("at random: want it over trials")
	case q.trials != nil && at.name == "cursor":
		return errors.New("at cursor: want a λ, or it without over trials")
	case q.trials != nil && q.fixed && (at.name == "selected" || at.name == "random"):
		return fmt.Errorf("at %s: want a λ of the grid, best or worst", at.name)
	case at.name == "" && !q.anywhere:
		return onGrid(v.settings, at.value)
	}
	return nil
}

// unknownNumber returns the error of a name that no number has, with those like it.
func unknownNumber(pattern string) error {
	first, _, _ := strings.Cut(pattern, " ")
	var like []string
	for _, q := range quantities() {
		if name, _, _ := strings.Cut(q.pattern, " "); name == first {
			like = append(like, "{"+q.pattern+"}")
		}
	}
	if like == nil {
		return errors.New("no such number: lambdascope guide lessons lists them")
	}
	return fmt.Errorf("no such number: want %s", words.Or(like))
}

// lambda is a λ as a value names it: by a name or by a number.
type lambda struct {
	name  string
	value float64
	given bool
}

// lambdaNames are the names by which a λ can be called.
func lambdaNames() []string { return []string{"selected", "best", "worst", "cursor", "random"} }

// readLambda reads a λ.
func readLambda(text string) (lambda, error) {
	if slices.Contains(lambdaNames(), text) {
		return lambda{name: text, given: true}, nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v >= 0 && v <= 1) {
		return lambda{}, fmt.Errorf("at %s: want a λ from 0 to 1, or %s", text, words.Or(lambdaNames()))
	}
	return lambda{value: v + 0, given: true}, nil
}

// index returns the index of the λ in the grid of a result; s has the cursor.
func (l lambda) index(a *analysis.Result, s state.State) (int, error) {
	switch l.name {
	case "selected":
		return a.Selection.Selected, nil
	case "best", "worst":
		if a.Truth == nil {
			return 0, errNoTruth
		}
		if l.name == "best" {
			return a.Best, nil
		}
		return a.Worst, nil
	case "cursor":
		return s.CursorIndex(a), nil
	}
	k := slices.IndexFunc(a.Selection.Candidates, func(c estimator.Candidate) bool { return c.Lambda == l.value })
	if k < 0 {
		return 0, notOnGrid(a.Settings, l.value)
	}
	return k, nil
}

// kind is how a result is written.
type kind int

const (
	kindNumber kind = iota
	kindLambda
	kindCount
	kindShare // of 1
	kindWord
)

// result is a value that is known.
type result struct {
	kind   kind
	number float64
	word   string // of kindWord, and where a number is written otherwise than by its kind
}

// kind returns how a value is written.
func (v *value) kind() kind {
	switch {
	case v.literal != nil:
		return v.literal.kind
	case v.quantity != nil && v.quantity.field != "":
		r := fieldResult(v.quantity.field, v.settings, v.trials)
		return r.kind
	case v.quantity != nil:
		return v.quantity.kind
	}
	return kindNumber // a ratio
}

// fieldResult returns the value of a setting.
func fieldResult(name string, s analysis.Settings, trials int) result {
	if name == trialsName {
		return result{kind: kindCount, number: float64(trials)}
	}
	f, _ := analysis.FieldNamed(name)
	text := f.Get(s)
	if v, err := strconv.ParseFloat(text, 64); err == nil && f.Choices == nil { // 2048 is a name
		return result{kind: kindLambda, number: v, word: text}
	}
	return result{kind: kindWord, word: text}
}

// noBreak keeps a number and its unit on a line.
const noBreak = "\u00a0"

// write writes a result, with some digits unless they are 0.
func (r result) write(digits int) string {
	if r.word != "" {
		return r.word
	}
	switch r.kind {
	case kindLambda:
		return words.Number(r.number)
	case kindCount:
		if math.IsInf(r.number, 1) {
			return "all"
		}
		return strconv.FormatFloat(r.number, 'f', -1, 64)
	case kindShare:
		return writeShare(r.number, max(0, digits-2)) + noBreak + "%"
	}
	if digits == 0 {
		digits = 3
	}
	return writeNumber(r.number, digits)
}

// writeShare writes a share in percent, with more decimals where all or nothing is not
// quite so.
func writeShare(share float64, decimals int) string {
	const most = 4
	for {
		text := strconv.FormatFloat(100*share, 'f', decimals, 64)
		rounded, _ := strconv.ParseFloat(text, 64)
		if decimals >= most || share <= 0 || share >= 1 || rounded > 0 && rounded < 100 {
			return text
		}
		decimals++
	}
}

// writeNumber writes a number with some digits that count.
func writeNumber(v float64, digits int) string {
	if v == 0 {
		return "0"
	}
	text := strconv.FormatFloat(v, 'g', digits, 64)
	if size := math.Abs(v); size >= 1e-4 && size < 1e6 {
		exponent := int(math.Floor(math.Log10(size)))
		text = strconv.FormatFloat(v, 'f', max(0, digits-1-exponent), 64)
	}
	return text
}
