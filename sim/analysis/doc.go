// Package analysis turns settings into results: one analysis of ALLSTD on simulated or
// recorded trajectories, compared with the truth if known, or a comparison of analyses. It computes
// on a sim/engine.
//
//	file ── Engine.Load ──▶ settings.File ──▶ Settings ┐
//	flags ────────────────────────────────▶ Settings ──┤
//	                                                   ▼
//	          Request{Settings, parts} ── Engine.Run ──▶ Result{Selection, Truth, parts}
//
// Run is the only entry: previews, comparisons, folds, episodes, calibration, refinement and fits are
// parts of a Request, because each takes passes over the data. The cache has the selection and the
// parts by Settings. A Survey describes files beforehand, and a Fit predicts without the data.
//
// The package may import sim, the packages below sim except sim/study, and estimator.
package analysis
