package cli

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/problem"
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
	mergeFlag        = "merge"
	selectorsFlag    = compareSelectors
)

// studyFlags are the flags of the study command.
type studyFlags struct {
	command  *cobra.Command
	env      Env
	settings *settingsFlags // but for the domain and the numbers of trajectories
	domains  list
	problem  text
	trials   text
	sizes    text
	figures  text
	choosers text
	out      text
	budget   text
	resume   bool
	merge    bool
	shard    text
	ascii    bool
}

// newStudy returns the command that repeats the paper's experiments.
func newStudy(env Env) *cobra.Command { return newStudyFlags(env).command }

// newStudyFlags returns the flags of the command, and with them the command.
func newStudyFlags(env Env) *studyFlags {
	c := &cobra.Command{
		Use:   "study",
		Short: "The paper's experiments: tables, figures and what holds",
		Long: paragraphs(
			"study repeats the experiments of the paper: many trials with fresh data of each domain, at several numbers of trajectories. It writes tables (CSV), figures (SVG and PNG) and a summary.md to a folder, and prints which of the paper's claims hold, with the figures that decide.",
			"Figure a shows the root MSVE of LSTD(λ) against λ, figure b that of ALLSTD beside the best and the worst λ in hindsight, figure c the training times. Trial j, from 0, has seed --seed + j: run with that seed shows the same data.",
			"Figure d is of the paper's theorem: it shows whether the MSVE of ALLSTD approaches the lowest that the features allow, with up to 100000 trajectories, weighting by step and by trajectory. It has numbers of trajectories of its own unless -n is given, those beyond --budget left out, and 20 trials unless --trials is given.",
			"Figure coverage, which is not the paper's, shows how often the λ that is best on average is among those that are not ruled out. It takes some hundred trials to tell.",
			"--selectors all compares what other rules choose from the same data, each with the root MSVE of its values, in a figure of its own, which --figures selectors makes without the paper's.",
			"Each trial is kept in the folder as soon as it is finished. What was interrupted goes on with --resume, from where it was, and ends in the same files; --resume --out DIR alone takes the settings and the budget from the folder. A figure c is of the machine that it was measured on.",
			"--shard 3/10 runs the third of ten parts of the trials, on any machine, without figure c and without tables. study --merge with the folders of all parts makes of them what one run would have, to the byte.",
			"The other flags apply to all the domains. Settings not given are those of each domain in the paper."),
		Example: `lambdascope study --out results
lambdascope study --domain 2048 --trials 20 -n 5,10,20 --out games
lambdascope study --figures a,b --gamma 0.9 --out discount
lambdascope study --figures d --domain random-walk --states 19 --features identity --out consistency
lambdascope study --figures coverage --trials 500 -n 10,50 --out coverage
lambdascope study --figures selectors --trials 200 -n 10,50,100 --out selectors
lambdascope study --problem t-maze --out maze
lambdascope study --resume --out results
lambdascope study --shard 3/10 --out part-3
lambdascope study --merge part-* --out results`,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	s := &studyFlags{
		command:  c,
		env:      env,
		domains:  list{values: sim.Domains()},
		problem:  text{kind: "FILE"},
		trials:   text{kind: "number"},
		sizes:    text{kind: "list", value: results.DefaultSizes},
		figures:  text{kind: "list", value: strings.Join(results.PaperFigures(), ",")},
		choosers: text{kind: "LIST"},
		out:      text{kind: "DIR"},
		budget:   text{kind: "time", value: results.DefaultBudget},
		shard:    text{kind: "I/N"},
	}
	flags := c.Flags()
	flags.SortFlags = false
	flags.Var(&s.domains, domainFlag, "problems that are studied, comma-separated or one by one")
	completeFlag(env, c, domainFlag, sim.Domains)
	flags.Var(&s.problem, problemFlag, "problem that is studied in place of domains: a file, or "+words.Or(problem.Names())+"; help for what they are")
	completeFlag(env, c, problemFlag, problem.Names)
	flags.Var(&s.trials, trialsFlag, fmt.Sprintf("independent trials of each domain, 1 to %d; if not given, %s", study.MaxTrials, results.UsualTrials()))
	flags.VarP(&s.sizes, trajectoriesFlag, "n", fmt.Sprintf("numbers of trajectories n, comma-separated, %d to %d", analysis.MinTrajectories, analysis.MaxTrajectories))
	s.settings = addFields(c, env, results.Fields(), false)
	flags.Var(&s.figures, figuresFlag, "figures that are made, comma-separated")
	flags.Var(&s.choosers, selectorsFlag, "compare what other rules choose from the same data: "+estimator.AllSelectors+", or some of "+selectorNames())
	flags.Var(&s.out, outFlag, "folder for the results, made if need be")
	flags.BoolVar(&s.resume, resumeFlag, false, "go on with the study that the folder has")
	flags.Var(&s.shard, results.ShardFlag, "part I of N of the trials alone, such as 3/10, to be merged")
	flags.BoolVar(&s.merge, mergeFlag, false, "make a study of the folders of its shards, which are named after the flags")
	flags.Var(&s.budget, budgetFlag, "what one run of a method may take in figure c, and by estimate of NaiveCV in figure b and of a data set in figure d, such as 10s or 1m30s")
	for flag, names := range map[string]func() []string{
		trialsFlag: none, trajectoriesFlag: none, budgetFlag: none, results.ShardFlag: none, figuresFlag: results.FigureNames,
		selectorsFlag: func() []string { return append([]string{estimator.AllSelectors}, results.AllSelectors()...) },
	} {
		completeFlag(env, c, flag, names)
	}
	flags.BoolVar(&s.ascii, asciiFlag, false, "only 7-bit characters, on standard output and in messages")
	flags.BoolVar(&s.env.noProgress, progressFlag, false, progressHelp)
	c.Args = func(c *cobra.Command, args []string) error {
		if s.merge {
			return s.checkMerge(args)
		}
		return onlyFlags(c, args)
	}
	c.RunE = func(c *cobra.Command, args []string) error { return s.run(c.Context(), args) }
	return s
}

// none returns no names: there is nothing to complete, not even the names of
// files.
func none() []string { return nil }

func (s *studyFlags) run(ctx context.Context, parts []string) error {
	if s.problem.value == problemHelp {
		return s.env.listProblems()
	}
	if err := s.checkOut(); err != nil {
		return err
	}
	store, err := s.open(parts)
	if err != nil {
		return err
	}
	defer store.Close()
	store.DPI = s.env.pictureDPI
	work := studyWork{env: s.env, store: store}
	if store.Design.Shard != "" {
		err := work.trials(ctx)
		if err == nil {
			err = work.consistency(ctx)
		}
		if err != nil {
			return unfinished{err, s.keptText(store)}
		}
		s.env.note("shard %s is in %s, to be merged with the others", store.Design.Shard, s.out.value)
		return nil
	}
	found, err := work.run(ctx)
	if err == nil {
		err = store.WriteResults(ctx, found)
	}
	if err != nil {
		return unfinished{err, s.keptText(store)}
	}
	if s.problem.value != "" {
		of, err := s.env.problem(s.problem.value)
		if err != nil {
			return err
		}
		s.env.noteProblem(sim.Options{Problem: of, MaxSteps: of.MaxSteps})
	}
	for _, text := range store.LeftOut() {
		s.env.note("%s", text)
	}
	s.env.note("tables, figures and %s are in %s", results.SummaryFile, s.out.value)
	return s.env.write(formatTable, s.ascii, output{
		table: func(w *bytes.Buffer, style table.Style) { table.WriteClaims(w, &store.Design, found, style) },
	})
}

// open opens the folder of the study.
func (s *studyFlags) open(parts []string) (*results.Folder, error) {
	if s.merge {
		return results.Merge(s.env.Files, s.env.Engine, s.env.Version, parts, s.out.value)
	}
	return results.Open(s.env.Files, s.env.Engine, s.env.Version, s.out.value, s.resume, s.design)
}

// checkMerge refuses flags that mean nothing beside --merge, whose study is that of its
// shards.
func (s *studyFlags) checkMerge(parts []string) error {
	if len(parts) == 0 {
		return misusef("no folders to %s: want those of all shards of a study", mergeFlag)
	}
	wrong := ""
	s.settings.flags.Visit(func(f *pflag.Flag) {
		if f.Name != mergeFlag && f.Name != outFlag && f.Name != asciiFlag && f.Name != progressFlag {
			wrong = f.Name
		}
	})
	if wrong != "" {
		return misusef("%s with --%s: the shards say what the study is of; want --%s alone", wrong, mergeFlag, outFlag)
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
		of := 0
		for _, d := range store.Domains {
			of += store.Design.Share(d.Plan.Trials)
		}
		kept = append(kept, fmt.Sprintf("%d of %d trials", trials, of))
	}
	if store.Design.Has(figure.NameConsistency) {
		done, of := store.DataSets()
		kept = append(kept, fmt.Sprintf("%d of %d data sets of figure d", done, of))
	}
	if store.Design.Has(figure.NameTimes) {
		kept = append(kept, fmt.Sprintf("%d of %d training times", times, len(store.Domains)*len(store.Design.Trajectories)*len(study.TimedMethods())))
	}
	args := []string{"study", "--" + resumeFlag, "--" + outFlag, s.out.value}
	return fmt.Sprintf("%s are kept; to go on: %s", words.And(kept), commandLine(args))
}

// design returns what the flags ask for. What they leave open is taken from there, the
// design of a study that goes on; where that is nil, it is the default. All errors
// are misuse, but those of a wrong design there.
func (s *studyFlags) design(there *results.Design) (results.Design, error) {
	d, begins := results.Design{Version: results.Version}, there == nil
	if !begins {
		d = *there
	}
	before := d
	d.Domains = nil
	domains, of, err := s.domainsOf(before, begins)
	if err != nil {
		return d, err
	}
	for _, ask := range []func(d *results.Design, begins bool) error{s.figuresOf, s.compare, s.trialsOf, s.sizesOf, s.budgetOf} {
		if err := ask(&d, begins); err != nil {
			return d, misuse{err}
		}
	}
	for _, domain := range domains {
		settings, err := s.settingsOf(before, domain, of)
		if err != nil {
			return d, err
		}
		p, err := d.Plan(s.env.Engine, settings)
		if err != nil {
			return d, misuse{err}
		}
		if d.Consistency != nil {
			if _, _, err := d.ConsistencyPlan(s.env.Engine, p.Settings); err != nil {
				return d, misuse{err}
			}
		}
		d.Domains = append(d.Domains, results.DesignOf(p.Settings))
	}
	if err := d.CheckShard(); err != nil {
		return d, misuse{err}
	}
	return d, nil
}

// asked tells whether a flag counts: all do for a study that begins, and those that were
// given for one that goes on.
func (s *studyFlags) asked(flag string, begins bool) bool {
	return begins || s.settings.flags.Changed(flag)
}

// domainsOf returns the domains of the study, or the name of the problem in their place,
// with the problem.
func (s *studyFlags) domainsOf(before results.Design, begins bool) ([]string, *problem.Problem, error) {
	switch {
	case s.settings.flags.Changed(problemFlag):
		if s.settings.flags.Changed(domainFlag) {
			return nil, nil, errTwoSources()
		}
		of, err := s.env.problem(s.problem.value)
		if err != nil {
			return nil, nil, err
		}
		return []string{results.ProblemName(of)}, of, nil
	case s.asked(domainFlag, begins):
		domains, wrong, ok := chosen(s.domains.values, sim.Domains())
		if !ok {
			return nil, nil, misusef("domain %q: want %s", wrong, words.Or(sim.Domains()))
		}
		return domains, nil, nil
	}
	return before.DomainNames(), nil, nil
}

// settingsOf returns the settings of a domain, or of the problem, if not nil: those that it
// had before, or its defaults, with what the flags change.
func (s *studyFlags) settingsOf(before results.Design, domain string, of *problem.Problem) (settings analysis.Settings, err error) {
	switch there := before.Domain(domain); {
	case there != nil:
		settings, err = there.Read()
	case of != nil:
		settings = analysis.ProblemDefaults(of)
	default:
		settings, err = analysis.Defaults(domain)
	}
	if err != nil {
		return settings, err
	}
	if of != nil {
		settings.Problem.Problem = of // whatever its file said before
	}
	return s.settings.apply(settings)
}

// figuresOf sets the figures of a design, and which part of its trials it makes.
func (s *studyFlags) figuresOf(d *results.Design, begins bool) (err error) {
	if s.asked(figuresFlag, begins) {
		figures, wrong, ok := chosen(items(s.figures.value), results.FigureNames())
		if !ok {
			return fmt.Errorf("figures %q: want %s, comma-separated", wrong, words.Or(results.FigureNames()))
		}
		d.Figures = figures
	}
	if !s.asked(results.ShardFlag, begins) || s.shard.value == "" {
		return nil
	}
	if begins && !s.settings.flags.Changed(figuresFlag) {
		d.Figures = []string{figure.NameLambda, figure.NameMethods} // training times are of one machine
	}
	d.Shard, err = results.ParseShard(s.shard.value)
	return err
}

// trialsOf sets the number of trials, which depends on the domain unless it is given.
func (s *studyFlags) trialsOf(d *results.Design, _ bool) (err error) {
	if !s.settings.flags.Changed(trialsFlag) {
		return nil
	}
	if d.Trials, err = strconv.Atoi(strings.TrimSpace(s.trials.value)); err != nil || d.Trials < 1 || d.Trials > study.MaxTrials {
		return fmt.Errorf("trials %q: want a whole number, 1 to %d", s.trials.value, study.MaxTrials)
	}
	return nil
}

// budgetOf sets the budget: of a study that begins, for all that is limited by it; of one
// that goes on, for the first of training times, methods and consistency that it has.
func (s *studyFlags) budgetOf(d *results.Design, begins bool) error {
	if !s.asked(budgetFlag, begins) {
		return nil
	}
	budget, err := results.ParseBudget(s.budget.value)
	if err != nil {
		return err
	}
	times, methods := d.Has(figure.NameTimes), d.Has(figure.NameMethods)
	if times {
		d.Budget = budget.String()
	}
	if methods && (begins || !times) {
		d.NaiveBudget = budget.String()
	}
	if d.Consistency != nil && (begins || !times && !methods) {
		d.Consistency = &results.Consistency{Trajectories: d.Consistency.Trajectories, Budget: budget.String()}
	}
	return nil
}

// compare has a design compare the selectors that the flags ask for: those that are
// listed, or all of them for the figure alone. What a study that goes on has stays.
func (s *studyFlags) compare(d *results.Design, begins bool) error {
	switch {
	case s.settings.flags.Changed(selectorsFlag):
		selectors, err := estimator.ParseSelectors(s.choosers.value)
		if err != nil {
			return err
		}
		return d.Compare(names(selectors))
	case !begins && !s.settings.flags.Changed(figuresFlag), d.Has(figure.NameSelectors) && len(d.Selectors) > 0:
		return nil
	case d.Has(figure.NameSelectors):
		return d.Compare(results.AllSelectors())
	}
	d.Selectors = nil
	return nil
}

// sizesOf sets the numbers of trajectories of a design, whose figures are known.
func (s *studyFlags) sizesOf(d *results.Design, begins bool) (err error) {
	if !s.asked(trajectoriesFlag, begins) {
		return nil
	}
	sizes, consistency := s.sizes.value, s.sizes.value
	if !s.settings.flags.Changed(trajectoriesFlag) {
		sizes, consistency = d.UsualSizes()
	}
	if d.Trajectories, err = parseSizes(sizes); err != nil || !d.Has(figure.NameConsistency) {
		return err
	}
	var c results.Consistency
	if d.Consistency != nil { // of the study that goes on
		c = *d.Consistency
	}
	c.Trajectories, err = parseSizes(consistency)
	d.Consistency = &c
	return err
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
