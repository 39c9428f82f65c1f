//go:build unix

package serve

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/sim/problem"
	"lambdascope/tui/cli"
	"lambdascope/tui/disk"
	"lambdascope/tui/serve/internal/client"
)

const mineProblem = `{"name":"my own","states":[{"name":"here","start":1,"next":[{"to":"there","p":0.5},{"p":0.5}]},{"name":"there","next":[{"p":1,"reward":1}]}]}`

// TestReadProblems reads those of a folder, and names the place of what is wrong.
func TestReadProblems(t *testing.T) {
	for want, files := range map[string]map[string]string{
		"":                                   {"mine.json": mineProblem, "b.json": mineProblem, "notes.txt": "none"},
		"grid.json: want another name":       {"grid.json": mineProblem},
		"x.json: states[0].next: probabilit": {"x.json": strings.Replace(mineProblem, "0.5", "0.4", 1)},
	} {
		f := flags{env: cli.Env{Files: disk.OS{}}, problems: folderOf(t, files)}
		all, err := f.readProblems()
		switch {
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%v, want %s", err, want)
		case want == "" && (err != nil || len(all) != 2 || all[0].Source != "b" || all[1].Source != "mine"):
			t.Errorf("%v, %v", all, err)
		}
	}
}

// TestProblemInASession opens a problem that the server offers, and lists all; files are
// none of a session's.
func TestProblemInASession(t *testing.T) {
	t.Parallel()
	e := analysis.NewEngine(64 << 20)
	f := flags{env: cli.Env{Files: disk.OS{}, Engine: e}, problems: folderOf(t, map[string]string{"mine.json": mineProblem})}
	own := must.Have(f.readProblems())(t)
	_, address, _, stop := serving(t, Options{Engine: e, Problems: own, Grace: time.Second})
	defer stop()
	s := client.Open(t, connect(t, address), client.View{Width: 80, Height: 24, Command: "lambdascope --problem mine"})
	s.AwaitText("my own")
	s.AwaitText("there")
	s.Type(":problem grid\r")
	s.AwaitText("domain grid")
	s.Type(":problem mine\r")
	s.AwaitText("domain mine")
	s.Type("q")
	if code := s.Ends(t); code != 0 {
		t.Errorf("exit %d", code)
	}
	if out, errs, code := client.Run(t, connect(t, address), "run --problem help"); code != 0 || !strings.Contains(out, "\nmine ") || !strings.Contains(out, "t-maze ") || strings.Contains(out, "file") || errs != "" {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
	if out, errs, code := client.Run(t, connect(t, address), "run --problem /etc/passwd"); code != 2 || out != "" || !strings.Contains(errs, "want t-maze, long-short, rare-branch, grid, garnet or mine") {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
}

// TestProblemOfARoom is shown to those who follow, and is there again after a stop.
func TestProblemOfARoom(t *testing.T) {
	t.Parallel()
	p := must.Have(problem.Parse("mine", []byte(mineProblem)))(t)
	o := Options{
		Engine: analysis.NewEngine(64 << 20), Grace: time.Second,
		RoomsFolder: filepath.Join(t.TempDir(), "rooms"), Problems: []*problem.Problem{p},
	}
	_, address, _, stop := serving(t, o)
	leads := in(t, address, "present", 80, 24)
	leads.AwaitText("● live")
	code, secret := leads.Room()
	follows := in(t, address, "join "+code+" --name Ana", 100, 30)
	follows.AwaitText("● live")
	leads.Type(":problem mine\r")
	leads.AwaitText("domain mine")
	follows.AwaitText("my own")
	stop()

	_, address, _, stop = serving(t, o)
	defer stop()
	leads = in(t, address, "present "+secret, 80, 24)
	leads.AwaitText("domain mine")
}
