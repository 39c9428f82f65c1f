// Package settings describes an analysis before any of it is computed: the source of the
// trajectories, their number, the features, γ, the grid of λ's and the method.
//
// Settings is a comparable value, because equal settings give equal results: a cache is a
// map from Settings, undo a list of Settings, a link the flags. Knobs declares each setting once,
// so that flags, controls, completion and links follow from the declaration:
//
//	text  ── Knob.Set ──▶  Settings  ── Knob.Get ──▶  text
//	                          │
//	                          ▼
//	              Normal, then package analysis
//
// The package draws no trajectories and reads no files. From this module, the package imports sim and
// the packages below it, and estimator for the names of methods.
package settings
