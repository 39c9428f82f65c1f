package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strconv"
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
	plan        func(sim.Options) truth.Plan
	domain, out text
	start       text
	target      text
	force       bool
}

// newTruth returns the command that makes the shipped true values again.
func newTruth(env Env, plan func(sim.Options) truth.Plan) *cobra.Command {
	c := &cobra.Command{
		Use:   "truth",
		Short: "Regenerate the shipped true values; for maintainers",
		Long: paragraphs(
			"truth runs a domain and writes to a file what true values are computed from at any discount, for the domains that have none in closed form. Such files ship inside the program.",
			"Hundreds of thousands of episodes give the means of products of features and returns. From some of their states rollouts branch, which give the mean square of the true values; from 1000 states, which charts show, many do. The random streams are fixed: the same program writes the same bytes on any number of cores. The files must be made again when a rule, a policy, a feature map or a random stream of a domain changes."),
		Example: `lambdascope truth --domain 2048 --force --out assets/truth/2048.bin.gz
lambdascope truth --domain mountain-car --start uniform --out FILE
lambdascope truth --domain mountain-car --target 0.2 --out FILE`,
		Args:              onlyFlags,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	t := &truthFlags{env: env, plan: plan, domain: text{kind: "name"}, start: text{kind: "name"}, target: text{kind: "number"}, out: text{kind: "FILE"}}
	flags := c.Flags()
	flags.SortFlags = false
	flags.Var(&t.domain, domainFlag, "problem whose values are estimated: "+words.Or(rolled()))
	completeFlag(env, c, domainFlag, rolled)
	flags.Var(&t.start, "start", "where episodes start, for a domain that has a choice")
	completeFlag(env, c, "start", func() []string { return nil })
	flags.Var(&t.target, targetFlag, "policy whose values are estimated, for a domain that has a choice; that of the episodes without it")
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
	maps, err := t.maps()
	if err != nil {
		return err
	}
	// Begun first, so that a file in the way is noticed before the work.
	file, err := t.create()
	if err != nil {
		return err
	}
	defer file.Discard()
	moments, err := t.draw(ctx, maps)
	if err != nil {
		return err
	}
	content, err := moments.Encode()
	if err != nil {
		return err
	}
	if _, err = file.Write(content); err == nil {
		err = file.Commit()
	}
	if err != nil {
		return unwritable(outFlag, t.out.value, err)
	}
	return t.summary(moments, maps, len(content))
}

// draw draws the moments, with progress.
func (t *truthFlags) draw(ctx context.Context, maps []sim.Roller) (*truth.Moments, error) {
	var done, total atomic.Int64
	defer t.env.progress(func() string {
		return fmt.Sprintf("%d of %d episodes", done.Load(), total.Load())
	})()
	return truth.Draw(ctx, maps, t.plan(maps[0].Options()), func(episodes, of int) {
		done.Store(int64(episodes))
		total.Store(int64(of))
	})
}

// maps returns the domain that the flags choose, with each of its feature maps.
func (t *truthFlags) maps() ([]sim.Roller, error) {
	o := sim.Options{Domain: t.domain.value, Start: t.start.value}
	if t.target.value != "" {
		target, err := strconv.ParseFloat(t.target.value, 64)
		if err != nil {
			return nil, misusef("%s %q: want a number", targetFlag, t.target.value)
		}
		o.Target = target
	}
	maps, err := truth.Maps(o)
	switch {
	case err != nil:
		return nil, misuse{err}
	case len(maps) == 0 || o.Domain == "":
		return nil, misusef("domain %q: want %s, whose true values come from rollouts", o.Domain, words.Or(rolled()))
	}
	return maps, nil
}

func (t *truthFlags) create() (disk.NewFile, error) {
	switch {
	case t.out.value == "":
		return nil, misusef("no --%s: want the name of a file", outFlag)
	case t.env.Files == nil:
		return nil, misusef("%s %q: files can't be written in this session", outFlag, t.out.value)
	}
	file, err := t.env.Files.Create(t.out.value, t.force)
	return file, unwritable(outFlag, t.out.value, err)
}

// unwritable puts an error of writing the file of a flag into our words.
func unwritable(flag, name string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s %q: exists; want another name, or --%s to replace it", flag, name, forceFlag)
	}
	return fmt.Errorf("%s %q: %w", flag, name, disk.Cause(err))
}

// summary says how large the file is, and map by map how near to the truth a root
// MSVE by it is where it is least.
func (t *truthFlags) summary(moments *truth.Moments, maps []sim.Roller, size int) error {
	t.env.note("%s: %s", t.out.value, byteCount(int64(size)))
	for _, d := range maps {
		source, err := moments.Source(d)
		if err != nil {
			return err
		}
		var errors []string
		for _, gamma := range []float64{0.5, 0.95, 1} {
			v, err := source.At(gamma)
			if err != nil {
				return err
			}
			theta := v.Best()
			msve := v.MSVE(theta)
			// The error of a root is half as much, in proportion.
			errors = append(errors, fmt.Sprintf("%.2g ± %.2g %% at γ = %v", math.Sqrt(max(0, msve)), 50*v.MSVEError(theta)/msve, gamma))
		}
		t.env.note("%s: least root MSVE %s", d.Options().Features, strings.Join(errors, ", "))
	}
	return nil
}
