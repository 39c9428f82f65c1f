package results

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"

	"lambdascope/sim/analysis"
	"lambdascope/sim/study"
	"lambdascope/tui/disk"
)

// The files of a study that belong to no domain.
const (
	DesignFile  = "study.json"
	SummaryFile = "summary.md"
)

// Folder is the folder of a study: what it is of, and what is finished.
type Folder struct {
	disk    disk.Files
	engine  *analysis.Engine
	folder  string
	name    string // of the folder, without those above it
	Design  Design
	Domains []*Domain
	DPI     int    // of the PNGs; 0 for what file.Options has
	unlock  func() // the folder
}

// Domain is what is finished of one domain.
type Domain struct {
	Name   string
	Plan   study.Plan
	Trials *Journal[*study.Trial]
	Times  *Journal[study.TimeRow]

	Consistency *ConsistencyDomain // nil without figure d
}

// journal is a Journal of whatever rows.
type journal interface {
	name() string
	load() error
	close()
}

// journals returns those that the domain has.
func (d *Domain) journals() []journal {
	out := []journal{d.Trials, d.Times}
	if d.Consistency != nil {
		out = append(out, d.Consistency.Outcomes)
	}
	return out
}

// Finished returns the trials that are finished, in order.
func (d *Domain) Finished() []*study.Trial {
	return slices.SortedFunc(slices.Values(d.Trials.rows), func(a, b *study.Trial) int { return a.Index - b.Index })
}

// Open opens the folder of a study and begins one there, or, to resume, goes
// on with the one that it has. The folder is to be closed. build is the version of the
// program. wanted returns the design that is asked for, from that of the study that
// goes on, nil for none.
func Open(files disk.Files, engine *analysis.Engine, build, folder string, resume bool, wanted func(there *Design) (Design, error)) (*Folder, error) {
	s := &Folder{disk: files, engine: engine, folder: folder}
	var err error
	if !resume {
		s.Design, err = wanted(nil)
	} else if _, stat := files.Stat(s.path(DesignFile)); errors.Is(stat, fs.ErrNotExist) {
		err = fmt.Errorf("%s %q: has no study to go on with; want a folder with a %s, or no --%s to begin one", outFlag, folder, DesignFile, ResumeFlag)
	}
	if err != nil {
		return nil, err // before the folder is made
	}
	s.Design.madeBy(build)
	if s.unlock, err = files.Lock(folder); err != nil {
		return nil, unusable(folder, err)
	}
	if s.name, err = files.Real(folder); err != nil {
		err = unusable(folder, err)
	} else if s.name = filepath.Base(s.name); resume {
		err = s.goOn(build, wanted)
	} else {
		err = s.begin()
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// goOn reads what the folder has.
func (s *Folder) goOn(build string, wanted func(there *Design) (Design, error)) error {
	there, err := s.readDesign()
	if err != nil {
		return err
	}
	s.Design = *there
	if err := s.addDomains(); err != nil {
		return fmt.Errorf("%s: %w", s.path(DesignFile), err)
	}
	now, err := wanted(there)
	if err != nil {
		return err
	}
	if differs := there.Difference(&now); differs != "" {
		return fmt.Errorf("%s %q: has a study with other settings: %s; want the same, or another folder", outFlag, s.folder, differs)
	}
	for _, d := range s.Domains {
		for _, j := range d.journals() {
			if err := j.load(); err != nil {
				return err
			}
		}
	}
	s.Design.madeBy(build)
	if now.Budget == there.Budget && len(s.Design.Builds) == len(there.Builds) {
		return nil
	}
	s.Design.Budget = now.Budget
	return s.writeDesign()
}

// addDomains adds the domains of the design, of which nothing is finished.
func (s *Folder) addDomains() error {
	plans, err := s.Design.plans(s.engine)
	if err != nil {
		return err
	}
	for _, p := range plans {
		of, err := digestOf(p)
		if err != nil {
			return err
		}
		d := &Domain{Name: DesignOf(p.Settings).Domain, Plan: p}
		d.Trials = newJournal(s.disk, s.path("trials-"+d.Name+".jsonl"), of, onceEach(p.CheckTrial, func(t *study.Trial) string { return fmt.Sprintf("trial %d", t.Index) }))
		d.Times = newJournal(s.disk, s.path("times-"+d.Name+".jsonl"), of, onceEach(p.CheckTime, func(r study.TimeRow) string { return fmt.Sprintf("%s with %d trajectories", r.Method, r.Trajectories) }))
		if s.Design.Consistency != nil {
			if err := s.addConsistency(d, p.Settings); err != nil {
				return err
			}
		}
		s.Domains = append(s.Domains, d)
	}
	return nil
}

// readDesign returns the design of the study that is there.
func (s *Folder) readDesign() (*Design, error) {
	in, err := s.disk.Open(s.path(DesignFile))
	if err != nil {
		return nil, unusable(s.path(DesignFile), err)
	}
	defer in.Close()
	content, err := io.ReadAll(in)
	if err != nil {
		return nil, unusable(s.path(DesignFile), err)
	}
	d, err := readDesign(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.path(DesignFile), err)
	}
	return &d, nil
}

// begin begins a study in a folder that has none of its files.
func (s *Folder) begin() error {
	switch _, err := s.disk.Stat(s.path(DesignFile)); {
	case err == nil:
		return fmt.Errorf("%s %q: has a study already: add --%s to go on with it, or choose another folder", outFlag, s.folder, ResumeFlag)
	case !errors.Is(err, fs.ErrNotExist):
		return unusable(s.path(DesignFile), err)
	}
	if err := s.addDomains(); err != nil {
		return err
	}
	for _, name := range s.files() {
		if _, err := s.disk.Stat(s.path(name)); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s %q: has %s, but no %s that says what it is of; want another folder", outFlag, s.folder, name, DesignFile)
		}
	}
	return s.writeDesign()
}

// writeDesign writes what the study is of.
func (s *Folder) writeDesign() error {
	content, err := json.MarshalIndent(s.Design, "", "\t")
	if err != nil {
		return err
	}
	return s.write(DesignFile, append(content, '\n'))
}

// files returns the names of all files but that of the design.
func (s *Folder) files() []string {
	names := []string{SummaryFile}
	for _, d := range s.Domains {
		for _, j := range d.journals() {
			names = append(names, j.name())
		}
		names = append(names, d.Name+"-trials.csv")
		for _, figure := range FigureNames() {
			for _, suffix := range append(pictureSuffixes(), ".csv") {
				names = append(names, d.Name+"-"+figure+suffix)
			}
		}
	}
	return names
}

// write writes a file, in place of an older one.
func (s *Folder) write(name string, content []byte) error {
	return replaceFile(s.disk, s.path(name), content)
}

// path returns the path of a file of the study.
func (s *Folder) path(name string) string { return filepath.Join(s.folder, name) }

// Kept counts what is finished of all domains.
func (s *Folder) Kept() (trials, times int) {
	for _, d := range s.Domains {
		trials += len(d.Trials.rows)
		times += len(d.Times.rows)
	}
	return trials, times
}

// Close ends the use of the folder.
func (s *Folder) Close() {
	for _, d := range s.Domains {
		for _, j := range d.journals() {
			j.close()
		}
	}
	s.unlock()
}

// unusable puts an error of the disk into our words.
func unusable(name string, err error) error {
	return fmt.Errorf("%s %q: %w", outFlag, name, disk.Cause(err))
}
