package lessonrun

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/analysis"
	"lambdascope/sim/testutil"
	"lambdascope/tui/chart"
	"lambdascope/tui/lesson"
	"lambdascope/tui/screen"
)

// told is a lesson whose first step asks in five lines at 80×24.
const told = "# Title\n\nAbout it.\n\n## One\n\nfirst  \nsecond  \nthird  \nfourth  \nfifth\n\n```lambdascope\n--states 5 --hide\nuntil: revealed\n```\n\n%\n\n## Two\n\nText.\n"

// begun returns the strip of the lesson at its first step, which says an answer then.
func begun(t *testing.T, width, height int, answer string) (*run, Window) {
	t.Helper()
	l := testutil.Get(lesson.Parse(analysis.NewEngine(1<<20), "f.md", []byte(strings.Replace(told, "%", answer, 1))))(t)
	w := Window{Styles: screen.New(screen.ThemeMono, true, chart.Braille), Width: width, Height: height, State: l.Steps[0].Scene}
	m := &Model{Config: Config{Window: func() Window { return w }}}
	m.begin(l, 0)
	return m.run, w
}

// TestWhatWasAskedStays: of what was asked the last lines stand above what is said then,
// and the key for the rest is named.
func TestWhatWasAskedStays(t *testing.T) {
	for _, c := range []struct {
		name          string
		width, height int
		answer        string
		want          []string // the first lines of text
		status        string
	}{
		{"short", 80, 24, "A", []string{"second", "third", "fourth", "fifth", "A"}, "[ back"},
		{"three lines", 80, 24, "A  \nB  \nC", []string{"fourth", "fifth", "A", "B", "C"}, "[ back"},
		{"all rows", 80, 24, "A  \nB  \nC  \nD  \nE", []string{"fourth", "fifth", "A", "B", "C"}, "[ back ] more"},
		{"roomy", 120, 36, "A  \nB", []string{"second", "third", "fourth", "fifth", "", "A", "B"}, "[ back"},
	} {
		s, w := begun(t, c.width, c.height, c.answer)
		drawn := func() []string {
			var out []string
			for _, line := range s.draw(w) {
				out = append(out, strings.TrimSpace(ansi.Strip(line)))
			}
			return out
		}
		if first := drawn(); first[1] != "first" || !strings.HasSuffix(first[len(first)-1], "[ back") {
			t.Errorf("%s begins with %q", c.name, first)
		}
		s.scroll(-1, w)
		if about := drawn()[1]; about != "About it." {
			t.Errorf("%s: %q above the first step", c.name, about)
		}
		s.came = true
		s.sayThen(c.answer, nil, w)
		then := drawn()
		if got := then[1 : 1+len(c.want)]; strings.Join(got, "|") != strings.Join(c.want, "|") {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if status := then[len(then)-1]; !strings.HasSuffix(strings.Join(strings.Fields(status), " "), c.status) {
			t.Errorf("%s: %q, want %q", c.name, status, c.status)
		}
	}
}
