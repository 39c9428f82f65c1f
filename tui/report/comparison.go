package report

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"

	"lambdascope/sim/analysis"
)

// Compared is a comparison with the version of the program.
type Compared struct {
	*analysis.Comparison
	Build string
}

// maps and ridges report whether feature maps and ridges are compared.
func (c Compared) maps() bool   { return c.Over != analysis.OverRidges }
func (c Compared) ridges() bool { return c.Over != analysis.OverMaps }

// Problem is the function Problem for a comparison.
func (c Compared) Problem(source string) string {
	return problem(c.At(), source, c.maps(), c.ridges())
}

// comparedObject is the JSON of a Compared.
type comparedObject struct {
	Version   int          `json:"version"`
	Build     string       `json:"build"`
	Source    any          `json:"source"`   // without the compared features
	Settings  object       `json:"settings"` // the ridge last, unless ridges are compared
	Data      comparedData `json:"data"`
	OffPolicy *offPolicy   `json:"off_policy,omitempty"`
	Maps      *comparison  `json:"maps,omitempty"`   // of maps, or of pairs
	Ridges    *comparison  `json:"ridges,omitempty"` // with a single map
	Warnings  []string     `json:"warnings"`         // of the best
}

type comparedData struct {
	data
	// Unless maps are compared.
	Features *int `json:"features,omitempty"`
	Rank     *int `json:"rank,omitempty"`
}

// comparison compares feature maps, ridges, or pairs of both. Lists have an element for each, unless the
// comment names another index.
type comparison struct {
	Features    []string  `json:"features,omitempty"` // unless ridges alone are compared
	Ridges      Numbers   `json:"ridges,omitempty"`   // unless maps alone are compared
	Bounds      *bounds   `json:"bounds,omitempty"`   // of the maps with scaling
	Dimensions  []int     `json:"dimensions"`
	Ranks       []int     `json:"ranks"`
	Lambdas     Numbers   `json:"lambdas"` // by λ
	LOTO        []Numbers `json:"loto"`
	Deficient   [][]int   `json:"rank_deficient_folds"`
	Best        Numbers   `json:"selected_lambda"`
	RootMSVE    Numbers   `json:"rmsve"` // at the selected λ
	Diff        Numbers   `json:"diff"`  // from the best of all
	DiffSE      Numbers   `json:"diff_se"`
	NotRuledOut []bool    `json:"not_ruled_out"`
	Selected    chosen    `json:"selected"`
	Warnings    []string  `json:"warnings"`
	Nested      *nested   `json:"nested"` // null if not asked for
}

// nested is the error of the whole choice on trajectories without influence on it.
type nested struct {
	Parts  int      `json:"parts"`
	LOTO   Number   `json:"loto"`
	LOTOSE Number   `json:"loto_se"`
	Chosen []chosen `json:"chosen"` // by part
}

// chosen is a choice. Only the choice for all data has errors.
type chosen struct {
	Features string  `json:"features,omitempty"`
	Ridge    *Number `json:"ridge,omitempty"`
	Lambda   Number  `json:"lambda"`
	LOTO     *Number `json:"loto,omitempty"`
	RootMSVE *Number `json:"rmsve,omitempty"` // null without truth
}

// WriteComparedJSON writes a Compared as JSON.
func WriteComparedJSON(w io.Writer, c Compared) error {
	best := c.At()
	open := newOpening(best, c.Build)
	out := comparedObject{
		Version: open.Version, Build: open.Build, Source: open.Source,
		Data:      comparedData{data: open.Data},
		OffPolicy: open.OffPolicy,
		Warnings:  append([]string{}, Warnings(best)...), // [] and not null
	}
	if c.maps() {
		out.Maps = newComparison(c.Comparison)
		switch source := out.Source.(type) {
		case drawnSource:
			source.Features = ""
			out.Source = source
		case fileSource:
			source.Features = ""
			source.Bounds = nil
			out.Source = source
		}
	} else {
		out.Ridges = newComparison(c.Comparison)
		out.Data.Features = &open.Data.Features
		out.Data.Rank = &open.Data.Rank
	}
	isRidge := func(f field) bool { return f.name == "ridge" }
	ridge := open.Settings[slices.IndexFunc(open.Settings, isRidge)]
	out.Settings = slices.DeleteFunc(open.Settings, isRidge)
	if !c.ridges() {
		out.Settings = append(out.Settings, ridge)
	}
	return writeObject(w, out)
}

func newComparison(c *analysis.Comparison) *comparison {
	choice := func(j int) chosen {
		s := c.Results[j].Settings
		var out chosen
		if c.Over != analysis.OverRidges {
			out.Features = s.FeatureMap()
		}
		if c.Over != analysis.OverMaps {
			ridge := Number(s.Ridge)
			out.Ridge = &ridge
		}
		return out
	}
	best := c.At().Selection
	loto := Number(best.Best().LOTO)
	root := Number(c.At().RootMSVE(best.Selected))
	out := &comparison{Selected: choice(c.Best), Warnings: append([]string{}, ComparisonWarnings(c)...)}
	out.Selected.Lambda = Number(best.Best().Lambda)
	out.Selected.LOTO = &loto
	out.Selected.RootMSVE = &root
	for k := range best.Candidates {
		out.Lambdas = append(out.Lambdas, best.Candidates[k].Lambda)
	}
	for j, r := range c.Results {
		if c.Over != analysis.OverRidges {
			out.Features = append(out.Features, r.Settings.FeatureMap())
		}
		if c.Over != analysis.OverMaps {
			out.Ridges = append(out.Ridges, r.Settings.Ridge)
		}
		if out.Bounds == nil {
			out.Bounds = newBounds(r.Scaling)
		}
		sel := r.Selection
		diff, se, not := c.NotRuledOut(j)
		out.Diff = append(out.Diff, diff)
		out.DiffSE = append(out.DiffSE, se)
		out.NotRuledOut = append(out.NotRuledOut, not)
		out.Dimensions = append(out.Dimensions, sel.Features)
		out.Ranks = append(out.Ranks, sel.Rank)
		out.Best = append(out.Best, sel.Best().Lambda)
		out.RootMSVE = append(out.RootMSVE, r.RootMSVE(sel.Selected))
		var scores Numbers
		var deficient []int
		for k := range sel.Candidates {
			scores = append(scores, sel.Candidates[k].LOTO)
			deficient = append(deficient, sel.Candidates[k].DeficientFolds())
		}
		out.LOTO = append(out.LOTO, scores)
		out.Deficient = append(out.Deficient, deficient)
	}
	out.Nested = newNested(c.Nested, choice)
	return out
}

func newNested(n *analysis.Nested, choice func(j int) chosen) *nested {
	if n == nil {
		return nil
	}
	out := &nested{Parts: len(n.Chosen), LOTO: Number(n.Score), LOTOSE: Number(n.SE)}
	for _, p := range n.Chosen {
		pick := choice(p.Result)
		pick.Lambda = Number(p.Lambda)
		out.Chosen = append(out.Chosen, pick)
	}
	return out
}

// WriteComparedCSV writes a Compared as CSV: a header, and a row for each map, ridge or pair.
func WriteComparedCSV(w io.Writer, c Compared) error {
	rows := [][]string{{"features", "ridge", "dimensions", "rank", "lambda", "loto", "loto_se", "diff", "diff_se", "not_ruled_out", "rank_deficient_folds", "rmsve", "selected"}}
	for j, r := range c.Results {
		best := r.Selection.Best()
		diff, se, not := c.NotRuledOut(j)
		rows = append(rows, []string{
			r.Settings.FeatureMap(), Exact(r.Settings.Ridge), strconv.Itoa(r.Selection.Features), strconv.Itoa(r.Selection.Rank),
			Exact(best.Lambda), Exact(best.LOTO), Exact(best.SE), Exact(diff), Exact(se), strconv.FormatBool(not),
			strconv.Itoa(best.DeficientFolds()), Exact(r.RootMSVE(r.Selection.Selected)), strconv.FormatBool(j == c.Best),
		})
	}
	return csv.NewWriter(w).WriteAll(rows)
}
