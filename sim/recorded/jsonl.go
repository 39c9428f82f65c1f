package recorded

import (
	"bytes"
	"errors"
	"io"
)

// readJSONL reads the episodes of JSON Lines, from the first line on.
func readJSONL(in *lines, line []byte, out *collection) (err error) {
	ep := episode{memory: out.Hold}
	out.file.Format = "JSON Lines"
	switch first := bytes.TrimSpace(line); {
	case string(first) == "{":
		return in.at(errors.New("an object over several lines: want one episode a line, as jq -c . FILE writes them"))
	case first[0] == '[':
		return in.at(errors.New("a list: want one episode a line, as jq -c '.[]' FILE writes those of a list of episodes"))
	}
	for ; err == nil; line, err = in.nextText() {
		ep.reset()
		f := parseLine(line, &ep)
		if f == nil && ep.plain && out.State != nil {
			if err := out.states(ep.observations, ep.dim, in.at); err != nil {
				return err
			}
			continue
		}
		if f == nil {
			f = ep.check()
		}
		if f != nil {
			return in.at(f)
		}
		if err := out.add(&ep, in.at); err != nil {
			return err
		}
	}
	if !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// parseLine parses one object into ep and checks each known field by itself. Other fields must be
// valid JSON and are skipped.
func parseLine(line []byte, ep *episode) *fault {
	s := &scanner{b: line}
	given := make(map[string]bool)
	f := s.object("an object with observations and rewards on each line", func(key string) *fault {
		parse := fieldParsers[key]
		switch {
		case parse == nil:
			if f := nearName(key, "field", fieldRatios); f != nil {
				return f
			}
			return s.skip().in(clip(key))
		case given[key]:
			return &fault{key, "given twice: want it once"}
		}
		given[key] = true
		return parse(s, ep).in(key)
	})
	ep.plain = len(given) == 1
	ep.weighted = given[fieldRatios]
	ep.grouped = given[fieldGroup]
	ep.terminations.given = given[fieldTerminations]
	ep.truncations.given = given[fieldTruncations]
	ep.terminated.given = given[fieldTerminated]
	switch {
	case f != nil:
		return f
	case s.peek() != 0 || s.pos < len(line):
		return s.unexpected("nothing more after the object: one episode a line")
	case !given[fieldObservations]:
		return &fault{fieldObservations, "missing: want a list of observations, each a list of numbers"}
	case !given[fieldRewards] && !ep.plain:
		return &fault{fieldRewards, wantRewards}
	}
	return nil
}

// fieldParsers parse the known fields of a line.
var fieldParsers = map[string]func(s *scanner, ep *episode) *fault{
	fieldObservations: parseObservations,
	fieldRewards: func(s *scanner, ep *episode) (f *fault) {
		ep.rewards, f = s.numbers(ep.rewards, "a list of numbers, one for each transition")
		return f
	},
	fieldRatios: func(s *scanner, ep *episode) (f *fault) {
		ep.ratios, f = s.numbers(ep.ratios, "a list of numbers ≥ 0, one for each transition")
		return f
	},
	fieldTerminations: func(s *scanner, ep *episode) *fault { return parseFlags(s, &ep.terminations) },
	fieldTruncations:  func(s *scanner, ep *episode) *fault { return parseFlags(s, &ep.truncations) },
	fieldTerminated: func(s *scanner, ep *episode) *fault {
		flag, f := s.flag()
		ep.terminated.add(flag)
		return f
	},
	fieldGroup: func(s *scanner, ep *episode) *fault {
		name, f := s.name()
		ep.group = string(label([]byte(name)))
		return f
	},
}

// parseObservations parses a list of lists of numbers.
func parseObservations(s *scanner, ep *episode) *fault {
	return s.list("a list of observations, each a list of numbers", func(i int) *fault {
		before := len(ep.observations)
		var f *fault
		ep.observations, f = s.numbers(ep.observations, "a list of numbers, one for each feature")
		if f == nil {
			f = ep.endRow(len(ep.observations) - before)
		}
		return f.at(i)
	})
}

// parseFlags parses a list of flags.
func parseFlags(s *scanner, l *flags) *fault {
	return s.list("a list of true and false, one for each transition", func(i int) *fault {
		flag, f := s.flag()
		l.add(flag)
		return f.at(i)
	})
}

// name parses a string, or a number as its text.
func (s *scanner) name() (string, *fault) {
	const want = "a string or a number"
	switch c := s.peek(); {
	case c == '"':
		return s.text()
	case c == '-' || digit(c):
		at := s.pos
		f := s.skipNumber()
		return string(s.b[at:s.pos]), f
	}
	return "", s.unexpected(want)
}
