package results

import (
	"bytes"
	"context"
	"encoding/csv"
	"slices"
	"strconv"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
	"lambdascope/tui/chart/file"
	"lambdascope/tui/disk"
	"lambdascope/tui/figure"
	"lambdascope/tui/report"
)

// SummaryFile is the name of the summary.
const SummaryFile = "summary.md"

// Result is a domain of a study with the findings.
type Result struct {
	Domain
	Trials      []*study.Trial            // in order; nil without figures that need them
	Summary     *study.Summary            // nil without figures a and b
	Times       []study.TimeRow           // nil without figure c
	Consistency *study.ConsistencySummary // nil without figure d
	Claims      []report.Claim            // about the figures of the study
}

// Claimed returns the claims of the paper, or the others.
func (r *Result) Claimed(besides bool) []report.Claim {
	return slices.DeleteFunc(slices.Clone(r.Claims), func(c report.Claim) bool { return (c.Lines == "") != besides })
}

// Origin names the program and the command that make a study.
type Origin struct {
	Command string // that makes them
	Build   string // version of the program
	DPI     int    // of the PNGs; 0 for the default of file.Options
}

// Files returns the tables, the figures and the summary of a study. The error is ctx's.
func Files(ctx context.Context, d *Design, results []Result, from Origin) ([]disk.File, error) {
	w := writer{ctx: ctx, from: from}
	for i := range results {
		r := &results[i]
		if r.Summary != nil {
			writeTable(&w, r, "trials", trialRows(r), trialColumns())
		}
		for _, f := range d.Figures {
			w.figure(r, f)
		}
	}
	w.add(SummaryFile, summaryText(d, results, from))
	return w.files, w.err
}

// writer collects files until the first error.
type writer struct {
	ctx   context.Context
	from  Origin
	files []disk.File
	err   error
}

func (w *writer) add(name string, content []byte) {
	w.files = append(w.files, disk.File{Name: name, Content: content})
}

// figure writes the table of a figure, and the figure as pictures.
func (w *writer) figure(r *Result, name string) {
	switch name {
	case figure.NameLambda:
		rows := r.Summary.LambdaRows()
		writeTable(w, r, name, rows, figure.LambdaColumns())
		w.pictures(r, name, figure.Lambda(rows))
	case figure.NameMethods:
		rows := r.Summary.MethodRows()
		writeTable(w, r, name, rows, figure.MethodColumns())
		w.pictures(r, name, figure.Methods(rows))
		w.pictures(r, figure.NameLevels, figure.MethodLevels(rows))
	case figure.NameTimes:
		writeTable(w, r, name, r.Times, figure.TimeColumns())
		w.pictures(r, name, figure.Times(r.Times))
	case figure.NameConsistency:
		rows := r.Consistency.Rows()
		writeTable(w, r, name, rows, figure.ConsistencyColumns())
		w.pictures(r, name, figure.Consistency(rows))
	}
}

// writeTable writes rows as CSV, each after the name of the domain.
func writeTable[T any](w *writer, r *Result, name string, rows []T, columns []figure.Column[T]) {
	header, lines := figure.Table(r.Name, rows, columns)
	var out bytes.Buffer
	if err := csv.NewWriter(&out).WriteAll(append([][]string{header}, lines...)); err != nil && w.err == nil {
		w.err = err
	}
	w.add(r.Name+"-"+name+".csv", out.Bytes())
}

// pictures writes a figure as SVG and as PNG.
func (w *writer) pictures(r *Result, name string, spec *chart.Spec) {
	look := file.Options{Title: r.Name + report.Target(r.Plan.Settings), DPI: w.from.DPI, Made: report.Made(w.from.Build)}
	for _, format := range []file.Format{file.SVG, file.PNG} {
		if w.err != nil {
			return
		}
		var picture bytes.Buffer
		if w.err = w.ctx.Err(); w.err == nil {
			w.err = file.Write(&picture, spec, format, look)
		}
		w.add(r.Name+"-"+name+string(format), picture.Bytes())
	}
}

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
		{Name: "trajectory_lambda_hat", Text: func(r trialRow) string { return report.Exact(r.lambdas[r.outcome.Printed]) }},
		{Name: "trajectory_msve", Text: func(r trialRow) string { return report.Exact(r.outcome.MSVE[r.outcome.Printed]) }},
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
func trialRows(r *Result) (rows []trialRow) {
	for _, t := range r.Trials {
		for i := range t.Outcomes {
			rows = append(rows, trialRow{t, &t.Outcomes[i], r.Summary.Sizes[i].Best, r.Summary.Lambdas})
		}
	}
	return rows
}
