package tui

import (
	"cmp"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/testutil"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// TestHelpHasTheKeys: every key of every page is explained, and the help lists it.
func TestHelpHasTheKeys(t *testing.T) {
	a := startApp(t, 200, 60, func(c *Config) { c.Folder, c.Files = "/home/me", newFolder() })
	for p, all := range a.bindings {
		var explained []string
		for _, b := range all {
			if b.Does != "" {
				explained = append(append(explained, strings.Fields(b.Keys)...), strings.Split(b.Label, "/")...)
			}
		}
		for _, b := range all {
			first, _, _ := strings.Cut(b.Keys, " ")
			if b.Keys != "" && b.Keys != "ctrl+c" && !slices.Contains(explained, first) {
				t.Errorf("%v: nothing explains %q", state.Page(p).Title(), b.Keys)
			}
		}
		a.Page = state.Page(p)
		a.press("?")
		help := strings.Join(strings.Fields(ansi.Strip(strings.Join(a.overlays.Top().Text(a.styles, 90), " "))), " ")
		a.overlays.Clear()
		for _, b := range page.Applying(page.Listed(all), a.Snapshot()) {
			if b.Group != page.GroupClass && !strings.Contains(help, b.Name()+" "+b.Does) {
				t.Errorf("%v: %q is not on the help screen", state.Page(p).Title(), b.Does)
			}
		}
	}
}

// TestOtherLayouts presses keys of Cyrillic and Greek keyboards, which count by their positions, except
// in a text.
func TestOtherLayouts(t *testing.T) {
	a := startApp(t, 80, 24, nil)
	drive.Tell(a, `
		ы σ | seed 3
		Ж n й | nй
		esc д | n ‹30›`)
}

// TestGuideHasTheKeys compares the tables of the guide's page of keys with those of the
// app. go test ./tui -update writes them anew.
func TestGuideHasTheKeys(t *testing.T) {
	const file = "../assets/guide/keys.md"
	text := testutil.Get(os.ReadFile(file))(t)
	a := startApp(t, 80, 24, func(c *Config) { c.Folder, c.Files = "/home/me", newFolder() })
	tables := map[string][]string{
		"## On every page":   {"| key | what it does |", "|---|---|"},
		"## In a lesson":     {"| key | what it does |", "|---|---|"},
		"## In a class":      {"| key | what it does |", "|---|---|"},
		"## On single pages": {"| page | key | what it does |", "|---|---|---|"},
	}
	add := func(heading, row string) { tables[heading] = append(tables[heading], row) }
	byGroup := func(a, b page.Binding) int { return cmp.Compare(a.Group, b.Group) }
	for p, all := range a.bindings {
		for _, b := range slices.SortedStableFunc(slices.Values(all), byGroup) {
			does := b.Does
			for _, heading := range []string{"in a lesson: ", "in a class: ", "in a class, "} {
				does = strings.TrimPrefix(does, heading)
			}
			row := "| " + inGuide(b.Name()) + " | " + does + " |"
			switch {
			case b.Does == "" || b.Told:
			case b.Group == page.GroupOwn:
				add("## On single pages", "| "+state.Page(p).Title()+" "+row)
			case state.Page(p) != state.PageExplore: // listed once, because other pages share it
			case b.Group == page.GroupLesson:
				add("## In a lesson", row)
			case b.Group == page.GroupClass:
				add("## In a class", row)
			default:
				add("## On every page", row)
			}
		}
	}
	var out []string
	heading := ""
	for line := range strings.SplitSeq(string(text), "\n") {
		if strings.HasPrefix(line, "#") {
			heading = line
		}
		rows, of := tables[heading]
		switch {
		case !of || !strings.HasPrefix(line, "|"):
			out = append(out, line)
		default:
			out = append(out, rows...)
			tables[heading] = nil
		}
	}
	want := strings.Join(out, "\n")
	if want == string(text) {
		return
	}
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		testutil.Check(t, os.WriteFile(file, []byte(want), 0o644))
		return
	}
	t.Errorf("%s is not what the keys do; it would be\n%s", file, want)
}

// inGuide sets keys as the guide does.
func inGuide(keys string) string {
	if len(keys) == 1 {
		return "`" + keys + "`"
	}
	keys = strings.ReplaceAll(keys, "…", "1 2 3")
	return "`" + strings.NewReplacer("/", "` or `", " ", "` `").Replace(keys) + "`"
}
