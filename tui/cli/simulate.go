package cli

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"lambdascope/sim/analysis"
	"lambdascope/sim/recorded"
	"lambdascope/sim/settings"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/disk"
	"lambdascope/tui/state"
)

type simulateFlags struct {
	env      Env
	settings *settingsFlags
	out      state.Text
	force    bool
}

func newSimulate(env Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "simulate",
		Short: "Trajectories of a domain to a file, as JSON Lines or CSV",
		Long: paragraphs(
			"simulate draws trajectories of a domain, the same that run and the app draw with these settings, and writes them to a file that run --data reads back to the same numbers.",
			"The end of the name chooses the format: "+textfmt.Or(recorded.Suffixes())+". The name - is standard output, as JSON Lines. The file appears when it is complete; a run that ends early leaves nothing. A file that exists is replaced with --force alone.",
			"A terminated trajectory is written without the observation of its terminal state, whose value is 0 by definition; a truncated one ends in its final observation."),
		Example: `lambdascope simulate --out walk.jsonl
lambdascope simulate --domain random-walk --states 7 -n 1000 --seed 3 --out walk.csv.gz
lambdascope simulate -n 50 --out - | lambdascope run --data - --gamma 0.95`,
		Args:              onlyFlags,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	s := &simulateFlags{env: env, out: state.Text{Kind: "FILE"}}
	flags := c.Flags()
	flags.SortFlags = false
	s.settings = addKnobs(c, env, drawingKnobs(), false)
	flags.Var(&s.out, outFlag, "file to write, which ends in "+textfmt.Or(recorded.Suffixes())+"; - for standard output")
	flags.BoolVar(&s.force, forceFlag, false, "replace the file if it exists")
	c.RunE = func(c *cobra.Command, _ []string) error { return s.run(c.Context()) }
	return c
}

// drawingKnobs returns the knobs that determine simulated trajectories: those of neither the selection
// nor a file.
func drawingKnobs() []settings.Knob[settings.Settings] {
	knobs := slices.DeleteFunc(settings.Knobs(), func(k settings.Knob[settings.Settings]) bool { return k.JSON != nil || k.Needs != "" })
	for i := range knobs {
		knobs[i].Help, _, _ = strings.Cut(knobs[i].Help, "; of a file")
	}
	return knobs
}

func (s *simulateFlags) run(ctx context.Context) error {
	settings, err := s.settings.resolve(ctx)
	if err != nil {
		return err
	}
	format, gzipped, err := s.format()
	if err != nil {
		return err
	}
	out, err := s.open()
	if err != nil {
		return err
	}
	defer out.Discard()
	done, err := s.write(ctx, settings, format, gzipped, out)
	if err == nil {
		err = out.Commit()
	}
	if err != nil {
		return s.unwritable(err)
	}
	s.env.noteProblem(settings.Problem)
	s.env.note("%d trajectories, %d steps: %s", done.Trajectories, done.Steps, s.name())
	return nil
}

// format returns the format and the compression of the file, from its name.
func (s *simulateFlags) format() (f recorded.Format, gzipped bool, err error) {
	switch {
	case !s.settings.flags.Changed(outFlag):
		return 0, false, Misuse("no --%s: want the name of a file that ends in %s, or %s for standard output", outFlag, textfmt.Or(recorded.Suffixes()), stdin)
	case s.out.Value == stdin:
		return recorded.JSONL, false, nil
	}
	if f, gzipped, err = recorded.FormatOf(s.out.Value); err != nil {
		return 0, false, Misuse("%s %w, or %s for standard output", outFlag, err, stdin)
	}
	return f, gzipped, nil
}

func (s *simulateFlags) open() (disk.NewFile, error) {
	if s.out.Value == stdin {
		return stream{s.env.Out}, nil
	}
	file, err := s.env.Files.Create(s.out.Value, s.force)
	return file, unwritable(outFlag, s.out.Value, err)
}

func (s *simulateFlags) write(ctx context.Context, settings settings.Settings, format recorded.Format, gzipped bool, out io.Writer) (analysis.Written, error) {
	var drawn atomic.Int64
	if s.out.Value != stdin || !s.env.Terminal.Out { // not between lines of the result
		defer s.env.progress(func() string {
			return fmt.Sprintf("%d of %d trajectories", drawn.Load(), settings.Trajectories)
		})()
	}
	buffered := bufio.NewWriterSize(out, 64<<10)
	var text io.Writer = buffered
	end := buffered.Flush
	if gzipped {
		// Other levels are several times slower and save a tenth.
		z, err := gzip.NewWriterLevel(buffered, gzip.BestSpeed)
		if err != nil {
			return analysis.Written{}, err
		}
		text, end = z, func() error {
			if err := z.Close(); err != nil {
				return err
			}
			return buffered.Flush()
		}
	}
	done, err := s.env.Engine.Write(ctx, settings, format, text, func(w analysis.Written) { drawn.Store(int64(w.Trajectories)) })
	if err != nil {
		return done, err
	}
	return done, end()
}

// unwritable rewords an error of writing.
func (s *simulateFlags) unwritable(err error) error {
	if s.out.Value == stdin {
		return fmt.Errorf("the trajectories could not be written: %w", err)
	}
	return unwritable(outFlag, s.out.Value, err)
}

func (s *simulateFlags) name() string {
	if s.out.Value == stdin {
		return "standard output"
	}
	return s.out.Value
}

// stream is a NewFile that is written immediately.
type stream struct{ io.Writer }

func (stream) Commit() error { return nil }

func (stream) Discard() {}

// unwritable rewords an error of writing the file of a flag.
func unwritable(flag, name string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s %q: exists; want another name, or --%s to replace it", flag, name, forceFlag)
	}
	return fmt.Errorf("%s %q: %w", flag, name, disk.Cause(err))
}
