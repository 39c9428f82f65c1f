package cli

import "lambdascope/tui/report"

// exact returns the cell of a CSV for a number.
func exact(v float64) string { return report.Exact(v) }
