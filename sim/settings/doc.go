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
//	              Resolve, then package analysis
//
// # A new setting
//
// A setting is a field of Settings and a row of Knobs: name, help, group, label, get, set, and where it
// applies. The functions number, enum and option make get and set from a place and a range. Resolve refuses
// values that only code can put out of range. Another domain keeps the setting, unless moveTo takes the
// default of that domain. A knob without a group has no control; with Rest the control stands behind M
// while it has its first value, so that golden screens stay.
//
// A setting that changes the estimate goes into the options of the estimator in sim/analysis/result.go, and
// its JSON puts it into results. A setting that changes what is drawn is a field of sim.Options, with its
// default and range where its domain is made, a line of checkForeign in sim/registry.go, and a row made by
// option: the engine, streams, files, replays and the key of the cache follow, and true values have to agree
// with it. Name the setting in the JSON section of assets/guide/commands.md, and in tui/report/problem.go if
// people should see it beside a result.
//
// The package draws no trajectories and reads no files. From this module, the package imports sim and
// the packages below it, and estimator for the names of methods.
package settings
