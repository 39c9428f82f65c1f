package results

import (
	"strconv"

	"lambdascope/sim/study"
	"lambdascope/tui/figure"
	"lambdascope/tui/report"
)

// trialRow is the outcome of a trial at one number of trajectories.
type trialRow struct {
	trial   *study.Trial
	outcome *study.Outcome
	best    int // the λ with the least mean MSVE over the trials, by index
	lambdas []float64
}

// trialColumns are the columns of the trials. Regret is the MSVE at λ̂ minus the MSVE at the best
// λ in hindsight, on the same data.
func trialColumns() []figure.Column[trialRow] {
	return []figure.Column[trialRow]{
		{Name: "trial", Text: func(r trialRow) string { return strconv.Itoa(r.trial.Index) }},
		{Name: "seed", Text: func(r trialRow) string { return strconv.FormatUint(r.trial.Seed, 10) }},
		{Name: "trajectories", Text: func(r trialRow) string { return strconv.Itoa(r.outcome.Trajectories) }},
		{Name: "lambda_hat", Text: func(r trialRow) string { return report.Exact(r.lambdas[r.outcome.Selected]) }},
		{Name: "msve", Text: func(r trialRow) string { return report.Exact(r.outcome.MSVE[r.outcome.Selected]) }},
		{Name: "lambda_best", Text: func(r trialRow) string { return report.Exact(r.lambdas[r.best]) }},
		{Name: "msve_best", Text: func(r trialRow) string { return report.Exact(r.outcome.MSVE[r.best]) }},
		{Name: "regret", Text: func(r trialRow) string {
			return report.Exact(r.outcome.MSVE[r.outcome.Selected] - r.outcome.MSVE[r.best])
		}},
		{Name: "not_ruled_out", Text: func(r trialRow) string { return strconv.Itoa(r.outcome.NotRuledOutCount()) }},
		{Name: "naive_lambda_hat", Text: func(r trialRow) string {
			if r.outcome.Naive == nil {
				return ""
			}
			return report.Exact(r.lambdas[r.outcome.Naive.Selected])
		}},
	}
}

// trialRows returns a row for each trial and number of trajectories.
func trialRows(r *Result) []trialRow {
	var rows []trialRow
	for _, t := range r.Trials {
		for i := range t.Outcomes {
			rows = append(rows, trialRow{t, &t.Outcomes[i], r.Summary.Sizes[i].Best, r.Summary.Lambdas})
		}
	}
	return rows
}
