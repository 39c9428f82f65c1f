package cli

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/disk"
	"lambdascope/tui/report"
	"lambdascope/tui/state"
)

const (
	saveFlag = "save"
	fitFlag  = "fit"
)

type predictFlags struct {
	env    Env
	fit    state.Text
	data   []string
	format *choice
}

func newPredict(env Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "predict",
		Short: "The values of a saved fit, for trajectories of files",
		Long: paragraphs(
			"predict reads a fit that run --save wrote, and trajectories, and writes V̂ of the state that each transition starts from, its standard error, and the return that was observed from there on, as far as the episode goes. Of observations without rewards it writes V̂ of each.",
			"The standard error says how V̂ varies over data sets like the one that it was fitted to. It knows nothing of what the features cannot express: compare V̂ with the returns.",
			"The result goes to standard output and messages go to standard error. The exit code is 0 when done, 1 when something failed, 2 when the command was wrong."),
		Example: `lambdascope run --data walk.jsonl --features poly:2+bias --save fit.json
lambdascope predict --fit fit.json --data new.jsonl
lambdascope predict --fit fit.json --data 'logs/*.npz' --format json`,
		Args:              onlyFlags,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	p := &predictFlags{env: env, fit: state.Text{Kind: "FILE"}}
	flags := c.Flags()
	flags.SortFlags = false
	flags.Var(&p.fit, fitFlag, "fit that run --save wrote")
	flags.Var(state.Texts{Values: &p.data, Kind: "FILE"}, dataFlag, "file of trajectories, - for standard input; a folder, a quoted pattern, or given again, for several files")
	p.format = addChoice(env, c, "format", "form of the result: csv, json", []string{formatCSV, formatJSON})
	takeFiles(c, &p.data, p.run)
	return c
}

func (p *predictFlags) run(ctx context.Context) error {
	switch {
	case p.fit.Value == "":
		return Misuse("no --%s: want the name of a file that run --%s wrote", fitFlag, saveFlag)
	case len(p.data) == 0 || p.data[0] == "":
		return Misuse("no --%s: want the name of a file of trajectories, or %s for standard input", dataFlag, stdin)
	}
	fit, err := p.env.readFit(p.fit.Value)
	if err != nil {
		return err
	}
	var read atomic.Int64
	source, size, err := p.env.sources(p.data, &read)
	if err != nil {
		return err
	}
	stop := p.env.readingProgress("trajectories", &read, size)
	defer stop()
	predictions, err := fit.Predict(ctx, source)
	if err != nil {
		return unreadable(p.data[0], err)
	}
	stop()
	p.notes(fit, predictions)
	return p.env.write(p.format.String(), false, output{
		json: func(w io.Writer) error {
			return report.WritePredictions(w, predictions, fit, p.data, p.env.Version)
		},
		csv: func(w io.Writer) error { return report.WritePredictionsCSV(w, predictions) },
	})
}

func (p *predictFlags) notes(fit *analysis.Fit, of *analysis.Predictions) {
	if fit.Hash != "" && fit.Hash == of.Hash {
		p.env.note("these are the data that the fit was made from: V̂ has seen their returns")
	}
	if of.States == nil {
		p.env.note("%s", report.StartsText(of.Calibration(fit)))
	}
	if of.Beyond > 0 {
		p.env.note("%d of %d steps lie beyond the bounds of the fit (%s): V̂ extrapolates there", of.Beyond, of.Steps, boundsOf(fit))
	}
	if n := of.WithoutError(); n > 0 {
		p.env.note("%d of %d steps have a standard error of 0: the data of the fit do not vary there, as where at most one trajectory has been; V̂ is not certain there", n, of.Steps)
	}
}

func boundsOf(fit *analysis.Fit) string {
	const few = 3
	var out []string
	for j, low := range fit.Map.Low {
		if j == few {
			out = append(out, "…")
			break
		}
		out = append(out, fmt.Sprintf("%s %s to %s", fit.Map.Columns[j], textfmt.Rounded(low, 4), textfmt.Rounded(fit.Map.High[j], 4)))
	}
	return strings.Join(out, ", ")
}

func (e Env) readFit(name string) (*analysis.Fit, error) {
	in, err := e.Files.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s %q: %w; want a file that run --%s wrote", fitFlag, name, disk.Cause(err), saveFlag)
	}
	defer in.Close()
	fit, err := report.ReadFit(in)
	if err != nil {
		return nil, fmt.Errorf("%s %q: %w", fitFlag, name, disk.Cause(err))
	}
	return fit, nil
}
