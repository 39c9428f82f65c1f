// Package results keeps a study in a folder: the design that it has, the trials and
// times that are finished, so that it can be resumed, and the tables, figures and
// summary of the whole. It may import tui/disk, tui/report, tui/figure, tui/chart and
// what these import; it knows no command and no terminal.
package results
