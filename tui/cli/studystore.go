package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"

	"lambdascope/sim/study"
)

// The files of a study that belong to no domain.
const (
	designFile  = "study.json"
	summaryFile = "summary.md"
)

// studyStore is the folder of a study: what it is of, and what is finished.
type studyStore struct {
	env     Env
	folder  string
	name    string // of the folder, without those above it
	design  design
	domains []*domainStore
	release func() // of the folder
}

// domainStore is what is finished of one domain.
type domainStore struct {
	name   string
	plan   study.Plan
	trials *journal[*study.Trial]
	times  *journal[study.TimeRow]
}

// finished returns the trials that are finished, in order.
func (d *domainStore) finished() []*study.Trial {
	return slices.SortedFunc(slices.Values(d.trials.rows), func(a, b *study.Trial) int { return a.Index - b.Index })
}

// openStudy opens the folder of a study and begins one there, or, to resume, goes
// on with the one that it has. wanted returns the design that is asked for, from
// that of the study that goes on, nil for none.
func openStudy(env Env, folder string, resume bool, wanted func(there *design) (design, error)) (*studyStore, error) {
	s := &studyStore{env: env, folder: folder}
	var err error
	if !resume {
		s.design, err = wanted(nil)
	} else if _, stat := env.Files.Stat(s.path(designFile)); errors.Is(stat, fs.ErrNotExist) {
		err = fmt.Errorf("%s %q: has no study to go on with; want a folder with a %s, or no --%s to begin one", outFlag, folder, designFile, resumeFlag)
	}
	if err != nil {
		return nil, err // before the folder is made
	}
	if s.release, err = env.Files.Lock(folder); err != nil {
		return nil, unusable(folder, err)
	}
	if s.name, err = env.Files.Real(folder); err != nil {
		err = unusable(folder, err)
	} else if s.name = filepath.Base(s.name); resume {
		err = s.goOn(wanted)
	} else {
		err = s.begin()
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// goOn reads what the folder has.
func (s *studyStore) goOn(wanted func(there *design) (design, error)) error {
	there, err := s.readDesign()
	if err != nil {
		return err
	}
	s.design = *there
	if err := s.addDomains(); err != nil {
		return fmt.Errorf("%s: %w", s.path(designFile), err)
	}
	now, err := wanted(there)
	if err != nil {
		return err
	}
	if differs := there.difference(&now); differs != "" {
		return fmt.Errorf("%s %q: has a study with other settings: %s; want the same, or another folder", outFlag, s.folder, differs)
	}
	for _, d := range s.domains {
		if err := d.trials.load(); err != nil {
			return err
		}
		if err := d.times.load(); err != nil {
			return err
		}
	}
	if now.Budget == there.Budget {
		return nil
	}
	s.design.Budget = now.Budget
	return s.writeDesign()
}

// addDomains adds the domains of the design, of which nothing is finished.
func (s *studyStore) addDomains() error {
	plans, err := s.design.plans(s.env.Engine)
	if err != nil {
		return err
	}
	for _, p := range plans {
		of, err := digest(p)
		if err != nil {
			return err
		}
		d := &domainStore{name: p.Settings.Problem.Domain, plan: p}
		d.trials = newJournal(s.env.Files, s.path("trials-"+d.name+".jsonl"), of, trialCheck(p))
		d.times = newJournal(s.env.Files, s.path("times-"+d.name+".jsonl"), of, timeCheck(p))
		s.domains = append(s.domains, d)
	}
	return nil
}

// readDesign returns the design of the study that is there.
func (s *studyStore) readDesign() (*design, error) {
	in, err := s.env.Files.Open(s.path(designFile))
	if err != nil {
		return nil, unusable(s.path(designFile), err)
	}
	defer in.Close()
	content, err := io.ReadAll(in)
	if err != nil {
		return nil, unusable(s.path(designFile), err)
	}
	d, err := readDesign(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.path(designFile), err)
	}
	return &d, nil
}

// begin begins a study in a folder that has none of its files.
func (s *studyStore) begin() error {
	switch _, err := s.env.Files.Stat(s.path(designFile)); {
	case err == nil:
		return fmt.Errorf("%s %q: has a study already: add --%s to go on with it, or choose another folder", outFlag, s.folder, resumeFlag)
	case !errors.Is(err, fs.ErrNotExist):
		return unusable(s.path(designFile), err)
	}
	if err := s.addDomains(); err != nil {
		return err
	}
	for _, name := range s.files() {
		if _, err := s.env.Files.Stat(s.path(name)); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s %q: has %s, but no %s that says what it is of; want another folder", outFlag, s.folder, name, designFile)
		}
	}
	return s.writeDesign()
}

// writeDesign writes what the study is of.
func (s *studyStore) writeDesign() error {
	content, err := json.MarshalIndent(s.design, "", "\t")
	if err != nil {
		return err
	}
	return s.write(designFile, append(content, '\n'))
}

// files returns the names of all files but that of the design.
func (s *studyStore) files() []string {
	names := []string{summaryFile}
	for _, d := range s.domains {
		names = append(names, filepath.Base(d.trials.path), filepath.Base(d.times.path), d.name+"-trials.csv")
		for _, figure := range figureNames() {
			for _, suffix := range append(pictureSuffixes(), ".csv") {
				names = append(names, d.name+"-"+figure+suffix)
			}
		}
	}
	return names
}

// write writes a file, in place of an older one.
func (s *studyStore) write(name string, content []byte) error {
	return replaceFile(s.env.Files, s.path(name), content)
}

// path returns the path of a file of the study.
func (s *studyStore) path(name string) string { return filepath.Join(s.folder, name) }

// kept counts what is finished of all domains.
func (s *studyStore) kept() (trials, times int) {
	for _, d := range s.domains {
		trials += len(d.trials.rows)
		times += len(d.times.rows)
	}
	return trials, times
}

// close ends the use of the folder.
func (s *studyStore) close() {
	for _, d := range s.domains {
		d.trials.close()
		d.times.close()
	}
	s.release()
}

// unusable puts an error of the disk into our words.
func unusable(name string, err error) error {
	var cause *fs.PathError
	if errors.As(err, &cause) {
		err = cause.Err
	}
	return fmt.Errorf("%s %q: %w", outFlag, name, err)
}

// trialCheck returns the check of the trials of a plan that are read.
func trialCheck(p study.Plan) func(*study.Trial) error {
	seen := make(map[int]bool)
	return func(t *study.Trial) error {
		if err := p.CheckTrial(t); err != nil {
			return err
		}
		if seen[t.Index] {
			return fmt.Errorf("trial %d is there twice: want each once", t.Index)
		}
		seen[t.Index] = true
		return nil
	}
}

// timeCheck returns the check of the training times of a plan that are read.
func timeCheck(p study.Plan) func(study.TimeRow) error {
	type point struct {
		method string
		size   int
	}
	seen := make(map[point]bool)
	return func(r study.TimeRow) error {
		if err := p.CheckTime(r); err != nil {
			return err
		}
		at := point{r.Method, r.Trajectories}
		if seen[at] {
			return fmt.Errorf("%s with %d trajectories is there twice: want each once", r.Method, r.Trajectories)
		}
		seen[at] = true
		return nil
	}
}
