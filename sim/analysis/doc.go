// Package analysis turns settings into results: one analysis of ALLSTD on simulated or
// recorded trajectories, compared with the truth if known. An Engine owns the processors, the
// memory and the cache of a process, and enforces the limits of each session.
//
// The package may import sim, the packages below sim except sim/study, and estimator.
package analysis
