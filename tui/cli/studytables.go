package cli

import (
	"bytes"
	"encoding/csv"
	"strconv"

	"lambdascope/sim/study"
)

// cell is a column of a CSV: its name, and what it has of a row.
type cell[T any] struct {
	name string
	text func(r T) string
}

// csvOf returns rows as CSV, each after the name of its domain.
func csvOf[T any](domain string, rows []T, cells []cell[T]) ([]byte, error) {
	table := [][]string{{"domain"}}
	for _, c := range cells {
		table[0] = append(table[0], c.name)
	}
	for _, r := range rows {
		line := []string{domain}
		for _, c := range cells {
			line = append(line, c.text(r))
		}
		table = append(table, line)
	}
	var out bytes.Buffer
	err := csv.NewWriter(&out).WriteAll(table)
	return out.Bytes(), err
}

// lambdaCells are the columns of figure a.
func lambdaCells() []cell[study.LambdaRow] {
	type row = study.LambdaRow
	return []cell[row]{
		{"trajectories", func(r row) string { return strconv.Itoa(r.Trajectories) }},
		{"trials", func(r row) string { return strconv.Itoa(r.Trials) }},
		{"lambda", func(r row) string { return exact(r.Lambda) }},
		{"root_msve", func(r row) string { return exact(r.RootMSVE) }},
		{"low", func(r row) string { return exact(r.Low) }},
		{"high", func(r row) string { return exact(r.High) }},
		{"msve", func(r row) string { return exact(r.MSVE) }},
		{"msve_se", func(r row) string { return exact(r.MSVESE) }},
		{"bias2", func(r row) string { return exact(r.Bias2) }},
		{"variance", func(r row) string { return exact(r.Variance) }},
		{"chosen", func(r row) string { return strconv.Itoa(r.Chosen) }},
		{"tied", func(r row) string { return strconv.Itoa(r.Tied) }},
		{"loto_diff", func(r row) string { return exact(r.LotoDiff) }},
		{"loto_se", func(r row) string { return exact(r.LotoSE) }},
		{"loto_sd", func(r row) string { return exact(r.LotoSD) }},
		{"msve_diff", func(r row) string { return exact(r.MSVEDiff) }},
	}
}

// methodCells are the columns of figure b.
func methodCells() []cell[study.MethodRow] {
	type row = study.MethodRow
	return []cell[row]{
		{"trajectories", func(r row) string { return strconv.Itoa(r.Trajectories) }},
		{"trials", func(r row) string { return strconv.Itoa(r.Trials) }},
		{"method", func(r row) string { return r.Method }},
		{"lambda", func(r row) string { return exact(r.Lambda) }},
		{"root_msve", func(r row) string { return exact(r.RootMSVE) }},
		{"low", func(r row) string { return exact(r.Low) }},
		{"high", func(r row) string { return exact(r.High) }},
		{"msve", func(r row) string { return exact(r.MSVE) }},
		{"msve_se", func(r row) string { return exact(r.MSVESE) }},
	}
}

// timeCells are the columns of figure c.
func timeCells() []cell[study.TimeRow] {
	type row = study.TimeRow
	return []cell[row]{
		{"trajectories", func(r row) string { return strconv.Itoa(r.Trajectories) }},
		{"method", func(r row) string { return r.Method }},
		{"seconds", func(r row) string { return exact(r.Seconds) }},
		{"least", func(r row) string { return exact(r.Least) }},
		{"most", func(r row) string { return exact(r.Most) }},
		{"runs", func(r row) string { return strconv.Itoa(r.Runs) }},
		{"stopped", func(r row) string { return strconv.FormatBool(r.Stopped) }},
	}
}

// trialRow is what one trial gives at one number of trajectories.
type trialRow struct {
	trial   *study.Trial
	outcome *study.Outcome
	best    int // the λ with the least mean MSVE over the trials, by index
	lambdas []float64
}

// trialCells are the columns of the trials. Regret is the MSVE at λ̂ less that at
// the λ that is best in hindsight, on the same data.
func trialCells() []cell[trialRow] {
	return []cell[trialRow]{
		{"trial", func(r trialRow) string { return strconv.Itoa(r.trial.Index) }},
		{"seed", func(r trialRow) string { return strconv.FormatUint(r.trial.Seed, 10) }},
		{"trajectories", func(r trialRow) string { return strconv.Itoa(r.outcome.Trajectories) }},
		{"lambda_hat", func(r trialRow) string { return exact(r.lambdas[r.outcome.Selected]) }},
		{"msve", func(r trialRow) string { return exact(r.outcome.MSVE[r.outcome.Selected]) }},
		{"lambda_best", func(r trialRow) string { return exact(r.lambdas[r.best]) }},
		{"msve_best", func(r trialRow) string { return exact(r.outcome.MSVE[r.best]) }},
		{"regret", func(r trialRow) string {
			return exact(r.outcome.MSVE[r.outcome.Selected] - r.outcome.MSVE[r.best])
		}},
		{"tied", func(r trialRow) string { return strconv.Itoa(tiedCount(r.outcome)) }},
		{"naive_lambda_hat", func(r trialRow) string {
			if r.outcome.Naive == nil {
				return ""
			}
			return exact(r.lambdas[r.outcome.Naive.Selected])
		}},
	}
}

// trialRows returns a row for each trial and number of trajectories.
func trialRows(r *domainResult) []trialRow {
	var rows []trialRow
	for _, t := range r.trials {
		for i := range t.Outcomes {
			rows = append(rows, trialRow{t, &t.Outcomes[i], r.summary.Sizes[i].Best, r.summary.Lambdas})
		}
	}
	return rows
}

// tiedCount counts the λ's that are not told apart from λ̂, which counts.
func tiedCount(o *study.Outcome) int {
	count := 0
	for _, tied := range o.Tied {
		if tied {
			count++
		}
	}
	return count
}
