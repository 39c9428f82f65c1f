package recorded

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"lambdascope/sim/textfmt"
)

// readCSV reads the episodes of a CSV with a header line.
func readCSV(in *lines, line []byte, out *collection) error {
	line, err := skipPreamble(in, line)
	if err != nil {
		return err
	}
	comma, _ := separator(line)
	head := slices.Clone(line)
	fields, f := splitRow(line, comma, nil)
	if f != nil {
		return in.at(f)
	}
	c, f := parseHeader(fields)
	if f != nil {
		return in.at(f)
	}
	if c.plain && out.State == nil {
		return in.at(&fault{fieldReward, "no such column: want " + header + "; observations alone are for predict"})
	}
	out.file.Format = map[byte]string{',': "CSV", ';': "CSV with semicolons", '\t': "CSV with tabs", '|': "CSV with bars"}[comma]
	e := newCSVEpisodes(c, out)
	r := row{observation: make([]float64, c.dim)}
	for {
		line, err := in.nextText()
		if errors.Is(err, io.EOF) {
			return e.finish()
		}
		if err != nil {
			return err
		}
		if bytes.Equal(line, head) { // the next file, after cat a.csv b.csv
			if err := e.finish(); err != nil {
				return err
			}
			e = newCSVEpisodes(c, out)
			continue
		}
		if fields, f = splitRow(line, comma, fields[:0]); f == nil {
			f = c.parse(fields, &r)
		}
		if f != nil {
			return in.at(f)
		}
		if c.plain {
			err = out.states(r.observation, c.dim, in.at)
		} else {
			err = e.add(&r, in.number)
		}
		if err != nil {
			return err
		}
	}
}

// skipPreamble returns the header, given the first line: the header, or a line before it, which is
// sep=; of spreadsheets or a comment. NumPy writes the header itself as a comment.
func skipPreamble(in *lines, line []byte) ([]byte, error) {
	for {
		for _, comma := range []byte(separators) {
			if n := 1 + bytes.Count(line, []byte{comma}); n > mostColumns {
				return nil, in.at(fmt.Errorf("%d columns: want at most %d", n, mostColumns))
			}
		}
		text := bytes.TrimLeft(line, "# ")
		if line[0] != '#' && !bytes.HasPrefix(line, []byte("sep=")) {
			return line, nil
		}
		if _, known := separator(text); known > 2 { // because a comment may name a column
			return text, nil
		}
		var err error
		if line, err = in.nextText(); errors.Is(err, io.EOF) {
			return nil, in.at(errors.New("no header: want " + header))
		} else if err != nil {
			return nil, err
		}
	}
}

// mostColumns bounds the columns of a CSV, before memory is taken for their names.
const mostColumns = 1 << 14

// separators may stand between the fields of a CSV.
const separators = ",;\t|"

// separator returns the separator of a header: the comma, semicolon, tab or bar that gives the most known
// columns, and their number.
func separator(header []byte) (comma byte, known int) {
	comma = ','
	for _, c := range []byte(separators) {
		fields, _ := splitRow(header, c, nil)
		count := 0
		for _, field := range fields {
			if r, f := columnRole(string(field)); f == nil && r != roleOther {
				count++
			}
		}
		if count > known {
			comma = c
			known = count
		}
	}
	return comma, known
}

// splitRow appends the fields of a line to out, without white space around them. A field in
// quotes may hold commas. splitRow is seven times as fast as encoding/csv and allocates nothing.
func splitRow(line []byte, comma byte, out [][]byte) ([][]byte, *fault) {
	if bytes.IndexByte(line, '"') >= 0 {
		return splitQuoted(line, comma, out)
	}
	for {
		end := bytes.IndexByte(line, comma)
		if end < 0 {
			return append(out, bytes.TrimSpace(line)), nil
		}
		out = append(out, bytes.TrimSpace(line[:end]))
		line = line[end+1:]
	}
}

// splitQuoted is splitRow for a line with quotes.
func splitQuoted(line []byte, comma byte, out [][]byte) ([][]byte, *fault) {
	r := csv.NewReader(bytes.NewReader(line))
	r.Comma = rune(comma)
	r.TrimLeadingSpace = comma != '\t' // because a tab is white space
	fields, err := r.Read()
	if err != nil {
		column := 1
		if where, ok := errors.AsType[*csv.ParseError](err); ok {
			column = where.Column
		}
		text := fmt.Sprintf(`a quote is missing or out of place at column %d: want quotes around a whole field, "" for one inside, and each field on one line`, column)
		if bytes.Count(line, []byte(`"`))%2 == 1 {
			text += `, as python3 -c "import csv; csv.writer(open('FILE.csv', 'w')).writerows([f.replace('\n', ' ') for f in r] for r in csv.reader(open('FILE', newline='')))" writes fields of several lines`
		}
		return nil, &fault{text: text}
	}
	for _, f := range fields {
		out = append(out, bytes.TrimSpace([]byte(f)))
	}
	return out, nil
}

// The names of the columns.
const (
	fieldID        = "episode_id"
	fieldT         = "t"
	fieldReward    = "reward"
	fieldTruncated = "truncated"
	prefixFeature  = "obs_"
	header         = "the header episode_id,t,reward,terminated,truncated,obs_0,obs_1,…"
)

// columns are the columns of a CSV.
type columns struct {
	roles    []role // by field
	dim      int    // d
	plain    bool   // has neither rewards nor flags
	timed    bool   // has a column of steps
	grouped  bool   // has a column of groups
	weighted bool   // has a column of ratios
}

// role is the role of a column: a constant below, or the number of a feature.
type role int

const (
	roleOther role = -1 - iota
	roleID
	roleT
	roleReward
	roleTerminated
	roleTruncated
	roleGroup
	roleRatio
)

// columnRoles are the roles of columns that are no features, by name.
var columnRoles = map[string]role{
	fieldID: roleID, fieldT: roleT, fieldReward: roleReward,
	fieldTerminated: roleTerminated, fieldTruncated: roleTruncated, fieldGroup: roleGroup, fieldRatio: roleRatio,
}

// parseHeader parses the fields of a header. The error names every missing column, so that one
// edit of the header is enough.
func parseHeader(fields [][]byte) (columns, *fault) {
	c := columns{roles: make([]role, len(fields))}
	given := make(map[role]bool)
	for i, field := range fields {
		r, f := columnRole(string(field))
		switch {
		case f != nil:
			return c, f
		case r != roleOther && given[r]:
			return c, &fault{string(field), "a second column of this name: want one"}
		case r >= 0:
			c.dim++
		}
		c.roles[i] = r
		given[r] = true
	}
	if delete(given, roleOther); len(given) == 0 {
		return c, &fault{text: fmt.Sprintf(`"%s" starts neither JSON Lines nor CSV: want an object with observations and rewards on each line, or %s`, clip(string(bytes.Join(fields, []byte(",")))), header)}
	}
	c.plain = !given[roleReward] && !given[roleTerminated] && !given[roleTruncated]
	var missing []string
	for _, name := range []string{fieldID, fieldReward, fieldTerminated, fieldTruncated} {
		if !c.plain && !given[columnRoles[name]] {
			missing = append(missing, name)
		}
	}
	want := header
	for j := range max(1, c.dim) {
		if given[role(j)] {
			continue
		}
		missing = append(missing, featureName(j))
		if c.dim > 0 {
			want += ", without gaps"
		}
		break
	}
	switch len(missing) {
	case 0:
	case 1:
		return c, &fault{missing[0], "no such column: want " + want}
	default:
		return c, &fault{textfmt.And(missing), "no such columns: want " + want}
	}
	c.timed = given[roleT]
	c.grouped = given[roleGroup]
	c.weighted = given[roleRatio]
	return c, nil
}

// columnRole returns the role of a column by name. A name that is nearly a known name is an
// error, because skipping a misspelt feature would go unnoticed.
func columnRole(name string) (role, *fault) {
	if r, ok := columnRoles[name]; ok {
		return r, nil
	}
	if digits, ok := strings.CutPrefix(name, prefixFeature); ok {
		if j, err := strconv.Atoi(digits); err == nil && j >= 0 && featureName(j) == name {
			return role(j), nil
		}
	}
	lower := strings.ToLower(name)
	if strings.HasPrefix(lower, "next") && nearObservation(lower) {
		return 0, &fault{clip(name), "an unknown column: want the observation after a transition as obs_0, obs_1, … of the next row, which for the last has an empty reward"}
	}
	if nearObservation(lower) {
		return 0, &fault{clip(name), "an unknown column: want obs_0, obs_1, … for the features"}
	}
	if f := nearName(name, "column", fieldRatio); f != nil {
		return 0, f
	}
	if _, ok := columnRoles[lower]; ok {
		return 0, &fault{clip(name), "an unknown column: want " + lower}
	}
	return roleOther, nil
}

// featureName returns the column name of feature j.
func featureName(j int) string { return prefixFeature + strconv.Itoa(j) }
