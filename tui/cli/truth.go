package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"lambdascope/sim"
	"lambdascope/sim/truth"
	"lambdascope/sim/words"
	"lambdascope/tui/disk"
)

// truthFlags are the flags of the truth command.
type truthFlags struct {
	env         Env
	plan        truth.Plan
	domain, out text
	start       text
	force       bool
}

// newTruth returns the command that makes the shipped true values again.
func newTruth(env Env, plan truth.Plan) *cobra.Command {
	c := &cobra.Command{
		Use:   "truth",
		Short: "Regenerate the shipped true values; for maintainers",
		Long: paragraphs(env,
			"truth runs fresh rollouts from sampled states of a domain and writes what they paid at each lag to a file. From such files, which ship inside the program, come the true values of the domains that have no closed form, at any discount.",
			fmt.Sprintf("It pools the states of %d episodes and draws %d of them. From each it runs %d rollouts, in two independent halves, and from the first %d, which are the states that charts show, %d. The random streams are fixed: the same program writes the same bytes on any number of cores. The files must be made again when a rule, a policy or a random stream of a domain changes.", plan.Episodes, plan.States, 2*plan.Rollouts, plan.Shown, 2*plan.ShownRollouts)),
		Example: `lambdascope truth --domain 2048 --force --out assets/truth/2048.bin.gz
lambdascope truth --domain mountain-car --start uniform --out FILE`,
		Args:              onlyFlags,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	t := &truthFlags{env: env, plan: plan, domain: text{kind: "name"}, start: text{kind: "name"}, out: text{kind: "FILE"}}
	flags := c.Flags()
	flags.SortFlags = false
	flags.Var(&t.domain, domainFlag, "problem whose values are estimated: "+words.Or(rolled()))
	completeFlag(env, c, domainFlag, rolled)
	flags.Var(&t.start, "start", "where episodes start, for a domain that has a choice")
	completeFlag(env, c, "start", func() []string { return nil })
	flags.Var(&t.out, outFlag, "file to write")
	flags.BoolVar(&t.force, forceFlag, false, "replace the file if it exists")
	c.RunE = func(c *cobra.Command, _ []string) error { return t.run(c.Context()) }
	return c
}

// rolled returns the domains whose values come from rollouts.
func rolled() []string {
	var names []string
	for _, name := range sim.Domains() {
		if d, err := sim.New(sim.Options{Domain: name}); err == nil {
			if _, ok := d.(sim.Roller); ok {
				names = append(names, name)
			}
		}
	}
	return names
}

func (t *truthFlags) run(ctx context.Context) error {
	domain, err := t.roller()
	if err != nil {
		return err
	}
	// Begun first, so that a file in the way is noticed before the work.
	file, err := t.create()
	if err != nil {
		return err
	}
	defer file.Discard()
	profiles, err := t.draw(ctx, domain)
	if err != nil {
		return err
	}
	content, err := profiles.Encode()
	if err != nil {
		return err
	}
	if _, err = file.Write(content); err == nil {
		err = file.Commit()
	}
	if err != nil {
		return unwritable(t.out.value, err)
	}
	return t.summary(profiles.Source(domain), len(content))
}

// draw draws the profiles, with progress.
func (t *truthFlags) draw(ctx context.Context, domain sim.Roller) (*truth.Profiles, error) {
	var done, total atomic.Int64
	defer t.env.progress(func() string {
		return fmt.Sprintf("%d of %d rollouts", done.Load(), total.Load())
	})()
	return truth.Draw(ctx, domain, t.plan, func(rollouts, of int) {
		done.Store(int64(rollouts))
		total.Store(int64(of))
	})
}

// roller returns the domain that the flags choose.
func (t *truthFlags) roller() (sim.Roller, error) {
	d, err := sim.New(sim.Options{Domain: t.domain.value, Start: t.start.value})
	if err != nil {
		return nil, misuse{err}
	}
	if r, ok := d.(sim.Roller); ok && t.domain.value != "" {
		return r, nil
	}
	return nil, misusef("domain %q: want %s, whose true values come from rollouts", t.domain.value, words.Or(rolled()))
}

func (t *truthFlags) create() (disk.NewFile, error) {
	switch {
	case t.out.value == "":
		return nil, misusef("no --%s: want the name of a file", outFlag)
	case t.env.Files == nil:
		return nil, misusef("%s %q: files can't be written in this session", outFlag, t.out.value)
	}
	file, err := t.env.Files.Create(t.out.value, t.force)
	return file, unwritable(t.out.value, err)
}

// unwritable puts an error of writing a file into our words.
func unwritable(name string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s %q: exists; want another name, or --%s to replace it", outFlag, name, forceFlag)
	}
	return fmt.Errorf("%s %q: %w", outFlag, name, disk.Cause(err))
}

// summary says how large the file is and how near its values are to the truth.
func (t *truthFlags) summary(source *truth.Source, size int) error {
	var errors []string
	for _, gamma := range []float64{0.95, 1} {
		v, err := source.At(gamma)
		if err != nil {
			return err
		}
		errors = append(errors, fmt.Sprintf("%.2g at γ = %v", math.Sqrt(v.MSE), gamma))
	}
	t.env.note("%s: %s; standard error of a value %s", byteCount(int64(size)), t.out.value, strings.Join(errors, ", "))
	return nil
}
