package report

import (
	"fmt"
	"math"
	"slices"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	maps "lambdascope/sim/features"
	"lambdascope/sim/recorded"
	"lambdascope/sim/settings"
	"lambdascope/sim/textfmt"
)

// Findings returns faults of the data, the gravest first, one sentence each, without a full
// stop.
func Findings(s *analysis.Survey) (out []string) {
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	n := len(s.Lengths)
	faulty := false
	for _, f := range s.Files {
		if f.Err != nil {
			faulty = true
			add("%v", f.Err)
		}
	}
	if n < settings.MinTrajectories && (n > 0 || !faulty) {
		add("%s: a selection needs at least %d", textfmt.Count(n, "episode"), settings.MinTrajectories)
	}
	if n == 0 {
		return out
	}
	if s.Rewards[0] == 0 && s.Rewards[1] == 0 {
		add("every reward is 0: there is nothing to compare")
	}
	if huge(s) {
		add("rewards are as large as %s: squared returns overflow; scale the rewards down", textfmt.Number(max(-s.Rewards[0], s.Rewards[1])))
	}
	if s.Groups == 1 {
		add("all episodes are of one group: to leave one out takes two; --groups ignore leaves out single episodes")
	}
	if text := seamText(&s.Seams); text != "" {
		add("%s", text)
	}
	if s.Copies {
		add("%d of %d episodes are equal to earlier ones: if they are copies, each fold has seen what it leaves out", len(s.Equal), n)
	}
	if s.Truncated == n && !faulty { // because the rest of a faulty file may terminate
		add("no episode terminates: returns stop where the recording does, and at γ = 1 values are not determined if the features span a constant")
	}
	const few = 2 // below n/few effective episodes, few carry the steps
	if s.Effective < float64(n)/few {
		add("few episodes carry the steps: %d count as %s of equal length", n, textfmt.Rounded(s.Effective, 3))
	}
	columns := maps.Columns(s.Columns)
	for _, j := range s.Box.Constant() {
		if s.Box.Low[j] == 0 {
			add("%s is always 0: it says nothing", columns[j])
		} else {
			add("%s is always %s: it is an intercept; features that scale columns need --bounds for it", columns[j], textfmt.Number(s.Box.Low[j]))
		}
	}
	if text := labelsText(s.Levels, columns); text != "" {
		add("%s", text)
	}
	for _, c := range s.Collinear {
		if text := collinearText(c, columns); text != "" {
			add("%s", text)
		}
	}
	for _, f := range s.Files {
		if text := unsortedText(f); text != "" {
			add("%s", text)
		}
	}
	const far = 0.1
	if s.Ratios != nil && math.Abs(s.Ratios.Mean-1) > far {
		add("importance ratios are %s on average: those that belong to the data are 1", textfmt.Rounded(s.Ratios.Mean, 3))
	}
	return out
}

// collinearText names the columns that determine a column; "" without any.
func collinearText(c analysis.Collinear, columns []string) string {
	var of []string
	for _, j := range c.Of {
		of = append(of, columns[j])
	}
	what := "a combination of "
	switch len(of) {
	case 0:
		return ""
	case 1:
		what = "a multiple of "
	}
	return fmt.Sprintf("%s is %s%s: θ is the one of least norm", columns[c.Column], what, columnList(of))
}

// unsortedText says which rows of a file were out of order; "" for none.
func unsortedText(f analysis.Surveyed) string {
	var found []string
	if f.Apart > 0 {
		found = append(found, textfmt.Count(f.Apart, "episode")+" with rows of others between theirs")
	}
	if f.Late > 0 {
		found = append(found, textfmt.Count(f.Late, "row")+" after a later step")
	}
	if found == nil {
		return ""
	}
	return fmt.Sprintf("%s: %s: put in order", f.Name, textfmt.And(found))
}

// columnList lists names; of many, the first and the last.
func columnList(names []string) string {
	const few = 5
	if len(names) > few {
		return names[0] + " … " + names[len(names)-1]
	}
	return textfmt.And(names)
}

// NextCommand returns the arguments of the next command for files of the given names; nil for data
// not ready for a selection.
func NextCommand(s *analysis.Survey, names []string) []string {
	if len(s.Lengths) < settings.MinTrajectories || huge(s) || slices.ContainsFunc(s.Files, func(f analysis.Surveyed) bool { return f.Err != nil }) {
		return nil
	}
	args := []string{"run"}
	for _, name := range names {
		args = append(args, "--data", name)
	}
	kind, _ := s.Seams.Kind()
	if r := kind.Repair(); r != recorded.Keep {
		args = append(args, "--seams", r.String())
	}
	if 2*s.Truncated >= len(s.Lengths) {
		args = append(args, "--tail", estimator.TailBootstrap.String())
	}
	if s.Groups == 1 {
		args = append(args, "--groups", "ignore")
	}
	return args
}

// huge reports whether squared rewards overflow in sum, because squared returns then overflow,
// too.
func huge(s *analysis.Survey) bool {
	return s.Steps() > 0 && math.IsInf(max(s.Rewards[0]*s.Rewards[0], s.Rewards[1]*s.Rewards[1])*float64(s.Steps()), 0)
}
