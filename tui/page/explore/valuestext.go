package explore

import (
	"fmt"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// mostValues is how many values the summary has; an export has all.
const mostValues = 60

// valuesText says the values at the λ under the cursor, as the lower chart shows them; none
// while they are hidden.
func (v *view) valuesText(width int, text func(string) string) []string {
	if v.Hidden {
		return nil
	}
	table := v.valuesTable()
	rows := table.Rows[:min(len(table.Rows), mostValues)]
	head := fmt.Sprintf("The values at λ = %s:", textfmt.Number(v.CursorLambda()))
	if len(rows) < len(table.Rows) {
		head = fmt.Sprintf("The values at λ = %s, the first %d of %d:", textfmt.Number(v.CursorLambda()), len(rows), len(table.Rows))
	}
	estimated := v.Result.Values(v.CursorIndex())[:len(rows)]
	var columns []screen.Column
	if t := v.Result.Truth; t != nil {
		states := make([]string, len(rows))
		for i, row := range rows {
			states[i] = row[1]
		}
		both := append(append([]float64(nil), t.Nu[:len(rows)]...), estimated...)
		cells := report.LevelCells(both)
		columns = []screen.Column{
			{Bottom: "state", Cells: states},
			{Top: "true", Bottom: "value", Cells: cells[:len(rows)]},
			{Top: "estimated", Bottom: "value", Cells: cells[len(rows):]},
		}
	} else {
		both := append(append([]float64(nil), v.Result.Sample.Returns[:len(rows)]...), estimated...)
		cells := report.LevelCells(both)
		columns = []screen.Column{
			{Top: "observed", Bottom: "return", Cells: cells[:len(rows)]},
			{Top: "estimated", Bottom: "value", Cells: cells[len(rows):]},
		}
	}
	return append([]string{"", head}, screen.Rows(columns, width, text)...)
}
