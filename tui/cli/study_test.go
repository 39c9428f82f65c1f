package cli

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"lambdascope/sim/study"
	"lambdascope/tui/disk"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/results"
)

// TestStudyCommand: the command of a summary makes the same files again.
func TestStudyCommand(t *testing.T) {
	t.Parallel()
	for _, flags := range []string{
		"--domain mountain-car --domain random-walk --trials 4 -n 2,3 --figures b --lambdas 0,1 --ascii",
		"--figures a,d --problem 'my own.json' --trials 5 -n 4,10 --lambdas 0,1 --budget 1m30s",
	} {
		s := newSession(t)
		mine := s.disk()["mine.json"]
		s.disk()["my own.json"] = mine
		s.does(t, "study --out 'a study' "+flags)
		first := s.disk().in("a study")
		_, command, _ := strings.Cut(first[results.SummaryFile], "```\n"+program+" ")
		command, _, _ = strings.Cut(command, "\n")
		drive.Lacks(t, command, "--ascii")
		again := newSession(t)
		again.disk()["my own.json"] = mine
		again.does(t, command)
		checkFiles(t, again.disk().in("a study"), first)
	}
}

// emptying calls a function when a folder has been made.
type emptying struct {
	disk.Files
	then func()
}

func (e emptying) EmptyFolder(name string) error {
	defer e.then()
	return e.Files.EmptyFolder(name)
}

// TestStudyLeavesNothing of a study that is interrupted, or for which the disk has no room.
func TestStudyLeavesNothing(t *testing.T) {
	defer goleak.VerifyNone(t)
	args := strings.Fields("study --out r --domain random-walk --trials 4 -n 2,3 --figures a,d --lambdas 0,1")
	ctx, cancel := context.WithCancel(t.Context())
	stopped := newSession(t)
	before := stopped.disk()
	stopped.Files = emptying{before, cancel}
	stopped.failsIn(t, ctx, "lambdascope: interrupted\n", args...)
	checkFiles(t, before.in("r"), files{})

	full := newSession(t)
	before = full.disk()
	written := 0
	full.Files = hooked{Files: before, writes: func(int) error {
		if written++; written == 4 {
			return errors.New("no space left on device")
		}
		return nil
	}}
	full.fails(t, `out "r": random-walk-a.png: no space left on device`, args...)
	checkFiles(t, before.in("r"), files{})
	full.Files = before
	full.does(t, "", args...)
}

// TestStudyOfTimes: figure c needs no trials.
func TestStudyOfTimes(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	printed := s.does(t, "study --out r --domain random-walk --figures c -n 2,3 --lambdas 0,1 --budget 90s")
	got := s.disk().in("r")
	drive.Wants(t, got[results.SummaryFile], "Training times with 2 and 3 trajectories.", "--figures c --trajectories 2,3 --lambdas 0,1 --budget 90s\n")
	for _, part := range []string{"  a  ", "trials"} {
		drive.Lacks(t, printed+strings.Join(slices.Collect(maps.Keys(got)), " "), part)
	}
	rows := csvRows(t, got["random-walk-c.csv"])
	if len(rows) != 2*len(study.TimedMethods()) {
		t.Errorf("%d rows", len(rows))
	}
	for _, row := range rows {
		if v := numberIn(t, row["seconds"]); row["stopped"] != "false" || !(v > 0 && numberIn(t, row["least"]) <= v && v <= numberIn(t, row["most"])) {
			t.Errorf("%v", row)
		}
	}
}
