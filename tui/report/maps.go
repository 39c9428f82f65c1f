package report

import "lambdascope/sim/analysis"

// maps is the result of --maps, an element per feature map.
type maps struct {
	Features    []string    `json:"features"`
	Bounds      *bounds     `json:"bounds,omitempty"` // of the maps that scale
	Dimensions  []int       `json:"dimensions"`
	Ranks       []int       `json:"ranks"`
	Lambdas     []Number    `json:"lambdas"`
	LOTO        [][]Number  `json:"loto"`
	Deficient   [][]int     `json:"rank_deficient_folds"`
	Best        []Number    `json:"selected_lambda"` // of each
	RootMSVE    []Number    `json:"rmsve"`           // there
	Diff        []Number    `json:"diff"`            // of the best λ of each from the best pair
	DiffSE      []Number    `json:"diff_se"`
	NotRuledOut []bool      `json:"not_ruled_out"`
	Selected    selectedMap `json:"selected"`
	Warnings    []string    `json:"warnings"`
	Nested      *nested     `json:"nested"` // null if not asked for
}

type selectedMap struct {
	Features string `json:"features"`
	Lambda   Number `json:"lambda"`
	LOTO     Number `json:"loto"`
	RootMSVE Number `json:"rmsve"`
}

// nested is the result of --nested.
type nested struct {
	Parts  int      `json:"parts"`
	LOTO   Number   `json:"loto"`
	LOTOSE Number   `json:"loto_se"`
	Chosen []chosen `json:"chosen"` // by part
}

type chosen struct {
	Features string `json:"features"`
	Lambda   Number `json:"lambda"`
}

// MapsObject returns a comparison of feature maps as encoding/json writes it, as in the
// JSON of an analysis.
func MapsObject(m *analysis.Maps) any { return newMaps(m) }

func newMaps(m *analysis.Maps) *maps {
	if m == nil {
		return nil
	}
	best := m.At()
	out := &maps{
		Selected: selectedMap{
			best.Settings.FeatureMap(), Number(best.Selection.Best().Lambda), Number(best.Selection.Best().LOTO),
			Number(best.RootMSVE(best.Selection.Selected)),
		},
		Warnings: append([]string{}, m.Warnings()...), // [] and not null
	}
	for k := range best.Selection.Candidates {
		out.Lambdas = append(out.Lambdas, Number(best.Selection.Candidates[k].Lambda))
	}
	for j, r := range m.Results {
		sel := r.Selection
		diff, se, not := m.NotRuledOut(j)
		out.Diff, out.DiffSE, out.NotRuledOut = append(out.Diff, Number(diff)), append(out.DiffSE, Number(se)), append(out.NotRuledOut, not)
		out.Features = append(out.Features, r.Settings.FeatureMap())
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
	if n := m.Nested; n != nil {
		out.Nested = &nested{Parts: len(n.Chosen), LOTO: Number(n.Score), LOTOSE: Number(n.SE)}
		for _, p := range n.Chosen {
			out.Nested.Chosen = append(out.Nested.Chosen, chosen{m.Results[p.Map].Settings.FeatureMap(), Number(p.Lambda)})
		}
	}
	return out
}
