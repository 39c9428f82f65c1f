package report

import (
	"strings"
	"time"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
)

// JSONVersion rises when a field of the JSON changes in meaning or goes, so that other programs notice.
const JSONVersion = 5

// opening is the JSON of an analysis before the curve. The order of the fields is the order in the file.
type opening struct {
	Version  int    `json:"version"`
	Build    string `json:"build"`
	Source   any    `json:"source"` // drawnSource or fileSource
	Settings object `json:"settings"`
	Data     data   `json:"data"`

	OffPolicy *offPolicy `json:"off_policy,omitempty"` // with importance ratios
}

// findings is the JSON of an analysis after the curve.
type findings struct {
	Selected    selected     `json:"selected"`
	NotRuledOut notRuledOut  `json:"not_ruled_out"`
	Calibration []calibrated `json:"calibration,omitempty"` // unless trajectories are streamed
	Start       *calibrated  `json:"start,omitempty"`
	Best        *scored      `json:"best"`
	Worst       *scored      `json:"worst"`
	Truth       *truth       `json:"truth"`
	Method      string       `json:"method_used"`
	Warnings    []string     `json:"warnings"`

	// With single folds.
	Leverage Numbers  `json:"leverage,omitempty"`
	Without  Numbers  `json:"lambda_without,omitempty"` // λ̂ without each
	Exact    []bool   `json:"lambda_without_exact,omitempty"`
	IDs      []string `json:"fold_ids,omitempty"`
	Groups   []string `json:"fold_groups,omitempty"`

	Refined *refined `json:"refined,omitempty"`
	Elapsed elapsed  `json:"elapsed_ms"`
}

// drawnSource has the options of the domain, without the features if maps are compared.
type drawnSource struct {
	Name string `json:"problem,omitempty"` // unless there is a domain
	sim.Options
	Seed     uint64 `json:"seed"`
	MaxSteps int    `json:"max_steps"` // after the seed
}

type fileSource struct {
	File  string   `json:"file,omitempty"`
	Files []string `json:"files,omitempty"` // several names

	Features string  `json:"features,omitempty"` // unless maps are compared
	Bounds   *bounds `json:"bounds,omitempty"`   // if features are scaled
}

// bounds are the bounds of the observations of a file, by column. Features use them for scaling.
type bounds struct {
	Low      Numbers `json:"low"`
	High     Numbers `json:"high"`
	FromData []bool  `json:"from_data"`
}

type data struct {
	Trajectories int `json:"trajectories"`
	Groups       int `json:"groups,omitempty"` // left out instead of trajectories
	Steps        int `json:"steps"`
	Features     int `json:"features"`
	Rank         int `json:"rank"`
	Truncated    int `json:"truncated"`

	Files []string `json:"files,omitempty"` // of recorded data

	// Of groups if groups are left out, of trajectories otherwise.
	Effective       *Number `json:"effective_trajectories,omitempty"`
	EffectiveGroups *Number `json:"effective_groups,omitempty"`
	LargestShare    Number  `json:"largest_share"`
	Heaviest        *int    `json:"heaviest_trajectory,omitempty"` // from 0
	HeaviestGroup   string  `json:"heaviest_group,omitempty"`
}

func newData(a *analysis.Result) data {
	s := a.Selection
	out := data{Trajectories: s.Trajectories, Groups: len(a.Groups), Steps: s.Steps, Features: s.Features, Rank: s.Rank, Truncated: s.Truncated, Files: a.Files,
		LargestShare: Number(s.LargestShare)}
	effective := Number(s.Effective)
	if a.Groups != nil {
		out.EffectiveGroups = &effective
		out.HeaviestGroup = a.Groups[s.Heaviest]
	} else {
		out.Effective = &effective
		out.Heaviest = &s.Heaviest
	}
	return out
}

// point is one λ of the curve.
type point struct {
	Lambda      Number   `json:"lambda"`
	LOTO        Number   `json:"loto"`
	LOTOSE      Number   `json:"loto_se"`
	Diff        Number   `json:"diff"`
	DiffSE      Number   `json:"diff_se"` // refits included
	PairedSE    Number   `json:"paired_se"`
	NotRuledOut bool     `json:"not_ruled_out"`
	Deficient   int      `json:"rank_deficient_folds"`
	Theta       Numbers  `json:"theta"`
	MSVE        Number   `json:"msve"`
	RootMSVE    Number   `json:"rmsve"`
	Folds       Numbers  `json:"folds,omitempty"` // with single folds
	Status      []string `json:"fold_status,omitempty"`
}

type selected struct {
	Lambda   Number `json:"lambda"`
	LOTO     Number `json:"loto"`
	RootMSVE Number `json:"rmsve"`
}

type scored struct {
	Lambda   Number `json:"lambda"`
	RootMSVE Number `json:"rmsve"`
}

type truth struct {
	Kind string `json:"kind"`
	MSE  Number `json:"mse"`
	// MSVESE is the standard error of the MSVE at λ̂ due to the truth.
	MSVESE Number `json:"msve_se"`
	States int    `json:"states"`
}

// refined is the result of --refine, with differences from λ̂ of the grid.
type refined struct {
	Lambda      Number  `json:"lambda"`
	LOTO        Number  `json:"loto"`
	Diff        Number  `json:"diff"`
	DiffSE      Number  `json:"diff_se"`
	PairedSE    Number  `json:"paired_se"`
	NotRuledOut bool    `json:"not_ruled_out"` // of λ̂, as better on average
	Theta       Numbers `json:"theta"`
	MSVE        Number  `json:"msve"`
	RootMSVE    Number  `json:"rmsve"`
	Evaluations int     `json:"evaluations"`
}

// notRuledOut counts the λ's that are not ruled out as best on average.
type notRuledOut struct {
	Count    int    `json:"count"`
	Smallest Number `json:"smallest"`
	Largest  Number `json:"largest"`
	Level    Number `json:"level"`

	Detectable Number `json:"detectable"` // the smallest detectable difference, at the λ with the largest
}

// calibrated is a part of a calibration.
type calibrated struct {
	Predicted    Number    `json:"predicted"` // without each trajectory
	PredictedSE  Number    `json:"predicted_se"`
	Returned     Number    `json:"returned"`
	ReturnedSE   Number    `json:"returned_se"` // null of one trajectory
	Interval     [2]Number `json:"returned_interval"`
	Steps        int       `json:"steps"`
	Trajectories int       `json:"trajectories"` // or groups
	Off          bool      `json:"off"`
}

func newCalibrated(c *estimator.Calibrated) calibrated {
	half := c.Half()
	return calibrated{
		Number(c.Predicted), Number(c.PredictedSE), Number(c.Returned), Number(c.ReturnedSE),
		[2]Number{Number(c.Returned - half), Number(c.Returned + half)}, c.Steps, c.Folds, c.Off(),
	}
}

// newCalibration returns the parts and the start of a calibration, if there is one.
func newCalibration(c *estimator.Calibration) (parts []calibrated, start *calibrated) {
	if c == nil {
		return nil, nil
	}
	for i := range c.Parts {
		parts = append(parts, newCalibrated(&c.Parts[i]))
	}
	first := newCalibrated(&c.Start)
	return parts, &first
}

type elapsed struct {
	Simulate    Number `json:"simulate"`
	Select      Number `json:"select"`
	Score       Number `json:"score"`
	Calibration Number `json:"calibration"`
	Leverage    Number `json:"leverage,omitempty"` // with single folds
}

func newFindings(r *analysis.Result) findings {
	sel := r.Selection
	count, smallest, largest := sel.NotRuledOut()
	detectable, _ := sel.Detectable()
	out := findings{
		Selected:    selected{Number(sel.Best().Lambda), Number(sel.Best().LOTO), Number(r.RootMSVE(sel.Selected))},
		NotRuledOut: notRuledOut{count, Number(smallest), Number(largest), estimator.Level, Number(detectable)},
		Method:      r.Settings.Method.String(),
		Warnings:    append([]string{}, Warnings(r)...), // [] and not null
		Refined:     newRefined(r.Refined),
		Elapsed: elapsed{
			Simulate:    milliseconds(r.Elapsed.Simulate),
			Select:      milliseconds(sel.Elapsed),
			Score:       milliseconds(r.Elapsed.Score),
			Calibration: milliseconds(r.Elapsed.Calibration),
			Leverage:    milliseconds(r.Elapsed.Leverage),
		},
	}
	out.Calibration, out.Start = newCalibration(r.Calibration)
	if r.Truth != nil {
		at := func(k int) *scored {
			return &scored{Number(sel.Candidates[k].Lambda), Number(r.RootMSVE(k))}
		}
		out.Best = at(r.Best)
		out.Worst = at(r.Worst)
		out.Truth = &truth{r.Truth.Kind, Number(r.Truth.MSE), Number(r.MSVEError(sel.Selected)), r.Truth.States()}
	}
	if r.Leverage != nil {
		out.Leverage = r.Leverage
		for _, k := range r.Without {
			out.Without = append(out.Without, sel.Candidates[k].Lambda)
		}
		out.Exact = r.Exact
		out.IDs = r.IDs
		out.Groups = r.Groups
	}
	return out
}

func newOpening(a *analysis.Result, build string) opening {
	return opening{
		Version:  JSONVersion,
		Build:    build,
		Source:   source(a),
		Settings: newSettings(a.Settings),
		Data:     newData(a),

		OffPolicy: newOffPolicy(a),
	}
}

// newSettings returns the settings that knobs declare for the JSON, in the order of the flags.
func newSettings(s settings.Settings) object {
	var out object
	for _, k := range settings.Knobs() {
		if k.JSON != nil {
			out = append(out, field{strings.ReplaceAll(k.Name, "-", "_"), k.JSON(s)})
		}
	}
	return out
}

func newPoint(r *analysis.Result, k int) point {
	c := &r.Selection.Candidates[k]
	out := point{
		Lambda:      Number(c.Lambda),
		LOTO:        Number(c.LOTO),
		LOTOSE:      Number(c.SE),
		Diff:        Number(c.Diff),
		DiffSE:      Number(c.RefitSE),
		PairedSE:    Number(c.PairedSE),
		NotRuledOut: c.NotRuledOut,
		Deficient:   c.DeficientFolds(),
		Theta:       c.Theta,
		MSVE:        Number(msve(r, k)),
		RootMSVE:    Number(r.RootMSVE(k)),
	}
	if r.Leverage != nil {
		out.Folds = c.Folds
		for _, status := range c.Status {
			out.Status = append(out.Status, status.String())
		}
	}
	return out
}

func newRefined(r *analysis.Refined) *refined {
	if r == nil {
		return nil
	}
	return &refined{
		Lambda:      Number(r.Lambda),
		LOTO:        Number(r.LOTO),
		Diff:        Number(r.Diff),
		DiffSE:      Number(r.RefitSE),
		PairedSE:    Number(r.PairedSE),
		NotRuledOut: r.NotRuledOut,
		Theta:       r.Theta,
		MSVE:        Number(r.MSVE),
		RootMSVE:    Number(r.RootMSVE()),
		Evaluations: r.Evaluations,
	}
}

func source(a *analysis.Result) any {
	s := a.Settings
	if s.Recorded() {
		out := fileSource{Features: s.Features, Bounds: newBounds(a.Scaling)}
		if files := s.Files(); len(files) > 1 {
			out.Files = files
		} else {
			out.File = s.File
		}
		return out
	}
	out := drawnSource{Options: s.Problem, Seed: s.Seed, MaxSteps: s.Problem.MaxSteps}
	if s.Problem.Problem != nil {
		out.Name = s.Source()
	}
	return out
}

func newBounds(s *analysis.Scaling) *bounds {
	if s == nil {
		return nil
	}
	return &bounds{s.Low, s.High, s.FromData}
}

func milliseconds(d time.Duration) Number { return Number(float64(d) / float64(time.Millisecond)) }
