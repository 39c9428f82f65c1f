package cli

import (
	"bytes"
	"context"

	"lambdascope/tui/chart"
	"lambdascope/tui/chart/file"
	"lambdascope/tui/figure"
)

// writeResults writes the tables, the figures and the summary of a study, and its
// trials and times in order.
func (s *studyStore) writeResults(ctx context.Context, results []domainResult) error {
	for i := range results {
		if err := s.writeDomain(ctx, s.domains[i], &results[i]); err != nil {
			return err
		}
	}
	return s.write(summaryFile, summaryText(s, results))
}

// writeDomain writes what there is of a domain.
func (s *studyStore) writeDomain(ctx context.Context, d *domainStore, r *domainResult) error {
	if r.summary != nil {
		if err := d.trials.rewrite(r.trials); err != nil {
			return err
		}
		content, err := csvOf(r.name, trialRows(r), trialColumns())
		if err == nil {
			err = s.write(r.name+"-trials.csv", content)
		}
		if err != nil {
			return err
		}
	}
	if r.times != nil {
		if err := d.times.rewrite(r.times); err != nil {
			return err
		}
	}
	for _, f := range s.design.Figures {
		if err := s.writeFigure(ctx, r, f); err != nil {
			return err
		}
	}
	return nil
}

// writeFigure writes the table of a figure, and the figure as a picture.
func (s *studyStore) writeFigure(ctx context.Context, r *domainResult, name string) error {
	var (
		table []byte
		spec  *chart.Spec
		err   error
	)
	switch name {
	case figureLambda:
		rows := r.summary.LambdaRows()
		table, err = csvOf(r.name, rows, figure.LambdaColumns())
		spec = figure.Lambda(rows)
	case figureMethods:
		rows := r.summary.MethodRows()
		table, err = csvOf(r.name, rows, figure.MethodColumns())
		spec = figure.Methods(rows)
	case figureTimes:
		table, err = csvOf(r.name, r.times, figure.TimeColumns())
		spec = figure.Times(r.times)
	}
	if err == nil {
		err = s.write(r.name+"-"+name+".csv", table)
	}
	if err != nil {
		return err
	}
	for _, suffix := range pictureSuffixes() {
		if err := ctx.Err(); err != nil {
			return err
		}
		format, err := file.FormatOf(suffix)
		if err != nil {
			return err
		}
		var picture bytes.Buffer
		if err := file.Write(&picture, spec, format, file.Options{Title: r.name}); err != nil {
			return err
		}
		if err := s.write(r.name+"-"+name+suffix, picture.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// pictureSuffixes returns the ends of the names of a figure's pictures.
func pictureSuffixes() []string { return []string{".svg", ".png"} }
