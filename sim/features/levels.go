package features

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"lambdascope/sim/textfmt"
)

// Levels are the distinct values of each column of observations that holds labels, few and whole:
// "0 1 3;;0 1" has three of the first column and none of the second, which holds quantities. The
// text is comparable, so that Levels can be a part of settings.
type Levels string

// values returns the values of each column, in increasing order.
func (l Levels) values() (out [][]float64) {
	for column := range strings.SplitSeq(string(l), ";") {
		var values []float64
		for _, text := range strings.Fields(column) {
			v, _ := textfmt.ParseNumber(text) // written by LevelCounter
			values = append(values, v)
		}
		out = append(out, values)
	}
	return out
}

// Labels returns the columns that are likely to hold labels, and the number of their values. Two
// values are a flag, for which a quantity does.
func (l Levels) Labels() (columns, counts []int) {
	for j, values := range l.values() {
		if len(values) > 2 {
			columns = append(columns, j)
			counts = append(counts, len(values))
		}
	}
	return columns, counts
}

// LevelCounter finds the Levels of observations.
type LevelCounter struct {
	seen  []map[float64]bool // by column; nil for quantities
	last  []float64
	count int
}

// Add adds an observation.
func (c *LevelCounter) Add(observation []float64) {
	if len(observation) > Most { // more would take much memory
		return
	}
	if c.seen == nil {
		c.last = make([]float64, len(observation))
		for range observation {
			c.seen = append(c.seen, make(map[float64]bool))
		}
	}
	for j, v := range observation {
		if c.seen[j] == nil || v == c.last[j] && c.count > 0 {
			continue
		}
		c.last[j] = v
		if c.seen[j][v+0] = true; v != math.Trunc(v) || len(c.seen[j]) > Most {
			c.seen[j] = nil
		}
	}
	c.count++
}

// Levels returns the levels of the columns. Values that recur less than four times on average are
// quantities. A result without any is empty.
func (c *LevelCounter) Levels() Levels {
	const often = 4
	var out []string
	for _, seen := range c.seen {
		var texts []string
		if often*len(seen) <= c.count {
			for _, v := range slices.Sorted(maps.Keys(seen)) {
				texts = append(texts, textfmt.Number(v))
			}
		}
		out = append(out, strings.Join(texts, " "))
	}
	levels := strings.Join(out, ";")
	if strings.Trim(levels, ";") == "" {
		return ""
	}
	return Levels(levels)
}

// WithLevels returns the map for observations with these levels. Only 1-hot depends on levels.
func (s Spec) WithLevels(l Levels) Spec {
	if s.kind == oneHot {
		s.levels = l
	}
	return s
}

// levelRows returns the parameters of 1-hot in a Description: a row for each value of each column of
// labels, and for each other column.
func (s Spec) levelRows() (out [][]float64) {
	for j, values := range s.levels.values() {
		for _, v := range values {
			out = append(out, []float64{float64(j), v, 1})
		}
		if values == nil {
			out = append(out, []float64{float64(j), 0, 0})
		}
	}
	return out
}

// level returns the feature of 1-hot with some parameters.
func level(p, observation []float64) float64 {
	switch x := observation[int(p[0])]; {
	case p[2] == 0:
		return x
	case x == p[1]:
		return 1
	}
	return 0
}

// Unseen returns an error that names a value of an observation for which 1-hot has no feature.
func (d *Description) Unseen(observation []float64) error {
	if k, _ := d.kind(); k != oneHot {
		return nil
	}
	for j, x := range observation {
		if slices.ContainsFunc(d.Parameters, func(p []float64) bool { return int(p[0]) == j && (p[2] == 0 || p[1] == x) }) {
			continue
		}
		var known []string
		for _, p := range d.Parameters {
			if int(p[0]) == j {
				known = append(known, textfmt.Number(p[1]))
			}
		}
		return fmt.Errorf("%s is %s: want a value that the fit has seen, %s", d.Columns[j], textfmt.Number(x), textfmt.Clip(strings.Join(known, ", ")))
	}
	return nil
}
