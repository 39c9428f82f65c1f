package cli

import (
	"bytes"
	"cmp"
	"context"
	"io"

	"github.com/spf13/cobra"

	"lambdascope/sim/analysis"
	"lambdascope/sim/engine"
	"lambdascope/sim/settings"
	"lambdascope/tui/disk"
	"lambdascope/tui/report"
	"lambdascope/tui/state"
	"lambdascope/tui/table"
)

// The flags of run alone.
const (
	foldsFlag  = "folds"
	refineFlag = "refine"
	memoryFlag = "memory"
)

type runFlags struct {
	env      Env
	settings *settingsFlags
	format   *choice
	folds    bool
	refine   bool
	memory   state.Text
	save     state.Text
	force    bool
	ascii    bool
}

func newRun(env Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "run",
		Short: "One analysis as a table, JSON or CSV; no terminal needed",
		Long:  "run selects λ̂ by the leave-one-trajectory-out (LOTO) error of every λ in the grid, says how sure that is, and gives the true error of every λ where values are known. " + defaults + " For more, see lambdascope guide run.",
		Example: `lambdascope run --data walk.jsonl --features poly:2+bias --save fit.json
zcat walk.jsonl.gz | lambdascope run --data - --format json --folds`,
		Args:              onlyFlags,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	r := &runFlags{env: env, memory: state.Text{Kind: "SIZE", Value: defaultMemory}, save: state.Text{Kind: "FILE"}}
	flags := c.Flags()
	flags.SortFlags = false
	r.settings = addKnobs(c, env, settings.Knobs(), true)
	r.format = addChoice(env, c, "format", "form of the result: table, json, csv", []string{formatTable, formatJSON, formatCSV})
	flags.BoolVar(&r.folds, foldsFlag, false, "add the errors and the leverage of each trajectory; not in csv")
	flags.BoolVar(&r.refine, refineFlag, false, "search all λ from 0 to 1 for the lowest LOTO error; not in csv")
	flags.Var(&r.save, saveFlag, "file to write the fit at λ̂ to, as JSON")
	flags.BoolVar(&r.force, forceFlag, false, "replace the file of --save if it exists")
	flags.Var(&r.memory, memoryFlag, "memory for trajectories; more is read again for each pass")
	flags.BoolVar(&r.ascii, asciiFlag, false, "only 7-bit characters")
	takeFiles(c, &r.settings.Data, r.run)
	return c
}

func (r *runFlags) run(ctx context.Context) error {
	if err := r.checkFormat(); err != nil {
		return err
	}
	saved, err := r.create()
	if err != nil {
		return err
	}
	defer saved.Discard()
	if r.settings.stream, err = r.stream(); err != nil {
		return err
	}
	defer func() { _ = r.settings.stream.Close() }()
	settings, err := r.settings.resolve(ctx)
	if err != nil {
		return err
	}
	request := analysis.Request{
		Settings: settings, Folds: r.folds, Leverage: r.folds, Exact: r.folds, Refine: r.refine, Fit: r.saves(), Stream: r.settings.stream,
	}
	if r.format.String() != formatCSV { // CSV has no column for the calibration
		request.Calibration = analysis.Always
	}
	res, err := r.settings.env.analyze(ctx, request)
	if err != nil {
		return err
	}
	unsaved := r.writeFit(saved, res)
	return cmp.Or(r.env.writeResult(r.format.String(), r.ascii, res), unsaved) // a full disk leaves the result
}

// analyze runs a request within the limits of the session, and shows progress.
func (e Env) analyze(ctx context.Context, r analysis.Request) (res *analysis.Result, err error) {
	var progress engine.Progress
	defer e.progress(progressText(&progress))()
	_, err = engine.Limited(progress.Context(ctx), e.Limits.Processor, func(ctx context.Context) (err error) {
		res, err = e.Engine.Run(ctx, r)
		return err
	})
	return res, err
}

// saves reports whether to save the fit.
func (r *runFlags) saves() bool { return r.settings.flags.Changed(saveFlag) }

// create creates the file of --save.
func (r *runFlags) create() (disk.NewFile, error) {
	name := r.save.Value
	switch {
	case !r.saves():
		return stream{io.Discard}, nil
	case r.env.Files == nil:
		return nil, Misuse("%s %q: files can't be written in this session", saveFlag, name)
	case name == "" || name == stdin:
		return nil, Misuse("%s %q: want the name of a file; standard output has the result", saveFlag, name)
	}
	file, err := r.env.Files.Create(name, r.force)
	return file, unwritable(saveFlag, name, err)
}

// writeFit writes the fit of a result with --save.
func (r *runFlags) writeFit(to disk.NewFile, res *analysis.Result) error {
	if !r.saves() {
		return nil
	}
	err := report.WriteFit(to, res, r.env.Version)
	if err == nil {
		err = to.Commit()
	}
	return unwritable(saveFlag, r.save.Value, err)
}

// writeResult writes an analysis or a comparison.
func (e Env) writeResult(format string, ascii bool, res *analysis.Result) error {
	return e.write(format, ascii, output{
		json: func(w io.Writer) error { return report.WriteJSON(w, res, e.Version) },
		csv:  func(w io.Writer) error { return report.WriteCSV(w, res) },
		table: func(w *bytes.Buffer, s table.Style) {
			table.Write(w, res, e.Version, res.Settings.SourceLabel()+report.Target(res.Settings), s)
		},
	})
}

// checkFormat refuses CSV with flags that need more than a row for each λ.
func (r *runFlags) checkFormat() error {
	if r.format.String() != formatCSV {
		return nil
	}
	var flag string
	switch {
	case r.folds:
		flag = foldsFlag
	case r.refine:
		flag = refineFlag
	default:
		return nil
	}
	return Misuse("format csv with --%s: want json or table, as a row of the CSV is a λ of the grid", flag)
}
