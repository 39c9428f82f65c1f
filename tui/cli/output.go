package cli

import (
	"bytes"
	"fmt"
	"io"

	"lambdascope/tui/cli/internal/table"
)

// The formats of results.
const (
	formatTable = "table"
	formatJSON  = "json"
	formatCSV   = "csv"
)

// output is a result in each of the forms that its command has.
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
		r.table(&out, e.tableStyle(ascii))
		_, err = e.Out.Write(out.Bytes())
	}
	if err != nil {
		return fmt.Errorf("the result could not be written: %w", err)
	}
	return nil
}
