package cli

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/disk"
	"lambdascope/tui/lesson"
	"lambdascope/tui/state"
)

const (
	atFlag    = "at"
	checkFlag = "check"
	printFlag = "print"
)

type lessonFlags struct {
	*looksFlags
	show         app
	flags        *pflag.FlagSet
	at           state.Text // a step, from 1
	check, print bool
}

func newLesson(env Env, show app) *cobra.Command {
	c := &cobra.Command{
		Use:   "lesson [NAME|FILE.md]",
		Short: "Lessons in the app",
		Long: paragraphs(
			"lesson lists the lessons. With a name it opens a lesson in the app: the text stands below the charts, n goes to the next step, b back, and every control stays live.",
			"A lesson is a file in Markdown. To write your own, see lambdascope guide lessons."),
		Example: `lambdascope lesson
lambdascope lesson trace
lambdascope lesson trace --at 3
lambdascope lesson --print trace > trace.md
lambdascope lesson --check mine.md
lambdascope lesson mine.md`,
		Args: onlyLesson,
		ValidArgsFunction: completeFirst(cobra.ShellCompDirectiveDefault, func(*cobra.Command) (out []cobra.Completion) {
			for _, l := range env.lessons() {
				out = append(out, cobra.CompletionWithDesc(l.Name, l.Title))
			}
			return out
		}),
	}
	flags := c.Flags()
	l := &lessonFlags{show: show, flags: flags, at: state.Text{Kind: "N"}}
	flags.SortFlags = false
	flags.Var(&l.at, atFlag, "step to open, from 1")
	flags.BoolVar(&l.check, checkFlag, false, "open every scene, compute every number, and name the line of each fault")
	flags.BoolVar(&l.print, printFlag, false, "write the lesson with its numbers, in Markdown")
	l.looksFlags = addLooks(c, env)
	c.RunE = func(c *cobra.Command, args []string) error { return l.run(c.Context(), args) }
	return c
}

func onlyLesson(c *cobra.Command, args []string) error {
	if len(args) > 1 {
		return Misuse("%d lessons: %s takes one at a time%s", len(args), c.CommandPath(), seeHelp(c))
	}
	return nil
}

// lessons returns the shipped lessons and those of the Env.
func (e Env) lessons() []*lesson.Lesson {
	shipped, err := lesson.Shipped(e.Engine)
	if err != nil {
		return e.Lessons // a test checks the shipped lessons
	}
	return append(shipped, e.Lessons...)
}

func (l *lessonFlags) run(ctx context.Context, args []string) error {
	switch {
	case l.check && l.print:
		return Misuse("--%s with --%s: want one of the two", checkFlag, printFlag)
	case (l.check || l.print) && l.flags.Changed(atFlag):
		return Misuse("--%s does not apply with --%s or --%s, which take all steps", atFlag, checkFlag, printFlag)
	case len(args) == 0 && (l.check || l.print || l.flags.Changed(atFlag)):
		return Misuse("no lesson: want %s, or a file that ends in .md", textfmt.Or(lessonNames(l.env.lessons())))
	case len(args) == 0:
		return l.write(strings.Join(l.list(), "\n") + "\n")
	}
	chosen, err := l.find(args[0])
	switch {
	case err != nil:
		return l.faults(err)
	case l.check:
		if err := chosen.Check(ctx, l.env.Engine); err != nil {
			return l.faults(err)
		}
		return nil
	case l.print:
		text, err := chosen.Markdown(ctx, l.env.Engine, l.env.commandLine)
		if err != nil {
			return err
		}
		return l.write(text)
	}
	step := 1
	if l.flags.Changed(atFlag) {
		if step, err = strconv.Atoi(l.at.Value); err != nil || step < 1 || step > len(chosen.Steps) {
			return Misuse("at %q: want a step from 1 to %d", l.at.Value, len(chosen.Steps))
		}
	}
	return l.open(ctx, chosen, args[0], step)
}

func lessonNames(all []*lesson.Lesson) (out []string) {
	for _, l := range all {
		out = append(out, l.Name)
	}
	return out
}

func (l *lessonFlags) list() []string {
	var names, titles, minutes []string
	for _, lesson := range l.env.lessons() {
		names = append(names, lesson.Name)
		titles = append(titles, lesson.Title)
		minutes = append(minutes, lesson.Minutes)
	}
	return sideBySide("   ", names, titles, minutes)
}

// find returns a lesson by name or from a file.
func (l *lessonFlags) find(name string) (*lesson.Lesson, error) {
	if isFile := filepath.Ext(name) == ".md" || strings.ContainsRune(name, filepath.Separator); !isFile {
		all := l.env.lessons()
		if at := lesson.Place(all, name); at >= 0 {
			return all[at], nil
		}
		return nil, Misuse("unknown lesson %q: want %s, or a file that ends in .md", name, textfmt.Or(lessonNames(all)))
	}
	if l.env.Files == nil {
		return nil, Misuse("lesson %q: files can't be read in this session; want %s", name, textfmt.Or(lessonNames(l.env.lessons())))
	}
	found, err := ReadLesson(l.env, name)
	if err != nil {
		return nil, err
	}
	found.Name = name
	return found, nil
}

// ReadLesson reads a lesson from a file. The error may join several faults.
func ReadLesson(env Env, name string) (*lesson.Lesson, error) {
	in, err := env.Files.Open(name)
	if err != nil {
		return nil, fmt.Errorf("lesson %s: %w", name, disk.Cause(err))
	}
	defer in.Close()
	const most = 2 << 20 // more than the limit of a lesson, so that Parse reports the size
	source, err := io.ReadAll(io.LimitReader(in, most))
	if err != nil {
		return nil, fmt.Errorf("lesson %s: %w", name, disk.Cause(err))
	}
	return lesson.Parse(env.Engine, name, source)
}

// ascii reports whether to write 7-bit characters.
func (l *lessonFlags) ascii() bool {
	p, _ := l.chosen() // config reports a wrong value
	return p.Glyphs == chart.Plain
}

// faults notes the faults of a lesson except for the last, and returns the last.
func (l *lessonFlags) faults(err error) error {
	all := lesson.Faults(err)
	for _, fault := range all[:len(all)-1] {
		message := fault.Error()
		if l.ascii() {
			message = chart.ASCII(message)
		}
		l.env.note("%s", message)
	}
	return all[len(all)-1]
}

// open opens a step of a lesson in the app; asked is the name in messages.
func (l *lessonFlags) open(ctx context.Context, chosen *lesson.Lesson, asked string, step int) error {
	config, err := l.config(l.env.commandLine([]string{"lesson", "--" + printFlag, asked}))
	if err != nil {
		return err
	}
	opening, err := state.Opening()
	if err != nil {
		return err
	}
	config.State = state.New(opening)
	config.Lesson = chosen
	config.LessonStep = step - 1
	l.env.enter(&config, true)
	return l.env.showApp(ctx, l.show, config)
}

func (l *lessonFlags) write(text string) error { return l.env.print("lesson", text, l.ascii()) }
