package cli

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/study"
	"lambdascope/sim/words"
	"lambdascope/tui/cli/internal/table"
	"lambdascope/tui/figure"
	"lambdascope/tui/results"
)

// The flags of the study command alone.
const (
	trialsFlag       = results.TrialsFlag
	trajectoriesFlag = results.TrajectoriesFlag
	figuresFlag      = results.FiguresFlag
	resumeFlag       = results.ResumeFlag
	budgetFlag       = results.BudgetFlag
)

// studyFlags are the flags of the study command.
type studyFlags struct {
	command  *cobra.Command
	env      Env
	settings *settingsFlags // but for the domain and the numbers of trajectories
	domains  list
	trials   text
	sizes    text
	figures  text
	out      text
	budget   text
	resume   bool
	ascii    bool
}

// newStudy returns the command that repeats the paper's experiments.
func newStudy(env Env) *cobra.Command { return newStudyFlags(env).command }

// newStudyFlags returns the flags of the command, and with them the command.
func newStudyFlags(env Env) *studyFlags {
	c := &cobra.Command{
		Use:   "study",
		Short: "The paper's experiments: tables, figures and what holds",
		Long: paragraphs(env,
			"study repeats the experiments of the paper: many trials with fresh data of each domain, at several numbers of trajectories. It writes tables (CSV), figures (SVG and PNG) and a summary.md to a folder, and prints which of the paper's claims hold.",
			"Figure a shows the root MSVE of LSTD(λ) against λ, figure b that of ALLSTD beside the best and the worst λ in hindsight, figure c the training times. Trial j, from 0, has seed --seed + j: run with that seed shows the same data.",
			"Figure coverage, which is not the paper's, shows how often the λ that is best on average is among those that are not ruled out. It takes some hundred trials to tell.",
			"Each trial is kept in the folder as soon as it is finished. What was interrupted goes on with --resume, from where it was, and ends in the same files; --resume --out DIR alone takes the settings and the budget from the folder. A figure c is of the machine that it was measured on.",
			"The other flags apply to all the domains. Settings not given are those of each domain in the paper."),
		Example: `lambdascope study --out results
lambdascope study --domain 2048 --trials 20 -n 5,10,20 --out games
lambdascope study --figures a,b --gamma 0.9 --out discount
lambdascope study --figures coverage --trials 500 -n 10,50 --out coverage
lambdascope study --resume --out results`,
		Args:              onlyFlags,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	s := &studyFlags{
		command: c,
		env:     env,
		domains: list{values: sim.Domains()},
		trials:  text{kind: "number", value: results.DefaultTrials},
		sizes:   text{kind: "list", value: results.DefaultSizes},
		figures: text{kind: "list", value: strings.Join(results.PaperFigures(), ",")},
		out:     text{kind: "DIR"},
		budget:  text{kind: "time", value: results.DefaultBudget},
	}
	flags := c.Flags()
	flags.SortFlags = false
	flags.Var(&s.domains, domainFlag, "problems that are studied, comma-separated or one by one")
	completeFlag(env, c, domainFlag, sim.Domains)
	flags.Var(&s.trials, trialsFlag, fmt.Sprintf("independent trials of each domain, 1 to %d", study.MaxTrials))
	flags.VarP(&s.sizes, trajectoriesFlag, "n", fmt.Sprintf("numbers of trajectories n, comma-separated, %d to %d", analysis.MinTrajectories, analysis.MaxTrajectories))
	s.settings = addFields(c, env, results.Fields(), false)
	flags.Var(&s.figures, figuresFlag, "figures that are made, comma-separated")
	flags.Var(&s.out, outFlag, "folder for the results, made if need be")
	flags.BoolVar(&s.resume, resumeFlag, false, "go on with the study that the folder has")
	flags.Var(&s.budget, budgetFlag, "what one run of a method may take in figure c, and of NaiveCV in figure b by estimate, such as 10s or 1m30s")
	for flag, names := range map[string]func() []string{
		trialsFlag: none, trajectoriesFlag: none, budgetFlag: none, figuresFlag: results.FigureNames,
	} {
		completeFlag(env, c, flag, names)
	}
	flags.BoolVar(&s.ascii, asciiFlag, false, "only 7-bit characters, on standard output and in messages")
	flags.BoolVar(&s.env.noProgress, progressFlag, false, progressHelp)
	c.RunE = func(c *cobra.Command, _ []string) error { return s.run(c.Context()) }
	return s
}

// none returns no names: there is nothing to complete, not even the names of
// files.
func none() []string { return nil }

func (s *studyFlags) run(ctx context.Context) error {
	if err := s.checkOut(); err != nil {
		return err
	}
	store, err := results.Open(s.env.Files, s.env.Engine, s.env.Version, s.out.value, s.resume, s.design)
	if err != nil {
		return err
	}
	defer store.Close()
	store.DPI = s.env.pictureDPI
	work := studyWork{env: s.env, store: store}
	found, err := work.run(ctx)
	if err == nil {
		err = store.WriteResults(ctx, found)
	}
	if err != nil {
		return unfinished{err, s.keptText(store)}
	}
	s.env.note("tables, figures and %s are in %s", results.SummaryFile, s.out.value)
	var out bytes.Buffer
	table.WriteClaims(&out, &store.Design, found, s.env.tableStyle(s.ascii))
	if _, err := s.env.Out.Write(out.Bytes()); err != nil {
		return fmt.Errorf("the result could not be written: %w", err)
	}
	return nil
}

// checkOut refuses what can be no folder.
func (s *studyFlags) checkOut() error {
	switch {
	case !s.settings.flags.Changed(outFlag) || s.out.value == "":
		return misusef("no --%s: want the name of a folder for the results", outFlag)
	case s.env.Files == nil:
		return misusef("%s %q: files can't be written in this session", outFlag, s.out.value)
	}
	return nil
}

// keptText says what is kept of a study that is not finished, and the command
// that goes on with it.
func (s *studyFlags) keptText(store *results.Folder) string {
	trials, times := store.Kept()
	var kept []string
	if store.Design.Simulates() {
		kept = append(kept, fmt.Sprintf("%d of %d trials", trials, len(store.Domains)*store.Design.Trials))
	}
	if store.Design.Has(figure.NameTimes) {
		kept = append(kept, fmt.Sprintf("%d of %d training times", times, len(store.Domains)*len(store.Design.Trajectories)*len(study.TimedMethods())))
	}
	args := []string{"study", "--" + resumeFlag, "--" + outFlag, s.out.value}
	return fmt.Sprintf("%s are kept; to go on: %s", strings.Join(kept, " and "), commandLine(args))
}

// design returns what the flags ask for. What they leave open is as there, the
// design of a study that goes on, has it; where that is nil, as usual. All errors
// are misuse, but those of a wrong design there.
func (s *studyFlags) design(there *results.Design) (d results.Design, err error) {
	asked := func(flag string) bool { return there == nil || s.settings.flags.Changed(flag) }
	d.Version = results.Version
	if there != nil {
		d = *there
	}
	before := d
	d.Domains = nil
	domains, wrong, ok := before.DomainNames(), "", true
	if asked(domainFlag) {
		if domains, wrong, ok = chosen(s.domains.values, sim.Domains()); !ok {
			return d, misusef("domain %q: want %s", wrong, words.Or(sim.Domains()))
		}
	}
	if asked(figuresFlag) {
		if d.Figures, wrong, ok = chosen(items(s.figures.value), results.FigureNames()); !ok {
			return d, misusef("figures %q: want %s, comma-separated", wrong, words.Or(results.FigureNames()))
		}
	}
	if asked(trialsFlag) {
		if d.Trials, err = strconv.Atoi(strings.TrimSpace(s.trials.value)); err != nil || d.Trials < 1 || d.Trials > study.MaxTrials {
			return d, misusef("trials %q: want a whole number, 1 to %d", s.trials.value, study.MaxTrials)
		}
	}
	if asked(trajectoriesFlag) {
		if d.Trajectories, err = parseSizes(s.sizes.value); err != nil {
			return d, misuse{err}
		}
	}
	if asked(budgetFlag) {
		budget, err := results.ParseBudget(s.budget.value)
		if err != nil {
			return d, misuse{err}
		}
		if d.Has(figure.NameTimes) {
			d.Budget = budget.String()
		}
		if d.Has(figure.NameMethods) && (there == nil || !d.Has(figure.NameTimes)) {
			d.NaiveBudget = budget.String()
		}
	}
	for _, domain := range domains {
		settings, err := analysis.Defaults(domain)
		if of := before.Domain(domain); of != nil {
			settings, err = of.Read()
		}
		if err == nil {
			settings, err = s.settings.apply(settings)
		}
		if err != nil {
			return d, err
		}
		p, err := d.Plan(s.env.Engine, settings)
		if err != nil {
			return d, misuse{err}
		}
		d.Domains = append(d.Domains, results.DesignOf(p.Settings))
	}
	return d, nil
}

// parseSizes reads numbers of trajectories and returns them sorted, without
// duplicates.
func parseSizes(text string) ([]int, error) {
	f, _ := analysis.FieldNamed(trajectoriesFlag)
	var sizes []int
	for _, t := range items(text) {
		var s analysis.Settings
		if err := f.Set(&s, t); err != nil {
			return nil, err
		}
		sizes = append(sizes, s.Trajectories)
	}
	slices.Sort(sizes)
	return slices.Compact(sizes), nil
}
