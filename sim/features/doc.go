// Package features maps observations to features: the vectors of numbers that recorded
// data and domains have, over the box that they lie in. A Spec names a map, as poly:2+bias does, and a
// Map computes it.
//
// It may import sim/random and sim/words.
package features
