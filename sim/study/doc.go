// Package study repeats analyses: trials of the same settings with fresh data, what
// they say together, training times, and which of the paper's claims hold. An
// analysis.Engine does the work.
//
// It may import sim/analysis, and what that may import.
package study
