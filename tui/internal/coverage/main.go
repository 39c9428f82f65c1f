// Command coverage measures in how many data sets the λ that is best on average is
// among those that are not ruled out, for the problems of the guide, and writes the
// tables of the page coverage.md and all numbers to coverage.csv.
//
//	go run ./tui/internal/coverage FOLDER
//
// The folder has a study for each problem with its settings. Studies that are finished
// are not made again, and one that was interrupted goes on. It has to run in the
// project's folder.
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

	"lambdascope/sim/analysis"
	"lambdascope/tui/cli"
	"lambdascope/tui/disk"
	"lambdascope/tui/figure"
	"lambdascope/tui/results"
)

// The files that are written.
const (
	page    = "assets/guide/coverage.md"
	numbers = "assets/guide/coverage.csv"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "coverage:", err)
		os.Exit(1)
	}
}

// run measures what is not measured, and writes the files.
func run(ctx context.Context, args []string) error {
	if len(args) != 1 {
		return errors.New("want the name of a folder for the studies")
	}
	engine := analysis.NewEngine(analysis.DefaultCacheBytes)
	var all []row
	for _, e := range entries() {
		folder := filepath.Join(args[0], e.folder())
		if err := measure(ctx, engine, e, folder); err != nil {
			return err
		}
		table, err := os.ReadFile(filepath.Join(folder, e.domain()+"-"+figure.NameCoverage+".csv"))
		if err != nil {
			return err
		}
		rows, err := readStudy(e, table)
		if err != nil {
			return fmt.Errorf("%s: %w", folder, err)
		}
		all = append(all, rows...)
	}
	content, err := encode(all)
	if err == nil {
		err = os.WriteFile(numbers, content, 0o644)
	}
	if err != nil {
		return err
	}
	old, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	text, err := withTables(old, all)
	if err != nil {
		return err
	}
	return os.WriteFile(page, text, 0o644)
}

// measure makes the study of an entry in a folder, or goes on with it.
func measure(ctx context.Context, engine *analysis.Engine, e entry, folder string) error {
	args := append([]string{"study", "--out", folder}, append(e.flags, e.study...)...)
	if _, err := os.Stat(filepath.Join(folder, results.DesignFile)); err == nil {
		args = append(args, "--"+results.ResumeFlag)
	}
	var said bytes.Buffer
	env := cli.Env{In: bytes.NewReader(nil), Out: io.Discard, Err: io.MultiWriter(os.Stderr, &said), Files: disk.OS{}, Engine: engine, Version: "(devel)"}
	if code := cli.Main(ctx, env, args); code != 0 {
		return fmt.Errorf("%s: the study failed: %s", e.name, bytes.TrimSpace(said.Bytes()))
	}
	return nil
}
