package report

import "lambdascope/sim/analysis"

// regions is the result of --regions; its differences are from the grid's λ̂.
type regions struct {
	Division    string   `json:"division"`
	Regions     []region `json:"regions"`
	LOTO        Number   `json:"loto"`
	Diff        Number   `json:"diff"`
	DiffSE      Number   `json:"diff_se"`
	PairedSE    Number   `json:"paired_se"`
	NotRuledOut bool     `json:"not_ruled_out"` // of λ̂, as better on average
	Theta       []Number `json:"theta"`
	MSVE        Number   `json:"msve"`
	RootMSVE    Number   `json:"rmsve"`
	Evaluations int      `json:"evaluations"`
	Rounds      int      `json:"rounds"`
	Settled     bool     `json:"settled"`
	HeldOut     *heldOut `json:"held_out"` // null where there are too few trajectories
}

// region is one of them.
type region struct {
	Name   string   `json:"name"`
	Centre []Number `json:"centre,omitempty"` // of k-means
	Steps  int      `json:"steps"`
	Share  Number   `json:"share"` // of all steps
	Lambda Number   `json:"lambda"`
}

// heldOut compares λ's by region with one λ on parts that neither was chosen from.
type heldOut struct {
	Parts   int              `json:"parts"`
	One     Number           `json:"loto_one"`
	Regions Number           `json:"loto"`
	Diff    Number           `json:"diff"`
	DiffSE  Number           `json:"diff_se"`
	Chosen  []chosenByRegion `json:"chosen"` // by part
}

type chosenByRegion struct {
	Lambda  Number   `json:"lambda"`
	Lambdas []Number `json:"lambdas"`
}

func newRegions(r *analysis.Regions) *regions {
	if r == nil {
		return nil
	}
	out := &regions{
		Division:    r.Division.String(),
		LOTO:        Number(r.Score),
		Diff:        Number(r.Diff),
		DiffSE:      Number(r.RefitSE),
		PairedSE:    Number(r.PairedSE),
		NotRuledOut: r.NotRuledOut,
		Theta:       Numbers(r.Theta),
		MSVE:        Number(r.MSVE),
		RootMSVE:    Number(r.RootMSVE()),
		Evaluations: r.Evaluations,
		Rounds:      r.Rounds,
		Settled:     r.Settled,
	}
	for c, name := range r.Names {
		item := region{Name: name, Steps: r.Steps[c], Share: Number(r.Share(c)), Lambda: Number(r.Lambdas[c])}
		if r.Centres != nil {
			item.Centre = Numbers(r.Centres[c])
		}
		out.Regions = append(out.Regions, item)
	}
	if h := r.HeldOut; h != nil {
		out.HeldOut = &heldOut{Parts: len(h.Chosen), One: Number(h.One), Regions: Number(h.Regions), Diff: Number(h.Diff), DiffSE: Number(h.SE)}
		for _, c := range h.Chosen {
			out.HeldOut.Chosen = append(out.HeldOut.Chosen, chosenByRegion{Number(c.One), Numbers(c.Regions)})
		}
	}
	return out
}
