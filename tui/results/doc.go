// Package results plans studies, and makes tables, figures and a summary of what they find.
// It may import tui/disk, tui/report, tui/figure, tui/chart and what these import; it knows
// no command and no terminal.
package results
