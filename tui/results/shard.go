package results

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"lambdascope/sim/analysis"
	"lambdascope/sim/study"
	"lambdascope/tui/disk"
)

// ShardFlag is the flag that asks for a part of a study's trials.
const ShardFlag = "shard"

// ParseShard reads which part of a study's trials is asked for, as in 3/10, and returns it
// in its usual text.
func ParseShard(text string) (string, error) {
	first, second, ok := strings.Cut(text, "/")
	i, err := strconv.Atoi(strings.TrimSpace(first))
	n, other := strconv.Atoi(strings.TrimSpace(second))
	if !ok || err != nil || other != nil || i < 1 || i > n {
		return "", fmt.Errorf("%s %q: want I/N, part I of N, from 1/N to N/N", ShardFlag, text)
	}
	return fmt.Sprintf("%d/%d", i, n), nil
}

// part returns I and N of Design.Shard, 1 and 1 for a whole study.
func (d *Design) part() (i, n int) {
	if _, err := fmt.Sscanf(d.Shard, "%d/%d", &i, &n); err != nil {
		return 1, 1
	}
	return i, n
}

// HasTrial tells whether trial j is in the shard: part I of N has each N-th, from the
// I-th on.
func (d *Design) HasTrial(j int) bool {
	i, n := d.part()
	return j%n == i-1
}

// Share returns how many of so many trials are in the shard.
func (d *Design) Share(trials int) int {
	i, n := d.part()
	return (trials - i + n) / n
}

// CheckShard returns what is wrong with a shard of the design.
func (d *Design) CheckShard() error {
	if d.Shard == "" {
		return nil
	}
	if text, err := ParseShard(d.Shard); err != nil || text != d.Shard {
		return fmt.Errorf("%s %q: want I/N, part I of N", ShardFlag, d.Shard)
	}
	switch _, n := d.part(); {
	case d.Has(figureTimes):
		return fmt.Errorf("%s %s with figure %s: training times are of one machine, want %s without it", ShardFlag, d.Shard, figureTimes, FiguresFlag)
	case n > d.fewestTrials():
		return fmt.Errorf("%s %s: want at most %d parts, as many as trials", ShardFlag, d.Shard, d.fewestTrials())
	}
	return nil
}

// Merge begins a study in a folder that has all trials of the shards of it in other
// folders. The folder is to be closed. Nothing is written where a shard is of another
// study, missing, there twice or not finished; the error names the folder.
func Merge(files disk.Files, engine *analysis.Engine, build string, parts []string, folder string) (*Folder, error) {
	var all []*Folder // by shard
	var first *Folder
	for _, name := range parts {
		p, err := readShard(files, engine, name)
		if err != nil {
			return nil, err
		}
		i, n := p.Design.part()
		if first == nil {
			first, all = p, make([]*Folder, n)
		}
		there, here := first.Design, p.Design
		_, there.Shard, _ = strings.Cut(there.Shard, "/")
		_, here.Shard, _ = strings.Cut(here.Shard, "/")
		if differs := there.Difference(&here); differs != "" {
			return nil, fmt.Errorf("%q is a shard of another study than %q: %s", name, first.folder, differs)
		}
		if all[i-1] != nil {
			return nil, fmt.Errorf("%s %s is in %q and in %q: want each once", ShardFlag, p.Design.Shard, all[i-1].folder, name)
		}
		all[i-1] = p
	}
	if i := slices.Index(all, nil); i >= 0 {
		return nil, fmt.Errorf("%s %d/%d is missing: want all of them", ShardFlag, i+1, len(all))
	}
	for _, p := range all {
		for _, d := range p.Domains {
			if !p.Design.Simulates() {
				break
			}
			if have, all := len(d.Trials.rows), p.Design.Share(d.Plan.Trials); have < all {
				return nil, fmt.Errorf("%q: %s %s has %d of %d trials of %s: want it finished", p.folder, ShardFlag, p.Design.Shard, have, all, d.Name)
			}
		}
		if err := p.unfinishedConsistency(); err != nil {
			return nil, err
		}
	}
	design := first.Design
	design.Shard = ""
	design.Builds = nil
	for _, p := range all {
		for _, b := range p.Design.Builds {
			design.madeBy(b)
		}
	}
	out, err := Open(files, engine, build, folder, false, func(*Design) (Design, error) { return design, nil })
	if err != nil {
		return nil, err
	}
	for k, d := range out.Domains {
		for _, p := range all {
			d.Trials.rows = append(d.Trials.rows, p.Domains[k].Trials.rows...)
		}
		err := out.mergeConsistency(k, all)
		if err == nil && design.Simulates() {
			err = d.Trials.Rewrite(d.Finished())
		}
		if err != nil {
			out.Close()
			return nil, err
		}
	}
	return out, nil
}

// readShard reads the folder of a shard, and writes nothing to it.
func readShard(files disk.Files, engine *analysis.Engine, folder string) (*Folder, error) {
	s := &Folder{disk: files, engine: engine, folder: folder}
	if _, err := files.Stat(s.path(DesignFile)); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%q: no %s in it: want the folder of a shard, as study --%s makes it", folder, DesignFile, ShardFlag)
	}
	there, err := s.readDesign()
	if err != nil {
		return nil, err
	}
	if s.Design = *there; s.Design.Shard == "" {
		return nil, fmt.Errorf("%q: a whole study: want the folders of shards", folder)
	}
	if err := s.addDomains(); err != nil {
		return nil, fmt.Errorf("%s: %w", s.path(DesignFile), err)
	}
	for _, d := range s.Domains {
		err := loadPart(d.Trials, &s.Design, func(t *study.Trial) int { return t.Index })
		if err == nil && d.Consistency != nil {
			err = loadPart(d.Consistency.Outcomes, &s.Design, func(o *study.ConsistencyOutcome) int { return o.Trial })
		}
		if err != nil {
			return nil, err
		}
	}
	return s, nil
}

// loadPart reads what a shard has finished of a domain.
func loadPart[T any](j *Journal[T], d *Design, trial func(T) int) error {
	j.whole = true
	if err := j.load(); err != nil {
		return err
	}
	for _, row := range j.rows {
		if !d.HasTrial(trial(row)) {
			return fmt.Errorf("%s: trial %d is not of %s %s", j.path, trial(row), ShardFlag, d.Shard)
		}
	}
	return nil
}
