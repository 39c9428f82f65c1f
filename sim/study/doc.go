// Package study repeats analyses: independent trials of the same settings with fresh data, their
// summaries, training times, and the evidence that decides claims.
//
//	Plan ── Run ──▶ []Trial ── Summarize ──▶ Summary ──▶ rows of figures (a) and (b)
//	  │     └────── Collect ──────┘             └──▶ Side, Above, Below ── Decide ──▶ Holds
//	  ├── Run ──▶ []Trial ── SummarizeConsistency ──▶ rows and slopes of figure (d)
//	  └── Times ──▶ rows of figure (c)
//
// Trial j draws from seed + j. Two methods are compared within each trial, because they share its
// data: a Side has the MSVE of a method in each trial, and differences are paired. An
// analysis.Engine does the work.
//
// The package may import sim/analysis, and packages that sim/analysis may import.
package study
