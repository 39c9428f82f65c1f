package main

import (
	"bytes"
	"encoding/csv"
	"math"
	"strconv"
	"strings"
)

// row is what was measured of an entry at one number of trajectories: the columns of
// the study's table.
type row struct {
	name, flags string
	columns     []string // names
	values      []string
}

// readStudy reads the rows of an entry from the table of its study.
func readStudy(e entry, table []byte) ([]row, error) {
	lines, err := csv.NewReader(bytes.NewReader(table)).ReadAll()
	if err != nil {
		return nil, err
	}
	var out []row
	for _, values := range lines[1:] {
		out = append(out, row{e.name, strings.Join(e.flags, " "), lines[0][1:], values[1:]}) // without the domain
	}
	return out, nil
}

// encode returns rows as CSV.
func encode(rows []row) ([]byte, error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	if err := w.Write(append([]string{"problem", "flags"}, rows[0].columns...)); err != nil {
		return nil, err
	}
	for _, r := range rows {
		if err := w.Write(append([]string{r.name, r.flags}, r.values...)); err != nil {
			return nil, err
		}
	}
	w.Flush()
	return out.Bytes(), w.Error()
}

// text returns the value in a column, "" where there is none.
func (r row) text(column string) string {
	for i, name := range r.columns {
		if name == column {
			return r.values[i]
		}
	}
	return ""
}

// number returns the value in a column, NaN where there is none.
func (r row) number(column string) float64 {
	v, err := strconv.ParseFloat(r.text(column), 64)
	if err != nil {
		return math.NaN()
	}
	return v
}
