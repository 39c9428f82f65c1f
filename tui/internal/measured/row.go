package measured

import (
	"bytes"
	"encoding/csv"
	"math"
	"strconv"
	"strings"
)

// Row is what was measured of an entry at one number of trajectories: the columns of
// the study's table.
type Row struct {
	Name, Flags string
	Columns     []string // names
	Values      []string
}

// readStudy reads the rows of an entry from the table of its study.
func readStudy(e Entry, table []byte) ([]Row, error) {
	lines, err := csv.NewReader(bytes.NewReader(table)).ReadAll()
	if err != nil {
		return nil, err
	}
	var out []Row
	for _, values := range lines[1:] {
		out = append(out, Row{e.Name, strings.Join(e.Flags, " "), lines[0][1:], values[1:]}) // without the domain
	}
	return out, nil
}

// Encode returns rows as CSV.
func Encode(rows []Row) ([]byte, error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	if err := w.Write(append([]string{"problem", "flags"}, rows[0].Columns...)); err != nil {
		return nil, err
	}
	for _, r := range rows {
		if err := w.Write(append([]string{r.Name, r.Flags}, r.Values...)); err != nil {
			return nil, err
		}
	}
	w.Flush()
	return out.Bytes(), w.Error()
}

// Decode reads what Encode writes.
func Decode(content []byte) ([]Row, error) {
	lines, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err != nil {
		return nil, err
	}
	var out []Row
	for _, values := range lines[1:] {
		out = append(out, Row{values[0], values[1], lines[0][2:], values[2:]})
	}
	return out, nil
}

// Text returns the value in a column, "" where there is none.
func (r Row) Text(column string) string {
	for i, name := range r.Columns {
		if name == column {
			return r.Values[i]
		}
	}
	return ""
}

// Number returns the value in a column, NaN where there is none.
func (r Row) Number(column string) float64 {
	v, err := strconv.ParseFloat(r.Text(column), 64)
	if err != nil {
		return math.NaN()
	}
	return v
}
