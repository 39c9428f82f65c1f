// Package analysis turns settings into results: one analysis of ALLSTD on simulated or
// recorded trajectories, compared with the truth if known. It computes on a sim/engine.
//
// The package may import sim, the packages below sim except sim/study, and estimator.
package analysis
