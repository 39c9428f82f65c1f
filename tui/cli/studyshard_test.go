package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/must"
	"lambdascope/tui/guide"
	"lambdascope/tui/results"
)

// shards makes the parts of a small study, each in a folder.
func shards(t *testing.T, n int, args ...string) (folders []string) {
	t.Helper()
	for i := range n {
		folder := filepath.Join(t.TempDir(), fmt.Sprintf("part-%d", i+1))
		mustStudy(t, studySession(t), folder, append([]string{"--shard", fmt.Sprintf("%d/%d", i+1, n)}, args...)...)
		folders = append(folders, folder)
	}
	return folders
}

// fiveTrials are the flags of a study of five trials.
func fiveTrials() []string {
	return []string{"--domain", "random-walk", "--trials", "5", "-n", "2,4", "--lambdas", "0,1", "--figures", "a,b"}
}

// TestStudyShards merges shards, in any order, to the bytes of one run.
func TestStudyShards(t *testing.T) {
	whole, merged := filepath.Join(t.TempDir(), "results"), filepath.Join(t.TempDir(), "results")
	said := mustStudy(t, studySession(t), whole, fiveTrials()...)
	parts := shards(t, 3, fiveTrials()...)
	before := folderOf(t, parts[1])
	if names := len(before); names != 2 {
		t.Errorf("a shard has %d files, want the design and the trials", names)
	}
	if got := mustStudy(t, studySession(t), merged, append([]string{"--merge"}, parts[2], parts[0], parts[1])...); got != said {
		t.Errorf("%s\nwant\n%s", got, said)
	}
	folderHas(t, parts[1], before)
	want, got := folderOf(t, whole), folderOf(t, merged)
	const journal = "trials-random-walk.jsonl" // in the order in which trials end
	for _, all := range []map[string]string{want, got} {
		lines := strings.SplitAfter(all[journal], "\n")
		slices.Sort(lines)
		all[journal] = strings.Join(lines, "")
	}
	if len(got) != len(want) {
		t.Errorf("%d files, want %d", len(got), len(want))
	}
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s has %q, want %q", name, got[name], text)
		}
	}
	again := studySession(t) // what is merged is a study, to be gone on with
	mustStudy(t, again, merged, "--resume")
}

// TestStudyShardsRefused: nothing is written where shards do not make a study.
func TestStudyShardsRefused(t *testing.T) {
	parts := shards(t, 3, fiveTrials()...)
	other := filepath.Join(t.TempDir(), "other")
	mustStudy(t, studySession(t), other, append([]string{"--shard", "3/3", "--gamma", "0.5"}, fiveTrials()...)...)
	fewer := filepath.Join(t.TempDir(), "fewer")
	mustStudy(t, studySession(t), fewer, append([]string{"--shard", "2/2"}, fiveTrials()...)...)
	whole := filepath.Join(t.TempDir(), "whole")
	mustStudy(t, studySession(t), whole, fiveTrials()...)

	torn, unfinished, mixed := filepath.Join(t.TempDir(), "torn"), filepath.Join(t.TempDir(), "unfinished"), filepath.Join(t.TempDir(), "mixed")
	const journal = "trials-random-walk.jsonl"
	text := folderOf(t, parts[1])
	lines := strings.SplitAfter(text[journal], "\n")
	for folder, trials := range map[string]string{
		torn: strings.TrimSuffix(text[journal], "\n"), unfinished: lines[0], mixed: text[journal] + folderOf(t, parts[0])[journal],
	} {
		must.Succeed(t, os.Mkdir(folder, 0o777))
		for name, content := range map[string]string{results.DesignFile: text[results.DesignFile], journal: trials} {
			must.Succeed(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o666))
		}
	}
	out := filepath.Join(t.TempDir(), "out")
	for _, c := range []struct {
		code int
		args []string
		want string
	}{
		{1, []string{parts[0], parts[1], other}, `other" is a shard of another study than `},
		{1, []string{parts[0], fewer}, "shard 3 there, 2 here"},
		{1, []string{parts[0], parts[2]}, "shard 2/3 is missing: want all of them"},
		{1, []string{parts[0], parts[1], parts[0]}, "shard 1/3 is in "},
		{1, []string{parts[0], parts[1], whole}, `whole": a whole study: want the folders of shards`},
		{1, []string{parts[0], t.TempDir()}, "no study.json in it: want the folder of a shard"},
		{1, []string{parts[0], torn, parts[2]}, "line 2: cut off: want a study that is finished"},
		{1, []string{parts[0], unfinished, parts[2]}, "shard 2/3 has 1 of 2 trials of random-walk: want it finished"},
		{1, []string{parts[0], mixed, parts[2]}, "is not of shard 2/3"},
		{2, nil, "no folders to merge: want those of all shards of a study"},
		{2, []string{parts[0], "--trials", "5"}, "trials with --merge: the shards say what the study is of; want --out alone"},
	} {
		s := studySession(t)
		checkFailure(t, s, s.call(append([]string{"study", "--merge", "--out", out}, c.args...)...), c.code, c.want)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--shard", "4/3"}, `shard "4/3": want I/N, part I of N, from 1/N to N/N`},
		{[]string{"--shard", "third"}, `shard "third": want I/N`},
		{[]string{"--shard", "1/201"}, "shard 1/201: want at most 200 parts, as many as trials"},
		{[]string{"--shard", "1/1001", "--domain", "random-walk"}, "shard 1/1001: want at most 1000 parts, as many as trials"},
		{[]string{"--shard", "1/21", "--figures", "a,d"}, "shard 1/21: want at most 20 parts, as many as trials"},
		{[]string{"--shard", "1/8", "--figures", "a,d", "--trials", "7"}, "shard 1/8: want at most 7 parts, as many as trials"},
		{[]string{"--shard", "1/2", "--figures", "a,c"}, "shard 1/2 with figure c: training times are of one machine"},
	} {
		s := studySession(t)
		checkFailure(t, s, s.call(append([]string{"study", "--out", out}, c.args...)...), 2, c.want)
	}
	if _, err := os.Stat(out); !os.IsNotExist(err) {
		t.Errorf("a folder was made: %v", err)
	}
}

// TestStudyShardResumed goes on with a shard, of which a trial is lost.
func TestStudyShardResumed(t *testing.T) {
	part := shards(t, 2, fiveTrials()...)[1]
	const journal = "trials-random-walk.jsonl"
	want := folderOf(t, part)
	lines := strings.SplitAfter(want[journal], "\n")
	must.Succeed(t, os.WriteFile(filepath.Join(part, journal), []byte(lines[0]+lines[1][:20]), 0o666))
	mustStudy(t, studySession(t), part, "--resume")
	folderHas(t, part, want)
}

// TestStudyShardsByXargs runs the recipe of the guide, with a program that this test is in
// place of lambdascope.
func TestStudyShardsByXargs(t *testing.T) {
	if _, err := exec.LookPath("xargs"); err != nil {
		t.Skip("no xargs")
	}
	page := must.Have(guide.Source("study"))(t)
	recipe := ""
	for _, line := range strings.Split(string(page), "\n") {
		if strings.HasPrefix(line, "seq ") {
			recipe = line
		}
	}
	if !strings.Contains(recipe, "| xargs ") {
		t.Fatalf("the recipe of the guide is %q", recipe)
	}
	folder := t.TempDir()
	program := filepath.Join(folder, "lambdascope")
	must.Succeed(t, os.WriteFile(program, []byte("#!/bin/sh\necho \"$@\" >> \"$0.calls\"\n"), 0o777))
	run := exec.CommandContext(t.Context(), "sh", "-c", recipe)
	run.Dir = folder
	run.Env = append(os.Environ(), "PATH="+folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	if text, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	calls := must.Have(os.ReadFile(program + ".calls"))(t)
	parts := filepath.Join(folder, "parts")
	must.Succeed(t, os.MkdirAll(parts, 0o777))
	var folders []string
	for line := range strings.Lines(string(calls)) {
		args := strings.Fields(line)
		at := slices.Index(args, "--out")
		args[at+1] = filepath.Join(parts, args[at+1])
		folders = append(folders, args[at+1])
		s := studySession(t)
		if code := s.call(append(args, "--domain", "random-walk", "--trials", "10", "-n", "2", "--lambdas", "0,1")...); code != 0 {
			t.Fatalf("%q: exit %d, %s", args, code, s.err.String())
		}
	}
	mustStudy(t, studySession(t), filepath.Join(folder, "results"), append([]string{"--merge"}, folders...)...)
}
