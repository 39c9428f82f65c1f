package cli

import (
	"bytes"
	"fmt"
	"io"

	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
	"lambdascope/tui/table"
)

// The formats of results.
const (
	formatTable = "table"
	formatJSON  = "json"
	formatCSV   = "csv"
)

// print writes text to Out, with 7-bit characters for ascii.
func (e Env) print(what, text string, ascii bool) error {
	if ascii {
		text = chart.ASCII(text)
	}
	if _, err := io.WriteString(e.Out, text); err != nil {
		return fmt.Errorf("the %s could not be written: %w", what, err)
	}
	return nil
}

// sideBySide returns columns of texts as lines, with a gap between the columns.
func sideBySide(gap string, texts ...[]string) []string {
	var columns []screen.Column
	for _, t := range texts {
		columns = append(columns, screen.Column{Cells: t, Left: true})
	}
	_, lines := screen.Table(columns, gap, func(text string) string { return text })
	return lines
}

// output writes a result in the formats of a command.
type output struct {
	json, csv func(io.Writer) error
	table     func(*bytes.Buffer, table.Style)
}

// write writes a result to Out in a format.
func (e Env) write(format string, ascii bool, r output) (err error) {
	switch format {
	case formatJSON:
		err = r.json(e.Out)
	case formatCSV:
		err = r.csv(e.Out)
	default:
		var out bytes.Buffer
		r.table(&out, table.Style{Width: e.width(), ASCII: ascii, Styled: e.styled()})
		_, err = e.Out.Write(out.Bytes())
	}
	if err != nil {
		return fmt.Errorf("the result could not be written: %w", err)
	}
	return nil
}
