// Package features maps observations to features. Observations are the numbers of recorded data
// and of domains, within a Box. A Spec names a map, such as poly:2+bias, a Map computes features
// fast, and a Description lets a reader compute them by a formula.
//
// The package may import sim/random and sim/textfmt.
package features
