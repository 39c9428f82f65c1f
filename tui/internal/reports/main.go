// Command reports measures what the pages coverage.md and selectors.md of assets/reports
// have in tables, and writes the tables and all numbers, a CSV beside each page.
//
//	go run ./tui/internal/reports coverage FOLDER
//	go run ./tui/internal/reports selectors FOLDER
//
// The folder has a study for each problem with its settings. Studies that are finished are
// not made again, and one that was interrupted goes on. It has to run in the project's
// folder.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"lambdascope/sim/analysis"
	"lambdascope/tui/cli"
	"lambdascope/tui/disk"
	"lambdascope/tui/results"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "reports:", err)
		os.Exit(1)
	}
}

// folder has the pages.
const folder = "assets/reports"

// pages returns all of them.
func pages() []page { return []page{coverage(), selectors()} }

func run(ctx context.Context, args []string) error {
	if len(args) == 2 {
		if i := slices.IndexFunc(pages(), func(p page) bool { return p.name == args[0] }); i >= 0 {
			return pages()[i].measure(ctx, args[1])
		}
	}
	return errors.New("want coverage or selectors, and the name of a folder for the studies")
}

// page is a report with tables that are measured.
type page struct {
	name    string // of its files
	figure  string // of the studies, whose table has the rows
	entries []entry
	from    string // the heading from which on the page is generated
	// tables returns the part of the page that is generated, its heading left out.
	tables func(rows []row) []byte
}

// entry is a problem with its settings.
type entry struct {
	name  string
	flags []string // the settings, --domain first
	study []string // what else the study has
}

// measure measures what is not measured in a folder, and writes the files of the page.
func (p page) measure(ctx context.Context, studies string) error {
	engine := analysis.NewEngine(analysis.DefaultCacheBytes)
	var all []row
	for _, e := range p.entries {
		words := []string{e.flags[1]} // the domain
		for _, w := range e.flags[2:] {
			words = append(words, strings.ReplaceAll(strings.TrimPrefix(w, "--"), ":", "-"))
		}
		at := filepath.Join(studies, strings.Join(words, "-"))
		if err := e.measure(ctx, engine, at); err != nil {
			return err
		}
		table, err := os.ReadFile(filepath.Join(at, e.flags[1]+"-"+p.figure+".csv"))
		if err != nil {
			return err
		}
		rows, err := readStudy(e, table)
		if err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
		all = append(all, rows...)
	}
	content, err := encode(all)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, p.name+".csv"), content, 0o644)
	}
	if err != nil {
		return err
	}
	file := filepath.Join(folder, p.name+".md")
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	text, err := p.withTables(old, all)
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

// withTables returns the text of the page with its tables made again.
func (p page) withTables(text []byte, rows []row) ([]byte, error) {
	before, _, ok := bytes.Cut(text, []byte(p.from))
	if !ok {
		return nil, fmt.Errorf("the page has no heading %q", p.from)
	}
	return slices.Concat(before, []byte(p.from), p.tables(rows)), nil
}

// measure makes the study of an entry in a folder, or goes on with it.
func (e entry) measure(ctx context.Context, engine *analysis.Engine, at string) error {
	args := slices.Concat([]string{"study", "--out", at}, e.flags, e.study)
	if _, err := os.Stat(filepath.Join(at, results.DesignFile)); err == nil {
		args = append(args, "--"+results.ResumeFlag)
	}
	var said bytes.Buffer
	env := cli.Env{In: bytes.NewReader(nil), Out: io.Discard, Err: io.MultiWriter(os.Stderr, &said), Files: disk.OS{}, Engine: engine, Version: "(devel)"}
	if code := cli.Main(ctx, env, args); code != 0 {
		return fmt.Errorf("%s: the study failed: %s", e.name, bytes.TrimSpace(said.Bytes()))
	}
	return nil
}
