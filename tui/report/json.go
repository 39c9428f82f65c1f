package report

import (
	"io"
	"slices"
	"strings"
	"time"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/recorded"
	"lambdascope/sim/settings"
)

// JSONVersion rises when a field of the JSON changes in meaning or goes, so that other programs notice.
const JSONVersion = 5

// WriteJSON writes a result of a build as one JSON object on one line.
func WriteJSON(w io.Writer, r *analysis.Result, build string) error {
	if r.Comparison != nil {
		return writeComparedJSON(w, r, build)
	}
	out := object{
		{"version", JSONVersion},
		{"build", build},
		{"source", source(r, true)},
		{"settings", settingsObject(r.Settings)},
		{"data", dataObject(r)},
	}
	out.addIf(r.Selection.OffPolicy != nil, "off_policy", offPolicyObject(r))
	out = append(out, field{"feature_names", r.Settings.FeatureNames()})
	curve := list{len(r.Selection.Candidates), func(k int) any { return pointObject(r, k) }}
	return writeObject(w, slices.Concat(out, object{{"curve", curve}}, findingsObject(r)))
}

// drawnSource has the options of the domain, without the features if maps are compared.
type drawnSource struct {
	Name string `json:"problem,omitempty"` // unless there is a domain
	sim.Options
	Seed     uint64 `json:"seed"`
	MaxSteps int    `json:"max_steps"` // after the seed
}

// source returns the source of the trajectories. Features adds the feature map, and its bounds of the
// observations of a file.
func source(a *analysis.Result, features bool) any {
	s := a.Settings
	if !s.Recorded() {
		out := drawnSource{Options: s.Problem, Seed: s.Seed, MaxSteps: s.Problem.MaxSteps}
		if s.Problem.Problem != nil {
			out.Name = s.Source()
		}
		if !features {
			out.Features = ""
		}
		return out
	}
	out := object{{"file", s.File}}
	if files := s.Files(); len(files) > 1 {
		out = object{{"files", files}}
	}
	out.addIf(s.Seams != recorded.Keep, "seams", s.Seams.String())
	out.addIf(features, "features", s.Features)
	out.addIf(features && a.Scaling != nil, "bounds", boundsObject(a.Scaling))
	return out
}

// boundsObject returns the bounds of the observations by column; nil without scaling.
func boundsObject(s *analysis.Scaling) object {
	if s == nil {
		return nil
	}
	return object{{"low", s.Low}, {"high", s.High}, {"from_data", s.FromData}}
}

// settingsObject returns the settings that knobs declare for the JSON, in the order of the flags.
func settingsObject(s settings.Settings) (out object) {
	for _, k := range settings.Knobs() {
		if k.JSON != nil {
			out = append(out, field{strings.ReplaceAll(k.Name, "-", "_"), k.JSON(s)})
		}
	}
	return out
}

// dataObject describes the data. The effective number and the heaviest are of groups if groups are left out.
func dataObject(a *analysis.Result) object {
	s := a.Selection
	out := object{{"trajectories", s.Trajectories}}
	out.addIf(a.Groups != nil, "groups", len(a.Groups))
	out = append(out, object{{"steps", s.Steps}, {"features", s.Features}, {"rank", s.Rank}, {"truncated", s.Truncated}}...)
	out.addIf(len(a.Files) > 0, "files", a.Files)
	out.addIf(a.Settings.Hash != "", "hash", a.Settings.Hash)
	if a.Groups != nil {
		return append(out, object{{"effective_groups", s.Effective}, {"largest_share", s.LargestShare}, {"heaviest_group", a.Groups[s.Heaviest]}}...)
	}
	return append(out, object{{"effective_trajectories", s.Effective}, {"largest_share", s.LargestShare}, {"heaviest_trajectory", s.Heaviest}}...)
}

// offPolicyObject describes importance ratios; nil without ratios.
func offPolicyObject(a *analysis.Result) object {
	o := a.Selection.OffPolicy
	if o == nil {
		return nil
	}
	return object{{"mean_ratio", o.MeanRatio}, {"largest_ratio", o.LargestRatio}, {"zero_ratios", o.ZeroRatios}}
}

// pointObject returns the k-th λ of the curve. The standard error of the difference includes refits, the
// paired one does not.
func pointObject(r *analysis.Result, k int) object {
	c := &r.Selection.Candidates[k]
	out := object{
		{"lambda", c.Lambda},
		{"loto", c.LOTO},
		{"loto_se", c.SE},
		{"diff", c.Diff},
		{"diff_se", c.RefitSE},
		{"paired_se", c.PairedSE},
		{"not_ruled_out", c.NotRuledOut},
		{"rank_deficient_folds", c.DeficientFolds()},
		{"theta", c.Theta},
		{"msve", msve(r, k)},
		{"rmsve", r.RootMSVE(k)},
	}
	if r.Folds != nil {
		var status []string
		for _, s := range c.Status {
			status = append(status, s.String())
		}
		out = append(out, field{"folds", c.Folds}, field{"fold_status", status})
	}
	return out
}

// findingsObject returns the findings, which follow the curve.
func findingsObject(r *analysis.Result) object {
	sel := r.Selection
	count, smallest, largest := sel.NotRuledOut()
	detectable, _ := sel.Detectable() // the smallest, at the λ with the largest
	out := object{
		{"selected", object{{"lambda", sel.Best().Lambda}, {"loto", sel.Best().LOTO}, {"rmsve", r.RootMSVE(sel.Selected)}}},
		{"constant_loto", r.Constant},
		{"not_ruled_out", object{{"count", count}, {"smallest", smallest}, {"largest", largest}, {"level", estimator.Level}, {"detectable", detectable}}},
	}
	parts, start := calibrationValues(r.Calibration)
	out.addIf(parts != nil, "calibration", parts)
	out.addIf(start != nil, "start", start)
	var best, worst, truth any // null without truth
	if r.Truth != nil {
		at := func(k int) any { return object{{"lambda", sel.Candidates[k].Lambda}, {"rmsve", r.RootMSVE(k)}} }
		best = at(r.Best)
		worst = at(r.Worst)
		// The standard error is the one of the MSVE at λ̂ due to the truth.
		truth = object{{"kind", r.Truth.Kind}, {"mse", r.Truth.MSE}, {"msve_se", r.MSVEError(sel.Selected)}, {"states", r.Truth.States()}}
		if labels := r.Truth.Refs.Labels; labels != nil && r.Truth.MSE == 0 {
			estimated := r.Values(sel.Selected)
			truth = append(truth.(object), field{"values", list{len(labels), func(i int) any {
				return object{{"state", labels[i]}, {"value", r.Truth.Nu[i]}, {"estimate", estimated[i]}, {"weight", r.Truth.Refs.Weights[i]}}
			}}})
		}
	}
	out = append(out, object{
		{"best", best},
		{"worst", worst},
		{"truth", truth},
		{"method_used", r.Settings.Method.String()},
		{"warnings", orEmpty(Warnings(r))},
	}...)
	if f := r.Folds; f != nil {
		var without []float64
		for _, k := range f.Without {
			without = append(without, sel.Candidates[k].Lambda)
		}
		out = append(out, field{"leverage", f.Leverage}, field{"lambda_without", without}, field{"lambda_without_exact", f.Exact})
		out.addIf(r.IDs != nil, "fold_ids", r.IDs)
		out.addIf(r.Groups != nil, "fold_groups", r.Groups)
	}
	out.addIf(r.Refined != nil, "refined", refinedObject(r.Refined))
	elapsed := object{
		{"simulate", milliseconds(r.Elapsed.Simulate)},
		{"select", milliseconds(sel.Elapsed)},
		{"score", milliseconds(r.Elapsed.Score)},
		{"calibration", milliseconds(r.Elapsed.Calibration)},
	}
	elapsed.addIf(r.Folds != nil, "leverage", milliseconds(r.Elapsed.Leverage))
	return append(out, field{"elapsed_ms", elapsed})
}

// calibrationValues returns the parts and the start of a calibration; nil without one.
func calibrationValues(c *estimator.Calibration) (parts, start any) {
	if c == nil {
		return nil, nil
	}
	if len(c.Parts) > 0 {
		parts = list{len(c.Parts), func(i int) any { return calibratedObject(&c.Parts[i]) }}
	}
	return parts, calibratedObject(&c.Start)
}

// calibratedObject returns a part of a calibration. Predictions are without each trajectory; a single one has
// no standard error. Folds are trajectories or groups.
func calibratedObject(c *estimator.Calibrated) object {
	half := c.Half()
	return object{
		{"predicted", c.Predicted},
		{"predicted_se", c.PredictedSE},
		{"returned", c.Returned},
		{"returned_se", c.ReturnedSE},
		{"returned_interval", []float64{c.Returned - half, c.Returned + half}},
		{"steps", c.Steps},
		{"trajectories", c.Folds},
		{"off", c.Off()},
	}
}

// refinedObject returns the result of --refine, with differences from λ̂ of the grid; nil without it. λ̂ is not
// ruled out as better on average.
func refinedObject(r *analysis.Refined) object {
	if r == nil {
		return nil
	}
	return object{
		{"lambda", r.Lambda},
		{"loto", r.LOTO},
		{"diff", r.Diff},
		{"diff_se", r.RefitSE},
		{"paired_se", r.PairedSE},
		{"not_ruled_out", r.NotRuledOut},
		{"theta", r.Theta},
		{"msve", r.MSVE},
		{"rmsve", r.RootMSVE()},
		{"evaluations", r.Evaluations},
	}
}

// orEmpty returns a list that JSON writes as [] in place of null.
func orEmpty(texts []string) []string { return append([]string{}, texts...) }

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
