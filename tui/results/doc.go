// Package results plans studies, and makes tables, figures and a summary of the findings. The
// package may import tui/disk, tui/report, tui/figure, tui/chart and packages below; no command
// and no terminal, so that other programs can make the same files.
package results
