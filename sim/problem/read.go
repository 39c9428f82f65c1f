package problem

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"lambdascope/sim/textfmt"
)

// Limits of a file.
const (
	maxBytes   = 16 << 20
	maxName    = 40 // characters
	maxDim     = 1000
	maxSteps   = 10_000_000
	tolerance  = 1e-9 // of a sum of probabilities
	usualGamma = 0.95
	usualSteps = 100_000
)

// Read reads a problem, one JSON object, from r. The error names the place of the fault, such as
// "states[3].next: probabilities sum to 0.9".
func Read(source string, r io.Reader) (*Problem, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > maxBytes:
		return nil, fmt.Errorf("more than %d MiB", maxBytes>>20)
	}
	return Parse(source, text)
}

// Parse is Read for a text.
func Parse(source string, text []byte) (*Problem, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if err := syntax(text); err != nil {
		return nil, err
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, text); err != nil {
		return nil, err
	}
	p, err := read(text)
	if err != nil {
		return nil, err
	}
	p.Source = source
	p.Text = compact.String()
	return one(p), nil
}

// read parses a JSON object.
func read(text []byte) (*Problem, error) {
	p := &Problem{Gamma: usualGamma, MaxSteps: usualSteps}
	var states []json.RawMessage
	if err := object("", text, fields{
		"name": &p.Name, "gamma": &p.Gamma, "max_steps": &p.MaxSteps, "states": &states,
	}, "name", "states"); err != nil {
		return nil, err
	}
	switch {
	case !named(p.Name):
		return nil, fmt.Errorf("name: want 1 to %d printable characters", maxName)
	case !(p.Gamma >= 0 && p.Gamma <= 1):
		return nil, fmt.Errorf("gamma: %v: want 0 ≤ γ ≤ 1", p.Gamma)
	case p.MaxSteps < 1 || p.MaxSteps > maxSteps:
		return nil, fmt.Errorf("max_steps: %d: want 1 to %d", p.MaxSteps, maxSteps)
	case len(states) == 0 || len(states) > MaxStates:
		return nil, fmt.Errorf("states: %d: want 1 to %d", len(states), MaxStates)
	}
	names, next, err := p.readStates(states)
	if err != nil {
		return nil, err
	}
	for i := range p.States {
		if err := p.readBranches(i, next[i], names); err != nil {
			return nil, err
		}
	}
	if err := p.normalise(); err != nil {
		return nil, err
	}
	return p, p.finish()
}

// syntax returns an error, with the line, for invalid JSON, and for text after the object.
func syntax(text []byte) error {
	if len(bytes.TrimSpace(text)) == 0 {
		return errors.New("the file is empty: want a JSON object")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	var whole json.RawMessage
	if err := d.Decode(&whole); err != nil {
		at := d.InputOffset()
		var wrong *json.SyntaxError
		if errors.As(err, &wrong) {
			at = wrong.Offset
		}
		line := 1 + bytes.Count(text[:min(int(at), len(text))], []byte("\n"))
		return fmt.Errorf("line %d: %w", line, err)
	}
	if rest := bytes.TrimSpace(text[d.InputOffset():]); len(rest) > 0 {
		return errors.New("something follows the object: want one")
	}
	return nil
}

// fields are the destinations of an object's values, by field name.
type fields map[string]any

// object parses a JSON object with the fields of into, of which some are required. place is empty
// for the whole file.
func object(place string, raw json.RawMessage, into fields, wanted ...string) error {
	at := func(name string) string { return strings.TrimPrefix(place+"."+name, ".") }
	all, twice := members(raw)
	switch {
	case all == nil && place == "":
		return errors.New("want a JSON object")
	case all == nil:
		return fmt.Errorf("%s: want an object", place)
	case twice != "":
		return fmt.Errorf("%s: given twice: want it once", at(printable(twice)))
	}
	var unknown []string
	for name, value := range all {
		to, ok := into[name]
		if !ok {
			unknown = append(unknown, name)
			continue
		}
		if err := json.Unmarshal(value, to); err != nil {
			return fmt.Errorf("%s: want %s", at(name), kind(to))
		}
	}
	if len(unknown) > 0 {
		slices.Sort(unknown)
		var known []string
		for name := range into {
			known = append(known, name)
		}
		slices.Sort(known)
		return fmt.Errorf("%s: no such field: want %s", at(printable(unknown[0])), textfmt.Or(known))
	}
	for _, name := range wanted {
		if _, ok := all[name]; !ok {
			return fmt.Errorf("%s: missing", at(name))
		}
	}
	return nil
}

// members returns the members of a valid JSON object, nil for any other value, and the first name
// that occurs twice.
func members(raw json.RawMessage) (all map[string]json.RawMessage, twice string) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return nil, ""
	}
	all = make(map[string]json.RawMessage)
	for d.More() {
		token, err := d.Token()
		var value json.RawMessage
		if err == nil {
			err = d.Decode(&value)
		}
		name, ok := token.(string)
		if err != nil || !ok {
			return nil, ""
		}
		if _, given := all[name]; given {
			return all, name
		}
		all[name] = value
	}
	return all, ""
}

// kind describes the values for a destination.
func kind(to any) string {
	switch to.(type) {
	case *string, **string:
		return "a text"
	case *int:
		return "a whole number"
	case *float64:
		return "a number"
	case *[]float64:
		return "a list of numbers"
	}
	return "a list"
}

// readStates parses all states except their branches. It returns the index of each name, and the
// JSON of each state's branches.
func (p *Problem) readStates(raw []json.RawMessage) (names map[string]int, next [][]json.RawMessage, err error) {
	names = make(map[string]int, len(raw))
	next = make([][]json.RawMessage, len(raw))
	for i, text := range raw {
		place := fmt.Sprintf("states[%d]", i)
		s := State{}
		if err := object(place, text, fields{"name": &s.Name, "start": &s.Start, "features": &s.Features, "next": &next[i]}, "name", "next"); err != nil {
			return nil, nil, err
		}
		if !named(s.Name) {
			return nil, nil, fmt.Errorf("%s.name: want 1 to %d printable characters", place, maxName)
		}
		if _, twice := names[s.Name]; twice {
			return nil, nil, fmt.Errorf("%s.name: %s: there is another state of this name", place, s.Name)
		}
		names[s.Name] = i
		if !(s.Start >= 0) || math.IsInf(s.Start, 1) {
			return nil, nil, fmt.Errorf("%s.start: %v: want a weight ≥ 0", place, s.Start)
		}
		if i == 0 {
			p.features = len(s.Features)
		}
		if len(s.Features) != p.features {
			return nil, nil, fmt.Errorf("%s.features: %d numbers: want %d, as in states[0]", place, len(s.Features), p.features)
		}
		if p.features > maxDim {
			return nil, nil, fmt.Errorf("%s.features: %d numbers: want at most %d", place, p.features, maxDim)
		}
		p.States = append(p.States, s)
	}
	return names, next, nil
}

// readBranches parses the branches of state i.
func (p *Problem) readBranches(i int, next []json.RawMessage, names map[string]int) error {
	sum := 0.0
	for k, text := range next {
		place := fmt.Sprintf("states[%d].next[%d]", i, k)
		b := Branch{To: End}
		to := (*string)(nil)
		if err := object(place, text, fields{"to": &to, "p": &b.P, "reward": &b.Reward, "sd": &b.SD}, "p"); err != nil {
			return err
		}
		if to != nil {
			at, ok := names[*to]
			if !ok {
				return fmt.Errorf("%s.to: %q: want the name of a state, or no \"to\" for the end", place, printable(*to))
			}
			b.To = at
		}
		switch {
		case !(b.P >= 0 && b.P <= 1+tolerance):
			return fmt.Errorf("%s.p: %v: want a probability", place, b.P)
		case math.Abs(b.Reward) > math.Sqrt(math.MaxFloat64):
			return fmt.Errorf("%s.reward: %v: too large", place, b.Reward)
		case !(b.SD >= 0 && b.SD <= math.Sqrt(math.MaxFloat64)):
			return fmt.Errorf("%s.sd: %v: want a standard deviation ≥ 0", place, b.SD)
		}
		sum += b.P
		if b.P > 0 {
			p.States[i].Next = append(p.States[i].Next, b)
		}
	}
	switch {
	case len(next) == 0:
		return fmt.Errorf("states[%d].next: want at least one way on, or to the end", i)
	case !(math.Abs(sum-1) <= tolerance):
		return fmt.Errorf("states[%d].next: probabilities sum to %s", i, textfmt.Short(sum, 10))
	}
	for k := range p.States[i].Next {
		p.States[i].Next[k].P /= sum
	}
	return nil
}

// normalise scales the start weights to probabilities.
func (p *Problem) normalise() error {
	most := 0.0
	for _, s := range p.States {
		most = max(most, s.Start)
	}
	if most == 0 {
		return errors.New("states: want a start above 0 in at least one")
	}
	sum := 0.0
	for i := range p.States {
		p.States[i].Start /= most // so that the sum is finite
		sum += p.States[i].Start
	}
	for i := range p.States {
		p.States[i].Start /= sum
	}
	return nil
}

// finish drops unreachable states, and computes the derived fields.
func (p *Problem) finish() error {
	p.drop(p.reached())
	p.start = cumulate(len(p.States), func(i int) float64 { return p.States[i].Start })
	for i := range p.States {
		next := p.States[i].Next
		p.States[i].up = cumulate(len(next), func(k int) float64 { return next[k].P })
	}
	ends := p.ends()
	for i, s := range p.States {
		if !ends[i] {
			p.Endless = s.Name
			break
		}
	}
	if p.Gamma == 1 && p.Endless != "" {
		return fmt.Errorf("gamma: 1: want γ < 1, as no episode ends from state %s", p.Endless)
	}
	return nil
}

// reached marks the states that episodes can visit.
func (p *Problem) reached() []bool {
	var starts []int
	next := make([][]int, len(p.States))
	for i, s := range p.States {
		if s.Start > 0 {
			starts = append(starts, i)
		}
		for _, b := range s.Next {
			if b.To != End {
				next[i] = append(next[i], b.To)
			}
		}
	}
	return found(starts, next)
}

// found marks the states reachable from some states by steps to the next.
func found(from []int, next [][]int) []bool {
	out := make([]bool, len(next))
	for len(from) > 0 {
		s := from[len(from)-1]
		from = from[:len(from)-1]
		if !out[s] {
			out[s] = true
			from = append(from, next[s]...)
		}
	}
	return out
}

// drop drops the states without keep, and notes their names.
func (p *Problem) drop(keep []bool) {
	var states []State
	at := make([]int, len(p.States))
	for i, s := range p.States {
		if at[i] = len(states); keep[i] {
			states = append(states, s)
		} else {
			p.Unreached = append(p.Unreached, s.Name)
		}
	}
	for _, s := range states {
		for k, b := range s.Next {
			if b.To != End {
				s.Next[k].To = at[b.To]
			}
		}
	}
	p.States = states
}

// ends marks the states from which episodes can end.
func (p *Problem) ends() []bool {
	var last []int
	before := make([][]int, len(p.States))
	for i, s := range p.States {
		for _, b := range s.Next {
			if b.To == End {
				last = append(last, i)
			} else {
				before[b.To] = append(before[b.To], i)
			}
		}
	}
	return found(last, before)
}

// named reports whether a name is printable unchanged.
func named(name string) bool {
	return name != "" && len([]rune(name)) <= maxName && name == printable(name) && name == strings.TrimSpace(name)
}

// printable escapes unprintable characters, and shortens long texts.
func printable(text string) string {
	if r := []rune(text); len(r) > maxName {
		text = string(r[:maxName]) + "…"
	}
	if strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) || unicode.Is(unicode.M, r) }) >= 0 {
		quoted := strconv.QuoteToASCII(text)
		return quoted[1 : len(quoted)-1]
	}
	return text
}
