// Command growth measures what a selection of λ costs as the work grows, in n, d, k and
// H, and writes the tables of the report growth.md, all numbers to growth.csv and the
// pictures of the report.
//
//	go run ./tui/internal/growth         measures all sizes: 4 to 8 minutes on an idle machine
//	go run ./tui/internal/growth -draw   writes tables and pictures of the numbers there are
//
// It has to run in the project's folder, and on Linux, of which it asks how much memory
// a process had at most.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
)

// The files that are written, in the project's folder.
const (
	pageFile    = "assets/reports/growth.md"
	numbersFile = "assets/reports/growth.csv"
	timeFile    = "assets/reports/growth-time.png"
	memoryFile  = "assets/reports/growth-memory.png"
)

func main() {
	if isChild() {
		childMain()
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], ".", os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "growth:", err)
		os.Exit(1)
	}
}

// run measures unless the argument says to draw alone, and writes below a folder.
func run(ctx context.Context, args []string, folder string, messages io.Writer) error {
	draw := len(args) == 1 && args[0] == "-draw"
	if len(args) > 0 && !draw {
		return fmt.Errorf("arguments %q: want none, or -draw", args)
	}
	numbers := filepath.Join(folder, numbersFile)
	if !draw {
		rows, err := measureAll(ctx, points(), rounds, messages)
		if err != nil {
			return err
		}
		if err := os.WriteFile(numbers, encode(rows), 0o644); err != nil {
			return err
		}
	}
	content, err := os.ReadFile(numbers)
	if err != nil {
		return err
	}
	rows, err := decode(content)
	if err != nil {
		return fmt.Errorf("%s: %w", numbers, err)
	}
	return write(folder, rows)
}

// write writes the tables and the pictures of rows below a folder.
func write(folder string, rows []row) error {
	page := filepath.Join(folder, pageFile)
	old, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	text, err := withTables(string(old), rows)
	if err != nil {
		return fmt.Errorf("%s: %w", page, err)
	}
	if err := os.WriteFile(page, []byte(text), 0o644); err != nil {
		return err
	}
	for name, what := range map[string]quantity{timeFile: processorTime, memoryFile: memory} {
		picture, err := picture(rows, what)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), picture, 0o644)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// withTables returns the page with each table that it has a place for made again: the
// lines below a line that begins with "| " and the heading of a sweep's first column.
func withTables(page string, rows []row) (string, error) {
	for _, s := range sweeps() {
		first := "\n" + s.tableBegin()
		before, rest, ok := strings.Cut(page, first)
		if !ok {
			return "", fmt.Errorf("the page has no table that begins %q", first[1:])
		}
		_, after, ok := strings.Cut(rest, "\n\n")
		if !ok {
			return "", fmt.Errorf("nothing follows the table that begins %q", first[1:])
		}
		page = before + "\n" + s.table(rows) + "\n" + after
	}
	return page, nil
}
