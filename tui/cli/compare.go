package cli

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/tui/state"
)

// The names of the commands under compare.
const (
	compareMaps   = "maps"
	compareRidges = "ridges"
)

const nestedFlag = "nested"

// newCompare returns the commands that choose a feature map or a ridge together with λ.
func newCompare(env Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "compare",
		Short: "Choose a feature map or a ridge together with λ",
		Long:  "compare chooses among feature maps or ridges, together with λ: returns are the same whatever the features, so that LOTO errors compare. It also estimates the error of the whole choice on trajectories that had no part in it. For more, see lambdascope guide compare.",
		Example: `lambdascope compare maps --domain 2048
lambdascope compare maps --data walk.jsonl identity poly:2+bias rff:20
lambdascope compare ridges --domain mountain-car 0 0.1 1 10`,
	}
	c.SuggestionsMinimumDistance = 2
	return group(c, newCompareMaps(env), newCompareRidges(env))
}

func newCompareMaps(env Env) *cobra.Command {
	c := &cobra.Command{
		Use:   compareMaps + " [MAP ...]",
		Short: "Feature maps, at one ridge",
		Long:  "maps selects λ with each feature map and compares the maps; without names, a few that suit the data, with at most 100 features each. " + defaults + " For more, see lambdascope guide compare.",
		Example: `lambdascope compare maps --domain 2048
lambdascope compare maps --data walk.jsonl identity poly:2 --ridge 0.1`,
	}
	knobs := knobsBut("features")
	for i := range knobs {
		if knobs[i].Name == "bounds" {
			knobs[i].Applies = settings.Settings.Recorded // for the compared maps that scale
		}
	}
	f := newCompareFlags(c, env, compareMaps, knobs)
	c.ValidArgsFunction = func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		s, err := f.settings.start()
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return s.UsualMaps(true), cobra.ShellCompDirectiveNoFileComp
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		return f.run(c.Context(), analysis.Request{}, args)
	}
	return c
}

func newCompareRidges(env Env) *cobra.Command {
	c := &cobra.Command{
		Use:   compareRidges + " [RIDGE ...]",
		Short: "Ridges, with one feature map",
		Long:  "ridges selects λ at each ridge and compares the ridges, which share one pass over the data; without numbers, " + strings.Trim(fmt.Sprint(settings.UsualRidges()), "[]") + ". " + defaults + " For more, see lambdascope guide compare.",
		Example: `lambdascope compare ridges
lambdascope compare ridges --domain mountain-car --features rbf 0 0.1 1 10 100
lambdascope compare ridges --data walk.jsonl --features poly:2 --format csv`,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	f := newCompareFlags(c, env, compareRidges, knobsBut("ridge"))
	c.RunE = func(c *cobra.Command, args []string) error {
		ridges := settings.UsualRidges()
		if len(args) > 0 {
			var err error
			if ridges, err = settings.ParseRidges(strings.Join(args, ",")); err != nil {
				return misuse{err}
			}
		}
		return f.run(c.Context(), analysis.Request{Ridges: ridges}, nil)
	}
	return c
}

// compareFlags are the flags of a command under compare.
type compareFlags struct {
	env      Env
	what     string // is compared
	settings *settingsFlags
	nested   state.Text
	format   *choice
	ascii    bool
}

// knobsBut returns the knobs of the settings except for the compared knob.
func knobsBut(name string) []settings.Knob[settings.Settings] {
	return slices.DeleteFunc(settings.Knobs(), func(k settings.Knob[settings.Settings]) bool { return k.Name == name })
}

// newCompareFlags adds flags to a command.
func newCompareFlags(c *cobra.Command, env Env, what string, knobs []settings.Knob[settings.Settings]) *compareFlags {
	flags := c.Flags()
	flags.SortFlags = false
	f := &compareFlags{env: env, what: what, nested: state.Text{Kind: "K"}, settings: addKnobs(c, env, knobs, true)}
	flags.Var(&f.nested, nestedFlag, "parts that are left out in turn for the error of the choice; 0: none (default 5)")
	f.format = addChoice(env, c, "format", "form of the result: table, json, csv", []string{formatTable, formatJSON, formatCSV})
	flags.BoolVar(&f.ascii, asciiFlag, false, "only 7-bit characters")
	return f
}

// run compares ridges, or the feature maps of the arguments.
func (f *compareFlags) run(ctx context.Context, of analysis.Request, args []string) (err error) {
	if of.Settings, err = f.settings.checked(ctx); err != nil {
		return err
	}
	if len(args) > 0 {
		of.Maps, err = of.Settings.ParseMaps(strings.Join(args, ","))
	} else if f.what == compareMaps {
		of.Maps, err = f.usualMaps(of.Settings)
	}
	if err == nil {
		of.Nested, err = f.parts()
	}
	if err == nil {
		_, err = f.env.Engine.Check(of)
	}
	for _, name := range append([]string{of.Settings.FeatureMap()}, of.Maps...) {
		if err == nil {
			err = f.env.Limits.Check(of.Settings.WithFeatures(name))
		}
	}
	if err != nil {
		return misuse{err}
	}
	found, err := f.settings.env.analyze(ctx, of)
	if err != nil {
		return err
	}
	return f.env.writeResult(f.format.String(), f.ascii, found)
}

// usualMaps returns the usual feature maps of checked settings, with a note for every map that does
// not suit the data. It fails if no map suits.
func (f *compareFlags) usualMaps(s settings.Settings) (maps []string, err error) {
	for _, name := range s.UsualMaps(false) {
		if _, wrong := f.env.Engine.Check(analysis.Request{Settings: s.WithFeatures(name)}); wrong != nil {
			f.env.note("without %s: %v", name, wrong)
			err = wrong
			continue
		}
		maps = append(maps, name)
	}
	if len(maps) > 0 {
		return maps, nil
	}
	return nil, err
}

// parts returns the number of --nested. The default is 0 for CSV, because a CSV with a row for each
// map or ridge has no place for the error of the choice.
func (f *compareFlags) parts() (int, error) {
	place := f.format.String() != formatCSV
	if !f.settings.flags.Changed(nestedFlag) {
		if !place {
			return 0, nil
		}
		return analysis.UsualNested, nil
	}
	n, err := strconv.Atoi(f.nested.Value)
	if err != nil || n < 0 || n == 1 {
		return 0, fmt.Errorf("nested %q: want a number of parts, 2 or more, or 0 for none", f.nested.Value)
	}
	if n > 0 && !place {
		return 0, fmt.Errorf("format csv with --%s: want json or table, as a row of the CSV is one of the %s", nestedFlag, f.what)
	}
	return n, nil
}
