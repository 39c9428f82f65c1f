package results

import (
	"bytes"
	"context"

	"lambdascope/sim/words"
	"lambdascope/tui/chart"
	"lambdascope/tui/chart/file"
	"lambdascope/tui/figure"
	"lambdascope/tui/report"
)

// WriteResults writes the tables, the figures and the summary of a study, and its
// trials and times in order.
func (s *Folder) WriteResults(ctx context.Context, results []Result) error {
	for i := range results {
		if err := s.writeDomain(ctx, s.Domains[i], &results[i]); err != nil {
			return err
		}
	}
	return s.write(SummaryFile, summaryText(s, results))
}

// writeDomain writes what there is of a domain.
func (s *Folder) writeDomain(ctx context.Context, d *Domain, r *Result) error {
	if r.Trials != nil {
		if err := d.Trials.Rewrite(r.Trials); err != nil {
			return err
		}
	}
	if r.Summary != nil {
		content, err := csvOf(r.Name, trialRows(r), append(trialColumns(), choiceColumns(r.Plan.Selectors)...))
		if err == nil {
			err = s.write(r.Name+"-trials.csv", content)
		}
		if err != nil {
			return err
		}
	}
	if r.Times != nil {
		if err := d.Times.Rewrite(r.Times); err != nil {
			return err
		}
	}
	if r.Consistency != nil {
		if err := d.Consistency.Outcomes.Rewrite(d.Consistency.Finished()); err != nil {
			return err
		}
	}
	for _, f := range s.Design.Figures {
		if err := s.writeFigure(ctx, r, f); err != nil {
			return err
		}
	}
	return nil
}

// writeFigure writes the table of a figure, and the figure as a picture.
func (s *Folder) writeFigure(ctx context.Context, r *Result, name string) error {
	var (
		table []byte
		spec  *chart.Spec
		err   error
	)
	levels := map[string]*chart.Spec{} // of figure b, beside the ratios
	switch name {
	case figureLambda:
		rows := r.Summary.LambdaRows()
		table, err = csvOf(r.Name, rows, figure.LambdaColumns())
		spec = figure.Lambda(rows)
	case figureMethods:
		rows := r.Summary.MethodRows()
		table, err = csvOf(r.Name, rows, figure.MethodColumns())
		spec, levels[figure.NameLevels] = figure.Methods(rows), figure.MethodLevels(rows)
	case figureTimes:
		table, err = csvOf(r.Name, r.Times, figure.TimeColumns())
		spec = figure.Times(r.Times)
	case figureConsistency:
		rows := r.Consistency.Rows()
		table, err = csvOf(r.Name, rows, figure.ConsistencyColumns())
		spec = figure.Consistency(rows)
	case figureCoverage:
		table, err = csvOf(r.Name, r.Coverage, figure.CoverageColumns())
		spec = figure.Coverage(r.Coverage)
	case figureSelectors:
		rows := r.Summary.SelectorRows()
		table, err = csvOf(r.Name, rows, figure.SelectorColumns())
		spec = figure.Selectors(rows)
	}
	if err == nil {
		err = s.write(r.Name+"-"+name+".csv", table)
	}
	if err != nil {
		return err
	}
	if err := s.writePictures(ctx, r, name, spec); err != nil {
		return err
	}
	for name, spec := range levels {
		if err := s.writePictures(ctx, r, name, spec); err != nil {
			return err
		}
	}
	return nil
}

// writePictures writes a figure as pictures.
func (s *Folder) writePictures(ctx context.Context, r *Result, name string, spec *chart.Spec) error {
	for _, suffix := range pictureSuffixes() {
		if err := ctx.Err(); err != nil {
			return err
		}
		format, err := file.FormatOf(suffix)
		if err != nil {
			return err
		}
		var picture bytes.Buffer
		if err := file.Write(&picture, spec, format, file.Options{Title: r.Name + report.Target(r.Plan.Settings), DPI: s.DPI, Made: report.Made(words.And(s.Design.Builds))}); err != nil {
			return err
		}
		if err := s.write(r.Name+"-"+name+suffix, picture.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// pictureSuffixes returns the ends of the names of a figure's pictures.
func pictureSuffixes() []string { return []string{".svg", ".png"} }
