package cli

import (
	"encoding/json"
	"io"
	"math"
	"time"

	"lambdascope/sim/study"
)

// jsonVersion changes when a field of the JSON changes its meaning or goes.
const jsonVersion = 1

// report is the JSON of an analysis, its fields in their order.
type report struct {
	Version  int            `json:"version"`
	Source   any            `json:"source"` // drawnSource or fileSource
	Settings reportSettings `json:"settings"`
	Data     reportData     `json:"data"`
	Curve    []point        `json:"curve"`
	Selected selected       `json:"selected"`
	Best     *scored        `json:"best"`
	Worst    *scored        `json:"worst"`
	Truth    *reportTruth   `json:"truth"`
	Method   string         `json:"method_used"`
	Warnings []string       `json:"warnings"`
	OneSE    interval       `json:"one_se"`
	Wins     []int          `json:"wins"`
	Leverage []number       `json:"leverage,omitempty"`
	Refined  *refined       `json:"refined,omitempty"`
	Ridges   *surface       `json:"ridges,omitempty"`
	Elapsed  elapsed        `json:"elapsed_ms"`
}

type drawnSource struct {
	Domain   string `json:"domain"`
	Features string `json:"features"`
	States   int    `json:"states,omitempty"`
	Start    string `json:"start,omitempty"`
	Seed     uint64 `json:"seed"`
	MaxSteps int    `json:"max_steps"`
}

type fileSource struct {
	File string `json:"file"`
}

type reportSettings struct {
	Gamma     number   `json:"gamma"`
	Lambdas   []number `json:"lambdas"`
	Ridge     number   `json:"ridge"`
	Weighting string   `json:"weighting"`
	Tail      string   `json:"tail"`
	Method    string   `json:"method"`
}

type reportData struct {
	Trajectories int `json:"trajectories"`
	Steps        int `json:"steps"`
	Features     int `json:"features"`
	Rank         int `json:"rank"`
	Truncated    int `json:"truncated"`
}

// point is one λ of the curve.
type point struct {
	Lambda    number   `json:"lambda"`
	LOTO      number   `json:"loto"`
	LOTOSE    number   `json:"loto_se"`
	Diff      number   `json:"diff"`
	DiffSE    number   `json:"diff_se"`
	Tied      bool     `json:"tied"`
	ToTell    number   `json:"to_tell_apart"`
	Deficient int      `json:"rank_deficient_folds"`
	Theta     []number `json:"theta"`
	MSVE      number   `json:"msve"`
	RootMSVE  number   `json:"rmsve"`
	Folds     []number `json:"folds,omitempty"`
	Status    []string `json:"fold_status,omitempty"`
}

type selected struct {
	Lambda   number `json:"lambda"`
	LOTO     number `json:"loto"`
	RootMSVE number `json:"rmsve"`
}

type scored struct {
	Lambda   number `json:"lambda"`
	RootMSVE number `json:"rmsve"`
}

type reportTruth struct {
	Kind string `json:"kind"`
	MSE  number `json:"mse"`
	// MSVESE is the standard error that the MSVE at λ̂ has from the truth.
	MSVESE number `json:"msve_se"`
	States int    `json:"states"`
}

// refined is the result of --refine; its differences are against the grid's λ̂.
type refined struct {
	Lambda      number   `json:"lambda"`
	LOTO        number   `json:"loto"`
	Diff        number   `json:"diff"`
	DiffSE      number   `json:"diff_se"`
	Theta       []number `json:"theta"`
	MSVE        number   `json:"msve"`
	RootMSVE    number   `json:"rmsve"`
	Evaluations int      `json:"evaluations"`
}

// surface is the result of --ridges, a row per ridge.
type surface struct {
	Ridges    []number      `json:"ridges"`
	Lambdas   []number      `json:"lambdas"`
	LOTO      [][]number    `json:"loto"`
	Deficient [][]int       `json:"rank_deficient_folds"`
	Selected  selectedRidge `json:"selected"`
}

type selectedRidge struct {
	Ridge    number `json:"ridge"`
	Lambda   number `json:"lambda"`
	LOTO     number `json:"loto"`
	RootMSVE number `json:"rmsve"`
}

type interval struct {
	Smallest number `json:"smallest"`
	Largest  number `json:"largest"`
}

type elapsed struct {
	Simulate number `json:"simulate"`
	Select   number `json:"select"`
	Score    number `json:"score"`
}

// number is a float64 that JSON gets as null where it has no number for it: NaN,
// which stands for a truth that is not known, and infinities.
type number float64

func (n number) MarshalJSON() ([]byte, error) {
	if v := float64(n); !math.IsNaN(v) && !math.IsInf(v, 0) {
		return json.Marshal(v)
	}
	return []byte("null"), nil
}

func numbers(values []float64) []number {
	out := make([]number, len(values))
	for i, v := range values {
		out[i] = number(v)
	}
	return out
}

// writeJSON writes a result as one JSON object on one line.
func writeJSON(w io.Writer, r result) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(newReport(r))
}

func newReport(r result) report {
	sel, s := r.Selection, r.Settings
	smallest, largest := sel.OneSE()
	out := report{
		Version: jsonVersion,
		Source:  source(s),
		Settings: reportSettings{
			Gamma:     number(s.Gamma),
			Ridge:     number(s.Ridge),
			Weighting: s.Weighting.String(),
			Tail:      s.Tail.String(),
			Method:    s.Method.String(),
		},
		Data:     reportData{sel.Trajectories, sel.Steps, sel.Features, sel.Rank, sel.Truncated},
		Selected: selected{number(sel.Best().Lambda), number(sel.Best().Score), number(r.RootMSVE(sel.Selected))},
		Method:   sel.Method.String(),
		Warnings: append([]string{}, sel.Warnings()...), // [] and not null
		OneSE:    interval{number(smallest), number(largest)},
		Wins:     r.Wins,
		Leverage: numbers(r.leverage),
		Refined:  newRefined(r.refined),
		Ridges:   newSurface(r.surface),
		Elapsed:  elapsed{milliseconds(r.Elapsed.Simulate), milliseconds(sel.Elapsed), milliseconds(r.Elapsed.Score)},
	}
	for k := range sel.Candidates {
		out.Settings.Lambdas = append(out.Settings.Lambdas, number(sel.Candidates[k].Lambda))
		out.Curve = append(out.Curve, newPoint(r, k))
	}
	if r.Truth != nil {
		at := func(k int) *scored {
			return &scored{number(sel.Candidates[k].Lambda), number(r.RootMSVE(k))}
		}
		out.Best, out.Worst = at(r.Best), at(r.Worst)
		out.Truth = &reportTruth{r.Truth.Kind, number(r.Truth.MSE), number(r.MSVEError(sel.Selected)), r.Truth.States()}
	}
	return out
}

func newPoint(r result, k int) point {
	c := &r.Selection.Candidates[k]
	p := point{
		Lambda:    number(c.Lambda),
		LOTO:      number(c.Score),
		LOTOSE:    number(c.SE),
		Diff:      number(c.Diff),
		DiffSE:    number(c.DiffSE),
		Tied:      c.Tied,
		ToTell:    number(r.Selection.ToTellApart(k)),
		Deficient: c.DeficientFolds(),
		Theta:     numbers(c.Theta),
		MSVE:      number(msve(r.Analysis, k)),
		RootMSVE:  number(r.RootMSVE(k)),
	}
	if r.leverage != nil {
		p.Folds = numbers(c.Folds)
		for _, status := range c.Status {
			p.Status = append(p.Status, status.String())
		}
	}
	return p
}

func newRefined(r *study.Refined) *refined {
	if r == nil {
		return nil
	}
	return &refined{
		Lambda:      number(r.Lambda),
		LOTO:        number(r.Score),
		Diff:        number(r.Diff),
		DiffSE:      number(r.DiffSE),
		Theta:       numbers(r.Theta),
		MSVE:        number(r.MSVE),
		RootMSVE:    number(r.RootMSVE()),
		Evaluations: r.Evaluations,
	}
}

func newSurface(r *study.RidgeSurface) *surface {
	if r == nil {
		return nil
	}
	best := r.At()
	out := &surface{Selected: selectedRidge{
		number(best.Ridge), number(best.Best().Lambda), number(best.Best().Score), number(r.RootMSVE()),
	}}
	for k := range best.Candidates {
		out.Lambdas = append(out.Lambdas, number(best.Candidates[k].Lambda))
	}
	for _, sel := range r.Selections {
		out.Ridges = append(out.Ridges, number(sel.Ridge))
		var scores []number
		var deficient []int
		for k := range sel.Candidates {
			scores = append(scores, number(sel.Candidates[k].Score))
			deficient = append(deficient, sel.Candidates[k].DeficientFolds())
		}
		out.LOTO, out.Deficient = append(out.LOTO, scores), append(out.Deficient, deficient)
	}
	return out
}

// msve returns the MSVE at the k-th λ; NaN without truth.
func msve(a *study.Analysis, k int) float64 {
	if a.Truth == nil {
		return math.NaN()
	}
	return a.MSVE[k]
}

func source(s study.Settings) any {
	if s.Recorded() {
		return fileSource{s.File}
	}
	p := s.Problem
	return drawnSource{p.Domain, p.Features, p.States, p.Start, s.Seed, p.MaxSteps}
}

func milliseconds(d time.Duration) number { return number(float64(d) / float64(time.Millisecond)) }
