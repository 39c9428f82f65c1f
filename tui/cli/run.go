package cli

import (
	"bytes"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"lambdascope/sim/study"
)

const (
	formatTable = "table"
	formatJSON  = "json"
	formatCSV   = "csv"
)

// runFlags are the flags of the run command.
type runFlags struct {
	env      Env
	settings *settingsFlags
	format   *choice
	folds    bool
	ascii    bool
}

// result is one analysis, as it is to be written.
type result struct {
	*study.Analysis
	leverage []float64 // per trajectory at λ̂; nil without --folds
}

// newRun returns the command for one analysis.
func newRun(env Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "run",
		Short: "One analysis as a table, JSON or CSV; no terminal needed",
		Long: paragraphs(env,
			"run computes the leave-one-trajectory-out (LOTO) error of every λ in the grid, selects λ̂, and says how sure that is. Where the true values are known it also gives the root MSVE of every λ: how far its estimates really are from them.",
			"The result goes to standard output and messages go to standard error. The exit code is 0 when done, 1 when something failed, 2 when the command was wrong.",
			"--folds adds the LOTO errors of the single trajectories, in JSON of every λ and in the table of the selected one, and the leverage of each trajectory: how much of the fit rests on it. CSV has no place for them.",
			defaultsHelp),
		Example: `lambdascope run
lambdascope run --states 7 -n 50 --lambdas 0:1:0.05
lambdascope run --data walk.jsonl --gamma 0.9 --format csv
zcat walk.jsonl.gz | lambdascope run --data - --format json --folds`,
		Args:              onlyFlags,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	r := &runFlags{env: env}
	flags := c.Flags()
	flags.SortFlags = false
	r.settings = addSettings(c, env)
	r.format = addChoice(env, c, "format", "form of the result: table, json, csv", []string{formatTable, formatJSON, formatCSV})
	flags.BoolVar(&r.folds, "folds", false, "add the errors of single trajectories and their leverage; table and json")
	flags.BoolVar(&r.ascii, asciiFlag, false, "only 7-bit characters, in the table and in messages")
	c.RunE = func(c *cobra.Command, _ []string) error { return r.run(c.Context()) }
	return c
}

func (r *runFlags) run(ctx context.Context) error {
	if r.folds && r.format.String() == formatCSV {
		return misusef("format csv with --folds: want json or table, as a row of the CSV is a λ")
	}
	settings, err := r.settings.resolve(ctx)
	if err != nil {
		return err
	}
	var res result
	if res.Analysis, err = r.env.Engine.Analyze(ctx, settings); err != nil {
		return err
	}
	if r.folds {
		if res.leverage, err = r.env.Engine.Leverage(ctx, settings); err != nil {
			return err
		}
	}
	// Written in one piece, so that a failure on the way leaves nothing behind.
	var out bytes.Buffer
	switch r.format.String() {
	case formatJSON:
		err = writeJSON(&out, res)
	case formatCSV:
		err = writeCSV(&out, res)
	default:
		writeTable(&out, res, tableStyle{width: r.env.width(), ascii: r.ascii, styled: r.env.styled()})
	}
	if err != nil {
		return err
	}
	if _, err = r.env.Out.Write(out.Bytes()); err != nil {
		return fmt.Errorf("the result could not be written: %w", err)
	}
	return nil
}
