package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lambdascope/sim"
	"lambdascope/sim/problem"
	"lambdascope/sim/settings"
	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/disk"
	"lambdascope/tui/results"
	"lambdascope/tui/state"
	"lambdascope/tui/table"
)

// The flags of the study command alone.
const (
	trialsFlag       = "trials"
	trajectoriesFlag = "trajectories"
	figuresFlag      = "figures"
	budgetFlag       = "budget"
)

type studyFlags struct {
	env      Env
	settings *settingsFlags // except for the domain and the numbers of trajectories
	domains  state.Text
	problem  state.Text
	trials   state.Text
	sizes    state.Text
	figures  state.Text
	out      state.Text
	budget   state.Text
	ascii    bool
}

func newStudy(env Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "study",
		Short: "The paper's experiments: tables, figures and what holds",
		Long:  "study repeats the paper's experiments: many trials with fresh data, at several numbers of trajectories. It prints which of the paper's claims hold, and writes tables (CSV), figures (SVG, PNG) and a summary.md to a folder. Defaults: the paper's settings for each domain. For more, see lambdascope guide study.",
		Example: `lambdascope study --domain 2048 --trials 20 -n 5,10,20 --out games
lambdascope study --figures d --domain random-walk --states 19 --features identity --out consistency`,
		Args:              onlyFlags,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	s := &studyFlags{
		env:     env,
		domains: state.Text{Kind: "names", Value: strings.Join(sim.Domains(), ",")},
		problem: state.Text{Kind: "FILE"},
		trials:  state.Text{Kind: "number"},
		sizes:   state.Text{Kind: "list", Value: results.DefaultSizes},
		figures: state.Text{Kind: "list", Value: strings.Join(results.PaperFigures(), ",")},
		out:     state.Text{Kind: "DIR"},
		budget:  state.Text{Kind: "time", Value: "10s"},
	}
	flags := c.Flags()
	flags.SortFlags = false
	flags.Var(&s.domains, domainFlag, "problems to study")
	completeFlag(env, c, domainFlag, sim.Domains)
	flags.Var(&s.problem, problemFlag, "problem in place of domains: a file or a name; see guide domains")
	completeFlag(env, c, problemFlag, problem.Names)
	flags.Var(&s.trials, trialsFlag, fmt.Sprintf("trials of each domain, 1 to %d (default %s)", study.MaxTrials, results.UsualTrials()))
	flags.VarP(&s.sizes, trajectoriesFlag, "n", "numbers of trajectories")
	s.settings = addKnobs(c, env, results.Fields(), false)
	flags.Var(&s.figures, figuresFlag, "figures: a, b, c, d")
	flags.Var(&s.out, outFlag, "new or empty folder for the results")
	flags.Var(&s.budget, budgetFlag, "longest run of a method in figure c")
	completeFlag(env, c, figuresFlag, results.FigureNames)
	flags.BoolVar(&s.ascii, asciiFlag, false, "only 7-bit characters")
	c.RunE = func(c *cobra.Command, _ []string) error { return s.run(c.Context()) }
	return c
}

func (s *studyFlags) run(ctx context.Context) error {
	if s.out.Value == "" {
		return Misuse("no --%s: want the name of a folder for the results", outFlag)
	}
	design, err := s.design()
	if err != nil {
		return err
	}
	switch err := s.env.Files.EmptyFolder(s.out.Value); {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s %q: exists; want a new or an empty folder", outFlag, s.out.Value)
	case err != nil:
		return unwritable(outFlag, s.out.Value, err)
	}
	found, err := runStudy(ctx, s.env, design)
	if err != nil {
		return err
	}
	files, err := results.Files(ctx, design, found, results.Origin{Command: s.given(), Build: s.env.Version, DPI: s.env.pictureDPI})
	if err != nil {
		return err
	}
	if _, err := disk.WriteAll(s.env.Files, s.out.Value, files); err != nil {
		return unwritable(outFlag, s.out.Value, err)
	}
	for _, d := range design.Domains {
		s.env.noteProblem(d.Plan.Settings.Problem)
	}
	s.env.note("tables, figures and %s are in %s", results.SummaryFile, s.out.Value)
	return s.env.write(formatTable, s.ascii, output{
		table: func(w *bytes.Buffer, style table.Style) { table.WriteClaims(w, found, style) },
	})
}

// given returns the command with the given flags, except for --ascii.
func (s *studyFlags) given() string {
	args := []string{"study"}
	s.settings.flags.Visit(func(f *pflag.Flag) {
		if f.Name != asciiFlag {
			args = append(args, "--"+f.Name, f.Value.String())
		}
	})
	return commandLine(args)
}

// design returns the study of the flags.
func (s *studyFlags) design() (*results.Design, error) {
	d := &results.Design{}
	starts, err := s.starts()
	if err != nil {
		return nil, err
	}
	for _, set := range []func(*results.Design) error{s.figuresOf, s.trialsOf, s.sizesOf, s.budgetOf} {
		if err := set(d); err != nil {
			return nil, misuse{err}
		}
	}
	for _, settings := range starts {
		if settings, err = s.settings.Apply(settings, nil); err != nil {
			return nil, misuse{err}
		}
		if err := d.Add(s.env.Engine, settings); err != nil {
			return nil, misuse{err}
		}
	}
	return d, nil
}

// starts returns the default settings of the problem, or of each domain.
func (s *studyFlags) starts() (all []settings.Settings, err error) {
	if s.settings.flags.Changed(problemFlag) {
		if s.settings.flags.Changed(domainFlag) {
			return nil, errTwoSources()
		}
		of, err := s.env.problem(s.problem.Value)
		if err != nil {
			return nil, err
		}
		return []settings.Settings{settings.ProblemDefaults(of)}, nil
	}
	domains, wrong, ok := chosen(s.domains.Value, sim.Domains())
	if !ok {
		return nil, Misuse("domain %q: want %s", wrong, textfmt.Or(sim.Domains()))
	}
	for _, domain := range domains {
		settings, err := settings.Defaults(domain)
		if err != nil {
			return nil, err
		}
		all = append(all, settings)
	}
	return all, nil
}

// figuresOf sets the figures of a design.
func (s *studyFlags) figuresOf(d *results.Design) error {
	figures, wrong, ok := chosen(s.figures.Value, results.FigureNames())
	if !ok {
		return fmt.Errorf("figures %q: want %s, comma-separated", wrong, textfmt.Or(results.FigureNames()))
	}
	d.Figures = figures
	return nil
}

// trialsOf sets the number of trials. The default depends on the domain.
func (s *studyFlags) trialsOf(d *results.Design) error {
	if !s.settings.flags.Changed(trialsFlag) {
		return nil
	}
	var view state.State
	knob := state.TrialsKnob("")
	err := knob.Set(&view, s.trials.Value)
	d.Trials = view.Trials
	return err
}

// budgetOf sets the budget. It is at least a millisecond, because shorter times are noise.
func (s *studyFlags) budgetOf(d *results.Design) (err error) {
	if d.Budget, err = time.ParseDuration(strings.TrimSpace(s.budget.Value)); err != nil || d.Budget < time.Millisecond {
		return fmt.Errorf("budget %q: want a time of at least 1 ms, such as 10s or 1m30s", s.budget.Value)
	}
	return nil
}

// sizesOf sets the numbers of trajectories. Figure d has different defaults.
func (s *studyFlags) sizesOf(d *results.Design) (err error) {
	d.Sizes, err = parseSizes(s.sizes.Value)
	if s.settings.flags.Changed(trajectoriesFlag) {
		d.ConsistencySizes = d.Sizes
	}
	return err
}

// parseSizes reads numbers of trajectories and returns them sorted, without
// duplicates.
func parseSizes(text string) ([]int, error) {
	f, _ := settings.KnobNamed(trajectoriesFlag)
	var sizes []int
	for _, t := range items(text) {
		var s settings.Settings
		if err := f.Set(&s, t); err != nil {
			return nil, err
		}
		sizes = append(sizes, s.Trajectories)
	}
	slices.Sort(sizes)
	return slices.Compact(sizes), nil
}
