package cli

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/tui/cli/internal/table"
	"lambdascope/tui/report"
)

const (
	formatTable = "table"
	formatJSON  = "json"
	formatCSV   = "csv"
)

// The flags that ask for more than the analysis.
const (
	foldsFlag     = "folds"
	refineFlag    = "refine"
	ridgesFlag    = "ridges"
	mapsFlag      = "maps"
	nestedFlag    = "nested"
	selectorsFlag = "selectors"
	memoryFlag    = "memory"
)

// progressFlag keeps a command from telling on standard error how far it is.
const progressFlag = "no-progress"

const progressHelp = "say nothing on standard error of how far the work is"

// runFlags are the flags of the run command.
type runFlags struct {
	env       Env
	settings  *settingsFlags
	format    *choice
	folds     bool
	refine    bool
	ridges    text
	maps      text
	nested    text
	selectors text
	memory    text
	ascii     bool
}

// newRun returns the command for one analysis.
func newRun(env Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "run",
		Short: "One analysis as a table, JSON or CSV; no terminal needed",
		Long: paragraphs(
			"run computes the leave-one-trajectory-out (LOTO) error of every λ in the grid, selects λ̂, and says how sure that is. Where the true values are known it also gives the root MSVE of every λ: how far its estimates really are from them.",
			"The result goes to standard output and messages go to standard error. The exit code is 0 when done, 1 when something failed, 2 when the command was wrong.",
			"--folds adds the LOTO errors of the single trajectories, in JSON of every λ and in the table of the selected one, and the leverage of each trajectory: how much of the fit rests on it.",
			"--refine goes on from the grid to the λ of the lowest LOTO error anywhere from 0 to 1. --ridges takes a list of ridges and shows the LOTO error of every λ at each of them, to choose both together; the analysis itself stays at --ridge. CSV has no place for these, nor for --folds.",
			"--maps takes a list of feature maps and compares them: returns are the same whatever the features, so their LOTO errors compare. The analysis itself stays at --features. --nested deals the trajectories into so many parts and chooses map and λ again without each, to estimate the error of what was chosen on data that had no part in it.",
			"--selectors shows what other rules choose from the same data: all, or a list of "+selectorNames()+". smallest and average make less of differences that the data do not settle, greedy and plug-in weigh bias against variance without leaving anything out, bellman is there for contrast.",
			"--memory bounds the memory of the trajectories. What takes more is not held: it is read, or drawn, again for each of three passes, to the same result. It can't be given with --refine, --ridges, --maps or --selectors, which go over the trajectories too often for that, and hold them whatever they take.",
			defaultsHelp),
		Example: `lambdascope run
lambdascope run --states 7 -n 50 --lambdas 0:1:0.05
lambdascope run --refine --ridges 0,0.01,0.1,1
lambdascope run --data walk.jsonl --gamma 0.9 --format csv
lambdascope run --data 'logs/*.npz' --memory 4GiB
lambdascope run --data walk.jsonl --maps identity,poly:2+bias,rff:20 --nested 5
zcat walk.jsonl.gz | lambdascope run --data - --format json --folds`,
		Args:              onlyFlags,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	r := &runFlags{env: env, ridges: text{kind: "list"}, maps: text{kind: "list"}, selectors: text{kind: "list"}, nested: text{kind: "number"}, memory: text{kind: "SIZE", value: defaultMemory}}
	flags := c.Flags()
	flags.SortFlags = false
	r.settings = addSettings(c, env)
	r.format = addChoice(env, c, "format", "form of the result: table, json, csv", []string{formatTable, formatJSON, formatCSV})
	flags.BoolVar(&r.folds, foldsFlag, false, "add the errors of single trajectories and their leverage; table and json")
	flags.BoolVar(&r.refine, refineFlag, false, "search all λ from 0 to 1 for the lowest LOTO error; table and json")
	flags.Var(&r.ridges, ridgesFlag, "ridges to choose from together with λ, such as 0,0.01,0.1,1; table and json")
	completeFlag(env, c, ridgesFlag, func() []string { return nil })
	flags.Var(&r.maps, mapsFlag, "feature maps to choose from together with λ, such as 1-hot,dependent, of a file identity,poly:2; table and json")
	completeFlag(env, c, mapsFlag, func() []string { return nil })
	flags.Var(&r.nested, nestedFlag, "with --maps, the parts of the trajectories that are left out in turn to estimate the error of what is chosen")
	completeFlag(env, c, nestedFlag, func() []string { return nil })
	flags.Var(&r.selectors, selectorsFlag, "what other rules choose: all, or a list such as loto,average,greedy; table and json")
	completeFlag(env, c, selectorsFlag, func() []string { return append([]string{estimator.AllSelectors}, names(estimator.Selectors())...) })
	flags.Var(&r.memory, memoryFlag, "memory for trajectories, such as 512MiB or 4GiB: what takes more is read again for each pass")
	completeFlag(env, c, memoryFlag, func() []string { return nil })
	flags.BoolVar(&r.ascii, asciiFlag, false, "only 7-bit characters, in the table and in messages")
	flags.BoolVar(&r.settings.env.noProgress, progressFlag, false, progressHelp)
	c.RunE = func(c *cobra.Command, _ []string) error { return r.run(c.Context()) }
	return c
}

func (r *runFlags) run(ctx context.Context) error {
	if err := r.checkFormat(); err != nil {
		return err
	}
	ridges, err := r.ridgeList()
	if err != nil {
		return err
	}
	nested, err := r.nestedParts()
	if err != nil {
		return err
	}
	selectors, err := r.selectorList()
	if err != nil {
		return err
	}
	r.settings.extra = analysis.Extra{Selectors: len(selectors), Ridges: len(ridges), Refine: r.refine, Leverage: r.folds, Maps: r.maps.value, Nested: nested}
	if r.settings.stream, err = r.stream(); err != nil {
		return err
	}
	defer r.settings.close()
	settings, err := r.settings.resolve(ctx)
	if err != nil {
		return err
	}
	maps, err := r.mapList(settings, nested)
	if err != nil {
		return err
	}
	res := report.Result{Build: r.env.Version}
	r.settings.extra.Maps = strings.Join(maps, ",")
	var progress analysis.Progress
	stop := r.settings.env.progress(progressText(&progress))
	defer stop()
	if _, err = analysis.Limited(r.env.Engine.Track(ctx, &progress, settings, r.settings.extra), r.env.Limits.Processor, func(ctx context.Context) error {
		if err := r.compute(ctx, settings, ridges, selectors, &res); err != nil {
			return err
		}
		var err error
		if maps != nil {
			res.Maps, err = r.env.Engine.Maps(ctx, settings, maps, nested)
		}
		return err
	}); err != nil {
		return err
	}
	stop()
	if err = r.write(res); err != nil {
		return fmt.Errorf("the result could not be written: %w", err)
	}
	return nil
}

// write writes a result in the format that was asked for. All of it is there before
// anything is written, so that only the writing itself can fail on the way.
func (r *runFlags) write(res report.Result) error {
	if r.format.String() == formatJSON {
		return report.WriteJSON(r.env.Out, res)
	}
	var out bytes.Buffer
	if r.format.String() == formatCSV {
		if err := report.WriteCSV(&out, res.Result); err != nil {
			return err
		}
	} else {
		table.Write(&out, res, sourceName(res.Settings)+report.Target(res.Settings), r.env.tableStyle(r.ascii))
	}
	_, err := r.env.Out.Write(out.Bytes())
	return err
}

// checkFormat refuses the CSV of what has no place in it.
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
	case r.settings.flags.Changed(ridgesFlag):
		flag = ridgesFlag
	case r.settings.flags.Changed(mapsFlag):
		flag = mapsFlag
	case r.settings.flags.Changed(selectorsFlag):
		flag = selectorsFlag
	default:
		return nil
	}
	return misusef("format csv with --%s: want json or table, as a row of the CSV is a λ of the grid", flag)
}

// ridgeList returns the ridges of --ridges, nil without it.
func (r *runFlags) ridgeList() ([]float64, error) {
	if !r.settings.flags.Changed(ridgesFlag) {
		return nil, nil
	}
	ridges, err := analysis.ParseRidges(r.ridges.value)
	if err != nil {
		return nil, misuse{err}
	}
	return ridges, nil
}

// selectorList returns the selectors of --selectors, nil without it.
func (r *runFlags) selectorList() ([]estimator.Selector, error) {
	if !r.settings.flags.Changed(selectorsFlag) {
		return nil, nil
	}
	selectors, err := estimator.ParseSelectors(r.selectors.value)
	if err != nil {
		return nil, misuse{err}
	}
	return selectors, nil
}

// names returns those of selectors.
func names(selectors []estimator.Selector) []string {
	out := make([]string, len(selectors))
	for i, s := range selectors {
		out[i] = s.String()
	}
	return out
}

// selectorNames lists all selectors.
func selectorNames() string { return strings.Join(names(estimator.Selectors()), ", ") }

// nestedParts returns the number of --nested, 0 without it.
func (r *runFlags) nestedParts() (int, error) {
	if !r.settings.flags.Changed(nestedFlag) {
		return 0, nil
	}
	v, err := strconv.Atoi(r.nested.value)
	switch {
	case err != nil || v < 2:
		return 0, misusef("nested %q: want a number of parts, 2 or more", r.nested.value)
	case !r.settings.flags.Changed(mapsFlag):
		return 0, misusef("nested %d without --%s: want the feature maps that are chosen from, or one, to choose λ alone", v, mapsFlag)
	}
	return v, nil
}

// mapList returns the maps of --maps, nil without it.
func (r *runFlags) mapList(s analysis.Settings, nested int) ([]string, error) {
	if !r.settings.flags.Changed(mapsFlag) {
		return nil, nil
	}
	maps, err := s.ParseMaps(r.maps.value)
	if err == nil {
		err = r.env.Engine.CheckMaps(s, maps, nested)
	}
	if err != nil {
		return nil, misuse{err}
	}
	return maps, nil
}

// compute adds all that the flags ask for to a result.
func (r *runFlags) compute(ctx context.Context, settings analysis.Settings, ridges []float64, selectors []estimator.Selector, res *report.Result) (err error) {
	switch {
	case selectors != nil:
		res.Result, err = r.env.Engine.AnalyzeBy(ctx, settings, selectors)
	default:
		res.Result, err = r.env.Engine.AnalyzeWithin(ctx, settings, r.settings.stream)
	}
	if err != nil {
		return err
	}
	if r.folds {
		if res.Leverage, err = r.env.Engine.Leverage(ctx, res.Result); err != nil {
			return err
		}
	}
	if r.refine {
		if res.Refined, err = r.env.Engine.Refine(ctx, res.Result); err != nil {
			return err
		}
	}
	if ridges != nil {
		res.Surface, err = r.env.Engine.RidgeSurface(ctx, settings, ridges)
	}
	return err
}
