package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/tui/chart"
	"lambdascope/tui/chart/file"
	"lambdascope/tui/lesson"
	"lambdascope/tui/page"
	"lambdascope/tui/pages"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// handout writes a lesson into a new folder, with a picture of each chart that a step shows
// in the end, and returns the name of the file with the text.
func handout(ctx context.Context, env Env, l *lesson.Lesson, paper lesson.Paper, folder string) (string, error) {
	files := map[string][]byte{}
	paper.Pictures = func(step int, scene, end state.State) (string, error) {
		charts, err := chartsOf(ctx, env.Engine, scene, end)
		var links []string
		for _, c := range charts {
			name := fmt.Sprintf("%s-%d", l.Name, step+1)
			if c.Name != "" {
				name += "-" + c.Name
			}
			var picture bytes.Buffer
			if err := file.Write(&picture, c.Spec, file.SVG, file.Options{Made: report.Made(env.Version)}); err != nil {
				return "", err
			}
			files[name+".svg"] = picture.Bytes()
			links = append(links, fmt.Sprintf("![%s](%s.svg)", l.Steps[step].Title, name))
		}
		return strings.Join(links, "\n"), err
	}
	text, err := l.Markdown(ctx, env.Engine, paper)
	if err != nil {
		return "", err
	}
	name := l.Name + ".md"
	files[name] = []byte(text)
	switch _, err := env.Files.Mkdir(folder); {
	case errors.Is(err, fs.ErrExist):
		return "", fmt.Errorf("%s %q: exists; want the name of a new folder", outFlag, folder)
	case err != nil:
		return "", unwritable(outFlag, folder, err)
	}
	for name, content := range files {
		name = filepath.Join(folder, name)
		if err := create(env, name, content); err != nil {
			return "", unwritable(outFlag, name, err)
		}
	}
	return filepath.Join(folder, name), nil
}

// create writes a new file.
func create(env Env, name string, content []byte) error {
	f, err := env.Files.Create(name, false)
	if err != nil {
		return err
	}
	defer f.Discard()
	if _, err := f.Write(content); err != nil {
		return err
	}
	return f.Commit()
}

// chartsOf returns the charts that a page shows in a small window when one state has become
// another, and all that it computes is there.
func chartsOf(ctx context.Context, e *analysis.Engine, scene, end state.State) ([]page.Chart, error) {
	p := pages.New(page.Env{Context: ctx, Engine: e})[end.Page]
	var show page.Show
	for _, shows := range []state.State{scene, end} {
		if shows.Page != end.Page {
			continue
		}
		s, err := snapshotOf(ctx, e, shows)
		if err != nil {
			return nil, err
		}
		const rounds = 3 // of work, each of which may lead to more: trials to values of states
		for range rounds {
			work(p, s, p.Follow(s))
			show = p.Show(s)
			s.Scales = page.Scales(nil).With(show.Extents(), false)
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	charts := show.OnScreen()
	if all := show.Data().Charts; len(charts) == 0 && len(all) > 0 { // as a replay, which is no chart on the screen
		charts = all[:1]
	}
	return charts, nil
}

// snapshotOf returns a state with its result, in a window as large as a page has at 80×24
// above a lesson.
func snapshotOf(ctx context.Context, e *analysis.Engine, shows state.State) (*page.Snapshot, error) {
	window := image.Rect(0, 0, 80, 12)
	s := &page.Snapshot{
		State: shows, OnShow: true, Most: analysis.MaxTrajectories,
		Styles: screen.New(screen.ThemeMono, true, chart.Braille), Room: page.RoomForOne,
		Width: window.Dx(), Height: window.Dy(), Body: func() image.Rectangle { return window },
	}
	var err error
	s.Result, err = e.Analyze(ctx, shows.Settings)
	for i, pin := range shows.Pins.List() {
		if err == nil {
			s.Pinned[i], err = e.Analyze(ctx, pin)
		}
	}
	return s, err
}

// work runs a command of a page, and what comes of it, to its end.
func work(p page.Page, s *page.Snapshot, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			work(p, s, c)
		}
	default:
		_, next := p.Receive(s, msg)
		work(p, s, next)
	}
}
