// Package features maps observations to features. Observations are the numbers of recorded data
// and of domains, within a Box.
//
//	"poly:2+bias" ── Parse ──▶ Spec ── New, with a Box ──▶ Map ── Set ──▶ x₁ x₂ x₁² x₁x₂ x₂² 1
//	                                                        └── Describe ──▶ Description, in a saved fit
//
// A Map computes features fast. A Description has the same features by a formula and tables of
// numbers, so that any program can predict from a saved fit.
//
// The package may import sim/random and sim/textfmt.
package features
