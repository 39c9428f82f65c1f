package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
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

// decode reads what encode writes.
func decode(content []byte) ([]row, error) {
	lines, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err != nil {
		return nil, err
	}
	var out []row
	for _, values := range lines[1:] {
		out = append(out, row{values[0], values[1], lines[0][2:], values[2:]})
	}
	return out, nil
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

// tablesFrom is the heading from which on the page is generated.
const tablesFrom = "## By LOTO error\n"

// withTables returns the page with its tables made again.
func withTables(page []byte, rows []row) ([]byte, error) {
	before, _, ok := bytes.Cut(page, []byte(tablesFrom))
	if !ok {
		return nil, errors.New("the page has no heading " + strconv.Quote(tablesFrom))
	}
	return append(bytes.Clone(before), tables(rows)...), nil
}

// low is the share below which a share is in bold.
const low = 0.93

// tables returns the part of the page that is generated.
func tables(rows []row) []byte {
	var w bytes.Buffer
	share := func(column string) func(r row) string {
		return func(r row) string {
			v := r.number(column)
			text := fmt.Sprintf("%.0f", 100*v)
			if v < low {
				text = "**" + text + "**"
			}
			return text
		}
	}
	fmt.Fprintf(&w, "%s\nIn what share (%%) of the data sets the λ with the lowest mean LOTO error is not ruled out: this is what the set promises. What is under 93 %% is in bold.\n\n", tablesFrom)
	table(&w, rows, share("covered"))
	fmt.Fprintf(&w, "\n## By MSVE\n\nIn what share (%%) of the data sets the λ with the lowest mean MSVE is not ruled out.\n\n")
	table(&w, rows, share("covered_msve"))
	fmt.Fprintf(&w, "\n## Size of the set\n\nThe mean share (%%) of the λ's that are not ruled out.\n\n")
	table(&w, rows, func(r row) string {
		return fmt.Sprintf("%.0f", 100*r.number("mean_size")/r.number("lambdas"))
	})
	fmt.Fprintf(&w, "\n## Standard error and spread\n\nThe mean of the standard error that single data sets give to the difference of LOTO errors between λ = 1 and λ = 0, over the standard deviation of this difference over the data sets.\n\n")
	table(&w, rows, func(r row) string { return ratio(r.number("diff_se"), r.number("diff_sd")) })
	fmt.Fprintf(&w, "\nThe same of typical data sets: the median of the standard error, over half the range that the middle 68 %% of the differences span.\n\n")
	table(&w, rows, func(r row) string { return ratio(r.number("diff_se_median"), r.number("diff_half")) })
	return w.Bytes()
}

// ratio writes a quotient.
func ratio(a, b float64) string {
	if !(b > 0) {
		return "–"
	}
	return fmt.Sprintf("%.2f", a/b)
}

// table writes a table of Markdown: a line for each problem, a column for each number
// of trajectories.
func table(w *bytes.Buffer, rows []row, cell func(r row) string) {
	fmt.Fprint(w, "| problem | data sets |")
	for size := range strings.SplitSeq(sizes, ",") {
		fmt.Fprintf(w, " n = %s |", size)
	}
	fmt.Fprintf(w, "\n|---|---:|%s", strings.Repeat("---:|", strings.Count(sizes, ",")+1))
	last := ""
	for _, r := range rows {
		if r.name != last {
			fmt.Fprintf(w, "\n| %s | %s |", r.name, r.text("trials"))
			last = r.name
		}
		fmt.Fprintf(w, " %s |", cell(r))
	}
	fmt.Fprintln(w)
}
