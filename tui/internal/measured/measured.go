// Package measured makes the studies of which pages of the guide have tables, and keeps
// their rows in a CSV file beside the page.
package measured

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"lambdascope/sim/analysis"
	"lambdascope/tui/cli"
	"lambdascope/tui/disk"
	"lambdascope/tui/results"
)

// Entry is a problem with its settings.
type Entry struct {
	Name  string
	Flags []string // the settings, --domain first
	Study []string // what else the study has
}

// Domain returns the name of the domain.
func (e Entry) Domain() string { return e.Flags[1] }

// Folder returns the name of the folder of the study, which has the settings in it.
func (e Entry) Folder() string {
	words := []string{e.Domain()}
	for _, w := range e.Flags[2:] {
		words = append(words, strings.ReplaceAll(strings.TrimPrefix(w, "--"), ":", "-"))
	}
	return strings.Join(words, "-")
}

// Report is a page of the guide with tables that are measured.
type Report struct {
	Page    string // the file of the page
	Numbers string // the file of the rows
	Figure  string // of the studies, whose table has the rows
	Entries []Entry
	From    string // the heading from which on the page is generated
	// Tables returns the part of the page that is generated, its heading left out.
	Tables func(rows []Row) []byte
}

// Main measures what is not measured in the folder that the arguments name, and writes the
// files of the report. It has to run in the project's folder, and ends with an interrupt.
func (r Report) Main(name string, args []string) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := r.run(ctx, args); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(1)
	}
}

func (r Report) run(ctx context.Context, args []string) error {
	if len(args) != 1 {
		return errors.New("want the name of a folder for the studies")
	}
	engine := analysis.NewEngine(analysis.DefaultCacheBytes)
	var all []Row
	for _, e := range r.Entries {
		folder := filepath.Join(args[0], e.Folder())
		if err := e.measure(ctx, engine, folder); err != nil {
			return err
		}
		table, err := os.ReadFile(filepath.Join(folder, e.Domain()+"-"+r.Figure+".csv"))
		if err != nil {
			return err
		}
		rows, err := readStudy(e, table)
		if err != nil {
			return fmt.Errorf("%s: %w", folder, err)
		}
		all = append(all, rows...)
	}
	content, err := Encode(all)
	if err == nil {
		err = os.WriteFile(r.Numbers, content, 0o644)
	}
	if err != nil {
		return err
	}
	old, err := os.ReadFile(r.Page)
	if err != nil {
		return err
	}
	text, err := r.WithTables(old, all)
	if err != nil {
		return err
	}
	return os.WriteFile(r.Page, text, 0o644)
}

// WithTables returns the page with its tables made again.
func (r Report) WithTables(page []byte, rows []Row) ([]byte, error) {
	before, _, ok := bytes.Cut(page, []byte(r.From))
	if !ok {
		return nil, fmt.Errorf("the page has no heading %q", r.From)
	}
	return append(append(bytes.Clone(before), r.From...), r.Tables(rows)...), nil
}

// measure makes the study of an entry in a folder, or goes on with it.
func (e Entry) measure(ctx context.Context, engine *analysis.Engine, folder string) error {
	args := append([]string{"study", "--out", folder}, append(e.Flags, e.Study...)...)
	if _, err := os.Stat(filepath.Join(folder, results.DesignFile)); err == nil {
		args = append(args, "--"+results.ResumeFlag)
	}
	var said bytes.Buffer
	env := cli.Env{In: bytes.NewReader(nil), Out: io.Discard, Err: io.MultiWriter(os.Stderr, &said), Files: disk.OS{}, Engine: engine, Version: "(devel)"}
	if code := cli.Main(ctx, env, args); code != 0 {
		return fmt.Errorf("%s: the study failed: %s", e.Name, bytes.TrimSpace(said.Bytes()))
	}
	return nil
}
