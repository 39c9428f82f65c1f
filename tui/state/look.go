package state

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"lambdascope/sim/textfmt"
)

// Look overrides the axis and the names of the chart of a lesson step. The zero Look overrides
// nothing.
type Look struct {
	Chart    string            // its name
	From, To Optional[float64] // ends of the vertical axis; without To the upper end fits the data
	Names    bool              // names stand beside curves and parts
}

// lookedAt returns the charts of a page that take a Look.
func lookedAt(p Page) []string {
	switch p {
	case PageDial:
		return []string{"error"}
	case PageExplore:
		return []string{"errors", "values"}
	case PageTrials:
		return []string{"split", "values"}
	}
	return nil
}

// parseLook reads a Look: the name of a chart, then its options, as in
// "split from 0 to 0.06 with names".
func parseLook(text string) (Look, error) {
	var l Look
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return l, nil
	}
	l.Chart = fields[0]
	for rest := fields[1:]; len(rest) > 0; {
		word := rest[0]
		if word == "with" && len(rest) > 1 && rest[1] == "names" && !l.Names {
			l.Names = true
			rest = rest[2:]
			continue
		}
		end := map[string]*Optional[float64]{"from": &l.From, "to": &l.To}[word]
		if end == nil || end.Set || len(rest) < 2 {
			return l, fmt.Errorf("after %s: want from, to or with names, as in split from 0 to 0.06 with names", l.Chart)
		}
		v, err := strconv.ParseFloat(rest[1], 64)
		if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
			return l, fmt.Errorf("%s %q: want a finite number", word, rest[1])
		}
		*end, rest = Some(v), rest[2:]
	}
	switch {
	case l.To.Set && !l.From.Set:
		return l, errors.New("to without from: want both ends of the axis, or the lower one")
	case l.To.Set && l.From.Value >= l.To.Value:
		return l, fmt.Errorf("from %s to %s: want the lower end first", textfmt.Number(l.From.Value), textfmt.Number(l.To.Value))
	}
	return l, nil
}
