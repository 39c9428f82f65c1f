// Package results plans studies, and makes tables, figures and a summary of the findings. It may import
// tui/disk, tui/report, tui/figure, tui/chart and packages below; it knows no command and no terminal.
package results
