// Package analysis turns settings into results: one analysis of ALLSTD on simulated
// or recorded trajectories, compared with the truth where that is known. Its Engine
// owns the processors, the memory and the cache of a process, and holds the work of
// each session to its limits.
//
// It may import sim, the packages below sim but for sim/study, and estimator.
package analysis
