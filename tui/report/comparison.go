package report

import (
	"encoding/csv"
	"io"
	"strconv"

	"lambdascope/sim/analysis"
)

// Compared is a comparison with the version of the program.
type Compared struct {
	*analysis.Comparison
	Build string
}

// maps reports whether feature maps are compared, and ridges whether ridges are.
func (c Compared) maps() bool   { return c.Over != analysis.OverRidges }
func (c Compared) ridges() bool { return c.Over != analysis.OverMaps }

// Problem is the function Problem for a comparison.
func (c Compared) Problem(source string) string {
	return problem(c.At(), source, c.maps(), c.ridges())
}

// comparedObject is the JSON of a Compared.
type comparedObject struct {
	Version   int              `json:"version"`
	Build     string           `json:"build"`
	Source    any              `json:"source"` // without the features that are compared
	Settings  comparedSettings `json:"settings"`
	Data      comparedData     `json:"data"`
	OffPolicy *offPolicy       `json:"off_policy,omitempty"`
	Maps      *comparison      `json:"maps,omitempty"`   // or pairs of a map and a ridge
	Ridges    *comparison      `json:"ridges,omitempty"` // of one map
	Warnings  []string         `json:"warnings"`         // of the best
}

type comparedSettings struct {
	resultSettings
	Ridge *Number `json:"ridge,omitempty"` // unless ridges are compared
}

type comparedData struct {
	data
	Features *int `json:"features,omitempty"` // these unless maps are compared
	Rank     *int `json:"rank,omitempty"`
}

// comparison compares feature maps, ridges, or pairs. Lists have an element for each, unless the comment
// says otherwise.
type comparison struct {
	Features    []string   `json:"features,omitempty"` // not of ridges alone
	Ridges      []Number   `json:"ridges,omitempty"`   // not of maps alone
	Bounds      *bounds    `json:"bounds,omitempty"`   // of the maps that scale
	Dimensions  []int      `json:"dimensions"`
	Ranks       []int      `json:"ranks"`
	Lambdas     []Number   `json:"lambdas"`
	LOTO        [][]Number `json:"loto"`
	Deficient   [][]int    `json:"rank_deficient_folds"`
	Best        []Number   `json:"selected_lambda"` // of each
	RootMSVE    []Number   `json:"rmsve"`           // there
	Diff        []Number   `json:"diff"`            // between the best λ of each and the best of all
	DiffSE      []Number   `json:"diff_se"`
	NotRuledOut []bool     `json:"not_ruled_out"`
	Selected    chosen     `json:"selected"`
	Warnings    []string   `json:"warnings"`
	Nested      *nested    `json:"nested"` // null if not asked for
}

// nested is the error of a choice on trajectories that had no part in it.
type nested struct {
	Parts  int      `json:"parts"`
	LOTO   Number   `json:"loto"`
	LOTOSE Number   `json:"loto_se"`
	Chosen []chosen `json:"chosen"` // by part
}

// chosen is a choice. A choice for all data has its errors, too.
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
		Settings: comparedSettings{resultSettings: open.Settings}, Data: comparedData{data: open.Data},
		OffPolicy: open.OffPolicy,
		Warnings:  append([]string{}, best.Warnings()...), // [] and not null
	}
	if c.maps() {
		switch source := out.Source.(type) {
		case drawnSource:
			source.Features = ""
			out.Source = source
		case fileSource:
			source.Features, source.Bounds = "", nil
			out.Source = source
		}
	} else {
		out.Data.Features, out.Data.Rank = &open.Data.Features, &open.Data.Rank
	}
	if !c.ridges() {
		out.Settings.Ridge = &open.Settings.Ridge
	}
	if c.maps() {
		out.Maps = newComparison(c.Comparison)
	} else {
		out.Ridges = newComparison(c.Comparison)
	}
	return writeObject(w, out)
}

func newComparison(c *analysis.Comparison) *comparison {
	of := func(j int) chosen {
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
	best := c.At()
	loto, root := Number(best.Selection.Best().LOTO), Number(best.RootMSVE(best.Selection.Selected))
	out := &comparison{Selected: of(c.Best), Warnings: append([]string{}, c.Warnings()...)}
	out.Selected.Lambda, out.Selected.LOTO, out.Selected.RootMSVE = Number(best.Selection.Best().Lambda), &loto, &root
	for k := range best.Selection.Candidates {
		out.Lambdas = append(out.Lambdas, Number(best.Selection.Candidates[k].Lambda))
	}
	for j, r := range c.Results {
		if name := of(j).Features; name != "" {
			out.Features = append(out.Features, name)
		}
		if ridge := of(j).Ridge; ridge != nil {
			out.Ridges = append(out.Ridges, *ridge)
		}
		sel := r.Selection
		diff, se, not := c.NotRuledOut(j)
		out.Diff, out.DiffSE, out.NotRuledOut = append(out.Diff, Number(diff)), append(out.DiffSE, Number(se)), append(out.NotRuledOut, not)
		out.Dimensions, out.Ranks = append(out.Dimensions, sel.Features), append(out.Ranks, sel.Rank)
		out.Best, out.RootMSVE = append(out.Best, Number(sel.Best().Lambda)), append(out.RootMSVE, Number(r.RootMSVE(sel.Selected)))
		if out.Bounds == nil {
			out.Bounds = newBounds(r.Scaling)
		}
		var scores []Number
		var deficient []int
		for k := range sel.Candidates {
			scores = append(scores, Number(sel.Candidates[k].LOTO))
			deficient = append(deficient, sel.Candidates[k].DeficientFolds())
		}
		out.LOTO, out.Deficient = append(out.LOTO, scores), append(out.Deficient, deficient)
	}
	out.Nested = newNested(c.Nested, of)
	return out
}

func newNested(n *analysis.Nested, of func(j int) chosen) *nested {
	if n == nil {
		return nil
	}
	out := &nested{Parts: len(n.Chosen), LOTO: Number(n.Score), LOTOSE: Number(n.SE)}
	for _, p := range n.Chosen {
		pick := of(p.Result)
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
