package cli

import (
	"fmt"

	"lambdascope/sim"
	"lambdascope/sim/problem"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/disk"
	"lambdascope/tui/report"
)

const problemFlag = "problem"

// errTwoSources is the error of a domain and a problem together.
func errTwoSources() error { return Misuse("--%s does not apply to a problem", domainFlag) }

// problem returns a problem by name: shipped, of the session, or from a file.
func (e Env) problem(name string) (*problem.Problem, error) {
	if problem.Ships(name) {
		return problem.Shipped(name)
	}
	names := problem.Names()
	for _, p := range e.Problems {
		if p.Source == name {
			return p, nil
		}
		names = append(names, p.Source)
	}
	if e.Files == nil {
		return nil, Misuse("problem %q: want %s", name, textfmt.Or(names))
	}
	p, err := ReadProblem(e, name)
	if cause, ok := disk.PathCause(err); ok {
		return nil, fmt.Errorf("problem %q: %w; want %s, or a file", name, cause, textfmt.Or(names))
	}
	return p, err
}

// ReadProblem reads a problem from a file. The error names the file and the place.
func ReadProblem(env Env, name string) (*problem.Problem, error) {
	in, err := env.Files.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	p, err := problem.Read(name, in)
	if _, ok := disk.PathCause(err); err != nil && !ok {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return p, err
}

// noteProblem writes notes about the parts of a problem that data lack: unreachable states, and
// returns after truncation.
func (e Env) noteProblem(o sim.Options) {
	for _, text := range report.ProblemWarnings(o) {
		e.note("%s", text)
	}
}
