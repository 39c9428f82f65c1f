package report

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"

	"lambdascope/sim/analysis"
)

// Compared is a comparison, or, where Comparison is nil, what selectors chose beside an
// analysis.
type Compared struct {
	*analysis.Result // of a comparison, the best
	Build            string
	Comparison       *analysis.Comparison
}

// Compare returns a comparison as a Compared.
func Compare(c *analysis.Comparison, build string) Compared { return Compared{c.At(), build, c} }

// maps reports whether feature maps are compared, and ridges whether ridges are.
func (c Compared) maps() bool   { return c.Comparison != nil && c.Comparison.Over != analysis.OverRidges }
func (c Compared) ridges() bool { return c.Comparison != nil && c.Comparison.Over != analysis.OverMaps }

// Problem says what was compared, from where; see the function.
func (c Compared) Problem(source string) string {
	return problem(c.Result, source, c.maps(), c.ridges())
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
	Selectors []choice         `json:"selectors,omitempty"`
	Warnings  []string         `json:"warnings"` // of the best
}

type comparedSettings struct {
	settings
	Ridge *Number `json:"ridge,omitempty"` // unless ridges are compared
}

type comparedData struct {
	data
	Features *int `json:"features,omitempty"` // these unless maps are compared
	Rank     *int `json:"rank,omitempty"`
}

// comparison is a comparison of feature maps, ridges, or pairs of them. Lists without a
// word on it have an element for each.
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
	Diff        []Number   `json:"diff"`            // of the best λ of each from the best of all
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
	Diff   *Number  `json:"diff,omitempty"` // of a selector, from the least
	DiffSE *Number  `json:"diff_se,omitempty"`
	Chosen []chosen `json:"chosen"` // by part
}

// chosen is what was chosen, with its errors where that is for the whole of the data.
type chosen struct {
	Features string  `json:"features,omitempty"`
	Ridge    *Number `json:"ridge,omitempty"`
	Lambda   Number  `json:"lambda"`
	LOTO     *Number `json:"loto,omitempty"`
	RootMSVE *Number `json:"rmsve,omitempty"` // null without truth
}

// choice is what a selector chose.
type choice struct {
	Name     string   `json:"name"`
	Lambda   Number   `json:"lambda"` // null where no single λ gives θ
	Theta    []Number `json:"theta"`
	MSVE     Number   `json:"msve"`
	RootMSVE Number   `json:"rmsve"`
	Nested   *nested  `json:"nested"` // null if not asked for
}

// WriteComparedJSON writes a Compared as JSON.
func WriteComparedJSON(w io.Writer, c Compared) error {
	open := newOpening(c.Result, c.Build)
	out := comparedObject{
		Version: open.Version, Build: open.Build, Source: open.Source,
		Settings: comparedSettings{settings: open.Settings}, Data: comparedData{data: open.Data},
		OffPolicy: open.OffPolicy,
		Warnings:  append([]string{}, c.Warnings()...), // [] and not null
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
	switch {
	case c.Comparison == nil:
		out.Selectors = newChoices(c.Choices)
	case c.maps():
		out.Maps = newComparison(c.Comparison)
	default:
		out.Ridges = newComparison(c.Comparison)
	}
	return WriteObject(w, out)
}

// ComparisonObject returns a comparison as encoding/json writes it.
func ComparisonObject(c *analysis.Comparison) any { return newComparison(c) }

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

func newChoices(choices []analysis.Chosen) []choice {
	var out []choice
	for _, c := range choices {
		n := newNested(c.Nested, func(int) chosen { return chosen{} })
		if n != nil {
			diff, se := Number(c.Diff), Number(c.DiffSE)
			n.Diff, n.DiffSE = &diff, &se
		}
		out = append(out, choice{c.Selector.String(), Number(c.Lambda), Numbers(c.Theta), Number(c.MSVE), Number(c.RootMSVE()), n})
	}
	return out
}

// WriteComparedCSV writes a Compared as CSV: a header, and a row for each map, ridge, pair
// or selector.
func WriteComparedCSV(w io.Writer, c Compared) error {
	rows := c.selectorRows()
	if c.Comparison != nil {
		rows = c.comparisonRows()
	}
	return csv.NewWriter(w).WriteAll(rows)
}

func (c Compared) comparisonRows() [][]string {
	rows := [][]string{{"features", "ridge", "dimensions", "rank", "lambda", "loto", "loto_se", "diff", "diff_se", "not_ruled_out", "rank_deficient_folds", "rmsve", "selected"}}
	for j, r := range c.Comparison.Results {
		best := r.Selection.Best()
		diff, se, not := c.Comparison.NotRuledOut(j)
		rows = append(rows, []string{
			r.Settings.FeatureMap(), Exact(r.Settings.Ridge), strconv.Itoa(r.Selection.Features), strconv.Itoa(r.Selection.Rank),
			Exact(best.Lambda), Exact(best.LOTO), Exact(best.SE), Exact(diff), Exact(se), strconv.FormatBool(not),
			strconv.Itoa(best.DeficientFolds()), Exact(r.RootMSVE(r.Selection.Selected)), strconv.FormatBool(j == c.Comparison.Best),
		})
	}
	return rows
}

func (c Compared) selectorRows() [][]string {
	rows := [][]string{{"selector", "lambda", "msve", "rmsve", "nested_loto", "nested_loto_se", "nested_diff", "nested_diff_se"}}
	for _, of := range c.Choices {
		loto, se, diff, diffSE := math.NaN(), math.NaN(), math.NaN(), math.NaN()
		if n := of.Nested; n != nil {
			loto, se, diff, diffSE = n.Score, n.SE, of.Diff, of.DiffSE
		}
		rows = append(rows, []string{of.Selector.String(), Exact(of.Lambda), Exact(of.MSVE), Exact(of.RootMSVE()), Exact(loto), Exact(se), Exact(diff), Exact(diffSE)})
	}
	return rows
}
