// Package settings describes an analysis before any of it is computed: the source of the
// trajectories, their number, the features, γ, the grid of λ's and the method.
//
// Settings is one comparable value, because equal settings give equal results: a cache is a
// map from Settings, undo a list of them, a link their flags. Knobs has one declaration for
// each setting, from which flags, controls, completion and links follow:
//
//	text  ── Knob.Set ──▶  Settings  ── Knob.Get ──▶  text
//	                          │
//	                          ▼
//	              Normal, then package analysis
//
// The package draws no trajectories and reads no files. Of this module it imports sim and
// the packages below it, and estimator for the names of methods.
package settings
