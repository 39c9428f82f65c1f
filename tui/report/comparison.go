package report

import (
	"io"
	"slices"
	"strconv"

	"lambdascope/sim/analysis"
)

// writeComparedJSON writes a comparison as JSON. The source lacks the compared features, the settings
// lack compared ridges.
func writeComparedJSON(w io.Writer, best *analysis.Result, build string) error {
	c := best.Comparison
	ridge, set := settingsObject(best.Settings).cut("ridge")
	features, data := dataObject(best).cut("features")
	rank, data := data.cut("rank")
	name := "ridges"
	maps := c.Over == analysis.OverMaps
	if maps {
		name = "maps"
		set = append(set, ridge...)
	} else {
		data = slices.Concat(data, features, rank)
	}
	out := object{{"version", JSONVersion}, {"build", build}, {"source", source(best, !maps)}, {"settings", set}, {"data", data}}
	out.addIf(best.Selection.OffPolicy != nil, "off_policy", offPolicyObject(best))
	return writeObject(w, append(out, field{name, comparisonObject(c)}, field{"warnings", orEmpty(Warnings(best))}))
}

// comparisonObject compares feature maps or ridges. Lists have an element for each.
func comparisonObject(c *analysis.Comparison) object {
	var features []string
	var dimensions, ranks []int
	var ridges, lambdas, roots, diffs, errors []float64
	var lotos [][]float64
	var deficient [][]int
	var not []bool
	var bounds object
	for j, r := range c.Results {
		features = append(features, r.Settings.FeatureMap())
		ridges = append(ridges, r.Settings.Ridge)
		if bounds == nil {
			bounds = boundsObject(r.Scaling)
		}
		sel := r.Selection
		dimensions = append(dimensions, sel.Features)
		ranks = append(ranks, sel.Rank)
		var loto []float64
		var folds []int
		for k := range sel.Candidates {
			loto = append(loto, sel.Candidates[k].LOTO)
			folds = append(folds, sel.Candidates[k].DeficientFolds())
		}
		lotos = append(lotos, loto)
		deficient = append(deficient, folds)
		lambdas = append(lambdas, sel.Best().Lambda)
		roots = append(roots, r.RootMSVE(sel.Selected))
		against := c.Against[j]
		diffs = append(diffs, against.Diff)
		errors = append(errors, against.SE)
		not = append(not, against.NotRuledOut)
	}
	best := c.At()
	var out object
	out.addIf(c.Over == analysis.OverMaps, "features", features)
	out.addIf(c.Over == analysis.OverRidges, "ridges", ridges)
	out.addIf(bounds != nil, "bounds", bounds)
	chosen := chosenObject(c, c.Best, best.Selection.Best().Lambda)
	chosen = append(chosen, field{"loto", best.Selection.Best().LOTO}, field{"rmsve", best.RootMSVE(best.Selection.Selected)})
	return append(out, object{
		{"dimensions", dimensions},
		{"ranks", ranks},
		{"lambdas", best.Settings.Grid()},
		{"loto", lotos},
		{"rank_deficient_folds", deficient},
		{"selected_lambda", lambdas},
		{"rmsve", roots},
		{"constant_loto", best.Constant},
		{"diff", diffs},
		{"diff_se", errors},
		{"not_ruled_out", not},
		{"selected", chosen},
		{"warnings", orEmpty(ComparisonWarnings(c))},
		{"nested", nestedObject(c)},
	}...)
}

// chosenObject returns a choice of a result and a λ.
func chosenObject(c *analysis.Comparison, j int, lambda float64) (out object) {
	s := c.Results[j].Settings
	out.addIf(c.Over == analysis.OverMaps, "features", s.FeatureMap())
	out.addIf(c.Over == analysis.OverRidges, "ridge", s.Ridge)
	return append(out, field{"lambda", lambda})
}

// nestedObject returns the error of the whole choice on trajectories without influence on it; null if not
// asked for.
func nestedObject(c *analysis.Comparison) any {
	n := c.Nested
	if n == nil {
		return nil
	}
	chosen := list{len(n.Chosen), func(i int) any { return chosenObject(c, n.Chosen[i].Result, n.Chosen[i].Lambda) }}
	return object{{"parts", len(n.Chosen)}, {"loto", n.Score}, {"loto_se", n.SE}, {"chosen", chosen}}
}

// comparedRows returns the cells of the CSV of a comparison: a header, and a row for each map or ridge.
func comparedRows(c *analysis.Comparison) [][]string {
	rows := [][]string{{"features", "ridge", "dimensions", "rank", "lambda", "loto", "loto_se", "diff", "diff_se", "not_ruled_out", "rank_deficient_folds", "rmsve", "selected"}}
	for j, r := range c.Results {
		best := r.Selection.Best()
		against := c.Against[j]
		rows = append(rows, []string{
			r.Settings.FeatureMap(), Exact(r.Settings.Ridge), strconv.Itoa(r.Selection.Features), strconv.Itoa(r.Selection.Rank),
			Exact(best.Lambda), Exact(best.LOTO), Exact(best.SE), Exact(against.Diff), Exact(against.SE), strconv.FormatBool(against.NotRuledOut),
			strconv.Itoa(best.DeficientFolds()), Exact(r.RootMSVE(r.Selection.Selected)), strconv.FormatBool(j == c.Best),
		})
	}
	return rows
}
