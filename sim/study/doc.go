// Package study repeats analyses: independent trials of the same settings with fresh data, their
// summaries, training times, and the evidence that decides claims.
//
// The way of the data is Plan → Run or Collect → Summary → rows of figures and evidence; Times
// measures figure (c). An analysis.Engine does the work.
//
// The package may import sim/analysis, and packages that sim/analysis may import.
package study
