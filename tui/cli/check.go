package cli

import (
	"bytes"
	"context"
	"fmt"
	"sync/atomic"

	"github.com/spf13/cobra"

	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/report"
	"lambdascope/tui/table"
)

// checkCommand is the name of the command that checks data.
const checkCommand = "check"

type checkFlags struct {
	env   Env
	ascii bool
}

func newCheck(env Env) *cobra.Command {
	c := &cobra.Command{
		Use:   checkCommand + " DATA ...",
		Short: "What files of trajectories hold, and what is off",
		Long: paragraphs(
			"check reads files of trajectories, folders and quoted patterns, like --data of the other commands, or standard input as -. It lists the files read and skipped, with their formats; the number, lengths and ends of episodes; the ranges of rewards and observations; constant columns and combinations of columns; equal episodes; rows out of order; groups and importance ratios; and the command to run next.",
			"A file with a fault does not keep check from the others. The exit code is 0 if all files could be read, 1 if not, and 2 for wrong use."),
		Example: `lambdascope check walk.jsonl
lambdascope check 'logs/*.npz' more.csv`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return Misuse("no data: want the names of files, folders or patterns, or - for standard input")
			}
			return nil
		},
	}
	f := &checkFlags{env: env}
	flags := c.Flags()
	flags.SortFlags = false
	flags.BoolVar(&f.ascii, asciiFlag, false, "only 7-bit characters")
	c.RunE = func(c *cobra.Command, args []string) error { return f.run(c.Context(), args) }
	return c
}

func (f *checkFlags) run(ctx context.Context, names []string) error {
	files, skipped, err := f.env.dataFiles(names)
	if err != nil {
		return err
	}
	var read atomic.Int64
	var sources []analysis.Source
	for _, name := range files {
		source, _ := f.env.source(name, &read)
		sources = append(sources, source)
	}
	stop := f.env.readingProgress("trajectories", &read, 0)
	survey, err := analysis.NewSurvey(ctx, sources)
	stop()
	if err != nil {
		return err
	}
	out := table.Survey{Survey: survey, Skipped: skipped}
	if args := report.NextCommand(survey, names); args != nil {
		out.Next = f.env.commandLine(args)
	}
	if err := f.env.write(formatTable, f.ascii, output{
		table: func(w *bytes.Buffer, s table.Style) { table.WriteSurvey(w, out, s) },
	}); err != nil {
		return err
	}
	wrong := 0
	for _, file := range survey.Files {
		if file.Err != nil {
			wrong++
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%d of %s can't be read to the end", wrong, textfmt.Count(len(files), "file"))
	}
	return nil
}
