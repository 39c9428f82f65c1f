package cli_test

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"

	"lambdascope/sim"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
	"lambdascope/tui/cli"
	"lambdascope/tui/disk"
	"lambdascope/tui/markdown"
	"lambdascope/tui/serve"
	"lambdascope/tui/state"
)

// commands returns all commands.
func commands() []*cobra.Command {
	root := cli.NewRoot(cli.Env{Files: disk.OS{}}, serve.Command, serve.ClassCommand)
	return append(root.Commands(), root)
}

// TestGuideNamesEveryFlag compares the flags of the commands with the first columns of the tables of
// flags in the pages.
func TestGuideNamesEveryFlag(t *testing.T) {
	real := make(map[string]bool)
	for _, c := range commands() {
		if c.Name() == "completion" {
			continue // cobra's own
		}
		for _, c := range append(c.Commands(), c) {
			c.LocalFlags().VisitAll(func(f *pflag.Flag) {
				real["--"+f.Name] = true
				real["-"+f.Shorthand] = f.Shorthand != ""
			})
		}
	}
	named := map[string]bool{"--help": true, "-h": true, "--version": true, "-v": true}
	for file, page := range cli.Pages(t) {
		for _, name := range flagsInTables(page) {
			if !real[name] {
				t.Errorf("%s: there is no flag %q", file, name)
			}
			named[name] = true
		}
	}
	for name, is := range real {
		if is && !named[name] {
			t.Errorf("no table of the guide has %s", name)
		}
	}
}

// flagsInTables returns the code in the first column of the tables of flags of a page, without values.
func flagsInTables(page markdown.Document) (names []string) {
	for _, table := range page.In(page.Tree) {
		rows := page.In(table)
		if table.Kind() != tables.KindTable || page.TextOf(rows[0].FirstChild()) != "flag" {
			continue
		}
		for _, row := range rows[1:] {
			for _, n := range page.In(row.FirstChild()) {
				if name, _, _ := strings.Cut(page.TextOf(n), " "); n.Kind() == ast.KindCodeSpan {
					names = append(names, name)
				}
			}
		}
	}
	return names
}

// TestGuideHasTheSettings compares the guide's table of settings with the flags.
// go test ./tui/cli -run Guide -update writes it anew.
func TestGuideHasTheSettings(t *testing.T) {
	const file = "../../assets/guide/commands.md"
	text := string(testutil.Get(os.ReadFile(file))(t))
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	set.SortFlags = false
	state.AddSettings(set, settings.Knobs(), true)
	const head = "| flag | default | meaning |\n|---|---|---|\n"
	before, rest, found := strings.Cut(text, head)
	end := strings.Index(rest, "\n\n")
	if !found || end < 0 {
		t.Fatal("no table of settings")
	}
	table := ""
	set.VisitAll(func(f *pflag.Flag) {
		name := "`--" + f.Name + "`"
		if f.Shorthand != "" {
			name += ", `-" + f.Shorthand + "`"
		}
		table += "| " + name + " | " + defaultOf(t, f.Name) + " | " + f.Usage + " |\n"
	})
	if want := before + head + table + rest[end+1:]; want == text {
		return
	} else if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		testutil.Check(t, os.WriteFile(file, []byte(want), 0o644))
		return
	}
	t.Errorf("%s: the table of settings would be\n%s", file, table)
}

// defaultOf returns the default of a setting: that of each domain if they differ, otherwise that of a
// file.
func defaultOf(t *testing.T, name string) string {
	k, ok := settings.KnobNamed(name)
	switch {
	case !ok: // data
		return ""
	case k.Source:
		return k.Get(testutil.Get(settings.Defaults(""))(t))
	}
	var all []string
	for _, domain := range sim.Domains() {
		text := "none"
		if s := testutil.Get(settings.Defaults(domain))(t); k.Applies(s) {
			text = k.Get(s)
		}
		all = append(all, text)
	}
	different := slices.Compact(slices.Sorted(slices.Values(all)))
	given := slices.DeleteFunc(slices.Clone(different), func(text string) bool { return text == "none" })
	switch {
	case len(given) == 0:
		return k.Get(settings.FileDefaults(settings.File{Hash: "any", Groups: 1}))
	case len(given) == 1:
		return given[0]
	}
	return strings.Join(all, ", ")
}

// TestGuideNamesEveryCommand looks for each command in the page of commands.
func TestGuideNamesEveryCommand(t *testing.T) {
	var words []string
	for file, page := range cli.Pages(t) {
		if !strings.HasSuffix(file, "commands.md") {
			continue
		}
		for _, row := range page.In(page.In(page.Tree)[1])[1:] {
			words = append(words, strings.Fields(page.TextOf(row.FirstChild()))...)
		}
	}
	for _, c := range commands() {
		if c.IsAvailableCommand() && !slices.Contains(words, c.Name()) {
			t.Errorf("%s is not in the table of commands: %q", c.Name(), words)
		}
	}
}

// TestGuideCommandsParse has every command line of the pages accepted by the
// command that it calls.
func TestGuideCommandsParse(t *testing.T) {
	for _, args := range cli.CommandLines(t) {
		root := cli.NewRoot(cli.Env{Files: disk.OS{}}, serve.Command, serve.ClassCommand)
		c, rest, err := root.Find(args)
		if err == nil {
			err = c.ParseFlags(rest)
		}
		if err == nil {
			err = c.ValidateArgs(c.Flags().Args())
		}
		if err != nil {
			t.Errorf("lambdascope %s: %v", strings.Join(args, " "), err)
		}
	}
}
