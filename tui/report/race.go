package report

import (
	"math"

	"lambdascope/sim/analysis"
)

// race is the result of --race, a row per λ of the grid.
type race struct {
	Delta   Number  `json:"delta"`
	Scored  int     `json:"folds_scored"`
	Folds   int     `json:"folds"`
	Dropped int     `json:"dropped"`
	Saved   Number  `json:"saved_ms"` // of processor time, about
	Lambdas []raced `json:"lambdas"`
}

type raced struct {
	Lambda   Number `json:"lambda"`
	Dropped  bool   `json:"dropped"`
	Folds    int    `json:"folds"`
	LOTO     Number `json:"loto"`   // estimated from these folds where it was dropped
	Diff     Number `json:"diff"`   // from λ̂
	Margin   Number `json:"margin"` // how far that may be off
	MSVE     Number `json:"msve"`
	RootMSVE Number `json:"rmsve"`
}

func newRace(r *analysis.Race) *race {
	if r == nil {
		return nil
	}
	out := &race{Delta: Number(r.Delta), Scored: r.Scored, Folds: r.Folds, Dropped: r.Dropped(), Saved: milliseconds(r.Saved)}
	for k, l := range r.Lambdas {
		out.Lambdas = append(out.Lambdas, raced{
			Lambda: Number(l.Lambda), Dropped: l.Dropped, Folds: l.Folds,
			LOTO: Number(l.Score), Diff: Number(l.Diff), Margin: Number(l.Margin),
			MSVE: Number(raceMSVE(r, k)), RootMSVE: Number(r.RootMSVE(k)),
		})
	}
	return out
}

func raceMSVE(r *analysis.Race, k int) float64 {
	if r.MSVE == nil {
		return math.NaN()
	}
	return r.MSVE[k]
}
