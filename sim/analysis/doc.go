// Package analysis turns settings into results: one analysis of ALLSTD on simulated or
// recorded trajectories, compared with the truth if known, or a comparison of analyses. It computes
// on a sim/engine.
//
// The way is Engine.Load for a file, Engine.Check for settings in normal form, and Engine.Run for the
// Result of a Request, whose parts are there if asked for. A Survey describes files beforehand, and a
// Fit predicts without the data.
//
// The package may import sim, the packages below sim except sim/study, and estimator.
package analysis
