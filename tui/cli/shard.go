package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"lambdascope/sim/analysis"
	"lambdascope/tui/disk"
	"lambdascope/tui/report"
)

const (
	sumsFlag   = "sums"
	scoresFlag = "scores"
)

// newShard returns the commands for a selection in parts.
func newShard(env Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "shard",
		Short: "A selection in parts, for more data than one machine takes",
		Long: paragraphs(
			"shard makes the analysis of run from parts of the trajectories, each on any machine: sum goes over each part, merge adds up what that found, score goes over each part again, and report puts the analysis together. With spread over each part before, report says how sure it is; without, diff_se and not_ruled_out are null.",
			"Each command writes one file, whole or not at all, and can be run again. Files of other settings or data, that are damaged, missing or come twice are refused. The parts may be of any size; LOTO errors do not depend on them.",
			"lambdascope guide shards has recipes for xargs, Slurm and Kubernetes."),
		Example: `lambdascope shard sum --data part-1.npz --gamma 0.95 --out part-1.sum
lambdascope shard merge *.sum --out all.sums
lambdascope shard score --sums all.sums --data part-1.npz --out part-1.score
lambdascope shard spread --sums all.sums --data part-1.npz --out part-1.spread *.score
lambdascope shard report --sums all.sums *.score *.spread`,
	}
	return group(c, newShardSum(env), newShardMerge(env), newShardScore(env), newShardSpread(env), newShardReport(env))
}

// shardFlags are the flags of the commands over parts.
type shardFlags struct {
	env      Env
	flags    func(name string) bool // whether one was given
	settings settingsFlags
	data     several
	sums     text
	out      text
	memory   text
	force    bool
}

// newShardFlags returns flags, and adds --out and --force to a command.
func newShardFlags(c *cobra.Command, env Env, what string) *shardFlags {
	s := &shardFlags{
		env:    env,
		flags:  c.Flags().Changed,
		data:   several{kind: "FILE"},
		sums:   text{kind: "FILE"},
		out:    text{kind: "FILE"},
		memory: text{kind: "SIZE", value: defaultMemory},
	}
	c.Flags().SortFlags = false
	c.Flags().Var(&s.out, outFlag, "file to write, of "+what)
	c.Flags().BoolVar(&s.force, forceFlag, false, "replace the file if it exists")
	return s
}

// addData adds the flags for the trajectories of a part.
func (s *shardFlags) addData(c *cobra.Command) {
	c.Flags().Var(&s.data, dataFlag, "file of trajectories, or a folder, a quoted pattern, or given again, which together are a part")
	c.Flags().Var(&s.memory, memoryFlag, "memory for trajectories, such as 512MiB or 4GiB: what takes more is read again")
}

// addSums adds the flag for the sums of all parts.
func (s *shardFlags) addSums(c *cobra.Command) {
	c.Flags().Var(&s.sums, sumsFlag, "sums of all parts, as merge wrote them")
}

// newShardSum returns the command for the first pass.
func newShardSum(env Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "sum",
		Short: "First pass: the sums of a part",
		Long: paragraphs(
			"sum goes over the trajectories of a part and writes the sums that fits are made of. All parts want the same settings. Features that scale observations want --bounds for every column.",
			defaultsHelp),
		Example:           `lambdascope shard sum --data part-1.npz --gamma 0.95 --lambdas 0:1:0.05 --out part-1.sum`,
		Args:              onlyFlags,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	s := newShardFlags(c, env, "sums")
	s.addData(c)
	names := []string{"gamma", "lambdas", "ridge", "weighting", "tail", "groups", "features", boundsFlag}
	s.settings = settingsFlags{env: env, flags: c.Flags(), fields: slices.DeleteFunc(analysis.Fields(), func(f analysis.Field) bool { return !slices.Contains(names, f.Name) })}
	s.settings.texts = make([]text, len(s.settings.fields))
	for i, f := range s.settings.fields {
		s.settings.texts[i].kind = "value"
		c.Flags().VarP(&s.settings.texts[i], f.Name, f.Short, f.Help)
	}
	c.RunE = func(c *cobra.Command, _ []string) error {
		return s.overPart(c.Context(), func(ctx context.Context, f analysis.File) (*analysis.Shard, error) {
			settings, err := s.settings.apply(analysis.FileDefaults(f))
			if err != nil {
				return nil, err
			}
			return env.Engine.SumShard(ctx, settings)
		})
	}
	return c
}

// newShardMerge returns the command that adds up the sums of parts.
func newShardMerge(env Env) *cobra.Command {
	c := &cobra.Command{
		Use:     "merge FILE...",
		Short:   "The sums of all parts, from those of each",
		Example: `lambdascope shard merge *.sum --out all.sums`,
		Long:    paragraphs("merge adds up sums of parts, or of several of them that were merged before. The result does not depend on their order."),
	}
	s := newShardFlags(c, env, "sums")
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := s.checkOut(); err != nil {
			return err
		}
		shards, err := env.shards(args)
		if err != nil {
			return err
		}
		if len(shards) == 0 {
			return misusef("no sums: want the files that shard sum wrote")
		}
		all, err := analysis.MergeShards(shards)
		if err != nil {
			return err
		}
		return s.write(all)
	}
	return c
}

// newShardScore returns the command for the second pass.
func newShardScore(env Env) *cobra.Command {
	c := &cobra.Command{
		Use:               "score",
		Short:             "Second pass: the scores of a part",
		Example:           `lambdascope shard score --sums all.sums --data part-1.npz --out part-1.score`,
		Long:              paragraphs("score goes over the trajectories of a part again, leaves out each in turn, and writes the LOTO errors. The settings are those of the sums."),
		Args:              onlyFlags,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	s := newShardFlags(c, env, "scores")
	s.addSums(c)
	s.addData(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		return s.overPart(c.Context(), func(ctx context.Context, f analysis.File) (*analysis.Shard, error) {
			shards, err := s.open(ctx)
			if err != nil {
				return nil, err
			}
			return shards.Score(ctx, f)
		})
	}
	return c
}

// newShardSpread returns the command for the third pass.
func newShardSpread(env Env) *cobra.Command {
	c := &cobra.Command{
		Use:     "spread [FILE...]",
		Short:   "Third pass: how the scores of a part spread",
		Example: `lambdascope shard spread --sums all.sums --data part-1.npz --out part-1.spread *.score`,
		Long:    paragraphs("spread goes over the trajectories of a part a third time, given the scores of all parts, and writes what they contribute to the standard errors of report. The scores are those of --scores and the files besides."),
	}
	s := newShardFlags(c, env, "spread")
	s.addSums(c)
	scores := several{kind: "FILE"}
	c.Flags().Var(&scores, scoresFlag, "scores of every part: a file, a folder or a quoted pattern; may be given again")
	s.addData(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		return s.overPart(c.Context(), func(ctx context.Context, f analysis.File) (*analysis.Shard, error) {
			shards, err := s.open(ctx)
			if err != nil {
				return nil, err
			}
			all, err := env.shards(append(slices.Clone(scores.values), args...))
			if err != nil {
				return nil, err
			}
			return shards.Spread(ctx, all, f)
		})
	}
	return c
}

// newShardReport returns the command that puts the analysis together.
func newShardReport(env Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "report FILE...",
		Short: "The analysis, from the scores and spreads of all parts",
		Example: `lambdascope shard report --sums all.sums *.score *.spread
lambdascope shard report --sums all.sums *.score --format json`,
		Long: paragraphs(
			"report writes what run does, from the scores of every part and, if it is to say how sure that is, the spread of every part.",
			"--folds adds the LOTO errors of the single trajectories, and with spreads their leverage; the order is that of the parts by name."),
	}
	s := &shardFlags{env: env, flags: c.Flags().Changed, sums: text{kind: "FILE"}}
	c.Flags().SortFlags = false
	s.addSums(c)
	r := &runFlags{env: env}
	r.format = addChoice(env, c, "format", "form of the result: table, json, csv", []string{formatTable, formatJSON, formatCSV})
	c.Flags().BoolVar(&r.folds, foldsFlag, false, "add the errors of single trajectories and their leverage; table and json")
	c.Flags().BoolVar(&r.ascii, asciiFlag, false, "only 7-bit characters, in the table and in messages")
	c.RunE = func(c *cobra.Command, args []string) error {
		if r.folds && r.format.String() == formatCSV {
			return misusef("format csv with --%s: want json or table, as a row of the CSV is a λ of the grid", foldsFlag)
		}
		return s.report(c.Context(), r, args)
	}
	return c
}

func (s *shardFlags) report(ctx context.Context, r *runFlags, args []string) error {
	shards, err := s.open(ctx)
	if err != nil {
		return err
	}
	files, err := s.env.shards(args)
	if err != nil {
		return err
	}
	var scores, spreads []*analysis.Shard
	for _, f := range files {
		if f.Kind == analysis.ShardSpread {
			spreads = append(spreads, f)
		} else {
			scores = append(scores, f)
		}
	}
	res := report.Result{Build: s.env.Version}
	var leverage []float64
	if res.Result, leverage, err = shards.Report(ctx, scores, spreads); err != nil {
		return err
	}
	if r.folds {
		if leverage == nil {
			return misusef("%s without spreads: want the spread of every part, which has the leverages", foldsFlag)
		}
		res.Leverage = leverage
		res.Without, res.Exact = make([]int, len(leverage)), make([]bool, len(leverage))
		for i := range res.Without {
			res.Without[i] = res.Selection.SelectedWithout(i)
		}
	}
	if len(spreads) == 0 {
		s.env.note("without the spread of every part, how sure differences are is not known")
	}
	return r.write(res)
}

// open opens the sums of all parts.
func (s *shardFlags) open(ctx context.Context) (*analysis.Shards, error) {
	if s.sums.value == "" {
		return nil, misusef("no --%s: want the sums of all parts, as merge wrote them", sumsFlag)
	}
	sums, err := s.env.shard(s.sums.value)
	if err != nil {
		return nil, err
	}
	return s.env.Engine.OpenShards(ctx, sums)
}

// checkOut returns an error where nothing could be written.
func (s *shardFlags) checkOut() error {
	if s.out.value == "" {
		return misusef("no --%s: want the name of the file to write", outFlag)
	}
	if _, err := s.env.Files.Stat(s.out.value); err == nil && !s.force {
		return fmt.Errorf("%s %q: exists; want another name, or --%s to replace it", outFlag, s.out.value, forceFlag)
	}
	return nil
}

// overPart loads a part and writes what a pass over it finds.
func (s *shardFlags) overPart(ctx context.Context, pass func(ctx context.Context, f analysis.File) (*analysis.Shard, error)) error {
	if err := s.checkOut(); err != nil {
		return err
	}
	if len(s.data.values) == 0 || slices.Contains(s.data.values, "") {
		return misusef("no --%s: want the trajectories of a part", dataFlag)
	}
	budget, err := parseSize(s.memory.value)
	if err != nil {
		return misuse{err}
	}
	stream := &analysis.Stream{
		Budget:  budget,
		Scratch: func() (analysis.Scratch, error) { return s.env.Files.Scratch() },
	}
	watched, err := s.env.load(ctx, s.data.values, stream)
	if err != nil {
		return err
	}
	defer func() { _ = watched.Close() }()
	if err := settled(watched); err != nil {
		return err
	}
	var progress analysis.Progress
	defer s.env.progress(func() string {
		return fmt.Sprintf("%.0f %% of %s", 100*progress.Share(), strings.Join(s.data.values, ", "))
	})()
	file := watched.File()
	file.Name = analysis.JoinFiles(s.data.values)
	shard, err := pass(progress.Context(ctx), file)
	if err != nil {
		return err
	}
	return s.write(shard)
}

// write writes a shard to --out.
func (s *shardFlags) write(shard *analysis.Shard) error {
	content, err := shard.Bytes()
	if err != nil {
		return err
	}
	file, err := s.env.Files.Create(s.out.value, s.force)
	if err != nil {
		return unwritable(outFlag, s.out.value, err)
	}
	defer file.Discard()
	if _, err = file.Write(content); err == nil {
		err = file.Commit()
	}
	return unwritable(outFlag, s.out.value, err)
}

// shard reads a shard.
func (e Env) shard(name string) (*analysis.Shard, error) {
	in, err := e.Files.Open(name)
	if err != nil {
		return nil, unreadableShard(name, err)
	}
	defer in.Close()
	s, err := analysis.ReadShard(in, name)
	return s, unreadableShard(name, err)
}

// shards reads the shards that some names stand for: files, folders and patterns.
func (e Env) shards(names []string) ([]*analysis.Shard, error) {
	var out []*analysis.Shard
	for _, name := range names {
		files := []string{name}
		info, err := e.Files.Stat(name)
		switch {
		case err == nil && info.IsDir():
			files, err = e.Files.Glob(filepath.Join(escapePattern(name), "*"))
		case err != nil && strings.ContainsAny(name, "*?["):
			files, err = e.Files.Glob(name)
			if err == nil && len(files) == 0 {
				err = fmt.Errorf("no file matches")
			}
		default:
			err = nil
		}
		if err != nil {
			return nil, fmt.Errorf("%q: %w", name, err)
		}
		for _, file := range files {
			s, err := e.shard(file)
			if err != nil {
				return nil, err
			}
			out = append(out, s)
		}
	}
	return out, nil
}

// unreadableShard puts an error of the disk into our words.
func unreadableShard(name string, err error) error {
	if cause, ok := disk.PathCause(err); ok {
		return fmt.Errorf("%q: %w; want a file that lambdascope shard wrote", name, cause)
	}
	return err
}
